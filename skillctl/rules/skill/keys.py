"""SK231 and SK232: keys that the specification does not know."""

from collections.abc import Iterator

from skillctl.findings import Severity
from skillctl.rules.rule import Rule, Violation, rule, span_of
from skillctl.rules.typos import meant_by
from skillctl.skills.document import SkillDocument
from skillctl.source.tree import pointer

SPECIFIED = ("name", "description", "license", "compatibility", "metadata", "allowed-tools")
READ_BY = {
    **dict.fromkeys(
        (
            *("disable-model-invocation", "user-invocable", "argument-hint", "arguments", "model"),
            *("agent", "context", "hooks", "paths", "when_to_use", "effort", "shell"),
        ),
        "claude-code",
    ),
    **dict.fromkeys(("autoAttach", "auto_attach"), "skillctl"),
}
KNOWN = (*SPECIFIED, *READ_BY)
# Words of their own that many published skills use; none of them is a slip for a known key.
USUAL = frozenset(
    (
        *("agents", "args", "author", "authors", "category", "command", "commands", "contexts"),
        *("created", "dependencies", "examples", "keywords", "language", "models", "modified"),
        *("path", "reviewed", "tags", "tier", "title", "tools", "triggers", "version"),
    )
)


@rule(
    "SK231",
    "key-typo",
    Severity.WARNING,
    message='no client knows the key "{key}"; did you mean "{meant}"?',
    consequence="the value is not read, as if it were absent",
    advice='write "{meant}", or take the key out',
    targets=("claude-code", "codex", "skills-cli"),
    example="descripton: Keeps notes.",
)
def key_typo(skill: SkillDocument) -> Iterator[Violation]:
    """A key of the front matter is not nearly one that clients know.

    A key with a slip of the finger, a capital or another dash is an unknown key: it is passed over
    without a word, and what was meant by it is missing. Keys that are far from any known one are
    left to SK232.
    """
    for entry in skill.fields.entries if skill.fields else ():
        is_known = entry.key in KNOWN or entry.key in USUAL
        meant = None if is_known else meant_by(entry.key, KNOWN)
        if meant:
            yield Violation(
                span=span_of(entry),
                values={"key": entry.key, "meant": meant},
                field=pointer(entry.key),
            )


@rule(
    "SK232",
    "other-key",
    Severity.NOTE,
    message='the key "{key}" is not in the specification; {who}',
    consequence="clients that do not know it pass it over; a strict validator refuses the skill",
    advice="keep it if you write for that client; of your own, metadata is the place",
    targets=("spec",),
    example="version: 1.2.0",
)
def other_key(skill: SkillDocument) -> Iterator[Violation]:
    """Every key of the front matter is one of the specification.

    These are `name`, `description`, `license`, `compatibility`, `metadata` and `allowed-tools`.
    Many skills have others, which one client reads or none: a note that tells which.
    """
    for entry in skill.fields.entries if skill.fields else ():
        if entry.key not in SPECIFIED:
            reader = READ_BY.get(entry.key)
            who = f"read by {reader}" if reader else "no client is known to read it"
            yield Violation(
                span=span_of(entry),
                values={"key": entry.key, "who": who},
                field=pointer(entry.key),
            )


RULES: tuple[Rule[SkillDocument], ...] = (key_typo, other_key)
