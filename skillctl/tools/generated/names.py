"""What the skill of a server is called, and its folder (skills.md section 17)."""

import re
from hashlib import sha256

from skillctl.policy.text import one_line

PREFIX = "mcp:"
MOST_KEY = 128
_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,127}")
_FOREIGN = re.compile(r"[^a-z0-9_-]")
_MOST_CLEANED = 100


def skill_name(server: str) -> str:
    """The name of the skill that a server's key gives."""
    return f"{PREFIX}{server}"


def is_plain(server: str) -> bool:
    """Whether a key can stand in YAML, in a code span and in a path as it is."""
    return _PLAIN.fullmatch(server) is not None


def key_problem(server: str) -> str:
    """Why a key cannot be the name of a skill, which a model has to give back as it reads it."""
    if not server or len(server) > MOST_KEY:
        return f"its name has {len(server)} characters; a skill can have 1 to {MOST_KEY}"
    if one_line(server) != server or "`" in server:
        return "its name holds what a model could not read or give back as it is"
    return ""


def folder_name(server: str, *, colon: bool) -> str:
    """The folder of a server's skill; `colon` is where a file system takes `mcp:SERVER`."""
    if colon and is_plain(server):
        return skill_name(server)
    cleaned = _FOREIGN.sub("_", server.lower())[:_MOST_CLEANED]
    if cleaned == server:
        return f"mcp-{server}"
    return f"mcp-{cleaned}-{sha256(server.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"
