"""What dropping a whole server, or one of its tools, would save (agent.md section 4)."""

from collections.abc import Sequence
from dataclasses import dataclass

from skillctl.agent.weight import ToolWeight, total_tokens
from skillctl.toolspec import ToolSpec

MOST = 3


@dataclass(frozen=True, slots=True)
class Saving:
    """The tokens that go with a server, or with one tool of it."""

    server: str
    tool: ToolSpec | None
    tokens: int


def savings(
    tools: Sequence[ToolSpec],
    weights: Sequence[ToolWeight],
    dialect: str,
    method: str,
    *,
    among: Sequence[ToolWeight],
) -> tuple[Saving, ...]:
    """The three heaviest things that can be dropped, heaviest first.

    `weights` are those of `tools`, in their order; one of `among` is proposed, or the server of it.
    Tools of our own cannot be dropped. A server with one tool is proposed as a server.
    """
    rough: dict[str, int] = {}
    sizes: dict[str, int] = {}
    for weight in weights:
        key = weight.tool.server
        if key is not None:
            rough[key] = rough.get(key, 0) + weight.marginal
            sizes[key] = sizes.get(key, 0) + 1
    asked = {weight.tool.server for weight in among if weight.tool.server is not None}
    heaviest = sorted(asked & rough.keys(), key=lambda key: (-rough[key], key))[:MOST]
    total = total_tokens(tools, dialect, method)
    found = [
        Saving(key, None, total - total_tokens(_without(tools, key), dialect, method))
        for key in heaviest
    ]
    found += [
        Saving(weight.tool.server, weight.tool, weight.marginal)
        for weight in among
        if weight.tool.server is not None and sizes[weight.tool.server] > 1
    ]
    return tuple(sorted(found, key=lambda saving: -saving.tokens)[:MOST])


def _without(tools: Sequence[ToolSpec], server: str) -> list[ToolSpec]:
    return [tool for tool in tools if tool.server != server]
