"""MC301: one name in two config files of a project, for servers that are not the same."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from skillctl.errors import Location
from skillctl.findings import Severity
from skillctl.rules.rule import Rule, Violation, rule, span_of
from skillctl.servers.definition import Definition, definition_of, differences
from skillctl.servers.document import ConfigDocument
from skillctl.servers.entries import ServerEntry
from skillctl.servers.hosts.model import Kind
from skillctl.servers.hosts.table import GENERIC


class First(NamedTuple):
    """The server that has a name first: what it is, and where that stands."""

    definition: Definition
    place: Location


class Rival(NamedTuple):
    """A server with the name of one in another file, and in what they differ."""

    server: ServerEntry
    first: First
    parts: tuple[str, ...]


class Rivals(NamedTuple):
    """The servers of a file whose names have another meaning in a file before it."""

    document: ConfigDocument
    rivals: tuple[Rival, ...]


def key_of(document: ConfigDocument) -> tuple[str, ...] | None:
    """What two files must share to be compared: the folder from which their paths count.

    None for a file without servers, for one that no host is known to read, since such files are
    examples and alternatives, and for a manifest, which is read elsewhere.
    """
    host = document.host
    is_read_here = host is not GENERIC and host.kind is not Kind.MANIFEST
    return (str(document.base),) if document.servers and is_read_here else None


def compared(documents: Sequence[ConfigDocument]) -> Iterator[Rivals]:
    """Compare the files of a project, each with the first that has a name."""
    first: dict[str, First] = {}
    for document in sorted(documents, key=lambda one: one.path.as_posix()):
        own: dict[str, First] = {}
        rivals = []
        for server in document.servers:
            definition = definition_of(server, document.host)
            if definition is None or document.source is None or server.name in own:
                continue
            own[server.name] = First(definition, document.source.location(server.start, server.end))
            other = first.get(server.name)
            parts = tuple(differences(other.definition, definition)) if other else ()
            if other and parts:
                rivals.append(Rival(server, other, parts))
        first = own | first
        if rivals:
            yield Rivals(document, tuple(rivals))


@rule(
    "MC301",
    "same-name-differs",
    Severity.WARNING,
    message='server "{server}" is not the "{server}" of "{other}": {parts}',
    consequence="one name stands for two servers: which one runs depends on the host",
    advice="write the same server in both files, or give one of the two another name",
    example='"notes" starts a program in .mcp.json and is an address in .cursor/mcp.json',
)
def same_name_differs(rivals: Rivals) -> Iterator[Violation]:
    """A name means the same server in all config files of a project.

    Who works with two hosts, or reviews one file only, takes the two for one; a host that reads
    both files uses one of them without a word. What hosts write in different words is compared by
    what it means: a command as a list, the key of the address, the spelling of a type, the form of
    a variable, the name of the own folder. What only one host knows, such as a time limit, plays no
    part. Files that no host is known to read (`mcp.json`, `*.mcp.json`) are alternatives, manifests
    of plugins are installed elsewhere: neither are compared.
    """
    for server, first, parts in rivals.rivals:
        yield Violation(
            span=span_of(server),
            values={
                "server": server.name,
                "other": first.place.path,
                "parts": _sentence(parts),
            },
            field=server.pointer,
            subject=server.name,
            related=((first.place, "the other one"),),
        )


def _sentence(parts: Sequence[str]) -> str:
    if parts[0].startswith("one is"):
        return parts[0]
    listed = " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))
    return f"{listed} {'differs' if len(parts) == 1 else 'differ'}"


RULES: tuple[Rule[Rivals], ...] = (same_name_differs,)
