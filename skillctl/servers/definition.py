"""What a server is, in whatever dialect it is written (lint.md sections 3.2 and 4)."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from skillctl.servers.entries import ServerEntry
from skillctl.servers.hosts.model import STDIO, TYPE_SPELLINGS, Form, Host
from skillctl.source.tree import Node

_INPUT = "${input:"
_VARIABLE = re.compile(r"\$\{[^{}]*+\}")
_ENV = re.compile(r"\$?\{env:([^{}]*+)\}")
_DOLLAR = re.compile(r"\$([A-Za-z_]\w*+)")
_BASE = re.compile(
    r"\$\{(?:workspaceFolder|workspacePath|extensionPath|CLAUDE_PLUGIN_ROOT"
    r"|CLAUDE_PROJECT_DIR(?::-\.)?)\}"
)
_HERE = re.compile(r"\A\.(?:/|\Z)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """What a server runs or reaches, in words that do not depend on the dialect.

    `words` are the program and its arguments, `url` is the address of one that runs elsewhere;
    one of the two is empty. `transport` is empty where the host finds it out. The names of headers
    are in lower case. `cwd` is empty for the folder from which paths count anyway.
    """

    words: tuple[str, ...] = ()
    url: str = ""
    transport: str = ""
    env: Mapping[str, str]
    headers: Mapping[str, str]
    cwd: str = ""


def definition_of(server: ServerEntry, host: Host) -> Definition | None:
    """The definition of an entry as its host reads it; None if it is none."""
    node = server.node
    command, address = node.get("command"), _address(node, host)
    if bool(command) is bool(address) or node.kind != "mapping":
        return None
    words = (*_words(command), *_words(node.get("args"))) if command else ()
    return Definition(
        words=tuple(_common(word, host) for word in words),
        url=_common(_text(address[1]), host) if address else "",
        transport=_transport(node, host, address[0] if address else None),
        env=_environment(node, host),
        headers=_headers(node, host),
        cwd=_common(_text(node.get("cwd")), host),
    )


def differences(one: Definition, other: Definition) -> Iterator[str]:
    """In what two definitions differ, in words."""
    if bool(one.words) is not bool(other.words):
        yield "one is a program, the other an address"
        return
    if not _alike(one.words, other.words):
        yield "the command"
    if not _is_alike(one.url, other.url):
        yield "the url"
    if one.transport != other.transport and one.transport and other.transport:
        yield "the transport"
    if not _alike(_rows(one.env), _rows(other.env)):
        yield "the environment"
    if not _alike(_rows(one.headers), _rows(other.headers)):
        yield "the headers"
    if not _is_alike(one.cwd, other.cwd):
        yield "the cwd"


def is_off(server: ServerEntry) -> bool:
    """Whether an entry is switched off."""
    disabled, enabled = server.node.get("disabled"), server.node.get("enabled")
    return bool(disabled and disabled.value is True) or bool(enabled and enabled.value is False)


def _address(node: Node, host: Host) -> tuple[str, Node] | None:
    """The first key for an address, with its value."""
    found = ((key, node.get(key)) for key in host.url_keys)
    return next(((key, value) for key, value in found if value), None)


def _transport(node: Node, host: Host, key: str | None) -> str:
    if key is None:
        return STDIO
    word = _text(node.get("type"))
    return host.types.get(word) or TYPE_SPELLINGS.get(word, word) or host.url_keys[key]


def _words(node: Node | None) -> tuple[str, ...]:
    """A value as a list of words."""
    if node is None:
        return ()
    return tuple(map(_text, node.items)) if node.kind == "list" else (_text(node),)


def _environment(node: Node, host: Host) -> dict[str, str]:
    """The variables that are set; one that is only handed on is not."""
    given = {name: _common(text, host) for name, text in _texts(node.get("env"))}
    return {name: text for name, text in given.items() if text != f"${{{name}}}"}


def _headers(node: Node, host: Host) -> dict[str, str]:
    """The headers, also where a field of its own names the variable with the value."""
    found = {name: f"${{{text}}}" for name, text in _texts(node.get("env_http_headers"))}
    token = node.get("bearer_token_env_var")
    if token:
        found["authorization"] = f"Bearer ${{{_text(token)}}}"
    for field in ("headers", "http_headers"):
        found |= {name: _common(text, host) for name, text in _texts(node.get(field))}
    return {name.lower(): text for name, text in found.items()}


def _texts(node: Node | None) -> Iterator[tuple[str, str]]:
    """The entries of a map as texts."""
    for entry in node.entries if node else ():
        yield entry.key, _text(entry.value)


def _text(node: Node | None) -> str:
    return "" if node is None else str(node.data())


def _common(text: str, host: Host) -> str:
    """A text with its variables and its way to name the own folder in one form."""
    text = _ENV.sub(r"${\1}", text)
    if Form.DOLLAR in host.forms:
        text = _DOLLAR.sub(r"${\1}", text)
    return _HERE.sub("", _BASE.sub(".", text))


def _rows(texts: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(f"{name}={text}" for name, text in sorted(texts.items()))


def _alike(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    return len(one) == len(other) and all(map(_is_alike, one, other))


def _is_alike(one: str, other: str) -> bool:
    """Whether two texts mean the same; what is asked for may be any variable of another host."""
    if one == other or _INPUT not in one + other:
        return one == other
    return _VARIABLE.sub("${}", one) == _VARIABLE.sub("${}", other)
