"""What a run of a scenario can be blamed for, each declared once, and the finding made of it."""

from dataclasses import dataclass, replace
from functools import partial

from skillctl.findings import Defect, Finding
from skillctl.report.misfits import finding_of
from skillctl.scenario.model import ScenarioPlace

_blamed = partial(Defect, kind="scenario")

UNEXPECTED_CALL = _blamed(
    code="ST001",
    name="unexpected-call",
    consequence="the script has no reply to this model call",
    what="The script has a turn for each time that the model is asked.",
    why="The run went on after the last turn, since that turn calls a tool. Add a turn that "
    "answers the result, or take the call out.",
)
UNUSED_TURN = _blamed(
    code="ST002",
    name="unused-turn",
    consequence="the script says more than the run came to ask",
    what="Each turn of the script is used.",
    why="The run ended before its time: a turn without a call ends it, a limit does, and so does a "
    'call that needs approval. With `approvals = { default = "allow" }` every call may run.',
)
SPANS = _blamed(
    code="ST003",
    name="spans",
    consequence="some bytes of the request have no source",
    what="Each byte of a request comes from exactly one known source.",
    why="This is checked in every run without being asked for. A failure is a bug in skillctl: "
    "please report it with the scenario.",
)
LEFT_OVER = _blamed(
    code="ST004",
    name="left-over",
    consequence="a process outlives the run that started it",
    what="No process of the run is alive at its end.",
    why="What stays behind holds files and ports, and slows the machine run by run. End the "
    "process that the finding names, and look why its server does not end with its client.",
)
ENDED = _blamed(
    code="ST005",
    name="ended",
    consequence="the run did not end as the scenario says",
    what="A run ends with exit 0, unless an assertion names another code.",
    why="A limit, a denied call or a failed server gives another code. If that is what the "
    "scenario is about, write `exit = 3` in an `[[assert]]`; else mend the cause.",
)
TIMEOUT = _blamed(
    code="ST006",
    name="timeout",
    consequence="the run was given up",
    what="A run is over within its time.",
    why="A scripted run takes a fraction of a second, so something waits: often a server that does "
    "not answer. `skillctl test --timeout` gives it more seconds.",
)
SETUP = _blamed(
    code="ST007",
    name="setup",
    consequence="the scenario cannot be run",
    what="What a scenario names is there and can be used.",
    why="A skill, fake or workspace is missing or wrong. Paths count from the folder of the "
    "scenario; `skillctl fake check` judges a fake.",
)
FAKE_EXPECT = _blamed(
    code="ST008",
    name="fake-expect",
    consequence="the client did not do what the fake expects",
    what="What an `[[expect]]` of a fake demands of its client was sent by the end.",
    why="The fake saw another conversation than its file says. `skillctl fake serve --log` shows "
    "what was sent.",
)

_read = partial(_blamed, consequence="the model would not have read what the scenario says")
_offered = partial(
    _blamed, consequence="the model would not have been offered what the scenario says"
)
_SEEN = "The finding shows the nearest bytes. "
EXPECTATIONS = {
    "body_contains": _read(
        code="ST101",
        name="body-contains",
        what="The bytes of the request hold a text.",
        why=f"{_SEEN}The body is JSON, so quotes and line ends stand there escaped.",
    ),
    "body_not_contains": _blamed(
        code="ST102",
        name="body-not-contains",
        consequence="the model would have read it",
        what="The bytes of the request do not hold a text.",
        why="`skillctl prompt --sources` shows which file a text comes from.",
    ),
    "system_contains": _read(
        code="ST103",
        name="system-contains",
        what="The system text of the request holds a text.",
        why=f"{_SEEN}`skillctl prompt --explain NAME` says why a skill is not there.",
    ),
    "last_result_contains": _read(
        code="ST104",
        name="last-result-contains",
        what="The last result of a tool in the request holds a text.",
        why=f"{_SEEN}A result may be an error, or cut in its middle.",
    ),
    "tools_include": _offered(
        code="ST105",
        name="tools-include",
        what="The request offers a tool.",
        why="The finding names the nearest tools. A tool of a server has the name "
        "`mcp__SERVER__TOOL`; it is missing where the server failed or waits for consent.",
    ),
    "tools_exclude": _blamed(
        code="ST106",
        name="tools-exclude",
        consequence="the model would have been offered it",
        what="The request does not offer a tool.",
        why="A glob excludes whatever it matches; write the whole name if it is too wide.",
    ),
}

_undone = partial(_blamed, consequence="the run did not do what the scenario says")
_CALLS = "The finding lists the calls of the run. "
TOOL_CALLED = _undone(
    code="ST201",
    name="tool-called",
    what="A tool was called, as often and with the arguments that the assertion says.",
    why=f"{_CALLS}`args` are all arguments, `args_subset` some of them.",
)
NOT_CALLED = _undone(
    code="ST202",
    name="not-called",
    what="A tool was not called.",
    why=f"{_CALLS}Only a call that was made counts, not one that was denied.",
)
ORDER = _undone(
    code="ST203",
    name="order",
    what="Tools were called in an order, other calls between them allowed.",
    why=f"{_CALLS}Correct the script or the assertion.",
)
SKILL_ACTIVATED = _undone(
    code="ST204",
    name="skill-activated",
    what="A skill was loaded.",
    why="Calling the tool `skill` with its name loads it. The finding lists those that were.",
)
TEXT_CONTAINS = _undone(
    code="ST205",
    name="text-contains",
    what="The final answer holds a text.",
    why=f"{_SEEN}The final answer is what the last turn says.",
)
EXIT = _undone(
    code="ST206",
    name="exit",
    what="The run ends with a certain exit code.",
    why="The finding says why it ended as it did; the README lists the codes.",
)
DEFECTS = (
    *(UNEXPECTED_CALL, UNUSED_TURN, SPANS, LEFT_OVER, ENDED, TIMEOUT, SETUP, FAKE_EXPECT),
    *EXPECTATIONS.values(),
    *(TOOL_CALLED, NOT_CALLED, ORDER, SKILL_ACTIVATED, TEXT_CONTAINS, EXIT),
)


@dataclass(frozen=True, slots=True)
class Ran:
    """What a run is blamed for, and what a reader of the report should know of its view."""

    findings: tuple[Finding, ...]
    output: str = ""


LONGEST_QUOTE = 80


def quoted(text: str) -> str:
    """A wanted text inside a message: whole, or its beginning."""
    return f'"{short(text)}"'


def short(text: str) -> str:
    """A text whole, or its beginning."""
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1]}…"


def blame(defect: Defect, place: ScenarioPlace, message: str, *evidence: str) -> Finding:
    """The finding that a run gives at a place of its scenario file."""
    found = finding_of(defect, place.location, message)
    return replace(found, line=place.line or None, evidence=evidence)
