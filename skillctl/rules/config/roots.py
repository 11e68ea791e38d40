"""MC006 to MC008: under which key servers stand, and what stands there."""

from collections.abc import Iterator

from skillctl.findings import Severity
from skillctl.rules.rule import Rule, Span, Violation, rule, span_of
from skillctl.rules.typos import meant_by
from skillctl.rules.words import FILE_IGNORED, SERVER_SKIPPED, kind_of
from skillctl.servers.document import ConfigDocument
from skillctl.servers.hosts.model import Column, Kind
from skillctl.servers.hosts.table import ROOT_OWNERS
from skillctl.source.tree import Entry, Node, pointer

_NOT_READ = "{host} finds no servers in this file"
_MAY_NOT_READ = "{host} may find no servers in this file"


@rule(
    "MC006",
    "wrong-root",
    Severity.ERROR,
    Severity.WARNING,
    message="{what}; {host} looks for {wanted}",
    consequence=FILE_IGNORED,
    advice='put the servers under "{first}"',
    targets=("claude-code", "vscode", "codex"),
    example='{"servers": {"notes": {"command": "notes-server"}}} in .mcp.json',
)
def wrong_root(config: ConfigDocument) -> Iterator[Violation]:
    """Servers stand under the key that the host of the file looks for.

    VS Code says `servers`, Codex `mcp_servers`, most others `mcpServers`; under the key of another
    host they are not found, and nothing is reported. It is an error where that was seen, else a
    warning. Servers without any key are a warning, and nothing in a plugin, where they are legal.
    """
    sure = Column.ROOT in config.host.sure
    for entry in config.foreign_roots:
        owner = ROOT_OWNERS[entry.key]
        yield _wrong_root(config, span_of(entry), f'"{entry.key}" is the key of {owner}', sure=sure)
    bare = [server for server in config.misplaced if server.root is None]
    if bare and not config.in_plugin:
        what = "servers stand here without a key for them"
        yield _wrong_root(config, Span(bare[0].start, bare[0].end), what, sure=False)


def _wrong_root(config: ConfigDocument, span: Span, what: str, *, sure: bool) -> Violation:
    host, roots = config.host.name, config.host.roots
    effect = _NOT_READ if sure else _MAY_NOT_READ
    values = {
        "what": what,
        "host": host if host != "generic" else "a host",
        "wanted": " or ".join(f'"{root}"' for root in roots),
        "first": roots[0],
    }
    return Violation(
        span=span,
        values=values,
        severity=None if sure else Severity.WARNING,
        consequence=effect.format(host=values["host"]),
    )


@rule(
    "MC007",
    "not-an-object",
    Severity.ERROR,
    message="{what} must be {wanted}, not {kind}",
    consequence=FILE_IGNORED,
    advice="write one object per server, by name",
    targets=("claude-code", "vscode", "codex"),
    example='{"mcpServers": {"notes": "notes-server"}}',
)
def not_an_object(config: ConfigDocument) -> Iterator[Violation]:
    """The file, its map of servers and each server are objects.

    A list of servers, a path or a bare command is not what a host looks for at these places: it
    reports an error or, more often, no servers. Only a plugin's manifest may name files instead.
    """
    if config.root is None:
        return
    if config.root.kind != "mapping" and config.host.kind is not Kind.SETTINGS:
        yield _wrong(config.root, "the file", "")
    for misfit in config.misfits:
        what = f'"{misfit.key}"'
        yield _wrong(misfit.node, what, misfit.pointer, plugin=config.host.references)
    for server in config.all_servers:
        if server.node.kind != "mapping":
            yield Violation(
                span=span_of(server.node),
                values={
                    "what": f'server "{server.name}"',
                    "wanted": "an object",
                    "kind": kind_of(server.node),
                },
                field=server.pointer,
                subject=server.name,
                consequence=SERVER_SKIPPED,
            )


def _wrong(node: Node, what: str, field: str, *, plugin: bool = False) -> Violation:
    wanted = "an object or the path of a file" if plugin else "an object"
    values = {"what": what, "wanted": wanted, "kind": kind_of(node)}
    return Violation(span=span_of(node), values=values, field=field)


@rule(
    "MC008",
    "no-servers",
    Severity.WARNING,
    message="the file configures no server{hint}",
    consequence="nothing is started from it",
    advice='add a server under "{root}", or delete the file',
    example='{"mcpServers": {}}',
)
def no_servers(config: ConfigDocument) -> Iterator[Violation]:
    """A file that exists for servers has one.

    An empty file of servers is a leftover, or its servers stand where no host looks: a key that is
    nearly the right one is named. Settings and manifests, which hold other things, need no server.
    """
    root = config.root
    if root is None or root.kind != "mapping" or not config.host.dedicated:
        return
    if config.all_servers or config.foreign_roots or config.misfits:
        return
    wanted = config.host.roots[0]
    own = next((entry for entry in root.entries if entry.key in config.host.roots), None)
    near = None if own else _misspelt(root, wanted)
    hint = f'; did you mean "{wanted}" by "{near.key}"?' if near else ""
    place = own or near
    span = span_of(place) if place else Span(root.start, root.start + 1)
    field = pointer(place.key) if place else None
    yield Violation(span=span, values={"root": wanted, "hint": hint}, field=field)


def _misspelt(root: Node, wanted: str) -> Entry | None:
    """The first key with an object that is nearly the one for servers, in whatever case."""
    objects = (entry for entry in root.entries if entry.value.kind == "mapping")
    return next((entry for entry in objects if meant_by(entry.key, (wanted,))), None)


RULES: tuple[Rule[ConfigDocument], ...] = (wrong_root, not_an_object, no_servers)
