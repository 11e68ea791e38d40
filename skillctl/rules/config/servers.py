"""MC101, MC102, MC103 and MC106: a server entry as it is written."""

import re
from collections.abc import Iterator
from dataclasses import replace

from skillctl.findings import Safety, Severity
from skillctl.nearest import near_names
from skillctl.rules.config.server_rule import server_rule, wrong
from skillctl.rules.repairs.inserting import add_member
from skillctl.rules.repairs.quoting import quote_scalars
from skillctl.rules.rule import Repair, Rule, Span, Violation, span_of
from skillctl.rules.typos import meant_by
from skillctl.rules.words import SERVER_SKIPPED, kind_of
from skillctl.servers.document import ConfigDocument
from skillctl.servers.entries import ServerEntry
from skillctl.servers.hosts.model import HTTP, Column, Text
from skillctl.servers.hosts.table import URL_KEYS
from skillctl.source.tree import Entry, Node, pointer

KNOWN_FIELDS = frozenset({"type", "args", "env", "headers", "cwd", "auth", "oauth", "disabled"})
_NEITHER = "neither a command nor a url"
STRING_MAPS = ("env", "environment", "headers", "http_headers", "env_http_headers")
_SSE_PATH = re.compile(r"/sse/?(?:[?#]|\Z)", re.IGNORECASE)


def _url(config: ConfigDocument, server: ServerEntry) -> Entry | None:
    """The first key for an address, by the words of the host."""
    entries = (server.node.entry(key) for key in config.host.url_keys)
    return next((entry for entry in entries if entry), None)


@server_rule(
    "MC101",
    "no-transport",
    Severity.ERROR,
    Severity.WARNING,
    message='server "{server}" has {what}{hint}',
    consequence=SERVER_SKIPPED,
    advice='give it "command" to start a program, or "url" to reach one that runs',
    targets=("claude-code",),
    example='"notes": {"commnad": "notes-server"}',
)
def no_transport(server: ServerEntry, config: ConfigDocument) -> Iterator[Violation]:
    """A server has a `command`, or a `url`.

    One of the two says how the server is reached; without it there is nothing to start, and the
    host leaves the server out. A misspelt key, or one of another host, is the usual cause, and is
    named; an empty command is none. Of claude-desktop it is known from one source only that it
    reaches no server by a url: there it is a warning.
    """
    command, url = server.node.entry("command"), _url(config, server)
    is_reached = url or any(server.node.get(key) for key in config.host.reached_by)
    if command and not is_reached and _is_empty(command.value):
        yield wrong(server, command, command.value, what=_NEITHER, hint=": its command is empty")
    elif command is None and not is_reached:
        foreign = server.node.entry("url") if Column.URL in config.host.unsure else None
        yield _by_url(server, config, foreign) if foreign else _by_nothing(server, config)


def _by_nothing(server: ServerEntry, config: ConfigDocument) -> Violation:
    typo = _misspelt(server, ("command", *config.host.url_keys))
    hint = f'; did you mean "{typo[1]}" by "{typo[0].key}"?' if typo else ""
    part = Span(typo[0].start, typo[0].end) if typo else None
    return wrong(server, part=part, what=_NEITHER, hint=hint)


def _by_url(server: ServerEntry, config: ConfigDocument, url: Entry) -> Violation:
    found = wrong(server, url, what="a url and no command", hint="")
    follows = f"reported for {config.host.name}: it starts programs only, and skips the server"
    return replace(found, severity=Severity.WARNING, consequence=follows)


def _is_empty(value: Node) -> bool:
    """Whether a command names no program: no word, or only blanks."""
    if value.kind == "list":
        return not value.items
    return isinstance(value.value, str) and not value.value.strip()


def _misspelt(server: ServerEntry, wanted: tuple[str, ...]) -> tuple[Entry, str] | None:
    """The first key that is nearly one of the wanted, or another host's for one, and that one."""
    for entry in server.node.entries:
        near = near_names(entry.key[:40], wanted) or [*filter(None, [meant_by(entry.key, wanted)])]
        if not near and entry.key in URL_KEYS and len(wanted) > 1:
            near = [wanted[1]]
        if near and entry.key not in KNOWN_FIELDS:
            return entry, near[0]
    return None


@server_rule(
    "MC102",
    "two-transports",
    Severity.ERROR,
    message='server "{server}" has both "{first}" and "{second}"',
    consequence=SERVER_SKIPPED,
    advice="keep one of the two",
    targets=("claude-code",),
    example='"notes": {"command": "notes-server", "url": "https://notes.example/mcp"}',
)
def two_transports(server: ServerEntry, config: ConfigDocument) -> Iterator[Violation]:
    """A server has a `command` or a `url`, not both.

    Which of the two is used depends on the host, so that one file starts a program here and
    connects to an address there; some hosts refuse the entry. Keep the one that is meant.
    """
    command, url = server.node.entry("command"), _url(config, server)
    if command and url:
        first, second = sorted((command, url), key=lambda entry: entry.start)
        found = wrong(server, second, first=first.key, second=second.key)
        yield replace(found, related=((span_of(first), "the other one"),))


@server_rule(
    "MC103",
    "url-without-type",
    Severity.ERROR,
    Severity.WARNING,
    message='server "{server}" has a url but no type',
    consequence="the server is skipped by claude-code",
    advice='add "type": "{word}" (or "sse" for an old server)',
    targets=("claude-code",),
    example='"notes": {"url": "https://notes.example/mcp"}',
    fix=Safety.SAFE,
)
def url_without_type(server: ServerEntry, config: ConfigDocument) -> Iterator[Violation]:
    """A server that is reached by `url` says its `type`.

    In `.mcp.json` an entry without `type` is taken for a program; it has no command, so it is
    skipped; roo wants a type, too, and calls it `streamable-http`. Elsewhere `http` is assumed,
    which is wrong for an old server that speaks SSE: there it is a warning, and the entry is kept.
    Keys that name a transport of their own, as `httpUrl`, need no type. Where the address ends in
    `/sse`, `--fix` adds nothing.
    """
    url = server.node.entry("url")
    if url is None or server.node.get("command") or server.node.get("type"):
        return
    if not (config.host.type_needed or config.host.type_advised):
        return
    word = config.host.word_for(HTTP) or "http"
    found = wrong(server, url, word=word)
    found = replace(found, repair=_add_type(server, config, url, word))
    if Column.TYPE not in config.host.sure:
        follows = "http is assumed; a server that speaks SSE fails"
        if config.host.type_needed:
            follows = f"{config.host.name} wants a type, and may skip the server"
        found = replace(found, severity=Severity.WARNING, consequence=follows)
    yield found


def _add_type(server: ServerEntry, config: ConfigDocument, url: Entry, word: str) -> Repair | None:
    """The type before the url, unless that seems to be of a server that speaks SSE."""
    is_sse = _SSE_PATH.search(str(url.value.value))
    if is_sse or config.source is None:
        return None
    return add_member(config.source, url, "type", word, f"{server.pointer}/type")


@server_rule(
    "MC106",
    "field-type",
    Severity.ERROR,
    message='"{field}" of server "{server}" must be {wanted}; {what}',
    consequence=SERVER_SKIPPED,
    advice="write every word as a string of its own, and every value in quotes",
    targets=("claude-code",),
    example='"notes": {"command": "notes-server", "args": "--verbose"}',
    fix=Safety.SAFE,
)
def field_type(server: ServerEntry, config: ConfigDocument) -> Iterator[Violation]:
    """`command` and `url` are strings, `args` a list of strings, `env` and `headers` maps of such.

    Hosts check these types and skip the entry if one is wrong; a host that does not check passes
    `["--port", 8080]` or one long string to the program in a form of its own. Quote each value.
    VS Code takes numbers in `env`, and `null` for a variable that is to be unset. A `type` is a
    string, too.
    """
    for entry in server.node.entries:
        wanted = _wanted(entry, config)
        kinds = config.host.env_kinds if entry.key == "env" else _STRINGS
        found = _wrong_part(entry.value, wanted, kinds)
        if found and not _is_lost_list(entry, config):
            part, what = found
            repair = _quote(server, entry, wanted, config) if entry.key != "type" else None
            yield replace(wrong(server, entry, part, wanted=wanted, what=what), repair=repair)


def _is_lost_list(entry: Entry, config: ConfigDocument) -> bool:
    """Whether `env` of codex holds a list that belongs beside it; of that another rule speaks."""
    lists = any(inner.value.kind == "list" for inner in entry.value.entries)
    return config.host.text is Text.TOML and entry.key == "env" and lists


def _quote(server: ServerEntry, entry: Entry, wanted: str, config: ConfigDocument) -> Repair | None:
    """Put every value that should be a string in quotes, if each can be."""
    at, value = server.pointer + pointer(entry.key), entry.value
    parts = {at: value} if wanted == _STRING else {}
    if wanted != _STRING and value.kind == _SHAPES[wanted]:
        parts |= {at + pointer(number): item for number, item in enumerate(value.items)}
        parts |= {at + pointer(inner.key): inner.value for inner in value.entries}
    not_strings = {at: part for at, part in parts.items() if part.kind != "string"}
    return quote_scalars(config.source, not_strings) if config.source else None


_STRINGS = frozenset({"string"})
_STRING, _LIST, _MAP = "a string", "a list of strings", "an object of strings"
_SHAPES = {_STRING: "string", _LIST: "list", _MAP: "mapping"}


def _wanted(entry: Entry, config: ConfigDocument) -> str:
    """What a field must be, in words; empty for a field that is not judged."""
    if entry.key == "command" and config.host.command_lists and entry.value.kind == "list":
        return _LIST
    if entry.key in ("command", "type", *config.host.url_keys):
        return _STRING if entry.key != "type" or config.host.types else ""
    if entry.key == "args":
        return _LIST
    return _MAP if entry.key in STRING_MAPS else ""


def _wrong_part(value: Node, wanted: str, kinds: frozenset[str]) -> tuple[Node, str] | None:
    """The first part of a value that is not as wanted, and what it is."""
    shape = _SHAPES.get(wanted)
    if shape is None:
        return None
    if value.kind != shape:
        return value, f"it is {kind_of(value)}"
    for number, item in enumerate(value.items, 1):
        if item.kind != "string":
            return item, f"item {number} is {kind_of(item)}"
    for entry in value.entries:
        if entry.value.kind not in kinds:
            return entry.value, f'"{entry.key}" is {kind_of(entry.value)}'
    return None


RULES: tuple[Rule[ConfigDocument], ...] = (
    no_transport,
    two_transports,
    url_without_type,
    field_type,
)
