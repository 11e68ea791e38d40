"""Rules about one server of a config: the walk over the servers, and where a violation stands."""

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Unpack

from skillctl.findings import Severity
from skillctl.rules.rule import Facts, Rule, Span, Violation, rule
from skillctl.servers.document import ConfigDocument
from skillctl.servers.entries import ServerEntry
from skillctl.source.tree import Entry, Node, pointer

ServerCheck = Callable[[ServerEntry, ConfigDocument], Iterable[Violation]]


def server_rule(
    code: str, name: str, *severities: Severity, **facts: Unpack[Facts]
) -> Callable[[ServerCheck], Rule[ConfigDocument]]:
    """Turn a check of one server into a rule over all servers of a config.

    An entry that is no object is not checked; of those `not-an-object` speaks.
    """

    def declare(check: ServerCheck) -> Rule[ConfigDocument]:
        @wraps(check)
        def check_all(config: ConfigDocument) -> Iterator[Violation]:
            for server in config.all_servers:
                if server.node.kind == "mapping":
                    yield from check(server, config)

        return rule(code, name, *severities, **facts)(check_all)

    return declare


def wrong(
    server: ServerEntry,
    entry: Entry | None = None,
    part: Node | Span | None = None,
    **values: object,
) -> Violation:
    """A violation by a server, or by one field of it; `part` is where, if it is not all of that.

    The message may speak of `{server}` and `{field}` besides the values.
    """
    place = part or entry or server
    return Violation(
        span=Span(place.start, place.end),
        values={"server": server.name, "field": entry.key if entry else "", **values},
        field=server.pointer + (pointer(entry.key) if entry else ""),
        subject=server.name,
    )
