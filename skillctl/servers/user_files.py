"""The servers that a user has set up for all projects, as far as they are asked for."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from skillctl.files import is_file
from skillctl.servers.definition import Definition, definition_of, is_off
from skillctl.servers.document import ConfigDocument, read_config_document
from skillctl.servers.hosts.find import for_any_file, host_of_any
from skillctl.servers.hosts.model import Host
from skillctl.servers.hosts.table import HOSTS, SKILLCTL
from skillctl.source.read import Unreadable

OWN_FILE = "mcp.json"


@dataclass(frozen=True, slots=True)
class UserFile:
    """A config of the user: where it is, how that is printed, and whose it is.

    One that was named by hand counts for every host, whatever its dialect.
    """

    path: Path
    shown: str
    host: Host
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class UserServer:
    """A server of the user: from which file, for which hosts (none: for any), what it is."""

    shown: str
    readers: frozenset[str]
    definition: Definition | None
    is_off: bool


UserServers = Mapping[str, Sequence[UserServer]]


def user_file(path: Path, shown: str) -> UserFile:
    """A file that was named by hand, in the dialect that its name tells."""
    return UserFile(path, shown, for_any_file(host_of_any(path)), by_hand=True)


def home_files(home: Path, config_dir: Path) -> Iterator[UserFile]:
    """The configs that hosts keep for a user, as far as they are there."""
    named = [(home / end, host) for host in HOSTS for end in host.home_files]
    for path, host in [*named, (config_dir / OWN_FILE, for_any_file(SKILLCTL))]:
        if is_file(path):
            inside = path.is_relative_to(home)
            shown = f"~/{path.relative_to(home).as_posix()}" if inside else path.as_posix()
            yield UserFile(path, shown, host)


def user_servers(
    files: Sequence[UserFile],
) -> tuple[UserServers, tuple[tuple[UserFile, str], ...]]:
    """The servers of the files by name, and the files that cannot be read, with the reason."""
    servers: dict[str, list[UserServer]] = {}
    unread: list[tuple[UserFile, str]] = []
    for file in files:
        document = read_config_document(file.path, file.shown, file.host)
        if document.root is None:
            unread.append((file, _reason(document)))
        for server in document.servers:
            found = UserServer(
                file.shown,
                frozenset(() if file.by_hand else file.host.read_by),
                definition_of(server, document.host),
                is_off(server),
            )
            servers.setdefault(server.name, []).append(found)
    return servers, tuple(unread)


def _reason(document: ConfigDocument) -> str:
    """Why nothing of a file could be read."""
    if document.failure is not None:
        failure = document.failure
        return failure.reason if isinstance(failure, Unreadable) else "it is not UTF-8"
    return document.problems[0].message if document.problems else "it holds nothing"
