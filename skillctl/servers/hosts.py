"""The hosts whose config files are known: one entry per host (lint.md section 4)."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath

KNOWN_ROOTS = ("mcpServers", "servers", "mcp_servers", "context_servers")


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """How one host writes servers down.

    `roots` are the keys under which it looks; `comments` tells JSONC from strict JSON; `url_keys`
    are its keys for an address; `type_needed` tells that an entry with a url is skipped without a
    type, `command_lists` that a command may be a list of words.
    """

    name: str
    matches: Callable[[PurePath], bool]
    roots: tuple[str, ...] = ("mcpServers",)
    comments: bool = False
    url_keys: tuple[str, ...] = ("url",)
    type_needed: bool = False
    command_lists: bool = False


CLAUDE_CODE = Host(
    name="claude-code",
    matches=lambda path: path.name == ".mcp.json",
    type_needed=True,
)
SKILLCTL = Host(
    name="skillctl",
    matches=lambda path: path.parts[-2:] == (".gbs", "mcp.json"),
    roots=("mcpServers", "servers"),
)
GENERIC = Host(
    name="generic",
    matches=lambda path: (
        path.name.endswith(".mcp.json")
        or (path.name == "mcp.json" and not path.parent.name.startswith("."))
    ),
    roots=KNOWN_ROOTS,
    url_keys=("url", "serverUrl", "httpUrl", "uri"),
    command_lists=True,
)
HOSTS: tuple[Host, ...] = (CLAUDE_CODE, SKILLCTL, GENERIC)


def host_of(path: PurePath) -> Host | None:
    """The host that reads a file of this name, or None if no known host does."""
    return next((host for host in HOSTS if host.matches(path)), None)
