"""One run of lint, from what was asked for to its report."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from skillctl.errors import SkillctlError
from skillctl.findings import Case, Report, Severity, Skipped
from skillctl.rules.discovery import LOOKED_FOR, discover
from skillctl.rules.engine import Checker, Terms, report
from skillctl.rules.found import Discovery, Target, is_skill_name
from skillctl.rules.paths import LintFolders
from skillctl.rules.rule import Crash, Rule
from skillctl.rules.selection import choose, is_code, prefix_of
from skillctl.rules.targets import target_of
from skillctl.settings import LintSettings

NEVER = "never"
KINDS = {
    "skills": "skillctl.rules.skill_check",
    "configs": "skillctl.rules.config_check",
    "unseen": "skillctl.rules.walk_limit",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LintRequest:
    """What was asked for: the paths, or a text with the name under which it is judged.

    `settings` are those of the file with the command line laid over them; `kinds` are the kinds of
    files that are checked.
    """

    paths: Sequence[Path]
    places: LintFolders
    settings: LintSettings = field(default_factory=LintSettings)
    least: Severity = Severity.WARNING
    comments: bool = True
    allow_empty: bool = False
    text: bytes | None = None
    kinds: Sequence[str] = tuple(KINDS)


class LintResult(NamedTuple):
    """The report, and the rules that crashed on the way."""

    report: Report
    crashes: tuple[Crash, ...]


def lint(request: LintRequest) -> LintResult:
    """Find, read and check; raises SkillctlError if there is nothing to check."""
    checker = Checker(_terms(request))
    if request.text is None:
        exclude = (*request.settings.exclude, *request.settings.extend_exclude)
        limit = request.settings.max_entries
        discovery = discover(request.paths, request.places, exclude, limit)
        results = list(_check(checker, discovery, request.kinds))
    else:
        discovery = Discovery()
        results = [_check_text(checker, request.paths[0], request.text)]
    made = report(checker.terms, results, discovery)
    if not made.cases and not request.allow_empty:
        names = ", ".join(str(path) for path in request.paths)
        raise SkillctlError(
            f"nothing to check in {names} (looked for {LOOKED_FOR})",
            hint="name a folder that holds one of these, or pass --allow-empty",
        )
    return LintResult(made, tuple(checker.crashes))


def all_rules() -> Sequence[Rule[Any]]:
    """Every rule there is."""
    from skillctl.rules.registry import ALL_RULES  # noqa: PLC0415 # import budget: only for words

    return ALL_RULES


def _terms(request: LintRequest) -> Terms:
    settings = request.settings
    fail_on = settings.fail_on
    return Terms(
        selection=choose(settings, all_rules),
        places=request.places,
        least=request.least,
        fail_on=None if fail_on == NEVER else Severity[fail_on.upper()],
        ignores=tuple(
            (glob, tuple(prefix_of(word, all_rules) for word in words))
            for glob, words in settings.per_path_ignores.items()
        ),
        comments=request.comments,
        is_code=lambda word: is_code(word, all_rules),
        max_file_bytes=settings.max_file_bytes,
        targets=tuple(map(target_of, settings.target)),
    )


def _module(kind: str) -> Any:  # noqa: ANN401 # the modules of KINDS share two functions
    """The module that checks one kind; imported when there is something of that kind."""
    return import_module(KINDS[kind])


def _check(
    checker: Checker, discovery: Discovery, kinds: Sequence[str]
) -> Iterator[Case | Skipped]:
    for kind in kinds:
        targets = getattr(discovery, kind)
        if targets:
            yield from _module(kind).check(checker, targets)


def _check_text(checker: Checker, name: Path, data: bytes) -> Case | Skipped:
    places = checker.terms.places
    target = Target(places.absolute(name), places.shown(places.absolute(name)))
    kind = "skills" if is_skill_name(name.name) else "configs"
    result: Case | Skipped = _module(kind).check_text(checker, target, data)
    return result
