"""A lint rule as one value: what it is called, how much it weighs, what it says, and its check."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, NotRequired, Protocol, TypedDict, TypeVar, Unpack

from skillctl.errors import Location, Position
from skillctl.findings import Safety, Severity

S = TypeVar("S")


class Span(NamedTuple):
    """A range of the text of the checked file: code point indices, end exclusive."""

    start: int
    end: int


class Placed(Protocol):
    """What stands at a place of a text: a value, a key, a server, a problem."""

    @property
    def start(self) -> int:
        """The index of its first character."""
        ...

    @property
    def end(self) -> int:
        """The index after its last one."""
        ...


def span_of(part: Placed) -> Span:
    """The place of the whole of it."""
    return Span(part.start, part.end)


class Replacement(NamedTuple):
    """New text for a span of the checked file; an empty span inserts."""

    span: Span
    text: str


class Repair(NamedTuple):
    """How to mend one violation: the words, the edits, and what they mean.

    `intent` maps the JSON pointer of every value that changes to its new value; whatever it does
    not name stays as it is (lint.md section 6). `drops_bom` also takes away the byte order mark,
    which is not part of the text.
    """

    safety: Safety
    message: str
    replacements: tuple[Replacement, ...] = ()
    intent: Mapping[str, object] = {}
    drops_bom: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """One place where a rule is broken; without span and place it is about the file or its folder.

    `place` stands for the span where there is no text to count in, `path` is the printed path of
    what is wrong if that is not the checked file. `values` fill the message and the advice of the
    rule. `severity`, `consequence` and `security` replace those of the rule; `related` are other
    places, each with words: a span of the same file, or a place in another one; `repair` mends this
    one place.
    """

    span: Span | None = None
    place: tuple[Position, Position] | None = None
    values: Mapping[str, object] = field(default_factory=dict)
    path: str | None = None
    field: str | None = None
    subject: str = ""
    severity: Severity | None = None
    consequence: str | None = None
    security: bool | None = None
    related: tuple[tuple[Span | Location, str], ...] = ()
    repair: Repair | None = None


Check = Callable[[S], Iterable[Violation]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Generic[S]):
    """One rule over documents of type `S`.

    `severities` are all that it may give, the gravest first. `targets` are the hosts in which the
    consequence was seen. `advice` says how to mend it, `docs` what, why and how at length;
    `example` is a text that breaks the rule, `options` are the settings that it heeds; `fix` tells
    how safe its repair is, if it has one. `commands` are those that report it beside lint.
    """

    code: str
    name: str
    severities: tuple[Severity, ...]
    message: str
    consequence: str
    advice: str
    check: Check[S]
    since: str = "0.1"
    targets: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    example: str = ""
    security: bool = False
    fix: Safety | None = None
    commands: tuple[str, ...] = ()

    @property
    def severity(self) -> Severity:
        """The severity of a violation that names none."""
        return self.severities[0]

    @property
    def docs(self) -> tuple[str, str]:
        """What the rule checks, in one sentence; then why, and how to fix it."""
        what, _, why = (inspect.getdoc(self.check) or "").partition("\n\n")
        return " ".join(what.split()), why.strip()


class Facts(TypedDict):
    """What a declaration says besides code, name and severities."""

    message: str
    consequence: str
    advice: str
    since: NotRequired[str]
    targets: NotRequired[tuple[str, ...]]
    options: NotRequired[tuple[str, ...]]
    example: NotRequired[str]
    security: NotRequired[bool]
    fix: NotRequired[Safety]


def rule(
    code: str, name: str, *severities: Severity, **facts: Unpack[Facts]
) -> Callable[[Check[S]], Rule[S]]:
    """Turn a check into a rule; nothing is registered, a family's tuple names its rules."""

    def declare(check: Check[S]) -> Rule[S]:
        return Rule(code=code, name=name, severities=severities, check=check, **facts)

    return declare


class Crash(NamedTuple):
    """A rule that failed on a file: a bug of ours, told after every finding is printed."""

    code: str
    path: str
    error: Exception
