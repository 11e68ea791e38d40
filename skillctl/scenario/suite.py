"""Many scenarios: read, select, run one after the other, and made into one report."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from skillctl.agent.dialects.known import DEFAULT_DIALECT
from skillctl.errors import Location, SkillctlError
from skillctl.files import keep_traceback
from skillctl.findings import Case, Finding, Report
from skillctl.report.fingerprint import with_fingerprints
from skillctl.report.plain import case_title, one_row
from skillctl.report.summary import outcome
from skillctl.scenario.bounded import within_seconds
from skillctl.scenario.file import check_scenario, read_scenario, scenario_of
from skillctl.scenario.find import Found
from skillctl.scenario.model import Scenario, ScenarioPlace
from skillctl.scenario.verdict import (
    SETUP,
    TIMEOUT,
    UNEXPECTED_CALL,
    UNUSED_TURN,
    Ran,
    blame,
)

BUG, UNREADABLE, FAILED, NEEDS_CONSENT, MISMATCH, CLEAN = 70, 2, 1, 4, 6, 0
STRONGEST_FIRST = (BUG, UNREADABLE, FAILED, NEEDS_CONSENT, MISMATCH, CLEAN)
MISMATCHES = {UNEXPECTED_CALL.code, UNUSED_TURN.code}
Runner = Callable[[Scenario], Ran]


@dataclass(frozen=True, slots=True)
class Entry:
    """A scenario that can be run, or the findings that say why not, and their exit code."""

    found: Found
    scenario: Scenario | None
    findings: tuple[Finding, ...] = ()
    exit_code: int = UNREADABLE

    @property
    def name(self) -> str:
        """The name of the scenario; of a broken file, the name of that file."""
        return self.scenario.name if self.scenario else self.found.path.name

    @property
    def id(self) -> str:
        """What `skillctl test` takes to run just this one."""
        return case_title(self.found.shown, self.name)


@dataclass(frozen=True, slots=True)
class CaseResult:
    """A case and the exit code that it alone would give."""

    case: Case
    exit_code: int


def read_all(files: Iterable[Found]) -> tuple[Entry, ...]:
    """Read every file, an entry per cell; one that is broken does not hide the others."""
    return tuple(entry for found in files for entry in _read(found))


def _read(found: Found) -> Sequence[Entry]:
    try:
        return _entries(found)
    except Exception as error:  # noqa: BLE001 # a bug in one case must not hide the others
        place = ScenarioPlace(Location(found.shown), "")
        return [Entry(found, None, (_bug(place, error),), BUG)]


def _entries(found: Found) -> Sequence[Entry]:
    try:
        source = read_scenario(found.path, found.shown)
    except SkillctlError as error:
        return [Entry(found, None, (_broken(ScenarioPlace(Location(found.shown), ""), error),))]
    try:
        scenario = scenario_of(source, found.path.parent)
    except SkillctlError:
        return [Entry(found, None, check_scenario(source))]
    meant = found.name == scenario.name  # all cells are
    found = replace(found, name=None) if meant else found
    return [Entry(found, cell) for cell in scenario.cells]


def _broken(place: ScenarioPlace, error: SkillctlError) -> Finding:
    """The finding for what keeps a scenario from being run."""
    return replace(blame(SETUP, place, error.message), advice=error.hint)


def _bug(place: ScenarioPlace, error: Exception) -> Finding:
    """The finding for an error of skillctl itself, and where its traceback is kept."""
    kind = type(error).__name__
    message = f"this is a bug in skillctl ({kind}); details are in {keep_traceback(error)}"
    return replace(blame(SETUP, place, message), advice="please report it with that file")


def _place(error: SkillctlError, scenario: Scenario) -> ScenarioPlace:
    """Where an error stands: at a path that the scenario names, or in another file."""
    if error.location is None:
        return scenario.place
    named = (*scenario.skills, *scenario.fakes, *filter(None, [scenario.workspace]))
    places = (item.place for item in named)
    return next(
        (p for p in places if p.location == error.location), ScenarioPlace(error.location, "")
    )


def select(entries: Sequence[Entry], keyword: str = "") -> tuple[Entry, ...]:
    """Those that were asked for by name and whose id holds the keyword; case does not count.

    A file that cannot be read stays, since nobody can tell whether it was meant.
    """
    chosen = tuple(entry for entry in entries if _is_chosen(entry, keyword))
    if not chosen:
        names = "\n".join(f"  {entry.id}" for entry in entries)
        raise SkillctlError("no scenario is selected", hint=f"there are:\n{names}")
    return chosen


def _is_chosen(entry: Entry, keyword: str) -> bool:
    if entry.scenario is None:
        return True
    named = entry.found.name in (None, entry.scenario.name)
    return named and keyword.casefold() in entry.id.casefold()


def run_entry(entry: Entry, run: Runner, timeout: float) -> CaseResult:
    """Run one scenario within its time; whatever happens becomes findings of its case."""
    started = time.perf_counter()
    ran, code = Ran(entry.findings), entry.exit_code
    if entry.scenario:
        try:
            ran = _run(entry.scenario, run, timeout)
            code = exit_code(ran.findings)
        except Exception as error:  # noqa: BLE001 # a bug in one case must not end the others
            ran, code = Ran((_bug(entry.scenario.place, error),)), BUG
    case = Case(
        kind="scenario",
        name=entry.name,
        path=entry.found.shown,
        findings=tuple(replace(finding, subject=entry.name) for finding in ran.findings),
        seconds=time.perf_counter() - started,
        properties=_properties(entry.scenario),
        output=ran.output,
    )
    return CaseResult(case, code)


def _properties(scenario: Scenario | None) -> tuple[tuple[str, str], ...]:
    dialect = scenario.dialect if scenario else DEFAULT_DIALECT
    return (("dialect", dialect), ("fake_transport", "pipe"))


def left_out(entries: Iterable[Entry], reason: str) -> tuple[CaseResult, ...]:
    """The cases that were not run, and why; they change no exit code."""
    return tuple(
        CaseResult(
            Case(kind="scenario", name=e.name, path=e.found.shown, skipped=f"not run: {reason}"),
            CLEAN,
        )
        for e in entries
    )


def _run(scenario: Scenario, run: Runner, timeout: float) -> Ran:
    try:
        return within_seconds(lambda: run(scenario), timeout)
    except TimeoutError:
        late = blame(TIMEOUT, scenario.place, f"the run took longer than {timeout:g} s")
        return Ran((late,))
    except SkillctlError as error:
        return Ran((_broken(_place(error, scenario), error),))


def exit_code(findings: Iterable[Finding]) -> int:
    """The exit code of one case (harness.md section 3)."""
    codes = {finding.code for finding in findings}
    if SETUP.code in codes:
        return UNREADABLE
    if not codes:
        return CLEAN
    return MISMATCH if codes <= MISMATCHES else FAILED


def combined(results: Iterable[CaseResult]) -> int:
    """The exit code of all: 70 (a bug) beats 2 beats 1 beats 4 beats 6 beats 0."""
    codes = {result.exit_code for result in results}
    return next((code for code in STRONGEST_FIRST if code in codes), CLEAN)


def report_of(results: Iterable[CaseResult]) -> Report:
    """The report of the cases in their order."""
    return with_fingerprints(Report(cases=tuple(r.case for r in results), command="test"))


def case_line(case: Case) -> str:
    """One case on one line: how it came out, how long it took, and its id."""
    word = outcome(case, Report(cases=(case,), command="test"))
    took = case.skipped if case.seconds is None else f"{case.seconds:.3f} s"
    return f"{word:7}  {took}  {one_row(case_title(case.path, case.name))}"
