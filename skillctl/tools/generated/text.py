"""`SKILL.md` of a generated skill: whose words are whose is plain to see (skills.md section 17)."""

from collections.abc import Iterator, Mapping

from skillctl.cut import safe_cut
from skillctl.policy.text import clean
from skillctl.source.written import json_text
from skillctl.tools.generated.names import is_plain, skill_name
from skillctl.tools.generated.table import table

MOST_INSTRUCTIONS = 4000
_CALLING = (
    "Read `schemas/TOOL.json` first. Then call `call_mcp_tool` with server `{server}`, the exact "
    "tool name and arguments that match the schema. "
    'After "no such tool", read this file again.'
)


def skill_text(server: str, tools: Mapping[str, str], instructions: str, notes: str) -> str:
    """The whole file; `tools` are names with descriptions, `notes` are the user's own words."""
    blocks = (
        "\n".join(_head(server)),
        "\n".join(("## Available tools", *table(tools))),
        *_from_the_server(instructions),
        *filter(None, [clean(notes).text.strip()]),
    )
    return "\n\n".join(blocks) + "\n"


def _head(server: str) -> Iterator[str]:
    """The front matter, in which no word is the server's but its key; and how tools are called."""
    description = f"Use this skill to interact with the `{server}` MCP server."
    yield "---"
    yield f"name: {_scalar(server, skill_name(server))}"
    yield f"description: {_scalar(server, description)}"
    yield "---"
    yield "## Calling tools"
    yield _CALLING.format(server=server)


def _scalar(server: str, text: str) -> str:
    """A text in YAML: plain if the key in it is, else in quotes."""
    return text if is_plain(server) else json_text(text)


def _from_the_server(instructions: str) -> Iterator[str]:
    """What a server says of itself: quoted, so that no line of it can pass for one of ours.

    An element would not do: whoever reads the file for a model disarms those in it, ours as theirs.
    """
    text = clean(instructions).text.strip()
    if text:
        lines = (f"> {line}".rstrip() for line in _capped(text).splitlines())
        yield "\n".join(("## From the server (data)", *lines))


def _capped(text: str) -> str:
    """At most so many characters, the words on what is left out included."""
    if len(text) <= MOST_INSTRUCTIONS:
        return text
    end = safe_cut(text, MOST_INSTRUCTIONS - len(_left_out(len(text))), 0)
    return text[:end] + _left_out(len(text) - end)


def _left_out(count: int) -> str:
    return f"\n[... {count} characters left out ...]"
