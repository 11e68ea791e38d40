"""What is known of the rules, for people: a table, a page, one rule at length, JSON."""

import json
from collections.abc import Sequence
from typing import Any

from skillctl.findings import Severity
from skillctl.rules.rule import Rule

SCHEMA = "skillctl.rules/1"
PAGE_HEAD = """\
# Rules of `skillctl lint`

Made from the rules' own declarations; `skillctl rules CODE` prints the same of one rule. An error
means that a specification is broken or that a mainstream client drops, cuts or refuses the input; a
warning is about security or a good custom; a note is style and off by default.

| code | name | severity |
| --- | --- | --- |
"""


def table(rules: Sequence[Rule[Any]]) -> str:
    """One line per rule: code, name, severities, whether it runs by default, and its fix."""
    rows = [("code", "name", "severity", "default", "fix"), *map(_row, rules)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "".join(
        "  ".join(f"{word:<{width}}" for word, width in zip(row, widths, strict=True)).rstrip()
        + "\n"
        for row in rows
    )


def _row(rule: Rule[Any]) -> tuple[str, ...]:
    default = "on" if is_default(rule) else "off"
    return (rule.code, rule.name, severities(rule), default, str(rule.fix or "none"))


def is_default(rule: Rule[Any]) -> bool:
    """Whether a rule runs unless it is ignored."""
    return rule.severity > Severity.NOTE


def severities(rule: Rule[Any]) -> str:
    """All severities of a rule in words, with its mark for security."""
    words = " or ".join(str(severity) for severity in rule.severities)
    return f"{words}, security" if rule.security else words


def explanation(rule: Rule[Any]) -> str:
    """One rule at length, as text."""
    what, why = rule.docs
    return "\n".join(
        (f"{rule.code} {rule.name}: {severities(rule)}", "", what, "", why, "", *_facts(rule), "")
    )


def _facts(rule: Rule[Any]) -> list[str]:
    facts = (
        ("Consequence", rule.consequence),
        ("To mend it", rule.advice.replace("{{", "{").replace("}}", "}")),
        ("Fix", str(rule.fix or "none")),
        ("Seen in", ", ".join(rule.targets)),
        ("Settings", ", ".join(rule.options)),
        ("Since", rule.since),
    )
    rows = [f"{name}: {text}" for name, text in facts if text]
    example = ["Example:", *(f"    {line}" for line in rule.example.splitlines())]
    return [*rows, *(example if rule.example else [])]


def page(rules: Sequence[Rule[Any]]) -> str:
    """The reference page, in Markdown."""
    rows = (
        f"| [{rule.code}](#{_slug(rule)}) | {rule.name} | {severities(rule)} |\n" for rule in rules
    )
    return PAGE_HEAD + "".join(rows) + "".join(_section(rule) for rule in rules)


def _slug(rule: Rule[Any]) -> str:
    return f"{rule.code.lower()}-{rule.name}"


def _section(rule: Rule[Any]) -> str:
    what, why = rule.docs
    facts = [row for row in _facts(rule) if not row.startswith(("Example", " "))]
    lines = "\n".join(f"- {row}" for row in facts)
    example = f"\n```text\n{rule.example}\n```\n" if rule.example else ""
    head = f"## {rule.code} {rule.name}\n\n*{severities(rule)}*\n\n"
    return f"\n{head}{what}\n\n{why}\n\n{lines}\n{example}"


def as_json(rules: Sequence[Rule[Any]]) -> str:
    """All facts of the rules as one JSON document."""
    document = {"schema": SCHEMA, "rules": [_record(rule) for rule in rules]}
    return json.dumps(document, indent=1) + "\n"


def _record(rule: Rule[Any]) -> dict[str, object]:
    what, why = rule.docs
    return {
        "code": rule.code,
        "name": rule.name,
        "severities": [str(severity) for severity in rule.severities],
        "security": "high" if rule.security else None,
        "default": is_default(rule),
        "what": what,
        "why": " ".join(why.split()),
        "consequence": rule.consequence,
        "targets": list(rule.targets),
        "options": list(rule.options),
        "fix": rule.fix,
        "example": rule.example or None,
        "since": rule.since,
    }
