"""What of a config is quoted in no output: values of secrets, told by their keys and flags."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from skillctl.consent.item import is_secret_key
from skillctl.policy.masks import names_secret, starred
from skillctl.rules.rule import Span, span_of
from skillctl.servers.document import ConfigDocument, parse_config
from skillctl.servers.hosts.find import host_of
from skillctl.servers.hosts.model import Text
from skillctl.servers.hosts.table import GENERIC
from skillctl.source.file import SourceFile
from skillctl.source.json_strip import EXTRAS
from skillctl.source.tree import Node

_OPEN_KEYS = frozenset(
    {"command", "args", "type", "cwd", "url", "serverUrl", "httpUrl", "uri", "transport"}
)
_QUOTED = r"""\"[^\"\\\r\n]*+(?:\\.[^\"\\\r\n]*+)*\"?|'[^'\\\r\n]*+(?:\\.[^'\\\r\n]*+)*'?"""
_BYTE_ORDER_MARK = "\ufeff"
_NO_STRING = re.compile(r"true|false|null|NaN|-?Infinity|[-+]?\d[\d.eE+-]*")
_VARIABLE = re.compile(r"\$\{[A-Za-z_][A-Za-z0-9_]*+(?:\}|:-)")
_ASSIGNED = re.compile(r"[\"']?(?P<name>[A-Za-z_][A-Za-z0-9_.]*+)=")
_FLAG = re.compile(r"--?[A-Za-z][A-Za-z0-9_.-]*+")


class _Form(NamedTuple):
    """What is a word in a language, and what stands after a word that is a key."""

    word: re.Pattern[str]
    after_key: re.Pattern[str]


_JSON = _Form(re.compile(rf"{_QUOTED}|[^\s\"'{{}}\[\],:]+"), re.compile(r"\s*+:"))
_TOML = _Form(
    re.compile(
        r"""(?P<table>^[ \t]*+\[{1,2}[A-Za-z0-9_."' -]++\]{1,2}(?=[ \t]*+(?:\#|\r?$)))"""
        rf"|{_QUOTED}|[^\s\"'{{}}\[\],=]+",
        re.MULTILINE,
    ),
    re.compile(r"[ \t]*+="),
)


def hidden_spans(config: ConfigDocument, found: Iterable[Span] = ()) -> tuple[Span, ...]:
    """All spans that no output quotes, in order and apart, with those that were `found` before.

    They are the strings below the secret keys of mcp.md section 4.1 and below other keys that name
    a secret, and the argument after a flag that does. In a text that is no JSON only the nearest
    key tells, and a key that is not known is taken for a secret one.
    """
    if config.source is None:
        return ()
    text = config.source.text
    spans = [*found]
    if config.root is not None:
        servers = frozenset(server.start for server in config.all_servers)
        spans += _below(config.root, text, servers)
    spans += _in_no_json(config, text)
    return tuple(_apart(sorted(spans)))


def _in_no_json(config: ConfigDocument, text: str) -> Iterator[Span]:
    """What is hidden where no structure tells: all of a text that has none, else its comments."""
    form = _TOML if config.host.text is Text.TOML else _JSON
    is_read = config.root is not None and all(p.kind in EXTRAS for p in config.problems)
    if not config.problems:
        return
    if not is_read:
        yield from _by_nearest_key(text, form)
        return
    ends = [problem.end for problem in config.problems]
    for span in _by_nearest_key(text, form):
        at = bisect_right(ends, span.start)
        if at < len(ends) and config.problems[at].start <= span.start:
            yield span


def starred_config(path: Path, text: str) -> str:
    """The text of a config, as long as before, with `*` for what no output quotes."""
    mark = int(text.startswith(_BYTE_ORDER_MARK))
    config = parse_config(SourceFile("", b"", text[mark:]), path, host_of(path) or GENERIC)
    shown = starred(text)
    pieces: list[str] = []
    at = 0
    for start, end in hidden_spans(config):
        pieces += (shown[at : start + mark], "*" * (end - start))
        at = end + mark
    return "".join((*pieces, shown[at:]))


def _below(
    node: Node, text: str, servers: frozenset[int], *, secret: bool = False
) -> Iterator[Span]:
    """What is hidden below a node; a server may be called `token`."""
    if node.kind == "string":
        yield from _string(node, text, secret=secret)
    asked = any(entry.key == "password" and entry.value.value is True for entry in node.entries)
    for entry in node.entries:
        named = is_secret_key(entry.key) or names_secret(entry.key)
        named = named or (asked and entry.key == "default")
        below = secret or (named and entry.start not in servers)
        yield from _below(entry.value, text, servers, secret=below)
    flag = False
    for item in node.items:
        yield from _below(item, text, servers, secret=secret or flag)
        flag = is_secret_flag(item.value)


def _string(node: Node, text: str, *, secret: bool) -> Iterator[Span]:
    """A secret string but its variables; or one whose escapes hide what would be seen in it."""
    token, value = text[node.start : node.end], str(node.value)
    if secret:
        yield from _literals(token, node.start)
    elif "\\" in token and starred(value) != value:
        yield span_of(node)
    assigned = None if secret else _ASSIGNED.match(token)
    if assigned and names_secret(assigned["name"]):
        after = node.start + assigned.end()
        spans = _literals(token, node.start)
        yield from (Span(max(start, after), end) for start, end in spans if end > after)


def _literals(token: str, start: int) -> Iterator[Span]:
    """What a token holds besides quotes and the names of variables."""
    quote = token[:1] if token[:1] in ('"', "'") else ""
    at, end = len(quote), len(token)
    if quote and end > 1 and token.endswith(quote):
        end -= 1
    for variable in _VARIABLE.finditer(token, at, end):
        yield Span(start + at, start + variable.start())
        at = variable.end()
    yield Span(start + at, start + end)


def _by_nearest_key(text: str, form: _Form) -> Iterator[Span]:
    """Every word that stands after a key which is not known to be open."""
    key, flag = "", False
    for word in form.word.finditer(text):
        plain = word.group().strip("\"'")
        if form.after_key.match(text, word.end()):
            key, flag = plain, False
            continue
        if word.lastgroup:  # the name of a table
            key = ""
            continue
        hidden = flag or (key and not _is_open(key))
        if hidden and not _NO_STRING.fullmatch(word.group()):
            yield from _literals(word.group(), word.start())
        flag = is_secret_flag(plain)


def _is_open(key: str) -> bool:
    """Whether what stands after a key may be shown; TOML writes keys within keys with dots."""
    *above, last = key.split(".")
    return last in _OPEN_KEYS and not any(map(is_secret_key, above))


def is_secret_flag(word: object) -> bool:
    """Whether a word of a command line is a flag that names a secret."""
    is_flag = isinstance(word, str) and _FLAG.fullmatch(word) is not None
    return is_flag and names_secret(str(word))


def _apart(spans: Iterable[Span]) -> Iterator[Span]:
    """Spans in order, those that touch as one, without empty ones."""
    last = Span(0, 0)
    for span in spans:
        if span.start <= last.end:
            last = Span(last.start, max(last.end, span.end))
            continue
        if last.end > last.start:
            yield last
        last = span
    if last.end > last.start:
        yield last
