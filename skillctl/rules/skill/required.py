"""SK201, SK202, SK207, SK211 and SK212: the name and the description of a skill."""

import re
from collections.abc import Iterator
from dataclasses import replace
from unicodedata import normalize

from skillctl.findings import Safety, Severity
from skillctl.rules.repairs.inserting import add_field
from skillctl.rules.repairs.quoting import quote_scalar
from skillctl.rules.rule import Repair, Replacement, Rule, Span, Violation, rule, span_of
from skillctl.rules.skill.mapping import shortened
from skillctl.rules.skill.name import slug_of
from skillctl.rules.words import NAMING_HOSTS, RENAMED, kind_of
from skillctl.skills.document import SkillDocument
from skillctl.skills.fields import name_defect
from skillctl.source.tree import Entry

MAX_NAME = 64
MAX_DESCRIPTION = 1024
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_ONLY_COMMENT = re.compile(r"[ \t]*:[ \t]+(?P<comment>#(?!#*[ \t]*skillctl:)[^\r\n]*[^\s])")
_BLOCK_HEADER = re.compile(r"(?P<style>[|>])\+?(?P<indent>[1-9]?)\+?(?![-+0-9])")


@rule(
    "SK201",
    "name-missing",
    Severity.ERROR,
    message="{problem}",
    consequence=RENAMED,
    advice="add name: with the name of the skill's directory",
    targets=NAMING_HOSTS,
    example="---\ndescription: Keeps notes.\n---",
    fix=Safety.SAFE,
)
def name_missing(skill: SkillDocument) -> Iterator[Violation]:
    """A skill has a `name`.

    The specification requires it. Without one some hosts refuse the skill and some call it by its
    directory, so that two hosts know one skill by two names. Add the name of the directory.
    """
    name = skill.entry("name")
    if skill.fields and (name is None or name.value.kind == "null"):
        valid = _NAME.fullmatch(skill.folder) and len(skill.folder) <= MAX_NAME
        repair = add_field(skill, "name", skill.folder) if valid else None
        yield replace(_missing(skill, name, "name"), repair=repair)


@rule(
    "SK202",
    "name-type",
    Severity.ERROR,
    message="name is {what} to YAML, not a string",
    consequence=RENAMED,
    advice="write one text: a number, a boolean or a date in quotes; no list, no mapping",
    targets=NAMING_HOSTS,
    example="name: 2024",
    fix=Safety.SAFE,
)
def name_type(skill: SkillDocument) -> Iterator[Violation]:
    """The `name` is a string, to YAML 1.1 and to YAML 1.2.

    `2024`, `yes`, `1e3` and `2024-01-31` are a number, a boolean, a number and a date; hosts that
    want a string drop the skill. Put the name in quotes.
    """
    name = skill.entry("name")
    if skill.source and name and name.value.kind not in ("string", "null"):
        span = span_of(name.value)
        yield Violation(
            span=span,
            values={"what": kind_of(name.value)},
            field="/name",
            repair=quote_scalar(skill.source, name.value, "/name"),
        )


@rule(
    "SK207",
    "name-directory",
    Severity.ERROR,
    message='the name "{name}" differs from the directory "{folder}"',
    consequence="refused by the specification; other hosts know the skill by one of the two names",
    advice="give both the same name",
    targets=("spec",),
    example="skills/notes/SKILL.md with name: note-keeper",
)
def name_directory(skill: SkillDocument) -> Iterator[Violation]:
    """A skill's `name` is the name of its directory, after NFKC.

    The specification requires it: some hosts look a skill up by its name and read it by its
    directory. A skill that is the root of a project is not judged, since anybody may clone it under
    another name; a directory that is reached by a link may have either name. Where the name would
    be the directory's but for characters that are not allowed, only SK204 speaks.
    """
    name, entry = skill.text("name"), skill.entry("name")
    if name is None or entry is None or not skill.folder:
        return
    folders = {normalize("NFKC", folder) for folder in (skill.folder, skill.spelled)}
    is_other = normalize("NFKC", name) not in folders and not _is_illegal_form(name, folders)
    if name.strip() and is_other:
        span = span_of(entry.value)
        yield Violation(span=span, values={"name": name, "folder": skill.folder}, field="/name")


def _is_illegal_form(name: str, folders: set[str]) -> bool:
    """Whether only what SK204 finds in a name keeps it from being that of the directory."""
    return name_defect(name) is not None and slug_of(name) in folders


@rule(
    "SK211",
    "description-missing",
    Severity.ERROR,
    message="{problem}",
    consequence=RENAMED,
    advice="say in description: what the skill does and when to use it",
    targets=NAMING_HOSTS,
    example='description: ""',
    fix=Safety.SAFE,
)
def description_missing(skill: SkillDocument) -> Iterator[Violation]:
    """A skill has a `description` that is a text and not blank.

    It is all that a model reads before it decides to use the skill; without one the skill is
    refused, or listed with nothing to choose it by. Say what it does and when to use it.
    """
    entry = skill.entry("description")
    text = skill.text("description")
    if skill.fields and (text is None or not text.strip()):
        found = _missing(skill, entry, "description")
        quoted = skill.source and entry and quote_scalar(skill.source, entry.value, "/description")
        yield replace(found, repair=quoted or None)


@rule(
    "SK212",
    "description-length",
    Severity.ERROR,
    message="the description has {length:,} characters{note}; the limit is 1,024",
    consequence="cut or refused after 1,024 characters (refused by claude-ai, codex)",
    advice="shorten it; details belong in the text below",
    targets=("spec", "claude-ai", "codex"),
    example="description: 1,025 characters or more",
    fix=Safety.SAFE,
)
def description_length(skill: SkillDocument) -> Iterator[Violation]:
    """A description has at most 1,024 characters.

    Counted are the characters of the parsed value, not bytes, and also the line break that a block
    scalar such as `>` leaves at its end (`>-` leaves none). Longer ones are refused or cut: what
    stands at the end, often the words that should trigger the skill, is never read.
    """
    text, entry = skill.text("description"), skill.entry("description")
    if text is None or entry is None or len(text) <= MAX_DESCRIPTION:
        return
    note = " with its final line break" if text.endswith("\n") else ""
    yield Violation(
        span=span_of(entry.value),
        values={"length": len(text), "note": note},
        field="/description",
        repair=_without_last_break(skill, entry, text.rstrip("\n")),
    )


def _without_last_break(skill: SkillDocument, entry: Entry, text: str) -> Repair | None:
    """Let a block scalar keep no line break at its end, if it is short enough then."""
    header = _BLOCK_HEADER.match(skill.source.text, entry.value.start) if skill.source else None
    if header is None or len(text) > MAX_DESCRIPTION:
        return None
    new = f"{header['style']}{header['indent']}-"
    edit = Replacement(Span(header.start(), header.end()), new)
    words = f"write {new} for {header.group()}, so that no line break is counted"
    return Repair(Safety.SAFE, words, (edit,), {"/description": text})


def _missing(skill: SkillDocument, entry: Entry | None, key: str) -> Violation:
    """A field is absent (at the opening line) or has no usable value (at the value or key)."""
    if entry is None:
        opening = skill.block.opening if skill.block else None
        span = span_of(opening) if opening else Span(0, 0)
        return Violation(span=span, values={"problem": f"the front matter has no {key}"})
    value = entry.value
    what = f"{kind_of(value)}, not a text" if value.kind not in ("string", "null") else "empty"
    problem = f"the {key} is {what}{_swallowed(skill, entry)}"
    start, end = (value.start, value.end) if value.end > value.start else (entry.start, entry.end)
    return Violation(span=Span(start, end), values={"problem": problem}, field=f"/{key}")


def _swallowed(skill: SkillDocument, entry: Entry) -> str:
    """The words in the place of a value that a `#` makes a comment."""
    text = skill.source.text if skill.source else ""
    match = _ONLY_COMMENT.match(text, entry.end) if entry.value.kind == "null" else None
    return f', since "{shortened(match["comment"])}" is a comment' if match else ""


RULES: tuple[Rule[SkillDocument], ...] = (
    name_missing,
    name_type,
    name_directory,
    description_missing,
    description_length,
)
