"""What was heard of one server: how it ended up, and its list twice."""

from dataclasses import dataclass

from skillctl.mcp.operations import NO_TOOLS, ToolList


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A server by its key: what it listed first and then, and every note, in words.

    `keys` are those that its names are told apart from. `failure` says why there is
    no list, `advice` what to do about it; `again` is None where nothing was listed a second time.
    """

    key: str
    keys: tuple[str, ...] = ()
    naming: str = "double"
    instructions: str = ""
    listed: ToolList = NO_TOOLS
    again: ToolList | None = None
    notes: tuple[str, ...] = ()
    failure: str = ""
    advice: str = "run its command by itself to see why"
