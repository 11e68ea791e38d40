"""Which host reads a file, and from where the paths in it count (lint.md sections 1.4 and 4)."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path, PurePath
from typing import TypeAlias

from skillctl.files import is_file, mode_of
from skillctl.servers.hosts.model import Host, Kind, Text
from skillctl.servers.hosts.table import CODEX, GENERIC, HOSTS, PLUGINS

DOT_FOLDERS = frozenset(
    (
        *(".gbs", ".vscode", ".cursor", ".codex", ".gemini", ".roo", ".kiro", ".zed", ".github"),
        *(".claude-plugin", ".codex-plugin", ".cursor-plugin", ".claude"),
    )
)
ANY = "any"
PLAIN_NAME = "mcp.json"
_INNER_FOLDERS = ((".kiro", "settings"), (".github", "plugin"))
_NEAREST = 12


_Ending: TypeAlias = tuple[tuple[str, ...], Host]


def _endings(hosts: Sequence[Host]) -> list[_Ending]:
    """The ends of paths with the host that reads such a file, the longest first."""
    ends = ((PurePath(end).parts, host) for host in hosts for end in host.files)
    return sorted(ends, key=lambda pair: -len(pair[0]))


_EXACT: dict[str, list[_Ending]] = {}
_STARRED = [ending for ending in _endings(HOSTS) if "*" in ending[0][-1]]
for _ending in _endings(HOSTS):
    _EXACT.setdefault(_ending[0][-1], []).append(_ending)
_PATTERNS = [parts[-1].partition("*") for parts, _ in _STARRED]
_HEADS = tuple(head for head, _, _ in _PATTERNS if head)
_TAILS = tuple(tail for head, _, tail in _PATTERNS if not head)


def may_be_config(name: str) -> bool:
    """Whether any host could read a file of this name: a cheap test for a walk."""
    return name in _EXACT or name.endswith(_TAILS) or name.startswith(_HEADS)


def host_of(path: PurePath) -> Host | None:
    """The host that reads a file of this path, or None if no known host does."""
    for parts, host in [*_EXACT.get(path.name, []), *_STARRED]:
        if _fits(path, parts):
            return host
    return None


def _fits(path: PurePath, parts: tuple[str, ...]) -> bool:
    """Whether a path ends in these parts, of which the last may hold a star."""
    head, star, tail = parts[-1].partition("*")
    named = path.name.startswith(head) and path.name.endswith(tail) if star else path.name == head
    return named and path.parts[-len(parts) : -1] == parts[:-1]


def is_by_content(path: PurePath) -> bool:
    """Whether a file counts only with servers in it, since others use its name, too."""
    host = host_of(path)
    if host is None:
        return True
    if host is GENERIC and path.name == PLAIN_NAME:
        return path.parent.name.startswith(".")
    return any(_fits(path, PurePath(end).parts) for end in host.by_content)


def host_of_any(path: PurePath) -> Host:
    """The host that reads a file, or the dialect in which a file of unknown name is read."""
    if path.suffix == ".toml":
        return host_of(path) or for_any_file(CODEX)
    if path.suffix == ".jsonc":
        return host_of(path) or replace(GENERIC, text=Text.JSONC)
    return host_of(path) or GENERIC


def hosts_for(path: PurePath, targets: Sequence[str] = ()) -> tuple[Host, ...]:
    """The hosts by whose dialects a file is judged; () if no target reads it.

    Without a target that is a host here, it is the host that the name tells, by default a generic
    one. Targets narrow to the files that they read, and replace the dialect of a generic file; of
    several all count.
    """
    host = host_of(path)
    chosen = [h for h in HOSTS if h.name in targets]
    if not chosen or ANY in targets:
        return (host_of_any(path),)
    if host is None or host is GENERIC:
        is_toml = path.suffix == ".toml"
        return tuple(for_any_file(h) for h in chosen if (h.text is Text.TOML) is is_toml)
    own = (host,) if set(targets) & set(host.read_by) else ()
    others = (h for h in chosen if any(_fits(path, PurePath(e).parts) for e in h.also_reads))
    return (*own, *others)


def host_named(name: str) -> Host | None:
    """The entry of a host by its name, or None."""
    return next((host for host in HOSTS if host.name == name), None)


def for_any_file(host: Host) -> Host:
    """The dialect of a host for a file of servers that is not one of its own."""
    return replace(host, kind=Kind.CONFIG, dedicated=True)


def plugin_root(path: Path) -> Path | None:
    """The nearest folder around a file that holds the manifest of a plugin, or None."""
    for folder in list(path.parents)[:_NEAREST]:
        if any(is_file(folder / host.files[0]) for host in PLUGINS):
            return folder
        if mode_of(folder / ".git"):
            return None
    return None


def base_of(path: Path) -> Path:
    """The folder from which relative paths in a config count."""
    folder = path.parent
    if folder.name in DOT_FOLDERS:
        return folder.parent
    if (folder.parent.name, folder.name) in _INNER_FOLDERS:
        return folder.parent.parent
    return plugin_root(path) or folder
