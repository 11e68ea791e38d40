"""SK003, SK004 and SK006: the file of a skill as bytes."""

from collections.abc import Iterator

from skillctl.errors import Position
from skillctl.findings import Safety, Severity
from skillctl.rules.rule import Repair, Rule, Violation, rule, span_of
from skillctl.rules.words import DROPPED, HOSTS
from skillctl.skills.document import MAX_FRONT_MATTER_BYTES, SkillDocument
from skillctl.source.file import BOM, Undecodable
from skillctl.source.read import Unreadable

START = Position(1, 1, 0)


@rule(
    "SK003",
    "not-utf8",
    Severity.ERROR,
    message="the byte 0x{byte} at offset {offset:,} is not UTF-8{guess}",
    consequence=DROPPED,
    advice="save the file as UTF-8 without a byte order mark",
    targets=HOSTS,
    example="---\nname: café, saved as Latin-1 (one byte E9)",
)
def not_utf8(skill: SkillDocument) -> Iterator[Violation]:
    """A skill is UTF-8 text.

    Text in another encoding is refused by strict readers and turned into wrong characters by the
    others, depending on the machine. Save the file as UTF-8. No rule about the content runs on it.
    """
    bad = skill.failure
    if isinstance(bad, Undecodable):
        guess = f"; the file looks like {bad.guess}" if bad.guess else ""
        yield Violation(
            place=(
                Position(bad.line, bad.column, bad.offset),
                Position(bad.line, bad.column + 1, bad.offset + 1),
            ),
            values={"byte": f"{bad.bad[0]:02X}", "offset": bad.offset, "guess": guess},
        )


@rule(
    "SK004",
    "byte-order-mark",
    Severity.ERROR,
    message="the file begins with a byte order mark, so its first line is not ---",
    consequence=DROPPED,
    advice="save the file as UTF-8 without a byte order mark",
    targets=HOSTS,
    example="EF BB BF before the first ---",
    fix=Safety.SAFE,
)
def byte_order_mark(skill: SkillDocument) -> Iterator[Violation]:
    """A skill begins with its first character, not with a byte order mark.

    The three bytes EF BB BF are invisible in an editor, but a host that compares the first line
    with `---` sees another line and finds no front matter. Save the file without the mark; all
    other rules judge the file as if it were not there.
    """
    if skill.source and skill.source.bom:
        mark = (START, Position(1, 1, len(BOM)))
        repair = Repair(Safety.SAFE, "take the byte order mark away", drops_bom=True)
        yield Violation(place=mark, repair=repair)


@rule(
    "SK006",
    "unreadable",
    Severity.ERROR,
    message="the file {reason}",
    consequence=DROPPED,
    advice="make it a readable regular file with front matter and text, within the limits",
    targets=HOSTS,
    example="a SKILL.md without any text",
    options=("lint.max-file-bytes",),
)
def unreadable(skill: SkillDocument) -> Iterator[Violation]:
    """A skill can be read, is not empty, and stays within the limits of size.

    What is no regular file is never opened. The limits are 1 MiB for the file (the setting
    `lint.max-file-bytes`) and 64 KiB for the front matter: more than any host reads into a prompt,
    and most often a sign that something else was stored under this name.
    """
    if isinstance(skill.failure, Unreadable):
        yield Violation(values={"reason": skill.failure.reason})
    elif skill.source and not skill.source.text.strip():
        reason = "holds nothing but blanks" if skill.source.text else "is empty"
        yield Violation(place=(START, START), values={"reason": reason})
    elif skill.block and skill.block.opening and skill.front_matter_too_long:
        reason = f"has over {MAX_FRONT_MATTER_BYTES:,} bytes of front matter"
        opening = skill.block.opening
        yield Violation(span=span_of(opening), values={"reason": reason})


RULES: tuple[Rule[SkillDocument], ...] = (not_utf8, byte_order_mark, unreadable)
