"""One run of lint, from what was asked for to its report."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from skillctl.errors import SkillctlError
from skillctl.findings import Case, Report, Severity, Skipped
from skillctl.rules.across import with_findings_across
from skillctl.rules.engine import Checker, Terms, report
from skillctl.rules.find.discovery import LOOKED_FOR, UNKNOWN, discover
from skillctl.rules.find.found import Discovery, Target, is_evals_name, is_skill_name
from skillctl.rules.find.paths import LintFolders
from skillctl.rules.parts import Part, processes
from skillctl.rules.rule import Crash, Rule
from skillctl.rules.selection import choose, is_code, prefixes_of
from skillctl.rules.targets import target_of
from skillctl.settings import LintSettings

NEVER = "never"
SPREAD = "skills"  # the one kind that there may be thousands of
PLATFORMS = {"linux": "linux", "darwin": "macos", "win32": "windows"}
KINDS = {
    "skills": "skillctl.rules.skill.check",
    "configs": "skillctl.rules.config.check",
    "fakes": "skillctl.rules.closed.fakes",
    "scenarios": "skillctl.rules.closed.scenarios",
    "evals": "skillctl.rules.evals",
    "dangling": "skillctl.rules.skill.dangling",
    "bare": "skillctl.rules.skill.no_skill_file",
    "unseen": "skillctl.rules.walk_limit",
}

# what nearly all skills need: loaded before the processes begin as copies of this one
NEEDED = (KINDS[SPREAD], "skillctl.rules.skill.in_place", "skillctl.source.yaml_text")


@dataclass(frozen=True, slots=True, kw_only=True)
class LintRequest:
    """What was asked for: the paths, or a text with the name under which it is judged.

    `settings` are those of the file with the command line laid over them; `kinds` are the kinds of
    files that are checked; `repairs` tells whether the command has `--fix`. With an `environment`
    variables are looked up in it; `users` are the servers of the user by name (`UserServer`).
    """

    paths: Sequence[Path]
    places: LintFolders
    settings: LintSettings = field(default_factory=LintSettings)
    least: Severity = Severity.WARNING
    comments: bool = True
    allow_empty: bool = False
    text: bytes | None = None
    kinds: Sequence[str] = tuple(KINDS)
    repairs: bool = True
    environment: Mapping[str, str] | None = None
    users: Mapping[str, Sequence[Any]] = field(default_factory=dict)


class LintResult(NamedTuple):
    """The report, the rules that crashed on the way, and what was found to check."""

    report: Report
    crashes: tuple[Crash, ...]
    discovery: Discovery = Discovery()


def lint(request: LintRequest) -> LintResult:
    """Find, read and check; raises SkillctlError if there is nothing to check."""
    checker = Checker(terms_of(request))
    if request.text is None:
        exclude = (*request.settings.exclude, *request.settings.extend_exclude)
        limit = request.settings.max_entries
        discovery = discover(request.paths, request.places, exclude, limit, request.settings.hosts)
        results = list(_check(request, checker, discovery))
        results = with_findings_across(checker, results, module_of)
    else:
        discovery = Discovery()
        results = [_check_text(checker, request, request.text)]
    made = report(checker.terms, results, discovery)
    if not made.cases and not request.allow_empty:
        names = ", ".join(str(path) for path in request.paths)
        raise SkillctlError(
            f"nothing to check in {names} (looked for {LOOKED_FOR})",
            hint="name a folder that holds one of these, or pass --allow-empty",
        )
    return LintResult(replace(made, repairs=request.repairs), tuple(checker.crashes), discovery)


def all_rules() -> Sequence[Rule[Any]]:
    """Every rule there is."""
    from skillctl.rules.registry import ALL_RULES  # noqa: PLC0415 # import budget: only for words

    return ALL_RULES


def terms_of(request: LintRequest) -> Terms:
    """By what a request judges."""
    settings = request.settings
    fail_on = settings.fail_on
    return Terms(
        selection=choose(settings, all_rules),
        places=request.places,
        least=request.least,
        fail_on=None if fail_on == NEVER else Severity[fail_on.upper()],
        ignores=tuple(
            (glob, tuple(code for word in words for code in prefixes_of(word, all_rules)))
            for glob, words in settings.per_path_ignores.items()
        ),
        comments=request.comments,
        is_code=lambda word: is_code(word, all_rules),
        max_file_bytes=settings.max_file_bytes,
        body_max_lines=settings.body_max_lines,
        platform=settings.platform or PLATFORMS.get(sys.platform, sys.platform),
        environment=request.environment,
        users=request.users,
        targets=tuple(dict.fromkeys(map(target_of, settings.target))),
        project=request.places.bounds(request.paths[0]),
    )


def module_of(kind: str) -> Any:  # noqa: ANN401 # the modules of KINDS share their functions
    """The module that checks one kind; imported when there is something of that kind."""
    return import_module(KINDS[kind])


def _check(
    request: LintRequest, checker: Checker, discovery: Discovery
) -> Iterator[Case | Skipped]:
    for kind in request.kinds:
        targets = getattr(discovery, kind)
        count = processes(request.settings.jobs, len(targets)) if kind == SPREAD else 1
        if count > 1:
            yield from _spread(request, checker, targets, count)
        elif targets:
            yield from module_of(kind).check(checker, targets)


def _spread(
    request: LintRequest, checker: Checker, targets: Sequence[Target], count: int
) -> Iterator[Case | Skipped]:
    """Check in several processes; what the files leave is joined in their order."""
    from skillctl.rules.workers import parts  # noqa: PLC0415 # import budget: only for many files

    for name in NEEDED:
        import_module(name)
    known = request.environment
    sent = replace(request, environment=None if known is None else dict(known))
    for part in parts(partial(check_part, sent), targets, count):
        checker.records += part.records
        checker.crashes += part.crashes
        yield from part.results


def check_part(request: LintRequest, targets: Sequence[Target]) -> Part:
    """Check some of the files of a request, as one process of several."""
    checker = Checker(terms_of(request))
    results = tuple(module_of(SPREAD).check(checker, targets))
    return Part(results, tuple(checker.records), tuple(checker.crashes))


def text_target(request: LintRequest) -> tuple[str, Target]:
    """As what a text from stdin is judged: the kind, and the file that it would be."""
    name, places = request.paths[0], request.places
    path = places.absolute(name)
    return _text_kind(Path(path), request.text or b""), Target(path, places.shown(path))


def _text_kind(path: Path, text: bytes) -> str:
    """The kind of a text by its name, or by what it says it is; "" if it is none of them."""
    if is_skill_name(path.name):
        return "skills"
    from skillctl.rules.find.schemas import SUFFIX, kind_of_text  # noqa: PLC0415 # import budget
    from skillctl.rules.find.skill_files import skill_in  # noqa: PLC0415 # as above
    from skillctl.servers.hosts.find import host_of  # noqa: PLC0415 # as above

    if host_of(path) is None and path.suffix == SUFFIX:
        return kind_of_text(text)
    return "evals" if is_evals_name(path) and skill_in(path.parent.parent) else "configs"


def _check_text(checker: Checker, request: LintRequest, data: bytes) -> Case | Skipped:
    kind, target = text_target(request)
    if not kind:
        return Skipped(target.shown, UNKNOWN)
    result: Case | Skipped = module_of(kind).check_text(checker, target, data)
    return result
