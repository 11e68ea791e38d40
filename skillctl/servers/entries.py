"""Where in a parsed config the entries of servers stand."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from skillctl.servers.hosts.find import base_of
from skillctl.servers.hosts.model import Host, Kind
from skillctl.servers.hosts.table import KNOWN_ROOTS
from skillctl.source.tree import Entry, Node, pointer

SERVER_KEYS = frozenset({"command", "url", "serverUrl", "httpUrl"})
_REMARKS = ("$", "_", "//")


@dataclass(frozen=True, slots=True)
class ServerEntry:
    """One server as written: its name, where that stands, its value, and a JSON pointer to it.

    `root` is the key under which it stands with the map of all servers, None in a bare map.
    """

    name: str
    start: int
    end: int
    node: Node
    pointer: str
    root: Entry | None = None


@dataclass(frozen=True, slots=True)
class PathReference:
    """A path of another config file in a manifest.

    It counts from `folder`, the root of the plugin, which is None if that lies elsewhere.
    """

    node: Node
    pointer: str
    folder: Path | None

    @property
    def text(self) -> str:
        """The path as written."""
        return str(self.node.value)

    @property
    def is_address(self) -> bool:
        """Whether it is a URL."""
        return "://" in self.text

    @property
    def is_bundle(self) -> bool:
        """Whether it names a bundle (`.mcpb`), which is an archive and no text."""
        return self.text.endswith((".mcpb", ".dxt"))

    @property
    def path(self) -> Path | None:
        """The file that is meant, its links not followed."""
        if self.folder is None or self.is_address or "\0" in self.text:
            return None
        text = re.sub(r"\A\$\{CLAUDE_PLUGIN_ROOT\}/", "", self.text)
        return Path(os.path.normpath(self.folder / text))


class Misfit(NamedTuple):
    """What stands for servers and cannot be any: under which key, and where."""

    key: str
    node: Node
    pointer: str


@dataclass(slots=True)
class Found:
    """What a config holds, in the order of the file."""

    servers: list[ServerEntry] = field(default_factory=list)
    misplaced: list[ServerEntry] = field(default_factory=list)
    foreign_roots: list[Entry] = field(default_factory=list)
    references: list[PathReference] = field(default_factory=list)
    misfits: list[Misfit] = field(default_factory=list)


def find_servers(root: Node, path: Path, host: Host) -> Found:
    """Look for servers where the host does, then where people put them by mistake."""
    found = Found()
    places = list(_roots(root, host.roots))
    if host.kind is Kind.MANIFEST:
        _manifest(root, path, host, found)
        return found
    for entry, above in places:
        found.servers += _servers(entry, above)
        if entry.value.kind != "mapping":
            found.misfits.append(Misfit(entry.key, entry.value, pointer(*above, entry.key)))
    if host.kind is Kind.CONFIG:
        for entry, above in _roots(root, host.ignored_roots):
            found.misplaced += _servers(entry, above)
        if not places:
            _misplaced(root, host, found)
    return found


def _roots(root: Node, names: tuple[str, ...]) -> Iterator[tuple[Entry, tuple[str, ...]]]:
    """The entries of root keys, with the keys above them; one that stands twice is given twice."""
    for entry in root.entries:
        if entry.key in names:
            yield entry, ()
        yield from (
            (inner, (entry.key,))
            for inner in entry.value.entries
            if f"{entry.key}.{inner.key}" in names
        )


def _servers(root: Entry, above: tuple[str | int, ...] = ()) -> Iterator[ServerEntry]:
    """The servers in the map under a root key."""
    for entry in root.value.entries:
        yield _server(entry, root, *above, root.key)


def _server(entry: Entry, root: Entry | None, *above: str | int) -> ServerEntry:
    place = pointer(*above, entry.key)
    return ServerEntry(entry.key, entry.start, entry.end, entry.value, place, root)


def _misplaced(root: Node, host: Host, found: Found) -> None:
    """Entries under a foreign root key, or a bare map of servers."""
    foreign = tuple(name for name in KNOWN_ROOTS if name not in host.ignored_roots)
    for entry, above in _roots(root, foreign):
        inside = list(_servers(entry, above))
        meant = [s for s in inside if _is_server(s.node)]
        if not meant and (inside or not host.dedicated or entry.value.kind != "mapping"):
            continue
        found.foreign_roots.append(entry)
        found.misplaced += [s for s in inside if s in meant or s.node.kind != "mapping"]
    if not found.foreign_roots:
        found.misplaced += _bare(root)


def _bare(root: Node) -> Iterator[ServerEntry]:
    """The entries of a map that is all servers, remarks aside."""
    entries = [entry for entry in root.entries if not entry.key.startswith(_REMARKS)]
    if all(_is_server(entry.value) for entry in entries):
        yield from (_server(entry, None) for entry in entries)


def _is_server(node: Node) -> bool:
    return any(entry.key in SERVER_KEYS for entry in node.entries)


def _manifest(root: Node, path: Path, host: Host, found: Found) -> None:
    """The servers of a plugin, or of each plugin in a marketplace."""
    base = base_of(path)
    _plugin(root, base, host, (), found)
    plugins = root.get("plugins") if host.references else None
    for number, item in enumerate(plugins.items if plugins else ()):
        _plugin(item, plugin_folder(item, root, base), host, ("plugins", number), found)


def plugin_folder(plugin: Node, marketplace: Node, base: Path) -> Path | None:
    """The folder of a plugin in a marketplace, or None if it lies elsewhere."""
    source, metadata = plugin.get("source"), marketplace.get("metadata")
    if source is None or not isinstance(source.value, str) or "://" in source.value:
        return None
    above = metadata.get("pluginRoot") if metadata else None
    if above and isinstance(above.value, str) and not source.value.startswith("."):
        base = base / above.value
    return Path(os.path.normpath(base / source.value))


def _plugin(
    node: Node, folder: Path | None, host: Host, above: tuple[str | int, ...], found: Found
) -> None:
    """The servers of one plugin: a map, the path of a file, or a list of these."""
    for entry in node.entries:
        if entry.key in host.roots:
            _take(_Spot(entry, (*above, entry.key), folder), entry.value, host, found)


class _Spot(NamedTuple):
    """A place for servers in a manifest: under which key, the way to it, from where paths count."""

    root: Entry
    keys: tuple[str | int, ...]
    folder: Path | None


def _take(spot: _Spot, node: Node, host: Host, found: Found) -> None:
    """What stands at a place for servers."""
    if node.kind == "mapping":
        found.servers += (_server(entry, spot.root, *spot.keys) for entry in node.entries)
    elif node.kind == "string" and host.references:
        found.references.append(PathReference(node, pointer(*spot.keys), spot.folder))
    elif node.kind == "list" and host.references and isinstance(spot.keys[-1], str):
        for number, item in enumerate(node.items):
            _take(spot._replace(keys=(*spot.keys, number)), item, host, found)
    else:
        found.misfits.append(Misfit(spot.root.key, node, pointer(*spot.keys)))
