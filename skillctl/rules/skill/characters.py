"""SK005, SK007 and SK008: characters that a person does not see."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby, islice

from skillctl.findings import Severity
from skillctl.policy.hidden import Hidden, hidden
from skillctl.rules.finding import MOST as MOST_TOLD
from skillctl.rules.rule import Rule, Span, Violation, rule, span_of
from skillctl.rules.words import DROPPED, HOSTS
from skillctl.skills.document import SkillDocument
from skillctl.source.tree import Node

UNSEEN = "the model reads what the reviewer cannot see"
MOST = 20
NUL = "\0"
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_IN_A_VALUE = re.compile(rf"{_CONTROL.pattern}|\r(?!\n)")
_TAG_BLOCK = range(0xE0020, 0xE007F)
_TAG_OFFSET = 0xE0000
_SHOWN = 4
_UNTOLD = dict.fromkeys(("count", "characters", "text"), "")  # of these only the number is told


@rule(
    "SK005",
    "control-character",
    Severity.ERROR,
    Severity.WARNING,
    message="{what}",
    consequence=DROPPED,
    advice="take the character out; in a value, write what is meant in letters",
    targets=HOSTS,
    example='---\nname: notes\ndescription: "Keeps\\x1b[8m notes"',
    security=True,
)
def control_character(skill: SkillDocument) -> Iterator[Violation]:
    """A skill holds no control characters but tab and line ends.

    YAML does not allow them, and NUL ends a text for many programs: in the front matter, and as NUL
    anywhere, the skill is lost. In the text below, and by an escape in a quoted value, they are
    read, but may move the cursor or hide a line on the terminal of whoever looks: that is a
    warning. After twenty the rest is counted.
    """
    if skill.source is None:
        return
    body = skill.block.body if skill.block else 0
    escaped = list(_escaped(skill.front)) if skill.front else []
    yield from escaped
    raw = _CONTROL.finditer(skill.source.text)
    for match in islice(raw, MOST):
        is_fatal = match[0] == NUL or match.start() < body
        yield _control(Span(*match.span()), f"U+{ord(match[0]):04X} stands here", fatal=is_fatal)
    rest = list(raw)
    if rest:
        worst = next((match for match in rest if match[0] == NUL or match.start() < body), None)
        what = f"{len(rest):,} more control character{'s' if len(rest) > 1 else ''}, from here on"
        if worst and worst.start() > rest[0].start():
            what += f", and among them U+{ord(worst[0]):04X}"
        yield _control(Span(*rest[0].span()), what, fatal=worst is not None)


def _control(span: Span, what: str, *, fatal: bool) -> Violation:
    return Violation(
        span=span,
        values={"what": f"a control character: {what}"},
        severity=None if fatal else Severity.WARNING,
        security=not fatal,
        consequence=None if fatal else UNSEEN,
    )


def _escaped(node: Node) -> Iterator[Violation]:
    """Quoted values that hold a control character by an escape, or go back on a line."""
    match = _IN_A_VALUE.search(node.value) if isinstance(node.value, str) else None
    if match:
        what = f"an escape in this value makes U+{ord(match[0]):04X}"
        yield _control(span_of(node), what, fatal=False)
    for inner in (*node.items, *(entry.value for entry in node.entries)):
        yield from _escaped(inner)


@rule(
    "SK007",
    "invisible-character",
    Severity.WARNING,
    message="{count} in this line: {characters}{text}",
    consequence=UNSEEN,
    advice="delete them; if you did not write them, ask who did",
    targets=HOSTS,
    example="a zero-width space (U+200B) inside a word",
    security=True,
)
def invisible_character(skill: SkillDocument) -> Iterator[Violation]:
    """A skill holds no characters that take no room and show nothing.

    Zero-width characters, soft hyphens and tag characters carry text, or break a word that a search
    would find, without a trace on the screen. Joiners inside emoji and in scripts that need them,
    and flags, are left alone. Text that is written in tag characters is shown as letters.
    """
    yield from _by_line(skill, "invisible")


@rule(
    "SK008",
    "bidi-control",
    Severity.WARNING,
    message="{count} in this line: {characters}{text}",
    consequence="the line is shown in another order than the model reads it",
    advice="delete them; if you did not write them, ask who did",
    targets=HOSTS,
    example="a right-to-left override (U+202E) before a file name",
    security=True,
)
def bidi_control(skill: SkillDocument) -> Iterator[Violation]:
    """A skill holds no characters that turn the direction of writing around.

    They let a reviewer see another text than the one that is there. Plain direction marks are
    allowed in a line that has letters of a right-to-left script.
    """
    yield from _by_line(skill, "bidi")


def _by_line(skill: SkillDocument, kind: str) -> Iterator[Violation]:
    """One finding per line that holds hidden characters of a kind, at the first of them."""
    source = skill.source
    if source is None or source.text.isascii():
        return
    starts = source.line_starts
    found = (one for one in _hidden(source.text) if one.kind == kind)
    lines = groupby(found, lambda one: bisect_right(starts, one.index))
    for number, (_, group) in enumerate(lines):
        line = list(group)
        values = _told(line, kind) if number < MOST_TOLD else _UNTOLD
        yield Violation(span=_first_run(line), values=values)


def _told(line: list[Hidden], kind: str) -> dict[str, str]:
    """What is said of a line with hidden characters."""
    noun = f"{kind} character" if kind == "invisible" else "direction character"
    return {
        "count": f"{len(line):,} {noun}{'s' if len(line) > 1 else ''}",
        "characters": _named(line),
        "text": _decoded(line),
    }


@lru_cache(maxsize=1)
def _hidden(text: str) -> tuple[Hidden, ...]:
    """All that is hidden in a text, kept for the second of the rules about it."""
    return tuple(hidden(text))


def _first_run(line: list[Hidden]) -> Span:
    start = line[0].index
    run = next((n for n, one in enumerate(line) if one.index != start + n), len(line))
    return Span(start, start + run)


def _named(line: list[Hidden]) -> str:
    counts = Counter(one.character for one in line)
    words = [
        f"U+{ord(character):04X}" + (f" ({number} times)" if number > 1 else "")
        for character, number in list(counts.items())[:_SHOWN]
    ]
    more = [f"{len(counts) - _SHOWN} other ones"] if len(counts) > _SHOWN else []
    return ", ".join((*words, *more))


def _decoded(line: list[Hidden]) -> str:
    """What tag characters say in letters."""
    text = "".join(
        chr(ord(one.character) - _TAG_OFFSET) for one in line if ord(one.character) in _TAG_BLOCK
    )
    return f'; they say "{text}"' if text else ""


RULES: tuple[Rule[SkillDocument], ...] = (control_character, invisible_character, bidi_control)
