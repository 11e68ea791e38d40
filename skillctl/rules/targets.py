"""What single hosts judge otherwise than their union (lint.md section 1.4).

A cell says what a host does with what a rule finds, where that was learnt, and when. A host
without a cell is judged as the union is.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from skillctl.errors import SkillctlError
from skillctl.findings import Severity
from skillctl.nearest import did_you_mean
from skillctl.rules.rule import Rule

ANY = "any"
SPEC = "spec"
SKILLS_CLI = "skills-cli"
CLAUDE_AI = "claude-ai"
SKILL_TARGETS = (ANY, SPEC, SKILLS_CLI, CLAUDE_AI)
OTHER_NAMES = {"copilot": "vscode"}

ERROR, WARNING, NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE


class Cell(NamedTuple):
    """The severity for one rule in one host, None for no finding; its source and date.

    `lesser` tells that the severity also holds for what the rule itself takes more lightly.
    """

    severity: Severity | None
    source: str
    date: str = "2026-11"
    lesser: bool = False


_TEXT = "the specification of Agent Skills"
_SILENT = "the specification of Agent Skills does not speak of it"
_LOADS = "loaded with and without it, and compared"
_UPLOAD = "its rules for the upload of a skill"
_LOADER = "its loader"
_INSTALLER = "what its installer lists and copies"

CELLS: Mapping[str, Mapping[str, Cell]] = {
    "SK010": {
        "spec": Cell(None, _SILENT),
        "claude-code": Cell(None, _LOADS),
        "claude-ai": Cell(WARNING, _UPLOAD),
        "codex": Cell(WARNING, _LOADER),
        "skills-cli": Cell(ERROR, "its installer skips links", lesser=True),
    },
    "SK103": {"claude-code": Cell(WARNING, _LOADS)},
    "SK108": {"claude-code": Cell(WARNING, _LOADS)},
    "SK205": {"spec": Cell(NOTE, _TEXT), "claude-code": Cell(NOTE, _LOADS)},
    "SK207": {
        "claude-code": Cell(WARNING, _LOADS),
        "claude-ai": Cell(WARNING, _UPLOAD),
        "codex": Cell(WARNING, _LOADER),
        "skills-cli": Cell(WARNING, _INSTALLER),
    },
    "SK208": {
        "spec": Cell(None, _SILENT),
        "claude-code": Cell(None, _LOADS),
        "claude-ai": Cell(ERROR, _UPLOAD),
        "codex": Cell(None, _LOADER),
        "skills-cli": Cell(None, _INSTALLER),
    },
    "SK212": {"claude-code": Cell(WARNING, _LOADS), "skills-cli": Cell(WARNING, _INSTALLER)},
    "SK213": {
        "spec": Cell(None, _SILENT),
        "claude-code": Cell(None, _LOADS),
        "claude-ai": Cell(ERROR, _UPLOAD),
        "codex": Cell(WARNING, _LOADER),
        "skills-cli": Cell(None, _INSTALLER),
    },
    "SK225": {"claude-code": Cell(NOTE, _LOADS)},
}


def severity_in(targets: Sequence[str], rule: Rule[Any], own: Severity) -> Severity | None:
    """How grave a finding is in the strictest of the targets; None if none of them minds."""
    cells = CELLS.get(rule.code)
    if cells is None:
        return own
    found = [_in_one(cells.get(target), rule, own) for target in targets]
    return max((severity for severity in found if severity), default=None)


def _in_one(cell: Cell | None, rule: Rule[Any], own: Severity) -> Severity | None:
    if cell is None or cell.severity is None:
        return own if cell is None else None
    is_gravest = own is rule.severity or cell.lesser
    return cell.severity if is_gravest else min(own, cell.severity)


def target_of(word: str) -> str:
    """The target that a word names; raises SkillctlError if it names none."""
    if word in SKILL_TARGETS:
        return word
    known = known_targets()
    if word not in known:
        listed = f"targets are {', '.join(known)}"
        raise SkillctlError(f'no target is called "{word}"', hint=did_you_mean(word, known, listed))
    return OTHER_NAMES.get(word, word)


def config_host(word: str) -> str:
    """The host that a word names, one that reads configs; raises SkillctlError if there is none."""
    name, known = target_of(word), config_hosts()
    if name not in known:
        words = f"{word} reads no configs of servers that lint knows"
        raise SkillctlError(words, hint=f"hosts are {', '.join(known)}")
    return name


def config_hosts() -> tuple[str, ...]:
    """All words that name a host with configs."""
    from skillctl.servers.hosts.find import host_named  # noqa: PLC0415 # import budget

    return tuple(word for word in known_targets() if host_named(OTHER_NAMES.get(word, word)))


def known_targets() -> tuple[str, ...]:
    """All words that name a target."""
    from skillctl.servers.hosts.table import HOST_NAMES  # noqa: PLC0415 # import budget

    return (*SKILL_TARGETS, *HOST_NAMES, *OTHER_NAMES)


def cell_words(code: str) -> dict[str, str]:
    """The cells of a rule in words, by host."""
    return {
        target: f"{cell.severity or 'no finding'} ({cell.source}, {cell.date})"
        for target, cell in CELLS.get(code, {}).items()
    }
