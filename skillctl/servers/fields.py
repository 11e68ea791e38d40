"""The fields of a server entry that are read, with what is wrong about them (mcp.md section 1)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from unicodedata import category

from skillctl.nearest import did_you_mean
from skillctl.servers.model import Limits
from skillctl.source.closed import VALUE, Key, Own, examine
from skillctl.source.tree import Entry, Node

TYPE_WORDS = {"stdio": "stdio", "http": "http", "streamable-http": "http", "sse": "sse"}
PROTOCOLS = ("auto", "handshake", "2026-07-28")
LONGEST_NAME = 128
_LEAST_MILLISECONDS = 1000
_MOST = 1e9  # beyond it a clock means nothing
_AUTH = Own("an object", lambda node: node.kind == "mapping", {})
_KEYS = {
    **dict.fromkeys(("type", "command", "cwd", "url"), Key()),
    **dict.fromkeys(("args", "enabledTools", "disabledTools"), Key(kind="strings")),
    **dict.fromkeys(("env", "headers"), Key(kind="map")),
    **dict.fromkeys(("auth", "oauth"), Key(own=_AUTH)),
    "disabled": Key(kind="boolean"),
    "protocol": Key(choices=PROTOCOLS),
}
_SECONDS = {"toolTimeout": "idle", "startTimeout": "start", "listTimeout": "listing"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fields:
    """What an entry says, its variables not expanded; a field of a wrong type is left out."""

    values: Mapping[str, Any]
    transport: str
    limits: Limits
    problems: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def read_fields(name: str, entry: Node) -> Fields:
    """Read one entry; `null` counts as absent here (in the fingerprint it does not)."""
    present = tuple(e for e in entry.entries if e.value.kind != "null")
    node = Node("mapping", entry.start, entry.end, entries=present)
    misfits = [m for m in examine(node, _KEYS) if m.name == VALUE]
    wrong = {e.key for e in present for m in misfits if e.value.start <= m.start < e.value.end}
    data: Any = node.data()
    values = {k: v for k, v in data.items() if k in _KEYS and k not in wrong}
    problems = [*_name_problems(name), *(m.message for m in misfits)]
    warnings: list[str] = []
    transport = _transport(values, wrong, problems, warnings)
    return Fields(
        values=values,
        transport=transport,
        limits=_limits(node, warnings),
        problems=tuple(problems),
        warnings=tuple(warnings),
    )


def _name_problems(name: str) -> Iterator[str]:
    if not name:
        yield "the name is empty"
    if len(name) > LONGEST_NAME:
        yield f"the name has {len(name)} characters; limit {LONGEST_NAME}"
    if any(category(character) == "Cc" for character in name):
        yield "the name holds a control character"


def _transport(
    values: Mapping[str, Any], wrong: set[str], problems: list[str], warnings: list[str]
) -> str:
    """How the server is reached, by `type` or by what the entry has."""
    word = values.get("type")
    has_command = "command" in values or "command" in wrong
    has_url = "url" in values or "url" in wrong
    if word is not None and word not in TYPE_WORDS:
        meant = did_you_mean(word, TYPE_WORDS, f"known: {', '.join(TYPE_WORDS)}")
        problems.append(f'type "{word}" is unknown; {meant}')
    if has_command and has_url:
        problems.append("command and url stand together; one server has one of them")
    elif not has_command and not has_url:
        problems.append("neither command nor url")
    elif word in TYPE_WORDS and (word == "stdio") is not has_command:
        problems.append(f'type "{word}" does not go with {"command" if has_command else "url"}')
    elif word is None and has_url and "type" not in wrong:
        warnings.append('url without type; "http" is assumed')
    return TYPE_WORDS.get(word or "", "stdio" if has_command else "http")


def _limits(node: Node, warnings: list[str]) -> Limits:
    """Times of the entry; a bad one is named and has no effect."""
    given = {e.key: e for e in node.entries}
    found: dict[str, float] = {}
    for key, name in _SECONDS.items():
        if (seconds := _positive(given.get(key), warnings)) is not None:
            found[name] = seconds
    hard = _positive(given.get("timeout"), warnings)
    if hard is not None and hard < _LEAST_MILLISECONDS:
        warnings.append(f"timeout is {hard:g} ms, under {_LEAST_MILLISECONDS} ms; ignored")
        hard = None
    idle = found.get("idle", Limits().idle)
    found["hard"] = max(Limits().hard, idle) if hard is None else hard / 1000
    return Limits(**found)


def _positive(entry: Entry | None, warnings: list[str]) -> float | None:
    if entry is None:
        return None
    value = entry.value.value
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < _MOST:
        warnings.append(f"{entry.key} is not a positive number of sensible size; ignored")
        return None
    return float(value)
