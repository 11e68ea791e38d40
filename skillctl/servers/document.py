"""A file of server entries as it is written: lenient, with the place of everything."""

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from skillctl.servers.entries import Found, Misfit, PathReference, ServerEntry, find_servers
from skillctl.servers.hosts.find import base_of, host_of, host_of_any, is_by_content, plugin_root
from skillctl.servers.hosts.model import Host, Kind, Text
from skillctl.servers.hosts.table import KNOWN_ROOTS, PLUGINS
from skillctl.source.file import SourceFile, Undecodable
from skillctl.source.json_text import MAX_BYTES, parse_json
from skillctl.source.read import Unreadable, read_source
from skillctl.source.toml_text import parse_toml
from skillctl.source.tree import Entry, Node, SyntaxProblem

_OTHER_FORMATS = frozenset({"openapi", "swagger", "asyncapi"})  # their servers are other ones
_COMMON_WORDS = frozenset({"servers", "mcp"})
_ROOT_IN_TEXT = re.compile(rf'"(?:{"|".join(map(re.escape, KNOWN_ROOTS))})"\s*:')


@dataclass(frozen=True, kw_only=True)
class ConfigDocument:
    """A config file with its defects, in one shape for JSON, JSON with comments and TOML.

    `host` is that by whose dialect the file is judged. `source` is None if `failure` says why the
    file could not be read as text. `root` is None if the text could not be parsed; `problems` says
    what is wrong with the syntax, also where it could (comments in strict JSON, half a surrogate).
    Every index in a node is a code point index in `source.text`.

    `servers` stand under a root key of this host; `misplaced` ones under the key of another host,
    or without any (their `root` is None then). Duplicate names are entries of their own.
    `foreign_roots` are the root keys of other hosts in a file that lacks its own. `references` are
    the paths of other config files, in manifests; `misfits` are values that stand for servers and
    can be none. `platform` is the machine for which the file is judged, if that is known.
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
    foreign_roots: tuple[Entry, ...] = ()
    references: tuple[PathReference, ...] = ()
    misfits: tuple[Misfit, ...] = ()
    platform: str = ""

    @property
    def all_servers(self) -> tuple[ServerEntry, ...]:
        """Every entry that is meant as a server, wherever it stands."""
        return self.servers + self.misplaced

    @cached_property
    def base(self) -> Path:
        """The folder from which relative paths in the file count."""
        return base_of(self.path)

    @cached_property
    def plugin(self) -> Path | None:
        """The root of the plugin that the file belongs to, or None."""
        return plugin_root(self.path)

    @property
    def in_plugin(self) -> bool:
        """Whether the file belongs to a plugin, also by a manifest that names it."""
        return any(self.host.name == host.name for host in PLUGINS) or self.plugin is not None

    @property
    def is_config(self) -> bool:
        """Whether a file whose name only hints at servers is about servers at all."""
        if self.failure is not None or self.host.text is Text.UNREAD:
            return True
        if not is_by_content(self.path) and self.host.kind is not Kind.SETTINGS:
            return True
        if self.root is None:
            return bool(self.source and _ROOT_IN_TEXT.search(self.source.text))
        return self.host.kind is Kind.SETTINGS or self.has_servers

    @property
    def has_servers(self) -> bool:
        """Whether there is a server, or a root key for servers.

        In a file whose name tells nothing, a word that other formats use counts for an object only.
        """
        entries = self.root.entries if self.root else ()
        is_known = host_of(self.path) is not None
        if not is_known and any(entry.key in _OTHER_FORMATS for entry in entries):
            return False
        if self.all_servers or self.foreign_roots or self.references:
            return True
        return any(
            entry.key in self.host.roots
            and (is_known or entry.value.kind == "mapping" or entry.key not in _COMMON_WORDS)
            for entry in entries
        )


def read_config_document(path: Path, shown: str, host: Host | None = None) -> ConfigDocument:
    """Read a config file by the rules of its host, by default the one that its name tells."""
    host = host or host_of_any(path)
    if host.text is Text.UNREAD:
        return ConfigDocument(path=path, shown=shown, host=host)
    read = read_source(path, shown, MAX_BYTES)
    if not isinstance(read, SourceFile):
        return ConfigDocument(path=path, shown=shown, host=host, failure=read)
    return parse_config(read, path, host)


def is_config_file(path: Path) -> bool:
    """Whether a file of any name is about servers, judged by its content."""
    if path.suffix not in (".json", ".jsonc", ".toml"):
        return False
    document = read_config_document(path, "")
    return document.failure is None and document.is_config


def parse_config(source: SourceFile, path: Path, host: Host) -> ConfigDocument:
    """Make the document of a text that was read."""
    root, problems = _parse(source, host)
    found = find_servers(root, path, host) if root else Found()
    return ConfigDocument(
        path=path,
        shown=source.path,
        host=host,
        source=source,
        root=root,
        problems=problems,
        servers=tuple(found.servers),
        misplaced=tuple(found.misplaced),
        foreign_roots=tuple(found.foreign_roots),
        references=tuple(found.references),
        misfits=tuple(found.misfits),
    )


def _parse(source: SourceFile, host: Host) -> tuple[Node | None, tuple[SyntaxProblem, ...]]:
    """Parse a text in the language of its host."""
    if host.text is Text.UNREAD:
        return None, ()
    if host.text is Text.TOML:
        return parse_toml(source)
    return parse_json(source, comments=host.comments)
