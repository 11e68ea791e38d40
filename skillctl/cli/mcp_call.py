"""`skillctl mcp call`: one call as an agent would make it (mcp.md section 11)."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic

from skillctl.agent.approvals import Approvals, Asker, Mode, Nobody, Person
from skillctl.agent.messages import ToolCall
from skillctl.agent.prepared import Refused, ToolError, ToolResult
from skillctl.agent.server_calls import server_caller
from skillctl.agent.toolbox import Ready, Toolbox
from skillctl.cli.located import locate
from skillctl.cli.mcp_ground import ServerGround, started
from skillctl.cli.mcp_tools import ServerReport, report
from skillctl.cli.mcp_words import Meaning
from skillctl.cli.streams import forget_typed
from skillctl.cli.surroundings import Surroundings
from skillctl.errors import Denied, EndpointFailed, SkillctlError
from skillctl.files import real_path
from skillctl.mcp.client import said_by
from skillctl.mcp.tap import OUT, Tap
from skillctl.nearest import did_you_mean
from skillctl.policy.paths import Area
from skillctl.policy.redaction import Redactor
from skillctl.policy.text import row
from skillctl.servers.secrets import secrets_of
from skillctl.toolspec import ToolSpec

YOURS = "You are about to call a tool:"
_WAITING = ("pending", "denied")


@dataclass(slots=True)
class Heard:
    """The lines of a conversation as they went; `hear` is for a tap, `hidden` for secrets."""

    lines: list[tuple[str, bytes]] = field(default_factory=list)
    hidden: Callable[[str], str] = str

    def hear(self, direction: str, line: bytes) -> None:
        """Keep one line."""
        self.lines.append((direction, line))

    def text(self) -> str:
        """Each line with its direction: `>` to the server, `<` from it."""
        marks = ((">" if way == OUT else "<", line) for way, line in self.lines)
        shown = (f"{mark} {self.hidden(_decoded(line))}\n" for mark, line in marks)
        return "".join(shown)


@dataclass(frozen=True, slots=True)
class Called:
    """What came of a call: its text as a model gets it, whether it is an error, notes."""

    text: str
    is_error: bool
    notes: tuple[str, ...] = ()


def approvals(ground: ServerGround, mode: str | None) -> Approvals:
    """What needs no question: as the command line says, else as the user's settings do."""
    return Approvals(Mode(mode or ground.settings.run.approve))


def root_of(here: Surroundings, project: Path | None) -> Path:
    """The folder in which the guards of paths let a call go anywhere."""
    return locate(here, project).root


def called(
    here: Surroundings,
    ground: ServerGround,
    words: Meaning,
    *,
    root: Path,
    approvals: Approvals,
    heard: Heard,
) -> Called:
    """Start the server, check the call, ask, call, and end the server.

    Raises Denied, EndpointFailed, or SkillctlError for a call that cannot be made.
    """
    server = ground.pick(words.server) if words.server else ground.used[0]
    start = ground.start
    tapped = replace(ground, start=lambda config: Tap(start(config), heard.hear))
    hidden = Redactor(secrets_of([server.config]))
    heard.hidden = hidden.text
    with started(tapped, [server]) as manager:
        manager.scan()
        found = report(ground, [server], manager.statuses(), {})[0]
        tool = _tool(found, words.tool)
        area = Area(
            root=real_path(root),
            home=real_path(here.home),
            protected=(real_path(here.config_dir), real_path(here.state_dir / "sessions")),
        )
        cwd = server.config.cwd
        toolbox = Toolbox(
            tools=found.tools,
            area=area,
            server_call=server_caller(manager.call),
            skill_call=_no_skill,
            approvals=approvals,
            asker=_asker(here),
            folders={server.config.name: cwd} if cwd else {},
        )
        result = _result(toolbox, tool, words.arguments or "{}", hidden.text)
    notes = manager.statuses().get(server.config.name)
    return Called(
        hidden.text(result.text),
        result.is_error,
        tuple(map(hidden.text, notes.notes if notes else ())),
    )


def _tool(found: ServerReport, name: str) -> ToolSpec:
    """The tool that is meant, by its raw name first, then by the agent's."""
    if found.state in _WAITING:
        raise Denied(f"{said_by(found.name)}{found.reason}")
    if found.state != "ready":
        reason = found.reason or f"is {found.state}"
        raise EndpointFailed(f"{said_by(found.name)}{reason}", hint=found.hint or None)
    for by in ("raw_name", "name", "source"):
        tool = next((tool for tool in found.tools if getattr(tool, by) == name), None)
        if tool:
            return tool
    if name in found.filtered:
        raise SkillctlError(f'tool "{row(name)}" is filtered by the entry of its server')
    names = [row(tool.raw_name or "") for tool in found.tools]
    left_out = next((note for note in found.notes if f'tool "{row(name)}" is left out' in note), "")
    otherwise = left_out or f"it offers: {', '.join(names) or 'nothing'}"
    hint = left_out or did_you_mean(name, names, otherwise, most=3)
    raise SkillctlError(f'{said_by(found.name)}no tool is named "{row(name)}"', hint=hint)


def _result(
    toolbox: Toolbox, tool: ToolSpec, arguments: str, hidden: Callable[[str], str]
) -> ToolResult:
    """What the call gives, after its checks and the question."""
    try:
        ready = toolbox.prepare(ToolCall("call", tool.name, arguments))
    except Refused as refused:
        raise Denied(f"refused: {hidden(str(refused))}") from None
    except ToolError as wrong:
        raise SkillctlError(hidden(str(wrong)), hint=_schema_hint(tool)) from None
    _insist(toolbox, ready)
    try:
        return ready.question.prepared.run()
    except ToolError as failed:
        raise EndpointFailed(hidden(str(failed))) from failed


def _schema_hint(tool: ToolSpec) -> str:
    name = row(tool.raw_name or "")
    return f"skillctl mcp tools --format json prints the schema of {name}; name the server as here"


def _insist(toolbox: Toolbox, ready: Ready) -> None:
    """Raise Denied unless somebody, or a mode, allows the call."""
    answer = toolbox.answer(ready)
    if answer is None or answer.allowed:
        return
    guard = ready.question.prepared.verdict.reason
    why = "; ".join(filter(None, (answer.reason, guard)))
    hint = "at a terminal you are asked; --approve all calls without a question"
    reason = f" ({why})" if why else ""
    by_nobody = answer.by == "nobody" and not guard
    raise Denied(f"{ready.name} was not called{reason}", hint=hint if by_nobody else None)


def _no_skill(_arguments: object) -> ToolResult:
    """There is no tool of that name here."""
    raise ToolError("no skills here")


def _asker(here: Surroundings) -> Asker:
    """A person at the terminal, or nobody."""
    if not here.terminal:
        return Nobody()
    return Person(_write_error, sys.stdin.readline, monotonic, forget_typed, YOURS)


def _write_error(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()


def _decoded(line: bytes) -> str:
    return row(line.decode("utf-8", "backslashreplace"))
