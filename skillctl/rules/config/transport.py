"""MC104, MC105, MC109 and MC207: how a server is reached."""

import re
from collections.abc import Iterator
from dataclasses import replace
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from skillctl.findings import Safety, Severity
from skillctl.nearest import did_you_mean, near_names
from skillctl.rules.config.server_rule import server_rule, wrong
from skillctl.rules.rule import Repair, Replacement, Rule, Violation, span_of
from skillctl.rules.words import SERVER_SKIPPED
from skillctl.servers.document import ConfigDocument
from skillctl.servers.entries import ServerEntry
from skillctl.servers.hosts.model import SSE, STDIO, WS, Column
from skillctl.servers.hosts.table import TYPE_WORDS
from skillctl.source.tree import Entry, Node, pointer
from skillctl.source.written import json_text

_VARIABLE = re.compile(
    r"\$\{[^{}]*+(?:\{[^{}]*+\}[^{}]*+)*\}|\{(?:env|file):[^{}]*+\}|%\w++%|\$\w++"
)
_DUMMY = "skillctlvariable"
_VARIABLE_PORT = re.compile(rf":{_DUMMY}(?=[/?#]|\Z)")
_SCHEME = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*+)://")
_WEB = ("http", "https")
_SOCKETS = ("ws", "wss")
_PIPES = ("unix", "pipe")


class _Danger(NamedTuple):
    """What is unsafe about an address, what follows from it, and what to do."""

    what: str
    mend: str
    consequence: str | None = None
    security: bool = False


_ANY_ADDRESS = "0.0.0.0"  # noqa: S104 # compared, not bound
_OPEN = _Danger("is not encrypted", "use https, or 127.0.0.1 for a server on this machine")
_ANYWHERE = _Danger(
    "is 0.0.0.0, any address",
    "write 127.0.0.1 for a server on this machine",
    "what answers there is another on each machine; some clients reach nothing",
)
_NAMED = _Danger(
    "holds a name or password before the @",
    "send it in a header that takes it from a variable",
    "it stands in logs and listings, and in the history of the repository",
    security=True,
)


def text_of(node: Node | None) -> str | None:
    """The value of a string, or None."""
    return node.value if node and isinstance(node.value, str) else None


@server_rule(
    "MC104",
    "type",
    Severity.ERROR,
    Severity.WARNING,
    message='server "{server}" has the type "{word}"{what}{more}',
    consequence=SERVER_SKIPPED,
    advice="write one of the types that {host} knows: {words}",
    targets=("claude-code",),
    example='"notes": {"type": "htttp", "url": "https://notes.example/mcp"}',
    fix=Safety.SAFE,
)
def transport_type(server: ServerEntry, config: ConfigDocument) -> Iterator[Violation]:
    """The `type` of a server is a word that its host knows.

    An unknown word is an entry without a transport, which is skipped. Words of other hosts, as
    `streamable-http` or `local`, are understood by some clients and not by the next: write the word
    of the host that reads this file.
    """
    entry, known = server.node.entry("type"), config.host.types
    word = text_of(entry.value) if entry else None
    if entry is None or word is None or not known or word in known:
        return
    meant = TYPE_WORDS.get(word) or known.get(word.lower())
    if meant not in (None, STDIO) and not config.host.url_keys:
        return  # of its url another rule speaks
    own = config.host.word_for(meant) if meant else next(iter(near_names(word, known)), None)
    asked = did_you_mean(word, known)
    found = wrong(
        server,
        entry,
        entry.value,
        word=word,
        what=", a word of another host" if meant else ", which no host knows",
        more="" if meant or not asked else f"; {asked}",
        host=config.host.name,
        words=", ".join(known),
    )
    if meant or Column.TYPE in config.host.unsure:
        unsure = "clients that do not know the word skip the server"
        found = replace(found, severity=Severity.WARNING, consequence=unsure)
    yield replace(found, repair=_write(server, entry, own) if own else None)


def _write(server: ServerEntry, entry: Entry, word: str) -> Repair:
    """Put the host's own word in the place of the type."""
    replacement = Replacement(span_of(entry.value), json_text(word))
    at = server.pointer + pointer(entry.key)
    return Repair(Safety.SAFE, f'write "{word}"', (replacement,), {at: word})


@server_rule(
    "MC105",
    "sse",
    Severity.WARNING,
    message='server "{server}" uses the transport "sse", which is deprecated',
    consequence="clients drop it one by one; the server is then out of reach",
    advice="ask the server's maker for the address of its streamable HTTP endpoint",
    targets=("claude-code",),
    example='"notes": {"type": "sse", "url": "https://notes.example/sse"}',
)
def sse(server: ServerEntry, config: ConfigDocument) -> Iterator[Violation]:
    """A remote server is reached by streamable HTTP.

    The protocol replaced the transport of server-sent events in March 2025; servers offer it only
    for old clients, and new clients leave it out. Most servers have an address for HTTP, too.
    """
    entry = server.node.entry("type")
    word = (text_of(entry.value) if entry else None) or ""
    if entry and config.host.types.get(word, word.lower()) == SSE:
        yield wrong(server, entry, entry.value)


@server_rule(
    "MC109",
    "url",
    Severity.ERROR,
    Severity.WARNING,
    message='"{field}" of server "{server}" {what}',
    consequence="the server cannot be reached",
    advice="write the whole address, as https://notes.example/mcp",
    targets=("claude-code",),
    example='"notes": {"type": "http", "url": "notes.example/mcp"}',
)
def url(server: ServerEntry, config: ConfigDocument) -> Iterator[Violation]:
    """The address of a server is absolute, with a scheme, a host, and no blanks.

    An address without `https://` is a path to most clients. Variables are taken for whatever they
    may hold: an address that begins with one is not judged.
    """
    for entry, text in urls(server, config):
        what = _wrong_url(text, config)
        if what:
            found = wrong(server, entry, entry.value, what=what)
            unsure = Column.URL in config.host.unsure
            yield replace(found, severity=Severity.WARNING if unsure else None)


def urls(server: ServerEntry, config: ConfigDocument) -> Iterator[tuple[Entry, str]]:
    """The addresses of a server by the keys of its host, each with a dummy for variables."""
    for entry in server.node.entries:
        text = text_of(entry.value) if entry.key in config.host.url_keys else None
        if text is not None:
            yield entry, _VARIABLE.sub(_DUMMY, text)


def _wrong_url(text: str, config: ConfigDocument) -> str:
    """What is wrong with an address, or nothing."""
    if not text.strip():
        return "is empty"
    if any(character.isspace() for character in text):
        return "holds blanks"
    if text.startswith(_DUMMY):
        return ""
    match = _SCHEME.match(text)
    if match is None:
        return "is no absolute address: it does not begin with https:// or http://"
    scheme = match["scheme"].lower()
    if scheme not in _schemes(config):
        return f'has the scheme "{scheme}", which no client of this file knows'
    parts = split(text)
    if parts is None:
        return "is no address: its host cannot be read"
    return "" if scheme in _PIPES or parts.hostname else "names no host"


def _schemes(config: ConfigDocument) -> tuple[str, ...]:
    sockets = _SOCKETS if WS in config.host.types.values() else ()
    return (*_WEB, *sockets, *(_PIPES if config.host.name in ("vscode", "generic") else ()))


def split(text: str) -> SplitResult | None:
    """An address in its parts, or None if it has none that can be told."""
    try:
        parts = urlsplit(_VARIABLE_PORT.sub("", text))
        _ = parts.port
    except ValueError:
        return None
    return parts


@server_rule(
    "MC207",
    "plain-http",
    Severity.WARNING,
    message='"{field}" of server "{server}" {what}',
    consequence="whoever is on the way reads every call, and can change the answers",
    advice="{mend}",
    targets=("claude-code", "vscode", "codex"),
    example='"notes": {"type": "http", "url": "http://notes.example/mcp"}',
)
def plain_http(server: ServerEntry, config: ConfigDocument) -> Iterator[Violation]:
    """A server that is not on this machine is reached by https, without a name and password.

    By plain http whoever is on the way reads every call, tokens too, and can change what the tools
    answer. The address 0.0.0.0 is every machine's own, and a name or password before the `@` of an
    address stands in logs and listings.
    """
    for entry, text in urls(server, config):
        parts = split(text)
        if parts is None:
            continue
        host = (parts.hostname or "").lower()
        if {parts.username, parts.password} - {None, "", _DUMMY}:
            yield _unsafe(server, entry, _NAMED)
        elif parts.scheme in ("http", "ws") and host and not _is_loopback(host):
            yield _unsafe(server, entry, _ANYWHERE if host == _ANY_ADDRESS else _OPEN)


def _unsafe(server: ServerEntry, entry: Entry, danger: _Danger) -> Violation:
    found = wrong(server, entry, entry.value, what=danger.what, mend=danger.mend)
    return replace(found, consequence=danger.consequence, security=danger.security)


def _is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost") or host.startswith(_DUMMY):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


RULES: tuple[Rule[ConfigDocument], ...] = (transport_type, sse, url, plain_http)
