"""SK1xx: the front matter of a skill. One cause, one finding."""

import re
from collections.abc import Iterator

from skillctl.findings import Severity
from skillctl.rules.rule import Rule, Span, Violation, rule
from skillctl.rules.words import DROPPED, HOSTS, kind_of
from skillctl.skills.document import VALUE_PROBLEMS, SkillDocument
from skillctl.skills.front_matter import Delimiter, FrontMatter
from skillctl.source.file import SourceFile
from skillctl.source.tree import pointer

_LOOKALIKE = re.compile(
    r"(?<![^\r\n])(?:(?P<end>\.\.\.)|(?P<rule>=+|-{1,2}|_{3,}|\*{3,}))[ \t]*(?=[\r\n]|\Z)"
)


@rule(
    "SK101",
    "no-frontmatter",
    Severity.ERROR,
    message="{what}",
    consequence=DROPPED,
    advice="make --- the first line, then name and description, then --- again",
    targets=HOSTS,
    example="# Notes\n---\nname: notes",
)
def no_frontmatter(skill: SkillDocument) -> Iterator[Violation]:
    """The first line of a skill is `---`, which opens its front matter.

    Name and description stand in the front matter; without it no host knows what the skill is for
    or when to use it. A comment, a heading or a blank line before the `---` is enough to hide it.
    """
    if skill.source is None or not skill.source.text.strip():
        return
    if skill.block is None:
        end = len(skill.source.line(1))
        yield Violation(span=Span(0, end), values={"what": "the first line is not ---"})
    elif skill.block.blank_lines and skill.block.opening:
        what = "blank lines stand before the opening ---"
        yield Violation(span=Span(0, skill.block.opening.start), values={"what": what})


@rule(
    "SK102",
    "unclosed-frontmatter",
    Severity.ERROR,
    message="the front matter that opens in line {line} is never closed by ---{hint}",
    consequence=DROPPED,
    advice="put a line --- between the last field and the text",
    targets=HOSTS,
    example="---\nname: notes\ndescription: Keeps notes.\n\nWrite the note down.",
)
def unclosed_frontmatter(skill: SkillDocument) -> Iterator[Violation]:
    """The front matter ends with a line that is exactly `---`.

    Without it a host takes the whole file for front matter, or finds none. The finding stands at
    the first line that cannot be YAML; a formatter may have turned the `---` into a heading
    underline or a horizontal rule, and `...` closes it for no host. Put `---` after the last field.
    """
    block = skill.block
    if skill.source and block and block.opening and block.closing is None:
        line = skill.source.position(block.opening.start).line
        values = {"line": line, "hint": _lookalike(skill.source, block)}
        yield Violation(span=_foreign_line(skill.source, block), values=values)


def _foreign_line(source: SourceFile, block: FrontMatter) -> Span:
    """The line at which the block must have ended, or its opening line if the file ended first."""
    if block.end < len(source.text):
        return Span(block.end, block.end + len(source.line(source.position(block.end).line)))
    return _delimiter(block.opening) if block.opening else Span(0, 0)


def _lookalike(source: SourceFile, block: FrontMatter) -> str:
    """What stands there instead of the closing line, if it is something known."""
    match = _LOOKALIKE.search(source.text[: block.end + 200], block.start)
    if match is None:
        return ""
    line = source.position(match.start()).line
    words = "does not close it" if match["end"] else "is a heading underline or a rule"
    return f'; "{match.group().strip()}" in line {line} {words}'


def _delimiter(delimiter: Delimiter) -> Span:
    return Span(delimiter.start, delimiter.end)


@rule(
    "SK103",
    "delimiter-form",
    Severity.ERROR,
    Severity.WARNING,
    message="the line that {does} the front matter {form}; it must be --- and nothing else",
    consequence=DROPPED,
    advice="reduce the line to three hyphens at its start",
    targets=HOSTS,
    example="-----\nname: notes",
)
def delimiter_form(skill: SkillDocument) -> Iterator[Violation]:
    """The lines around the front matter are `---`: three hyphens, nothing before or after.

    Blanks after the hyphens cannot be seen, yet a host that compares the whole line finds no front
    matter. Some hosts are as strict about the closing line, most are not: there it is a warning.
    """
    block = skill.block
    if block and block.opening and block.opening.form:
        values = {"does": "opens", "form": block.opening.form}
        yield Violation(span=_delimiter(block.opening), values=values)
    if block and block.closing and block.closing.form:
        yield Violation(
            span=_delimiter(block.closing),
            values={"does": "closes", "form": block.closing.form},
            severity=Severity.WARNING,
            consequence="some hosts find no end of the front matter and drop the skill",
        )


@rule(
    "SK104",
    "yaml-syntax",
    Severity.ERROR,
    message="the front matter is not YAML that can be read: {words}",
    consequence=DROPPED,
    advice="mend the line; fields are written as key: value, text with signs in quotes",
    targets=HOSTS,
    example='description: "Keeps notes.\nlicense: MIT',
)
def yaml_syntax(skill: SkillDocument) -> Iterator[Violation]:
    """The front matter is YAML, within limits that no honest file reaches.

    A parser stops at the first error and gives nothing: name and description are lost with the
    line that is wrong. Limits on depth, aliases and size keep a hostile file from filling memory.
    """
    found = skill.stop
    if found and found.kind not in VALUE_PROBLEMS:
        yield Violation(span=Span(found.start, found.end), values={"words": found.message})


@rule(
    "SK105",
    "plain-colon",
    Severity.ERROR,
    message="{words}",
    consequence=DROPPED,
    advice="put the whole value in quotes, or write it as a block: >- and the text indented below",
    targets=HOSTS,
    example="description: Keeps notes. Use when: asked",
)
def plain_colon(skill: SkillDocument) -> Iterator[Violation]:
    """A value without quotes holds no `: `, begins with no reserved character, and ends once.

    To YAML a colon and a blank start a mapping, ``@ ` % * & ! | >`` have meanings of their own, and
    nothing may follow a closed quote or bracket. The whole front matter is lost, though it looks
    right to a person. Put the value in quotes.
    """
    found = skill.stop
    if found and found.kind in VALUE_PROBLEMS:
        yield Violation(
            span=Span(found.start, found.end),
            values={"words": found.message},
            field=pointer(found.key),
        )


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
            span=Span(second.start, second.end),
            values={"key": second.key, "where": where},
            related=((Span(first.start, first.end), "the first one"),),
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
        yield Violation(span=_delimiter(block.opening), values={"what": "empty"})
    else:
        yield Violation(span=Span(front.start, front.end), values={"what": kind_of(front)})


RULES: tuple[Rule[SkillDocument], ...] = (
    no_frontmatter,
    unclosed_frontmatter,
    delimiter_form,
    yaml_syntax,
    plain_colon,
    duplicate_key,
    not_a_mapping,
)
