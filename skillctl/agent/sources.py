"""A prompt beside its sources, for a reader: each line, and where it came from."""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from skillctl.agent.assembly import Assembly, Part
from skillctl.agent.provenance import Piece
from skillctl.policy.text import visible
from skillctl.toolspec import ToolSpec

SOURCE_WIDTH = 40
LEAST_TEXT = 40


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the prompt and the places of its pieces, each once."""

    text: str
    sources: tuple[str, ...]


def render_sources(assembly: Assembly, width: int = 100) -> str:
    """Parts in model order; the source stands left of each line, long lines are folded."""
    rows: list[str] = []
    for part in assembly.system_parts:
        rows += _block(f"system: {part.id}", list(_lines(part)), width)
    rows += _block("tools", [_tool_line(tool) for tool in assembly.tools], width)
    for part in assembly.parts:
        if part.place == "user":
            rows += _block(f"user: {part.id}", list(_lines(part)), width)
    return "\n".join(rows)


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


def _block(title: str, lines: Sequence[Line], width: int) -> list[str]:
    """A title and its lines, with sources in a column of their own."""
    room = max(width - SOURCE_WIDTH - 3, LEAST_TEXT)
    rows = [f"{'':{SOURCE_WIDTH}} ┌ {title}"]
    for line in lines:
        texts = _folded(visible(line.text), room)
        sources = _folded(", ".join(map(visible, line.sources)), SOURCE_WIDTH)
        count = max(len(texts), len(sources))
        for left, right in zip(_padded(sources, count), _padded(texts, count), strict=True):
            rows.append(f"{left:{SOURCE_WIDTH}} │ {right}".rstrip())
    return rows


def _folded(text: str, width: int) -> list[str]:
    """A line as several that fit, with every blank kept; breaks between words if it can."""
    folded = textwrap.wrap(
        text,
        width,
        expand_tabs=False,
        replace_whitespace=False,
        drop_whitespace=False,
        break_on_hyphens=False,
    )
    return folded or [""]


def _padded(texts: list[str], count: int) -> list[str]:
    return texts + [""] * (count - len(texts))
