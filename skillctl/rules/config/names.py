"""MC004 and MC005: keys and names that stand twice in a config file."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from skillctl.findings import Severity
from skillctl.rules.rule import Rule, Violation, rule, span_of
from skillctl.servers.document import ConfigDocument
from skillctl.servers.entries import ServerEntry
from skillctl.servers.hosts.model import Kind
from skillctl.source.tree import Entry, Node, pointer


@rule(
    "MC004",
    "duplicate-key",
    Severity.ERROR,
    message='the key "{key}" stands twice in one object',
    consequence="readers take the first or the last: what was reviewed may not be what runs",
    advice="keep one of the two",
    targets=("claude-code", "vscode", "codex"),
    example='{"mcpServers": {"notes": {"command": "a"}, "notes": {"command": "b"}}}',
)
def duplicate_key(config: ConfigDocument) -> Iterator[Violation]:
    """A key stands once in its object, at every level.

    Most readers of JSON keep the last of two equal keys without a word, some keep the first, strict
    ones refuse the file: a server that a person read in review need not be the one that starts.
    Both entries are judged by the other rules.
    """
    names = {id(server.node): server.name for server in config.all_servers}
    for node, where in _judged(config):
        for twice in _duplicates(node, where, "", names):
            first, second = twice.first, twice.second
            yield Violation(
                span=span_of(second),
                values={"key": second.key},
                field=twice.pointer,
                subject=twice.server,
                related=((span_of(first), "the first one"),),
            )


class _Twice(NamedTuple):
    """A key that stood before: both entries, a pointer to it, the server in which it stands."""

    first: Entry
    second: Entry
    pointer: str
    server: str


def _judged(config: ConfigDocument) -> Iterator[tuple[Node, str]]:
    """What belongs to servers: in settings, only what stands under their key."""
    if config.root is None:
        return
    if config.host.kind is not Kind.SETTINGS:
        yield config.root, ""
        return
    seen: set[int] = set()
    for server in config.servers:
        if server.root and server.root.start not in seen:
            seen.add(server.root.start)
            above = server.pointer.rpartition("/")[0]
            yield server.root.value, above


def _duplicates(node: Node, where: str, server: str, names: Mapping[int, str]) -> Iterator[_Twice]:
    """Each key that stood before, at any depth; `names` are those of servers by their values."""
    first: dict[str, Entry] = {}
    for entry in node.entries:
        below, inside = where + pointer(entry.key), names.get(id(entry.value), server)
        if entry.key in first:
            yield _Twice(first[entry.key], entry, below, inside)
        first.setdefault(entry.key, entry)
        yield from _duplicates(entry.value, below, inside, names)
    for number, item in enumerate(node.items):
        yield from _duplicates(item, where + pointer(number), server, names)


@rule(
    "MC005",
    "case-duplicate",
    Severity.WARNING,
    message='"{name}" and "{other}" differ only in upper and lower case',
    consequence="where names are compared without case, one of the two hides the other",
    advice="give one of them another name",
    example='{"mcpServers": {"notes": {"command": "a"}, "Notes": {"command": "b"}}}',
)
def case_duplicate(config: ConfigDocument) -> Iterator[Violation]:
    """The names of two servers differ in more than upper and lower case.

    Hosts make the names of tools, permissions and log files from the name of a server; on some
    systems, and in the mind of a reader, `Notes` and `notes` are the same. Rename one of them.
    """
    first: dict[tuple[int, str], ServerEntry] = {}
    for server in config.all_servers:
        key = (server.root.start if server.root else -1, server.name.casefold())
        other = first.setdefault(key, server)
        if other.name != server.name:
            yield Violation(
                span=span_of(server),
                values={"name": server.name, "other": other.name},
                field=server.pointer,
                subject=server.name,
                related=((span_of(other), "the first one"),),
            )


RULES: tuple[Rule[ConfigDocument], ...] = (duplicate_key, case_duplicate)
