"""What the words of `skillctl mcp call` mean."""

from collections.abc import Sequence
from typing import NamedTuple

from skillctl.errors import SkillctlError

MOST_WORDS = 3
STDIN = "-"
_OPENS_JSON = ("{", "[", '"')


class Meaning(NamedTuple):
    """A tool and its arguments; no server is the one that was typed."""

    server: str | None
    tool: str
    arguments: str


def meaning(words: Sequence[str], *, typed: bool) -> Meaning:
    """SERVER TOOL [JSON]; before a command that was typed SERVER may be missing.

    SkillctlError if they are too few or too many.
    """
    usage = "skillctl mcp call SERVER TOOL ['{…}'], or: skillctl mcp call TOOL ['{…}'] -- COMMAND…"
    if not words or len(words) > MOST_WORDS:
        raise SkillctlError("a call is of one tool, with its arguments as one word", hint=usage)
    names, arguments = list(words), ""
    last = words[-1].lstrip()
    if len(words) == MOST_WORDS or last == STDIN or last.startswith(_OPENS_JSON):
        arguments = names.pop()
    if typed and len(names) == 1:
        return Meaning(None, names[0], arguments)
    if len(names) != MOST_WORDS - 1:
        raise SkillctlError("a call wants a server and a tool of it", hint=usage)
    return Meaning(names[0], names[1], arguments)
