"""Rules about one server of a config: the walk over the servers, and where a violation stands."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Unpack

from skillctl.findings import Severity
from skillctl.rules.rule import Facts, Rule, Span, Violation, rule, span_of
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
    span = span_of(place)
    return Violation(
        span=span,
        values={"server": server.name, "field": entry.key if entry else "", **values},
        field=server.pointer + (pointer(entry.key, *_way(entry.value, span)) if entry else ""),
        subject=server.name,
    )


def _way(node: Node, span: Span) -> Iterator[str | int]:
    """The keys that lead from a value to the part of it in which a span lies."""
    parts = node.items or node.entries
    number = bisect_right(parts, span.start, key=_start) - 1
    part = parts[number] if number >= 0 else None
    value = part.value if isinstance(part, Entry) else part
    if value and span.end <= value.end:
        yield part.key if isinstance(part, Entry) else number
        yield from _way(value, span)


def _start(part: Node | Entry) -> int:
    return part.start
