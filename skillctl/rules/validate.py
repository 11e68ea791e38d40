"""The fixed terms of `skillctl validate`: what the specification asks of a skill, and no more.

See lint.md section 1.8, which also says where the reference validator judges otherwise.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from skillctl.findings import Case, Report, Severity
from skillctl.rules.find.paths import LintFolders
from skillctl.rules.lint import LintRequest, LintResult, lint
from skillctl.rules.targets import SPEC
from skillctl.settings import LintSettings
from skillctl.skills.document import read_skill_document

RULES = (
    *("SK001", "SK003", "SK004", "SK005", "SK006", "SK10", "SK11"),
    *("SK201", "SK202", "SK203", "SK204", "SK205", "SK206", "SK207"),
    *("SK211", "SK212", "SK221", "SK223", "SK232"),
)
KINDS = ("skills", "unseen")
FIELDS = ("name", "description", "license", "compatibility", "allowed-tools", "metadata")


def validate(
    paths: Sequence[Path], places: LintFolders, *, allow_empty: bool = False
) -> LintResult:
    """Judge skills by the specification; raises SkillctlError if there is none.

    No settings and no comments count, and an unknown field is an error, as in the reference.
    """
    settings = LintSettings(select=(*RULES, "LT001"), severity={"SK232": "error"}, target=(SPEC,))
    return lint(
        LintRequest(
            paths=paths,
            places=places,
            settings=settings,
            comments=False,
            allow_empty=allow_empty,
            kinds=KINDS,
            repairs=False,
        )
    )


class ValidSkill(NamedTuple):
    """A skill without errors: its known fields as parsed, and the absolute path of its file."""

    fields: dict[str, object]
    path: str


def read_valid(report: Report, cwd: Path) -> list[ValidSkill]:
    """Read the skills of a report again, as far as they have no error."""
    good = [case for case in report.cases if case.kind == "skill" and not _has_error(case)]
    return [_read(cwd / case.path) for case in good]


def _has_error(case: Case) -> bool:
    return any(finding.severity is Severity.ERROR for finding in case.findings)


def _read(path: Path) -> ValidSkill:
    document = read_skill_document(path, str(path))
    entries = [document.entry(key) for key in FIELDS]
    return ValidSkill({e.key: e.value.data() for e in entries if e}, str(path))
