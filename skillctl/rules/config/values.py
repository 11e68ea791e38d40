"""The strings of a server in which a host would look for variables."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from skillctl.consent.item import is_secret_key
from skillctl.policy.masks import MASK, names_secret, starred
from skillctl.rules.config.masks import is_secret_flag
from skillctl.rules.config.server_rule import wrong
from skillctl.rules.rule import Span, Violation, span_of
from skillctl.servers.entries import ServerEntry
from skillctl.servers.hosts.model import Form, Host
from skillctl.source.file import SourceFile
from skillctl.source.tree import Entry, Node

VALUE_FIELDS = frozenset(
    {"command", "args", "env", "environment", "headers", "http_headers", "cwd", "envFile"}
)
_DEFAULT = re.compile(r":-.*+", re.DOTALL)


class Value(NamedTuple):
    """A string among the values of a server: in which field, the way from there, its text."""

    entry: Entry
    node: Node
    text: str
    keys: tuple[str | int, ...] = ()

    def span(self, source: SourceFile | None, start: int, end: int) -> Span:
        """The place of a part of the text, or of the whole value if it is written with escapes."""
        part = self.text[start:end]
        written = source.text[self.node.start : self.node.end] if source else ""
        at = written.find(self.text)
        if at < 0 or not part:
            return span_of(self.node)
        first = self.node.start + at + start
        return Span(first, first + len(part))

    def quoted(self, start: int, end: int) -> str:
        """A variable in the text as a message may show it: a part of a secret may look like one."""
        form, around = self.text[start:end], self.text[:start][-1:] + self.text[end : end + 1]
        shown = form
        if form.startswith("${"):
            shown = _DEFAULT.sub(f":-{MASK}}}", form)
        elif form[0] in "$%" and not (
            form.strip("$%").isupper() and not any(map(str.isalnum, around))
        ):
            shown = f"{form[0]}{MASK}"
        return shown if shown == form or self._is_secret() else form

    def _is_secret(self) -> bool:
        names = (str(key) for key in (self.entry.key, *self.keys))
        number = self.keys[0] if self.keys else 0
        flag = self.entry.value.items[number - 1] if isinstance(number, int) and number else None
        return (
            any(is_secret_key(name) or names_secret(name) for name in names)
            or (flag is not None and is_secret_flag(flag.value))
            or is_secret_flag(self.text.partition("=")[0])
            or starred(self.text) != self.text
        )


_REFERENCES = {
    Form.PLAIN: '"${NAME}"',
    Form.ENV: '"${env:NAME}"',
    Form.DOLLAR: '"$NAME"',
    Form.BRACE_ENV: '"{env:NAME}"',
}


def variable_of(host: Host) -> str:
    """How a host wants a variable of the environment written; empty if it knows none."""
    return next((text for form, text in _REFERENCES.items() if form in host.forms), "")


def values_of(server: ServerEntry, host: Host) -> Iterator[Value]:
    """Every string in the fields whose variables a host would expand."""
    for entry in server.node.entries:
        if entry.key in VALUE_FIELDS or entry.key in host.url_keys:
            yield from _values(entry, entry.value, ())


def _values(entry: Entry, node: Node, keys: tuple[str | int, ...]) -> Iterator[Value]:
    if isinstance(node.value, str):
        yield Value(entry, node, node.value, keys)
    for number, item in enumerate(node.items):
        yield from _values(entry, item, (*keys, number))
    for inner in node.entries:
        yield from _values(entry, inner.value, (*keys, inner.key))


def wrong_value(
    server: ServerEntry, value: Value, part: Node | Span | None = None, **words: object
) -> Violation:
    """A violation by a value, or by a part of it; a variable of the environment is named."""
    found = wrong(server, value.entry, part or value.node, **words)
    names = [key for key in value.keys if isinstance(key, str)]
    return replace(found, values={**found.values, "field": ".".join((value.entry.key, *names))})
