"""MC0xx: a config file as a file."""

from collections.abc import Iterator
from dataclasses import replace

from skillctl.errors import Position
from skillctl.findings import Severity
from skillctl.rules.rule import Rule, Span, Violation, rule
from skillctl.rules.server_rule import wrong
from skillctl.rules.words import FILE_IGNORED, SERVER_SKIPPED, kind_of
from skillctl.servers.document import ConfigDocument
from skillctl.source.file import Undecodable
from skillctl.source.tree import Node, pointer


@rule(
    "MC001",
    "syntax",
    Severity.ERROR,
    message="{words}{more}",
    consequence=FILE_IGNORED,
    advice="mend this place; the host reads strict JSON, without comments and trailing commas",
    targets=("claude-code",),
    example='{"mcpServers": {"notes": {"command": "notes-server"},}}',
)
def syntax(config: ConfigDocument) -> Iterator[Violation]:
    """A config file is what its host reads: strict UTF-8 JSON where no comments are allowed.

    A comment, a comma before a closing bracket, `NaN` or half a surrogate pair make the whole file
    unreadable to a strict parser, and every server in it is gone. Values nest at most 100 levels
    deep, and a file has at most 4 MiB. Mend the place that is named; it is the first one.
    """
    failure = config.failure
    if isinstance(failure, Undecodable):
        start = Position(failure.line, failure.column, failure.offset)
        end = Position(failure.line, failure.column + 1, failure.offset + 1)
        words = f"not UTF-8: the byte 0x{failure.bad[0]:02X} at offset {failure.offset:,}"
        yield Violation(place=(start, end), values={"words": words, "more": ""})
    elif failure is not None:
        yield Violation(values={"words": f"the file {failure.reason}", "more": ""})
    elif config.problems:
        first, *others = config.problems
        more = f" (and {len(others):,} more)" if others else ""
        span = Span(first.start, first.end)
        yield Violation(span=span, values={"words": f"not JSON: {first.message}", "more": more})


@rule(
    "MC007",
    "not-an-object",
    Severity.ERROR,
    message="{what} must be an object, not {kind}",
    consequence=FILE_IGNORED,
    advice='write {{"mcpServers": {{"NAME": {{"command": "…"}}}}}}',
    targets=("claude-code",),
    example='{"mcpServers": {"notes": "notes-server"}}',
)
def not_an_object(config: ConfigDocument) -> Iterator[Violation]:
    """The file, its map of servers and each server are objects.

    A list of servers, a path or a bare command is not what a host looks for at these places: it
    reports an error or, more often, no servers. Write one object per server, by name.
    """
    root = config.root
    if root is None:
        return
    if root.kind != "mapping":
        yield _wrong(root, "the file", "")
    for entry in root.entries:
        is_named = config.host.references and entry.value.kind in ("string", "list")
        if entry.key in config.host.roots and entry.value.kind != "mapping" and not is_named:
            yield _wrong(entry.value, f'"{entry.key}"', pointer(entry.key))
    for server in config.all_servers:
        if server.node.kind != "mapping":
            what = f'server "{server.name}"'
            found = wrong(server, part=server.node, what=what, kind=kind_of(server.node))
            yield replace(found, consequence=SERVER_SKIPPED)


def _wrong(node: Node, what: str, field: str) -> Violation:
    values = {"what": what, "kind": kind_of(node)}
    return Violation(span=Span(node.start, node.end), values=values, field=field)


RULES: tuple[Rule[ConfigDocument], ...] = (syntax, not_an_object)
