"""Words that several rules share: kinds of values, and what follows from a defect."""

from skillctl.source.tree import Node

HOSTS = ("claude-code", "codex", "skills-cli")
DROPPED = "dropped by claude-code (loads with empty metadata), codex, skills-cli"
NAMING_HOSTS = ("claude-ai", "claude-code", "codex", "skills-cli")
RENAMED = "refused or renamed by claude-ai, claude-code, codex, skills-cli"
FILE_IGNORED = "the whole file is ignored: none of its servers starts"
OTHER_CODE = "other code runs than the command names"
SERVER_SKIPPED = "the server is skipped"

_KINDS = {
    "mapping": "a mapping",
    "list": "a list",
    "string": "a string",
    "number": "a number",
    "boolean": "a boolean",
    "null": "null",
    "date": "a date",
}


def kind_of(node: Node) -> str:
    """A value's kind with its article."""
    return _KINDS[node.kind]
