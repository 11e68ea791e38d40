"""A prompt beside its sources, for a reader: each line, and where it came from."""

from collections.abc import Iterator
from dataclasses import dataclass

from skillctl.agent.assembly import Assembly, Part
from skillctl.agent.provenance import Piece
from skillctl.policy.text import row, visible
from skillctl.report.fold import folded, shortened
from skillctl.report.table import padded, widest
from skillctl.toolspec import ToolSpec

_BETWEEN = 3


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the prompt and the places of its pieces, each once."""

    text: str
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """A titled run of lines."""

    title: str
    lines: tuple[Line, ...]


def render_sources(assembly: Assembly, width: int = 100) -> str:
    """Parts in model order; the source stands left of each line, long lines are folded.

    At most half of the width is for sources; the middle of a longer one gives way.
    """
    blocks = list(_blocks(assembly))
    places = [row(place) for block in blocks for line in block.lines for place in line.sources]
    left = min(widest(places), width // 2)
    right = max(width - left - _BETWEEN, 1)
    return "\n".join(line for block in blocks for line in _rows(block, left, right))


def _blocks(assembly: Assembly) -> Iterator[Block]:
    for part in assembly.system_parts:
        yield Block(f"system: {part.id}", tuple(_lines(part)))
    yield Block("tools", tuple(_tool_line(tool) for tool in assembly.tools))
    for part in assembly.parts:
        if part.place == "user":
            yield Block(f"user: {part.id}", tuple(_lines(part)))


def _lines(part: Part) -> Iterator[Line]:
    """The lines of a part; a line end belongs to the line that it ends."""
    text, sources = "", []
    for piece in part.text.pieces:
        for chunk in piece.text.splitlines(keepends=True):
            if chunk.strip("\n"):
                sources.append(_place(piece))
            text += chunk
            if chunk.endswith("\n"):
                yield Line(text.rstrip("\n"), tuple(dict.fromkeys(sources)))
                text, sources = "", []
    if text:
        yield Line(text, tuple(dict.fromkeys(sources)))


def _place(piece: Piece) -> str:
    origin = piece.origin
    if origin.part == "mcp" and origin.source != "builtin":
        return f"server {origin.source}"
    return origin.place


def _tool_line(tool: ToolSpec) -> Line:
    source = "builtin" if tool.server is None else f"server {tool.server}, tool {tool.raw_name}"
    first = tool.description.split("\n", 1)[0]
    return Line(f"{tool.name}: {first}", (source,))


def _rows(block: Block, left: int, right: int) -> Iterator[str]:
    """A title and its lines, with sources in a column of their own."""
    yield f"{'':{left}} ┌ {block.title}"
    for line in block.lines:
        texts = folded(visible(line.text), right)
        places = (shortened(row(place), left) for place in line.sources)
        sources = folded(", ".join(places), left)
        count = max(len(texts), len(sources))
        for source, text in zip(_filled(sources, count), _filled(texts, count), strict=True):
            yield f"{padded(source, left)} │ {text}".rstrip()


def _filled(texts: list[str], count: int) -> list[str]:
    return texts + [""] * (count - len(texts))
