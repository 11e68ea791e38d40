"""SK221, SK223 and SK224: compatibility and metadata."""

from collections.abc import Iterator

from skillctl.findings import Safety, Severity
from skillctl.rules.repairs.quoting import quote_scalar
from skillctl.rules.rule import Rule, Span, Violation, rule, span_of
from skillctl.rules.words import HOSTS, kind_of
from skillctl.skills.document import SkillDocument
from skillctl.source.tree import Entry, Node, pointer

MOST_COMPATIBILITY = 500
REFUSED = "refused by the specification; some clients then drop the skill"


def shown_span(entry: Entry) -> Span:
    """The place of a value, or of its key if the value is empty."""
    value = entry.value
    return span_of(value) if value.end > value.start else span_of(entry)


@rule(
    "SK221",
    "compatibility",
    Severity.ERROR,
    message="compatibility {what}; it is a text of 1 to 500 characters",
    consequence=REFUSED,
    advice="say in one or two sentences what the skill needs, or leave the field out",
    targets=("spec",),
    example="compatibility: [linux, macos]",
)
def compatibility(skill: SkillDocument) -> Iterator[Violation]:
    """The field `compatibility` is a text of 1 to 500 characters.

    It tells in words what a skill needs of its surroundings: a program, a network, a product. A
    list, a number or a long text is refused by the specification.
    """
    entry, text = skill.entry("compatibility"), skill.text("compatibility")
    if entry is None or (text is not None and 1 <= len(text) <= MOST_COMPATIBILITY):
        return
    what = f"has {len(text):,} characters" if text else "is empty"
    if text is None:
        what = f"is {kind_of(entry.value)}"
    yield Violation(span=shown_span(entry), values={"what": what}, field="/compatibility")


@rule(
    "SK223",
    "metadata-type",
    Severity.ERROR,
    message="metadata is {what}, not a mapping",
    consequence=REFUSED,
    advice="write keys and texts below metadata:, or leave the field out",
    targets=("spec",),
    example="metadata: version 2",
)
def metadata_type(skill: SkillDocument) -> Iterator[Violation]:
    """The field `metadata` is a mapping of keys to texts.

    Clients that read it look for keys of their own in it; whatever else stands there is refused by
    the specification.
    """
    entry = skill.entry("metadata")
    if entry and entry.value.kind != "mapping":
        values = {"what": kind_of(entry.value)}
        yield Violation(span=shown_span(entry), values=values, field="/metadata")


@rule(
    "SK224",
    "metadata-value",
    Severity.WARNING,
    message="{words}, not a text",
    consequence="clients that expect texts drop the value, or the skill",
    advice="write a text; a number, a date or a boolean goes in quotes",
    targets=HOSTS,
    example="metadata:\n  version: 1.0",
    fix=Safety.SAFE,
)
def metadata_value(skill: SkillDocument) -> Iterator[Violation]:
    """Every key and every value of `metadata` is a text.

    The specification wants texts. `version: 1.10` is the number 1.1 to YAML, and `released:
    2026-01-31` a date: one client prints it otherwise than the other. Put numbers, dates and
    booleans in quotes; a list or a mapping has no place here.
    """
    entry = skill.entry("metadata")
    for inner in entry.value.entries if entry else ():
        field = pointer("metadata", inner.key)
        if inner.kind != "string":
            key = Node(inner.kind, inner.start, inner.end)
            words = f'the key "{inner.key}" of metadata is {kind_of(key)}'
            yield Violation(span=span_of(key), values={"words": words}, field=field)
        if inner.value.kind == "string" or skill.source is None:
            continue
        yield Violation(
            span=shown_span(inner),
            values={"words": f'metadata "{inner.key}" is {kind_of(inner.value)}'},
            field=field,
            repair=quote_scalar(skill.source, inner.value, field),
        )


RULES: tuple[Rule[SkillDocument], ...] = (compatibility, metadata_type, metadata_value)
