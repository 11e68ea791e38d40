"""What consent is given to, and where it counts (mcp.md sections 4.4 and 4.5)."""

import shlex
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from skillctl.canonical import digest
from skillctl.policy.text import row
from skillctl.worktree import Workspace

KINDS = ("server", "skill")
SECRET_KEYS = frozenset(
    (
        *("env", "environment", "headers", "http_headers", "auth", "oauth", "bearer_token"),
        *("api_key", "apikey", "token", "password", "secret", "client_secret", "clientsecret"),
    )
)


def is_secret_key(key: str) -> bool:
    """Whether strings below this top-level key stand in no form (mcp.md section 4.1)."""
    return key.lower() in SECRET_KEYS


def grant_command(*names: str, source: str = "") -> str:
    """The command that grants items of these names, safe to be copied into a shell.

    `source` is that of the item that is meant, where several share its name.
    """
    words = [shlex.quote(row(name)) for name in names]
    which = ["--source", shlex.quote(row(source))] if source else []
    if any(name.startswith("-") for name in names):
        return " ".join(("skillctl consent grant", *which, "--", *words))
    return " ".join(("skillctl consent grant", *words, *which))


def shared_names(names: Iterable[str]) -> frozenset[str]:
    """The names that more than one item has, so that a name alone does not say which is meant."""
    return frozenset(name for name, count in Counter(names).items() if count > 1)


@dataclass(frozen=True, slots=True)
class Item:
    """A server or skill of a repository, as consent is asked for it.

    `form` is the canonical text that `fingerprint` is of; `resolved` is the digest of what expands
    differently on this machine, empty if nothing does. With a `problem` there is no fingerprint,
    and hence never a grant.
    """

    kind: str
    name: str
    source: str
    fingerprint: str
    form: str
    resolved: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Which project of which repository a decision is about, and folders that cannot grant.

    `workspace` is the real path of the main work tree, `project` the project relative to it.
    """

    workspace: str
    project: str
    inside: tuple[Path, ...] = ()


def place_of(workspace: Workspace) -> Place:
    """The place under which the decisions for a workspace are kept."""
    inside = (workspace.root, workspace.tree)
    return Place(str(workspace.top), workspace.project, inside)


def workspace_fingerprint(items: Iterable[Item]) -> str:
    """One digest over all items (mcp.md section 4.4); empty if one of them has no fingerprint."""
    rows = sorted([i.kind, i.source, i.name, i.fingerprint] for i in items)
    if not all(fingerprint for *_, fingerprint in rows):
        return ""
    return digest({"items": rows, "kind": "workspace", "v": 1})
