"""Checking a document by every selected rule of its kind, and the report of it all."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from skillctl.findings import Case, Finding, Report, Severity, Skipped
from skillctl.policy.secrets import masked
from skillctl.rules.find.found import Discovery, Record, by_host_name
from skillctl.rules.find.paths import LintFolders
from skillctl.rules.finding import About, findings
from skillctl.rules.rule import Crash, Rule, S
from skillctl.rules.selection import Selection
from skillctl.rules.targets import ANY, severity_in

NO_FILES = ("folder", "link", "directory")  # kinds of cases about what is no file


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """By what a run judges: which rules, what is shown, what fails, what is silenced.

    `ignores` are globs with the codes or prefixes that are silent there; `comments` tells whether
    suppression comments count, `is_code` whether a word in one is a code or a prefix. `targets` are
    the hosts by which is judged; the strictest counts. `project` is the folder that links may not
    leave, by default the root of the places. `users` are the servers of the user by name
    (`UserServer`), if they were asked for.
    """

    selection: Selection
    places: LintFolders
    least: Severity = Severity.WARNING
    fail_on: Severity | None = Severity.ERROR
    ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()
    comments: bool = True
    is_code: Callable[[str], bool] = bool
    max_file_bytes: int = 1_048_576
    body_max_lines: int = 500
    platform: str = ""
    environment: Mapping[str, str] | None = None
    targets: tuple[str, ...] = (ANY,)
    project: str = ""
    users: Mapping[str, Sequence[Any]] = field(default_factory=dict)


@dataclass(slots=True)
class Checker:
    """Runs rules on documents, and collects the rules that crashed.

    `records` are what the files leave for the rules about several of them.
    """

    terms: Terms
    crashes: list[Crash] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    _chosen: dict[int, tuple[Any, Any]] = field(default_factory=dict)

    def run(self, rules: Sequence[Rule[S]], document: S, about: About) -> Iterator[Finding]:
        """What the selected rules find; one that crashes costs only its own findings."""
        selection = self.terms.selection
        for rule in self._of(rules):
            try:
                found = findings(rule, document, about)
            except Exception as error:  # noqa: BLE001 # a bug in one rule must not hide the others
                self.crashes.append(Crash(rule.code, about.path, error))
                continue
            for finding in found:
                own = severity_in(self.terms.targets, rule, finding.severity)
                severity = own and selection.severity(finding.code, own)
                if severity and (severity >= self.terms.least or selection.is_explicit(rule)):
                    own_word = finding.severity is severity
                    yield finding if own_word else replace(finding, severity=severity)

    def _of(self, rules: Sequence[Rule[S]]) -> tuple[Rule[S], ...]:
        """Which of the rules of a family run, asked once for each; it is kept with its answer."""
        if id(rules) not in self._chosen:
            self._chosen[id(rules)] = rules, tuple(filter(self.terms.selection.runs, rules))
        chosen: tuple[Rule[S], ...] = self._chosen[id(rules)][1]
        return chosen

    def case(
        self, about: About, found: Sequence[Finding], path: str, silent: Sequence[Finding] = ()
    ) -> Case:
        """Part what is reported from what comments (`silent`) and settings silence."""
        codes = self._silent_codes(path)
        by_comment = set(map(id, silent))
        silenced = [id(f) in by_comment or f.code.startswith(codes) for f in found]
        return Case(
            kind=about.kind,
            name=masked(about.name),
            path=about.path,
            findings=tuple(f for f, hidden in zip(found, silenced, strict=True) if not hidden),
            suppressed=tuple(f for f, hidden in zip(found, silenced, strict=True) if hidden),
        )

    def _silent_codes(self, path: str) -> tuple[str, ...]:
        """The codes and prefixes that the settings silence in a file."""
        if not self.terms.ignores:
            return ()
        from skillctl.globs import matches  # noqa: PLC0415 # import budget: only with settings

        name = self.terms.places.for_globs(path)
        return tuple(
            code for glob, codes in self.terms.ignores for code in codes if matches(glob, name)
        )


def report(terms: Terms, results: Sequence[Case | Skipped], discovery: Discovery) -> Report:
    """Put everything into one report, with fingerprints."""
    places = terms.places
    skipped = [result for result in results if isinstance(result, Skipped)]
    cases = sorted((r for r in results if isinstance(r, Case)), key=lambda case: case.path)
    made = Report(
        cases=tuple(cases),
        skipped=tuple(sorted((*discovery.skipped, *skipped), key=lambda s: s.path)),
        aliases=tuple(by_host_name(discovery.aliases, cases)),
        root=places.shown(str(places.top)),
        here=places.here,
        targets=terms.targets,
        platform=terms.platform,
        files=sum(isinstance(r, Skipped) or r.kind not in NO_FILES for r in results),
        fail_on=terms.fail_on,
        least=terms.least,
    )
    if not (made.findings or made.suppressed):
        return made
    from skillctl.report.fingerprint import with_fingerprints  # noqa: PLC0415 # import budget

    return with_fingerprints(made)
