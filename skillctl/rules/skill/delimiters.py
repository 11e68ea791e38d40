"""SK101 to SK103: the lines before, around and in place of the front matter."""

import re
from collections.abc import Iterator

from skillctl.findings import Safety, Severity
from skillctl.rules.rule import Repair, Replacement, Rule, Span, Violation, rule, span_of
from skillctl.rules.words import DROPPED, HOSTS
from skillctl.skills.document import SkillDocument
from skillctl.skills.front_matter import Delimiter, FrontMatter
from skillctl.source.file import SourceFile

NO_END = "some hosts find no end of the front matter and drop the skill"
_LOOKALIKE = re.compile(
    r"(?<![^\r\n])(?:(?P<end>\.\.\.)|(?P<rule>=+|-{1,2}|_{3,}|\*{3,})"
    r"|(?P<heading>#{1,6}[ ](?=[^\r\n]{0,200}(?:name|description):)[^\r\n]*))[ \t]*(?=[\r\n]|\Z)"
)
_LOOKALIKE_WORDS = {
    "end": "does not close it",
    "rule": "is a heading underline or a rule",
    "heading": "is a heading: its fields stood above a --- that was taken for an underline",
}


@rule(
    "SK101",
    "no-frontmatter",
    Severity.ERROR,
    message="{what}",
    consequence=DROPPED,
    advice="make --- the first line, then name and description, then --- again",
    targets=HOSTS,
    fix=Safety.SAFE,
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
        span = Span(0, skill.block.opening.start)
        yield Violation(span=span, values={"what": what}, repair=_replace(span, ""))


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
    seen = "#" if match["heading"] else match.group().strip()
    return f'; "{seen}" in line {line} {_LOOKALIKE_WORDS[match.lastgroup or "end"]}'


def _delimiter(delimiter: Delimiter) -> Span:
    return span_of(delimiter)


def _replace(span: Span, text: str) -> Repair:
    """Write `---` in the place of a line that nearly is it, or nothing in that of blank lines."""
    words = "reduce the line to ---" if text else "delete the blank lines before ---"
    return Repair(Safety.SAFE, words, (Replacement(span, text),))


@rule(
    "SK103",
    "delimiter-form",
    Severity.ERROR,
    Severity.WARNING,
    message="the line that {does} the front matter {form}; it must be --- and nothing else",
    consequence=DROPPED,
    advice="reduce the line to three hyphens at its start",
    targets=HOSTS,
    fix=Safety.SAFE,
    example="-----\nname: notes",
)
def delimiter_form(skill: SkillDocument) -> Iterator[Violation]:
    """The lines around the front matter are `---`: three hyphens, nothing before or after.

    Blanks after the hyphens cannot be seen, yet a host that compares the whole line finds no front
    matter. Some hosts are as strict about the closing line, most are not: there it is a warning,
    but where a `---` in the text below then ends what all of them take for YAML, an error.
    """
    block = skill.block
    if block and block.opening and block.opening.form:
        values = {"does": "opens", "form": block.opening.form}
        span = _delimiter(block.opening)
        yield Violation(span=span, values=values, repair=_replace(span, "---"))
    if block and block.closing and block.closing.form:
        span = _delimiter(block.closing)
        yield Violation(
            span=span,
            values={"does": "closes", "form": block.closing.form},
            severity=None if block.runs_on else Severity.WARNING,
            consequence=None if block.runs_on else NO_END,
            repair=_replace(span, "---"),
        )


RULES: tuple[Rule[SkillDocument], ...] = (no_frontmatter, unclosed_frontmatter, delimiter_form)
