"""One file of servers as configurations: a defect of the file, or its entries one by one."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from skillctl.errors import Location
from skillctl.policy.text import row
from skillctl.servers.document import ConfigDocument, read_config_document
from skillctl.servers.entries import ServerEntry
from skillctl.servers.hosts.table import SKILLCTL
from skillctl.servers.model import ServerConfig
from skillctl.servers.resolve import Origin, launch_problem, resolve_server
from skillctl.shuffle import AS_THEY_COME, Shuffle
from skillctl.source.file import SourceFile, Undecodable
from skillctl.source.read import Unreadable
from skillctl.source.tree import Node, SyntaxProblem

ROOT = "mcpServers"
_HOST = replace(SKILLCTL, roots=(ROOT,))
_SURROGATE = "surrogate"  # breaks one entry only


@dataclass(frozen=True, slots=True)
class FileProblem:
    """Why no server of a file can be used, and where."""

    location: Location
    message: str


def read_config_file(
    path: Path,
    shown: str,
    origin: Origin,
    environment: Mapping[str, str],
    keys: Shuffle = AS_THEY_COME,
) -> FileProblem | list[ServerConfig]:
    """Read strict JSON with the key `mcpServers`; a bad entry does not cost the others.

    `keys` is the order in which keys are taken.
    """
    document = read_config_document(path, shown, _HOST)
    problem = next(_file_problems(document), None)
    if problem is not None or document.source is None:
        return problem or FileProblem(Location(shown), "cannot be read")
    reader = _Reader(document, document.source, origin, environment)
    first = (same_name[0] for same_name in reader.by_name.values())
    return [reader.config(replace(e, node=reordered(e.node, keys))) for e in keys.of(first)]


def reordered(node: Node, keys: Shuffle) -> Node:
    """A copy whose keys stand in another order, at every depth; those of one name keep theirs."""
    if keys == AS_THEY_COME:
        return node
    entries = [e._replace(value=reordered(e.value, keys)) for e in node.entries]
    rank = {key: at for at, key in enumerate(keys.of(dict.fromkeys(e.key for e in entries)))}
    return replace(
        node,
        entries=tuple(sorted(entries, key=lambda entry: rank[entry.key])),
        items=tuple(reordered(item, keys) for item in node.items),
    )


def _file_problems(document: ConfigDocument) -> Iterator[FileProblem]:
    """What makes a whole file unusable."""
    if isinstance(document.failure, Unreadable):
        yield FileProblem(Location(document.shown), f"the file {document.failure.reason}")
    elif isinstance(document.failure, Undecodable):
        line = document.failure.line
        yield FileProblem(Location(document.shown), f"line {line} is not UTF-8 text")
    source = document.source
    if source is None:
        return
    for problem in document.problems:
        if problem.kind != _SURROGATE:
            place = source.location(problem.start, problem.end)
            yield FileProblem(place, f"not strict JSON: {problem.message}")
    for node, words in _shape(document.root, document):
        yield FileProblem(source.location(node.start, node.start + 1), words)


def _shape(root: Node | None, document: ConfigDocument) -> Iterator[tuple[Node, str]]:
    """Where the root is not an object with one `mcpServers` that is an object."""
    if root is None:
        return
    if root.kind != "mapping":
        yield root, "the file is not an object"
    elif document.misplaced:
        yield document.misplaced[0].node, f'servers stand outside of the key "{ROOT}"'
    found = [entry.value for entry in root.entries if entry.key == ROOT]
    if len(found) > 1:
        yield found[1], f'the key "{ROOT}" stands twice'
    for node in found:
        if node.kind != "mapping":
            yield node, f'"{ROOT}" is not an object'


@dataclass(frozen=True)
class _Reader:
    """Makes the configurations of one file that is sound as a whole."""

    document: ConfigDocument
    source: SourceFile
    origin: Origin
    environment: Mapping[str, str]

    @cached_property
    def by_name(self) -> Mapping[str, Sequence[ServerEntry]]:
        """The entries of each name, in the order of the file."""
        named: dict[str, list[ServerEntry]] = {}
        for server in self.document.servers:
            named.setdefault(server.name, []).append(server)
        return named

    @cached_property
    def _problems(self) -> Sequence[SyntaxProblem]:
        """What breaks single entries, in the order of the file."""
        return sorted(self.document.problems, key=_start)

    def config(self, server: ServerEntry) -> ServerConfig:
        """One entry; what has no single meaning may neither start nor be consented to."""
        location = self.source.location(server.start, server.end)
        doubt = next(self._doubts(server), "")
        if server.node.kind != "mapping":
            return ServerConfig(
                name=server.name,
                scope=self.origin.scope,
                source=self.origin.source,
                location=location,
                entry={},
                problems=(doubt,),
                unpinnable=doubt,
            )
        config = resolve_server(server.name, server.node, location, self.origin, self.environment)
        if doubt:
            return replace(config, problems=(doubt, *config.problems), unpinnable=doubt)
        trouble = "" if config.problems else launch_problem(config)
        return replace(config, warnings=(*config.warnings, trouble)) if trouble else config

    def _doubts(self, server: ServerEntry) -> Iterator[str]:
        """Why readers of this entry may not agree on what it says."""
        if server.node.kind != "mapping":
            yield "the entry is not an object"
        for other in self.by_name[server.name][1:]:
            yield f"the name stands twice, again at {self.source.location(other.start)}"
        for _, entry in server.node.duplicates():
            place = self.source.location(entry.start)
            yield f'the key "{row(entry.key)}" stands twice, again at {place}'
        for problem in self._problems[bisect_left(self._problems, server.start, key=_start) :][:1]:
            if problem.start < server.node.end:
                yield f"{problem.message} at {self.source.location(problem.start)}"


def _start(problem: SyntaxProblem) -> int:
    return problem.start
