"""SK108 to SK112: front matter that parses, but is not fields as every reader takes them."""

import re
from collections.abc import Iterator

from skillctl.findings import Severity
from skillctl.rules.rule import Rule, Span, Violation, rule, span_of
from skillctl.rules.words import DROPPED, HOSTS, kind_of
from skillctl.skills.document import SkillDocument
from skillctl.source.tree import ALIAS_LIMIT, Entry, Property

CUT_KEYS = ("description", "compatibility", "license")
MOST_SHOWN = 60
CORE_TAGS = frozenset(
    f"tag:yaml.org,2002:{name}" for name in ("str", "int", "float", "bool", "null", "map", "seq")
) | {"!"}
REFUSED_OR_TEXT = "refused by readers that know no {what}, or taken for text"
ALIAS_WORDS = {
    "anchor": "is an anchor: what follows can be repeated elsewhere",
    "alias": "is an alias: another value is repeated here",
    "merge": "is a merge key: it is not applied, and its fields are missing",
}

_COMMENT = re.compile(r"[ \t]+(?P<comment>#[^\r\n]*)")
_OWN_COMMENT = re.compile(r"#+[ \t]*skillctl:")


@rule(
    "SK108",
    "duplicate-key",
    Severity.ERROR,
    message='the key "{key}" stands twice, {where}',
    consequence=DROPPED,
    advice="keep one of the two",
    targets=HOSTS,
    example="name: notes\nname: note",
)
def duplicate_key(skill: SkillDocument) -> Iterator[Violation]:
    """A key stands once in a mapping, at any level.

    Some parsers refuse a duplicate, some keep the first value and some the last: what was reviewed
    may not be what a model reads. Remove one of the two.
    """
    source = skill.source
    if source is None or skill.fields is None:
        return
    seen: set[int] = set()
    for first, second in skill.fields.duplicates():
        if second.start in seen:  # an alias shows the same pair again
            continue
        seen.add(second.start)
        lines = sorted({source.position(entry.start).line for entry in (first, second)})
        where = f"in line{'s' if len(lines) > 1 else ''} {' and '.join(map(str, lines))}"
        yield Violation(
            span=span_of(second),
            values={"key": second.key, "where": where},
            related=((span_of(first), "the first one"),),
        )


@rule(
    "SK109",
    "not-a-mapping",
    Severity.ERROR,
    message="the front matter is {what}, not fields written as key: value",
    consequence=DROPPED,
    advice="write name: and description: as fields",
    targets=HOSTS,
    example="---\n- name: notes\n---",
)
def not_a_mapping(skill: SkillDocument) -> Iterator[Violation]:
    """The front matter is a mapping of keys to values.

    A list, a single text or nothing at all has no name and no description. Write the fields as
    `key: value`, one on each line.
    """
    front, block = skill.front, skill.block
    if front is None or block is None or block.opening is None or skill.fields:
        return
    if front.kind == "null":
        span = span_of(block.opening)
        yield Violation(span=span, values={"what": "empty"})
    else:
        yield Violation(span=span_of(front), values={"what": kind_of(front)})


@rule(
    "SK110",
    "comment-cut",
    Severity.WARNING,
    message='{key} ends before " #", where a comment begins; lost is "{lost}"',
    consequence="the model never reads what stands after the #",
    advice="put the whole value in quotes; a comment belongs on a line of its own",
    targets=HOSTS,
    example="description: Handles issue #12 and later ones.",
)
def comment_cut(skill: SkillDocument) -> Iterator[Violation]:
    """A description, compatibility or license without quotes is not followed by ` #`.

    A blank and a `#` begin a comment in YAML, so the value ends there; `#12` was meant as text, and
    no parser says that it is gone. Put the value in quotes, or move the comment to its own line. A
    `#` inside a word, as in `C#`, is text.
    """
    for key in CUT_KEYS:
        entry = skill.entry(key)
        comment = _comment_after(skill, entry) if entry else None
        if comment:
            lost = comment["comment"].rstrip()
            start = comment.start("comment")
            yield Violation(
                span=Span(start, start + len(lost)),
                values={"key": key, "lost": shortened(lost)},
                field=f"/{key}",
            )


def shortened(text: str) -> str:
    """So much of a text as a message has room for."""
    return f"{text[:MOST_SHOWN]}…" if len(text) > MOST_SHOWN else text


def _comment_after(skill: SkillDocument, entry: Entry) -> re.Match[str] | None:
    """The comment behind a value without quotes; one for this program is meant as a comment."""
    value = entry.value
    if skill.source is None or not value.plain or value.start == value.end:
        return None
    comment = _COMMENT.match(skill.source.text, value.end)
    return None if comment and _OWN_COMMENT.match(comment["comment"]) else comment


@rule(
    "SK111",
    "yaml-alias",
    Severity.ERROR,
    Severity.WARNING,
    message="{words}",
    consequence=DROPPED,
    advice="write each value out where it is used",
    targets=HOSTS,
    example="metadata: &common {author: notes}\nextra: *common",
)
def yaml_alias(skill: SkillDocument) -> Iterator[Violation]:
    """The front matter has no anchors, aliases and merge keys.

    Few lines of aliases can stand for millions of values, so some readers refuse them; over 100
    aliases, or over 100,000 values that they stand for, are an error, and the file is not read. A
    merge key `<<` is of YAML 1.1 only. Front matter is short: write the value out.
    """
    stop = skill.stop
    if stop and stop.kind == ALIAS_LIMIT:
        words = f"the front matter is refused: {stop.message}"
        yield Violation(span=span_of(stop), values={"words": words})
    merged_at = -1
    for mark in _marks(skill):
        if mark.kind in ALIAS_WORDS and mark.start != merged_at:
            words = f'"{_written(skill, mark)}" {ALIAS_WORDS[mark.kind]}'
            yield _mark(mark, words, Severity.WARNING, "anchors and aliases")
        merged_at = _value_of(skill, mark) if mark.kind == "merge" else -1


def _value_of(skill: SkillDocument, key: Property) -> int:
    """Where the value begins that stands behind a key on its line."""
    text = skill.source.text if skill.source else ""
    after = text[key.end : key.end + MOST_SHOWN]
    return key.end + len(after) - len(after.lstrip(": \t"))


@rule(
    "SK112",
    "yaml-tag",
    Severity.ERROR,
    Severity.WARNING,
    message="{words}",
    consequence=DROPPED,
    advice="remove the tag; put a value in quotes to make it a string",
    targets=HOSTS,
    example="metadata: !!python/object:os.system {}",
)
def yaml_tag(skill: SkillDocument) -> Iterator[Violation]:
    """The front matter has no explicit tags.

    A tag tells a parser to build an object of another type, which unsafe readers do and safe ones
    refuse; nothing is ever built here. Tags of YAML's own core, such as `!!str`, are a warning:
    most readers take them. Quotes do the same without a tag. A text that begins with `!` needs
    quotes, too.
    """
    for mark in _marks(skill):
        if mark.kind == "tag" and mark.text in CORE_TAGS:
            words = f'"{_written(skill, mark)}" is an explicit tag'
            yield _mark(mark, words, Severity.WARNING, "tags")
        elif mark.kind == "tag":
            words = (
                f'"{_written(skill, mark)}" is a tag, no text, and no host builds what it asks for'
            )
            yield _mark(mark, words, Severity.ERROR)


def _marks(skill: SkillDocument) -> Iterator[Property]:
    return skill.front.marks() if skill.front else iter(())


def _written(skill: SkillDocument, mark: Property) -> str:
    return skill.source.text[mark.start : mark.end] if skill.source else mark.text


def _mark(mark: Property, words: str, severity: Severity, what: str = "") -> Violation:
    """A property at its place; the consequence of a warning names what a reader may not know."""
    return Violation(
        span=span_of(mark),
        values={"words": words},
        severity=severity,
        consequence=REFUSED_OR_TEXT.format(what=what) if what else None,
    )


RULES: tuple[Rule[SkillDocument], ...] = (
    duplicate_key,
    not_a_mapping,
    comment_cut,
    yaml_alias,
    yaml_tag,
)
