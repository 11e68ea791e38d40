"""MC302 and MC303: what a project makes of the servers that the user has set up."""

from collections.abc import Iterator
from typing import NamedTuple

from skillctl.findings import Severity
from skillctl.rules.config.server_rule import wrong
from skillctl.rules.rule import Rule, Violation, rule
from skillctl.servers.definition import definition_of, differences, is_off
from skillctl.servers.document import ConfigDocument
from skillctl.servers.entries import ServerEntry
from skillctl.servers.hosts.model import Host
from skillctl.servers.hosts.table import GENERIC, HOSTS
from skillctl.servers.user_files import UserServer, UserServers


class UserConfig(NamedTuple):
    """A config of a project, and the servers of the user by name."""

    document: ConfigDocument
    users: UserServers

    def pairs(self) -> Iterator[tuple[ServerEntry, UserServer]]:
        """The servers whose names are those of the user's, for a host that reads both."""
        host = self.document.host
        readers = {*host.read_by, *_further_readers(host)}
        for server in self.document.servers:
            for other in self.users.get(server.name, ()):
                if not other.readers or host is GENERIC or other.readers & readers:
                    yield server, other


def _further_readers(host: Host) -> Iterator[str]:
    """The hosts that read the files of this one, too."""
    return (other.name for other in HOSTS if {*other.also_reads} & {*host.files})


@rule(
    "MC302",
    "shadows-user",
    Severity.WARNING,
    message='server "{server}" takes the name of the user\'s own server in "{other}"',
    consequence="what the user has allowed that server may now hold for the one of the repository",
    advice="give the project's server another name",
    options=("--user", "--user-config"),
    example='"github" starts a script in .mcp.json and is an address in ~/.claude.json',
    security=True,
)
def shadows_user(config: UserConfig) -> Iterator[Violation]:
    """A project does not give the name of a user's server to another one.

    Permissions, approvals and habits hang on the name: where the file of the project wins, all that
    was granted to the server of the user counts for a program that came with a clone. skillctl
    keeps the user's server; other hosts take that of the project. The same server under the same
    name is no finding, nor is a server of a host that does not read both files. It is checked with
    `--user` or `--user-config` only: without them nothing of the user is read.
    """
    for server, other in config.pairs():
        definition = definition_of(server, config.document.host)
        known = definition and other.definition
        if not (known and definition) or any(differences(known, definition)):
            yield wrong(server, other=other.shown)


@rule(
    "MC303",
    "re-enables",
    Severity.WARNING,
    message='server "{server}" is on in the project; the user has switched it off in "{other}"',
    consequence="the server starts again although the user has switched it off",
    advice='add "disabled": true here as well, or leave the server out',
    options=("--user", "--user-config"),
    example='"files" stands in .mcp.json; in ~/.claude.json it has "disabled": true',
    security=True,
)
def re_enables(config: UserConfig) -> Iterator[Violation]:
    """A project does not switch on what the user has switched off.

    Who sets a server to `disabled` does not want it to run, in whatever folder. An entry of the
    same name in a project is another entry to most hosts, and it is on. skillctl leaves it off. It
    is checked with `--user` or `--user-config` only.
    """
    for server, other in config.pairs():
        if other.is_off and not is_off(server):
            switch = server.node.entry("disabled") or server.node.entry("enabled")
            yield wrong(server, switch, other=other.shown)


RULES: tuple[Rule[UserConfig], ...] = (shadows_user, re_enables)
