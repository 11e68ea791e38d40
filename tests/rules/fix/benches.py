"""Benches for the tests of fixes: rules of a test beside those of lint, on bytes without a disk."""

from pathlib import Path

from skillctl.findings import Edit, Finding, Fix, Safety, Severity
from skillctl.rules.config import check as config_check
from skillctl.rules.engine import Checker, Terms
from skillctl.rules.find.found import Target
from skillctl.rules.find.paths import LintFolders
from skillctl.rules.fix.accept import State
from skillctl.rules.fix.reading import KINDS
from skillctl.rules.fix.repair import Bench
from skillctl.rules.selection import Selection
from skillctl.rules.skill import check as skill_check
from skillctl.source.file import SourceFile

NAMES = {"skill": "notes/SKILL.md", "config": ".mcp.json"}
CHECKS = {"skill": skill_check.check_bytes, "config": config_check.check_bytes}


def finding(code, *edits, at=None, intent=(), severity=Severity.ERROR):
    """A finding with a safe fix; edits are (start, end, text)."""
    start = edits[0][0] if at is None else at
    source = SourceFile("f", b"x" * 10_000, "x" * 10_000)
    fix = Fix(
        Safety.SAFE, "mend", tuple(Edit(NAMES["skill"], *edit) for edit in edits), dict(intent)
    )
    return Finding(
        code=code,
        name="rule",
        severity=severity,
        message="wrong",
        consequence="bad",
        location=source.location(start, start + 1),
        kind="skill",
        fix=fix if edits else None,
    )


def found(kind, data, selection=None, least=Severity.NOTE):
    """What the rules of lint find."""
    terms = Terms(
        selection=selection or Selection(),
        places=LintFolders(Path("/w")),
        least=least,
        is_code=bool,
    )
    name = NAMES[kind]
    case = CHECKS[kind](Checker(terms), Target(f"/w/{name}", name), data)
    return getattr(case, "findings", ())


def bench(kind="skill", extra=lambda _data: (), selection=None):
    """The rules of lint, and those of a test: `extra` gives findings for the bytes."""
    read, early = KINDS[kind]
    target = Target(f"/w/{NAMES[kind]}", NAMES[kind])
    return Bench(
        chosen=lambda data: (*found(kind, data, selection), *extra(data)),
        look=lambda data: State(
            read(data, target),
            (*found(kind, data, Selection(selected=[""])), *extra(data)),
        ),
        early=early,
    )
