"""A file of server entries as it is written: lenient, with the place of everything."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from skillctl.servers.hosts import GENERIC, KNOWN_ROOTS, Host, host_of
from skillctl.source.file import SourceFile, Undecodable
from skillctl.source.json_text import MAX_BYTES, parse_json
from skillctl.source.read import Unreadable, read_source
from skillctl.source.tree import Entry, Node, SyntaxProblem, pointer

SERVER_KEYS = frozenset({"command", "url", "serverUrl", "httpUrl"})
PLAIN_NAME = "mcp.json"
_ROOT_IN_TEXT = re.compile(rf'"(?:{"|".join(KNOWN_ROOTS)})"\s*:')


@dataclass(frozen=True, slots=True)
class ServerEntry:
    """One server as written: its name, where that stands, its value, and a JSON pointer to it."""

    name: str
    start: int
    end: int
    node: Node
    pointer: str


@dataclass(frozen=True, kw_only=True)
class ConfigDocument:
    """A config file with its defects.

    `source` is None if `failure` says why the file could not be read as text. `root` is None if the
    text could not be parsed; `problems` says what is wrong with the syntax, also where it could.
    `servers` stand under a root key of this host; `misplaced` ones under the key of another host,
    or without any. Duplicate names are entries of their own.
    """

    path: Path
    shown: str
    host: Host
    source: SourceFile | None = None
    failure: Undecodable | Unreadable | None = None
    root: Node | None = None
    problems: tuple[SyntaxProblem, ...] = ()
    servers: tuple[ServerEntry, ...] = ()
    misplaced: tuple[ServerEntry, ...] = ()

    @property
    def all_servers(self) -> tuple[ServerEntry, ...]:
        """Every entry that is meant as a server, wherever it stands."""
        return self.servers + self.misplaced

    @property
    def is_config(self) -> bool:
        """Whether a file whose name only hints at servers is about servers at all."""
        if self.host is not GENERIC or self.path.name == PLAIN_NAME or self.failure is not None:
            return True
        if self.root is None:
            return bool(self.source and _ROOT_IN_TEXT.search(self.source.text))
        return bool(self.all_servers) or any(self.root.get(key) for key in self.host.roots)


def read_config_document(path: Path, shown: str, host: Host | None = None) -> ConfigDocument:
    """Read a config file by the rules of its host, by default the one that its name tells."""
    read = read_source(path, shown, MAX_BYTES)
    host = host or host_of(path) or GENERIC
    if not isinstance(read, SourceFile):
        return ConfigDocument(path=path, shown=shown, host=host, failure=read)
    return parse_config(read, path, host)


def is_config_file(path: Path) -> bool:
    """Whether a file of any name is about servers, judged by its content."""
    if path.suffix != ".json":
        return False
    document = read_config_document(path, "", GENERIC)
    return document.failure is None and document.is_config


def parse_config(source: SourceFile, path: Path, host: Host) -> ConfigDocument:
    """Make the document of a text that was read."""
    root, problems = parse_json(source, comments=host.comments)
    return ConfigDocument(
        path=path,
        shown=source.path,
        host=host,
        source=source,
        root=root,
        problems=problems,
        servers=tuple(_under(root, host.roots)),
        misplaced=tuple(_misplaced(root, host)),
    )


def _under(root: Node | None, keys: tuple[str, ...]) -> Iterator[ServerEntry]:
    """The entries below root keys; a root key that stands twice is read twice."""
    for entry in root.entries if root else ():
        if entry.key in keys:
            yield from (_server(inner, entry.key) for inner in entry.value.entries)


def _misplaced(root: Node | None, host: Host) -> Iterator[ServerEntry]:
    """Entries under a foreign root key, or a bare map of servers."""
    if root is None or any(entry.key in host.roots for entry in root.entries):
        return
    foreign = [
        server
        for server in _under(root, KNOWN_ROOTS)
        if server.node.kind != "mapping" or _is_server(server.node)
    ]
    bare = root.entries if all(_is_server(entry.value) for entry in root.entries) else ()
    yield from foreign or (_server(entry) for entry in bare)


def _is_server(node: Node) -> bool:
    return any(entry.key in SERVER_KEYS for entry in node.entries)


def _server(entry: Entry, *above: str) -> ServerEntry:
    return ServerEntry(entry.key, entry.start, entry.end, entry.value, pointer(*above, entry.key))
