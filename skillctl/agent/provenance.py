"""Text that knows where it came from, so that every byte of a request can be traced."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Origin:
    """Where bytes come from: prompt part, file or server key, line, and the item's fingerprint.

    `part` is an id of the table of agent.md section 1; `item` names the skill or the tool.
    """

    part: str
    source: str = "builtin"
    line: int | None = None
    item: str = ""
    fingerprint: str = ""

    @property
    def place(self) -> str:
        """Source and line as a reader follows them."""
        return self.source if self.line is None else f"{self.source}:{self.line}"


FRAME = Origin("frame", "frame")
JOINER = Origin("joiner")


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text of one origin."""

    text: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class Traced:
    """A text put together from pieces; in JSON it is one string."""

    pieces: tuple[Piece, ...]

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join(piece.text for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class Owned:
    """A whole JSON value of one origin."""

    value: object
    origin: Origin


@dataclass(frozen=True, slots=True)
class Span:
    """The bytes `start` to `end` (exclusive) of a body, and where they come from."""

    start: int
    end: int
    origin: Origin


def joined(texts: list[Traced]) -> Traced:
    """Join texts by an empty line; the joiners are pieces of their own."""
    pieces: list[Piece] = []
    for text in texts:
        if pieces:
            pieces.append(Piece("\n\n", JOINER))
        pieces.extend(text.pieces)
    return Traced(tuple(pieces))
