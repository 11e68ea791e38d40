"""SK104 to SK107: why the front matter is no YAML. One stop, one finding."""

import re
from collections.abc import Iterator

from skillctl.findings import Safety, Severity
from skillctl.rules.rule import Repair, Replacement, Rule, Span, Violation, rule, span_of
from skillctl.rules.words import DROPPED, HOSTS
from skillctl.skills.document import BROKEN_CONTINUATION, TAB_INDENT, VALUE_PROBLEMS, SkillDocument
from skillctl.source.file import SourceFile
from skillctl.source.tree import ALIAS_LIMIT, SyntaxProblem, pointer
from skillctl.source.written import yaml_text

_ELSEWHERE = (*VALUE_PROBLEMS, TAB_INDENT, BROKEN_CONTINUATION, ALIAS_LIMIT, "control")
_UNCLEAR = re.compile(r"[ \t]#|(?:\n|\r(?!\n))[ \t]*[\r\n#]")
_MARGIN = re.compile(r"(?:\r\n|\r|\n)(?P<line>[^\s][^\r\n]*)")
_BREAK = re.compile(r"\r\n|\r|\n")


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
    line that is wrong. Limits on depth, number and size keep a hostile file from filling memory.
    """
    found = skill.stop
    if found and found.kind not in _ELSEWHERE:
        yield Violation(
            span=span_of(found),
            values={"words": found.message},
            field=found.field or None,
        )


@rule(
    "SK105",
    "plain-colon",
    Severity.ERROR,
    message="{words}",
    consequence=DROPPED,
    advice="put the whole value in quotes, or write it as a block: >- and the text indented below",
    targets=HOSTS,
    fix=Safety.SAFE,
    example="description: Keeps notes. Use when: asked",
)
def plain_colon(skill: SkillDocument) -> Iterator[Violation]:
    """A value without quotes holds no `: `, begins with no reserved character, and ends once.

    To YAML a colon and a blank start a mapping, ``@ ` % * & ! | >`` have meanings of their own, and
    nothing may follow a closed quote or bracket. The whole front matter is lost, though it looks
    right to a person. Put the value in quotes.
    """
    found, source = skill.stop, skill.source
    if found and source and found.kind in VALUE_PROBLEMS:
        yield Violation(
            span=span_of(found),
            values={"words": found.message},
            field=found.field or None,
            repair=_quoted(source, found),
        )


def _quoted(source: SourceFile, stop: SyntaxProblem) -> Repair | None:
    """The whole value in quotes as it stands there, if it is clear what belongs to it.

    A colon in a later line may as well be that of a field with a wrong indent.
    """
    if stop.value is None or not stop.field:
        return None
    raw = source.text[slice(*stop.value)]
    before = source.text[
        stop.value[0] : stop.start if stop.kind == "plain-colon" else stop.value[1]
    ]
    if _UNCLEAR.search(raw) or _BREAK.search(before):
        return None
    text = " ".join(line.strip() for line in _BREAK.split(raw))
    new = Replacement(Span(*stop.value), yaml_text(text))
    return Repair(Safety.SAFE, "put the value in quotes", (new,), {stop.field: text})


@rule(
    "SK106",
    "tab-indent",
    Severity.ERROR,
    message="{words}",
    consequence=DROPPED,
    advice="indent with two spaces for each level",
    targets=HOSTS,
    fix=Safety.SAFE,
    example="metadata:\n\tauthor: notes",
)
def tab_indent(skill: SkillDocument) -> Iterator[Violation]:
    """No line of the front matter is indented by a tab.

    To YAML the depth of a line is a number of spaces, and a tab has no width: a parser stops there
    and the whole front matter is lost, though an editor shows it well aligned. Write two spaces for
    each tab; a tab between words or in a line without words does no harm.
    """
    found, source, block = skill.stop, skill.source, skill.block
    if found and source and block and found.kind == TAB_INDENT:
        from skillctl.skills.yaml_lines import tab_indents  # noqa: PLC0415 # import budget

        new = tuple(
            Replacement(Span(start, end), source.text[start:end].replace("\t", "  "))
            for start, end in tab_indents(source.text, block.start, block.end)
        )
        words = "replace each tab that indents by two spaces"
        yield Violation(
            span=span_of(found),
            values={"words": found.message},
            repair=Repair(Safety.SAFE, words, new) if new else None,
        )


@rule(
    "SK107",
    "broken-continuation",
    Severity.ERROR,
    Severity.WARNING,
    message="{words}",
    consequence=DROPPED,
    advice="write >- after the key, and every line of the value below it, indented by two spaces",
    targets=HOSTS,
    example="description: Keeps notes\nof every meeting.",
)
def broken_continuation(skill: SkillDocument) -> Iterator[Violation]:
    """A value of several lines is indented under its key, or written as a block.

    A line at the margin begins the next field, and one that has no `key: value` is no YAML; nor is
    an indented paragraph such as `Keywords: a, b` after a blank line. The whole front matter is
    lost. After `key: >-` lines may hold anything, as long as all of them are indented. A value in
    quotes that goes on at the margin is read by most parsers, but not by all: a warning.
    """
    found = skill.stop
    if found and found.kind == BROKEN_CONTINUATION:
        yield Violation(
            span=span_of(found),
            values={"words": found.message},
            field=found.field or None,
        )
    yield from _at_the_margin(skill)


def _at_the_margin(skill: SkillDocument) -> Iterator[Violation]:
    """Values in quotes of which a later line has no indent."""
    for entry in skill.fields.entries if skill.fields and skill.source else ():
        value = entry.value
        if value.kind != "string" or value.plain or skill.source is None:
            continue
        first = skill.source.text[value.start : value.start + 1]
        match = _MARGIN.search(skill.source.text, value.start, value.end)
        if first in ("'", '"') and match:
            yield Violation(
                span=Span(match.start("line"), match.end("line")),
                values={"words": f'the value of "{entry.key}" goes on at the margin'},
                field=pointer(entry.key),
                severity=Severity.WARNING,
                consequence="reported for skills-cli: it drops the skill",
            )


RULES: tuple[Rule[SkillDocument], ...] = (
    yaml_syntax,
    plain_colon,
    tab_indent,
    broken_continuation,
)
