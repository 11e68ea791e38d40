"""SK203 to SK206 and SK208: of what a skill's name is made."""

import unicodedata
from collections.abc import Iterator
from itertools import groupby

from skillctl.findings import Severity
from skillctl.rules.rule import Rule, Violation, rule, span_of
from skillctl.rules.skill.values import token_span
from skillctl.rules.words import NAMING_HOSTS, RENAMED
from skillctl.skills.document import SkillDocument
from skillctl.skills.fields import MOST_NAME, is_name_character
from skillctl.source.tree import Node

PORTABLE = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")
RESERVED = ("claude", "anthropic")
SHOWN = 3


def name_of(skill: SkillDocument) -> tuple[str, Node] | None:
    """The name after NFKC and where it stands, if it is a string."""
    text, entry = skill.text("name"), skill.entry("name")
    return (
        (unicodedata.normalize("NFKC", text), entry.value) if text is not None and entry else None
    )


def slug_of(name: str) -> str:
    """The nearest legal name: small letters, and one hyphen for whatever is not allowed."""
    text = unicodedata.normalize("NFKC", name).lower()
    kept = ("".join(run) if good else "-" for good, run in groupby(text, is_name_character))
    return "-".join(filter(None, "".join(kept).split("-")))


def _bad_characters(name: str) -> list[str]:
    return list(dict.fromkeys(c for c in name if not is_name_character(c)))


@rule(
    "SK203",
    "name-length",
    Severity.ERROR,
    message="the name has {length:,} characters; 1 to 64 are allowed",
    consequence=RENAMED,
    advice="give skill and directory the same name, of 1 to 64 characters",
    targets=NAMING_HOSTS,
    example='name: ""',
)
def name_length(skill: SkillDocument) -> Iterator[Violation]:
    """A skill's `name` has 1 to 64 characters.

    Counted are the characters after NFKC, without blanks around them. The specification sets the
    limit, and tool lists are built on it: a longer name is cut or refused, an empty one is replaced
    by the directory's. Give both the same, shorter name.
    """
    found = name_of(skill)
    length = len(found[0].strip()) if found else 1
    if found and not 1 <= length <= MOST_NAME:
        yield Violation(span=span_of(found[1]), values={"length": length}, field="/name")


@rule(
    "SK204",
    "name-charset",
    Severity.ERROR,
    message='the name "{name}" holds {characters}; small letters, digits and hyphens are allowed'
    "{where}",
    consequence=RENAMED,
    advice='a name such as "{slug}" is legal; the directory bears the same',
    targets=NAMING_HOSTS,
    example="name: Title Case",
)
def name_charset(skill: SkillDocument) -> Iterator[Violation]:
    """A skill's `name` holds small letters, digits and hyphens, after NFKC.

    Capitals, blanks, dots and underscores are refused by the specification; hosts that accept them
    turn them into something else for the command, each in its own way. Letters of other scripts are
    legal here, but see SK205. Rename skill and directory together.
    """
    found = name_of(skill)
    bad = _bad_characters(found[0].strip()) if found else []
    if not found or not bad:
        return
    shown = [f"U+{ord(c):04X} {unicodedata.name(c, 'without a name')}" for c in bad[:SHOWN]]
    more = [f"{len(bad) - SHOWN} more"] if len(bad) > SHOWN else []
    where = f'; the directory is "{skill.folder}"' if skill.folder else ""
    values = {
        "name": skill.text("name"),
        "characters": ", ".join((*shown, *more)),
        "slug": slug_of(found[0]) or "notes",
        "where": where,
    }
    yield Violation(span=span_of(found[1]), values=values, field="/name")


@rule(
    "SK205",
    "name-portability",
    Severity.WARNING,
    message='the name "{name}" {what}',
    consequence="some clients refuse the skill, or find no command for its name",
    advice="a name of a to z, 0 to 9 and hyphens works everywhere",
    targets=("codex", "claude-ai", "skills-cli"),
    example="name: café",
)
def name_portability(skill: SkillDocument) -> Iterator[Violation]:
    """A skill's `name` is made of `a` to `z`, `0` to `9` and hyphens only.

    The specification allows the letters of all scripts, the reference validator too, but several
    clients do not. A letter that is written as two characters (a letter and an accent) is compared
    unequal to the same letter in one by whoever does not normalise: it is better written as one
    (normal form C). There is no repair, since the one letter is not portable either.
    """
    found = name_of(skill)
    if not found or not found[0].strip() or _bad_characters(found[0]):
        return
    text, node = skill.text("name") or "", found[1]
    if text != unicodedata.normalize("NFC", text):
        values = {"name": text, "what": "is not written in normal form C"}
        yield Violation(span=span_of(node), values=values, field="/name")
    elif not PORTABLE.issuperset(text):
        first = next(c for c in text if c not in PORTABLE)
        what = f"holds U+{ord(first):04X} {unicodedata.name(first, 'without a name')}"
        yield Violation(span=span_of(node), values={"name": text, "what": what}, field="/name")


@rule(
    "SK206",
    "name-hyphens",
    Severity.ERROR,
    message='the name "{name}" {what}',
    consequence=RENAMED,
    advice="hyphens stand one by one between letters or digits",
    targets=NAMING_HOSTS,
    example="name: my--notes",
)
def name_hyphens(skill: SkillDocument) -> Iterator[Violation]:
    """A skill's `name` neither begins nor ends with a hyphen, and has no two in a row.

    The specification says so: a name is used as a folder, as a command and in the names of tools,
    where a leading hyphen is an option and two hyphens are a separator.
    """
    found = name_of(skill)
    name = found[0].strip() if found else ""
    faults = (
        ("begins with a hyphen", name.startswith("-")),
        ("ends with a hyphen", name.endswith("-")),
        ("holds two hyphens in a row", "--" in name),
    )
    words = [what for what, holds in faults if holds]
    if found and words:
        values = {"name": name, "what": " and ".join(words)}
        yield Violation(span=span_of(found[1]), values=values, field="/name")


@rule(
    "SK208",
    "name-reserved",
    Severity.WARNING,
    message='the name holds the reserved word "{word}"',
    consequence="refused by claude-ai when the skill is uploaded",
    advice="leave the word out of skill and directory",
    targets=("claude-ai",),
    example="name: claude-notes",
)
def name_reserved(skill: SkillDocument) -> Iterator[Violation]:
    """A skill's `name` does not hold `claude` or `anthropic`.

    These words are kept for skills of the vendor, and an upload under such a name is refused. A
    word is what stands between hyphens: `claudette` is another one.
    """
    found = name_of(skill)
    words = found[0].lower().split("-") if found else ()
    word = next((word for word in RESERVED if word in words), None)
    if found and word:
        span = token_span(skill, found[1], word)
        yield Violation(span=span, values={"word": word}, field="/name")


RULES: tuple[Rule[SkillDocument], ...] = (
    name_length,
    name_charset,
    name_portability,
    name_hyphens,
    name_reserved,
)
