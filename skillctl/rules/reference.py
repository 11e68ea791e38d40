"""What is known of the rules, for people: a table, a page, one rule at length, JSON.

An entry is a rule of lint, or a defect that another command reports by a code of its own.
"""

import json
import re
from collections import defaultdict
from collections.abc import Sequence
from textwrap import fill
from typing import Any, TypeAlias

from skillctl.findings import Defect, Severity
from skillctl.rules.others import COMMANDS
from skillctl.rules.rule import Rule
from skillctl.rules.targets import cell_words

Entry: TypeAlias = Rule[Any] | Defect

SCHEMA = "skillctl.rules/1"
LINT = "lint"
COLUMNS = 96
PAGE_HEAD = """\
# Rules of `skillctl`

Made from the declarations themselves; `skillctl rules CODE` prints the same of one rule. Of
`skillctl lint` an error means that a specification is broken or that a mainstream client drops,
cuts or refuses the input; a warning is about security or a good custom; a note is style and off by
default. The other commands report what their own files and runs are blamed for.

| code | name | severity | reported by |
| --- | --- | --- | --- |
"""
_SPAN = re.compile(r"(?P<ticks>`+)(?P<text>.+?)(?P=ticks)", re.DOTALL)

_PLACEHOLDER = re.compile(r"\{\w+\}")


def table(entries: Sequence[Entry]) -> str:
    """One line per entry; a column stands there only if it tells one entry from another."""
    head = ("code", "name", "severity", "reported by", "default", "fix")
    columns = list(zip(head, *map(_row, entries), strict=True))
    shown = [c for n, c in enumerate(columns) if n < len(head) // 2 or len(set(c[1:])) > 1]
    widths = [max(map(len, column)) for column in shown]
    return "".join(
        "  ".join(f"{word:<{width}}" for word, width in zip(row, widths, strict=True)).rstrip()
        + "\n"
        for row in zip(*shown, strict=True)
    )


def _row(entry: Entry) -> tuple[str, ...]:
    default = "on" if is_default(entry) else "off"
    return (entry.code, entry.name, severities(entry), command(entry), default, _fix(entry))


def command(entry: Entry) -> str:
    """The command that reports it, or all of them."""
    return ", ".join(commands(entry))


def commands(entry: Entry) -> tuple[str, ...]:
    """The commands that report it."""
    return (COMMANDS[entry.kind],) if isinstance(entry, Defect) else (LINT, *entry.commands)


def is_default(entry: Entry) -> bool:
    """Whether it is reported unless it is ignored."""
    return isinstance(entry, Defect) or entry.severity > Severity.NOTE


def severities(entry: Entry) -> str:
    """All severities in words, with the mark for security."""
    words = " or ".join(map(str, entry.severities))
    return f"{words}, security" if isinstance(entry, Rule) and entry.security else words


def _fix(entry: Entry) -> str:
    return str((entry.fix if isinstance(entry, Rule) else None) or "none")


def _docs(entry: Entry) -> tuple[str, str]:
    """What is demanded, in one sentence; then why, and how to mend it, in lines."""
    return (entry.what, fill(entry.why, COLUMNS)) if isinstance(entry, Defect) else entry.docs


def explanation(entry: Entry) -> str:
    """One entry at length, as text for a terminal."""
    what, why = map(_plain, _docs(entry))
    head = f"{entry.code} {entry.name}: {severities(entry)}"
    return "\n".join((head, "", what, "", why, "", *_facts(entry), *_example(entry), ""))


def _plain(text: str) -> str:
    """A text without the marks of Markdown: a span of code stands in quotes, if it holds none."""
    return _SPAN.sub(lambda m: m["text"] if '"' in m["text"] else f'"{m["text"]}"', text)


def _facts(entry: Entry) -> list[str]:
    facts: tuple[tuple[str, str], ...] = (("Consequence", entry.consequence),)
    if isinstance(entry, Rule):
        facts += (
            ("To mend it", _advice(entry)),
            ("Fix", str(entry.fix or "")),
            ("Seen in", ", ".join(entry.targets)),
            *((f"In {target}", words) for target, words in cell_words(entry.code).items()),
            ("Settings", ", ".join(entry.options)),
            ("Since", entry.since),
        )
    facts += (("Reported by", ", ".join(f"skillctl {word}" for word in commands(entry))),)
    return [f"{name}: {text}" for name, text in facts if text]


def _advice(rule: Rule[Any]) -> str:
    """How to mend it, with dots for what a finding names; empty if only a finding can tell."""
    if _PLACEHOLDER.fullmatch(rule.advice):
        return ""
    return rule.advice.format_map(defaultdict(lambda: "…"))


def _example(entry: Entry) -> list[str]:
    if isinstance(entry, Defect) or not entry.example:
        return []
    return ["Example:", *(f"    {line}" for line in entry.example.splitlines())]


def page(entries: Sequence[Entry]) -> str:
    """The reference page, in Markdown."""
    rows = (
        f"| [{e.code}](#{_slug(e)}) | {e.name} | {severities(e)} | {command(e)} |\n"
        for e in entries
    )
    return PAGE_HEAD + "".join(rows) + "".join(map(_section, entries))


def _slug(entry: Entry) -> str:
    return f"{entry.code.lower()}-{entry.name}"


def _section(entry: Entry) -> str:
    what, why = _docs(entry)
    lines = "\n".join(f"- {row}" for row in _facts(entry))
    text = "" if isinstance(entry, Defect) else entry.example
    example = f"\n```text\n{text}\n```\n" if text else ""
    head = f"## {entry.code} {entry.name}\n\n*{severities(entry)}*\n\n"
    return f"\n{head}{what}\n\n{why}\n\n{lines}\n{example}"


def as_json(entries: Sequence[Entry]) -> str:
    """All facts of the entries as one JSON document."""
    document = {"schema": SCHEMA, "rules": [_record(entry) for entry in entries]}
    return json.dumps(document, indent=1) + "\n"


def _record(entry: Entry) -> dict[str, object]:
    what, why = _docs(entry)
    rule = entry if isinstance(entry, Rule) else None
    return {
        "code": entry.code,
        "name": entry.name,
        "severities": [str(severity) for severity in entry.severities],
        "security": "high" if rule and rule.security else None,
        "default": is_default(entry),
        "what": what,
        "why": " ".join(why.split()),
        "consequence": entry.consequence,
        "advice": (_advice(rule) if rule else "") or None,
        "targets": list(rule.targets) if rule else [],
        "hosts": cell_words(entry.code),
        "options": list(rule.options) if rule else [],
        "fix": rule.fix if rule else None,
        "example": (rule.example if rule else "") or None,
        "since": rule.since if rule else None,
        "commands": list(commands(entry)),
    }
