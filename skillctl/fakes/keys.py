"""The keys of a fake server file (harness.md section 1): one table for reader, rules and schema.

A key of the format that this version does not support is `LATER`: refused by its name, never
passed over.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from skillctl.fakes.fault_keys import EFFECTS, FAULT, LEAVE
from skillctl.fakes.faults.floods import REQUESTED
from skillctl.fakes.kinds import AFTER, BYTES, MILLISECONDS, OF, OUTPUT, PROTOCOL, SECONDS, SEED
from skillctl.fakes.offer_keys import (
    LIST,
    PARTS,
    PROMPT,
    PROMPT_PARTS,
    READ_PARTS,
    RESOURCE,
    TEMPLATE,
    TOOL,
)
from skillctl.fakes.paging import CURSORS
from skillctl.fakes.protocol import ERAS
from skillctl.fakes.reply_keys import (
    ANSWERS,
    INPUT,
    MATCHES,
    PROMPT_ANSWERS,
    READ_ANSWERS,
    RESULTS,
    WITHOUT_RESULT,
)
from skillctl.fakes.requests import ANSWERS as ANSWERED
from skillctl.source.closed import Key
from skillctl.source.closed_schema import json_schema

SCHEMA = "skillctl.fake/1"
ACTIONS = ("notify", "set_tools", "stderr", "raw", "request")


@dataclass(frozen=True, slots=True)
class Choice:
    """Keys of a table of which exactly one has to stand, or with `many` at least one."""

    words: str
    keys: tuple[str, ...]
    many: bool = False


_MATCH = Choice("match key of", MATCHES)
_READ = Choice("answer of", ("text", "blob", "reply"))
CHOICES: Mapping[str, tuple[Choice, ...]] = {
    "tool": (Choice("of", ("name", "definition")),),
    "tool.reply": (_MATCH, Choice("answer of", ANSWERS)),
    "tool.reply.input_required": (Choice("of", tuple(INPUT), many=True),),
    "resource": (Choice("of", ("uri", "definition")), _READ),
    "resource.reply": (_MATCH, Choice("answer of", READ_ANSWERS)),
    "resource.reply.input_required": (Choice("of", tuple(INPUT), many=True),),
    "resource_template": (Choice("of", ("uri_template", "definition")), _READ),
    "resource_template.reply": (_MATCH, Choice("answer of", READ_ANSWERS)),
    "resource_template.reply.input_required": (Choice("of", tuple(INPUT), many=True),),
    "prompt": (Choice("of", ("name", "definition")), Choice("answer of", ("text", "reply"))),
    "prompt.reply": (_MATCH, Choice("answer of", PROMPT_ANSWERS)),
    "prompt.reply.input_required": (Choice("of", tuple(INPUT), many=True),),
    "fault": (Choice("effect of", EFFECTS, many=True),),
    "event": (Choice("of", ACTIONS, many=True),),
}
BESIDE: Mapping[str, tuple[str, ...]] = {
    "tool": PARTS,
    "resource": ("name", *READ_PARTS),
    "resource_template": ("name", *READ_PARTS),
    "prompt": PROMPT_PARTS,
}
WITH_META = tuple(dict.fromkeys(a for a in (*ANSWERS, "blob") if a not in WITHOUT_RESULT))
PROGRESSING = ("progress", "progress_endless")
NEEDED: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "tool.reply": {"is_error": RESULTS},
    "reply": {"meta": WITH_META, "progress_every_ms": PROGRESSING},
    "fault": {"split_ms": ("split_bytes",)},
    "event": {"expect": ("request",), "within_ms": ("expect",)},
}


def needed(path: str) -> dict[str, tuple[str, ...]]:
    """The keys of a table that say more about others, one of which then has to stand, too."""
    word = path.rpartition(".")[2]
    return {**NEEDED.get(word, {}), **NEEDED.get(path, {})}


SERVER: Mapping[str, Key] = {
    "name": Key(help="serverInfo.name, and the key of the server in scenarios"),
    "version": Key(help="serverInfo.version (1.0.0)"),
    "title": Key(help="serverInfo.title"),
    "instructions": Key(help="instructions for the model, in the answer to initialize"),
    "era": Key(
        choices=ERAS,
        help="initialize (handshake), or 2026-07-28 (modern), or as the client begins (both)",
    ),
    "protocol": Key(own=PROTOCOL, help="protocol versions that it agrees to (all of its era)"),
    "answer": Key(
        help="the version it answers with, whatever was asked for; the only one in the modern era"
    ),
    "capabilities": Key(kind="object", help="capabilities, sent as they are (what the file holds)"),
    "page_size": Key(kind="integer", least=1, help="entries per page of every list (all)"),
    "cursor": Key(
        choices=CURSORS,
        help="cursors of the pages: as they should be (normal), an empty string for the second "
        "page, the same one on every page, or ever new ones without an end",
    ),
    "shuffle": Key(
        kind="strings",
        choices=("tools", "keys"),
        help="list the tools, or the keys of all that is listed, in another order",
    ),
    "seed": Key(own=SEED, help="number of that order, the same one everywhere (0)"),
    "unknown_method": Key(
        choices=("error", "silent", "die"), help="what an unknown request gets (error)"
    ),
    "omit": Key(
        kind="strings",
        choices=("protocolVersion", "capabilities", "serverInfo"),
        help="members left out of the answer to initialize or server/discover",
    ),
    "validate_args": Key(
        kind="boolean", help="whether arguments are checked against input_schema (true)"
    ),
}
SIGTERM = ("SIGTERM",)
HELPER: Mapping[str, Key] = {
    "group": Key(
        choices=("same", "own", "session"),
        help="process group: that of the fake (same), its own one, or that of its own session",
    ),
    "ignore": Key(kind="strings", choices=SIGTERM, help="signals that do not end it"),
    "outlive": Key(kind="boolean", help="live on when the fake has ended (false)"),
    "seconds": Key(own=SECONDS, help="end after so many seconds in any case (30)"),
}
PROCESS: Mapping[str, Key] = {
    "start_delay_ms": Key(own=MILLISECONDS, help="time before it does anything"),
    "stderr": Key(kind="strings", help="lines on stderr at the start"),
    "stderr_bytes": Key(own=BYTES, help="then so many bytes on stderr without a line end"),
    "stdout_before": Key(own=OUTPUT, help="lines on stdout before the first message"),
    "bom": Key(kind="boolean", help="stdout begins with a byte order mark (false)"),
    "crlf": Key(kind="boolean", help="every line on stdout ends with CR LF (false)"),
    "ignore": Key(
        kind="strings",
        choices=("EOF", *SIGTERM),
        help="ends that do not end it; without its parent it ends all the same",
    ),
    "stop_reading": Key(kind="boolean", help="read nothing at all, not even the end (false)"),
    "exit_at_start": Key(kind="table", keys=LEAVE, help="end right after the start"),
    "helper": Key(
        kind="table",
        keys=HELPER,
        help="a child process that does nothing and stays, with the same stdout and stderr",
    ),
}
EVENT: Mapping[str, Key] = {
    "after": Key(own=AFTER, required=True, help="when it happens"),
    "notify": Key(help="notification that is sent"),
    "set_tools": Key(kind="strings", help="tools that are listed from now on, in this order"),
    "stderr": Key(kind="strings", help="lines on stderr"),
    "raw": Key(help="a line on stdout, as it is"),
    "request": Key(choices=REQUESTED, help="a request to the client; a fault in the modern era"),
    "expect": Key(
        choices=ANSWERED,
        help="how the client has to answer it: with a result, by declining (elicitation "
        "declined, or error -1), with error -32601, or not at all",
    ),
    "within_ms": Key(own=MILLISECONDS, help="at most so long after the request"),
}
EXPECT: Mapping[str, Key] = {
    "method": Key(required=True, help="method that the client must have sent by the end"),
    "of": Key(own=OF, help="the request that the notification has to be about"),
    "count": Key(kind="integer", least=0, help="exactly how often (at least once)"),
    "within_ms": Key(own=MILLISECONDS, help="at most so long after `of`, or after the start"),
}
FAKE: Mapping[str, Key] = {
    "schema": Key(required=True, help=f'"{SCHEMA}"'),
    "server": Key(kind="table", keys=SERVER, help="who the server says it is"),
    "process": Key(kind="table", keys=PROCESS, help="how its process starts, writes and ends"),
    "tool": Key(kind="tables", keys=TOOL, help="what it offers, and what it answers"),
    "resource": Key(kind="tables", keys=RESOURCE, help="what can be read"),
    "resource_template": Key(
        kind="tables", keys=TEMPLATE, help="what can be read under URIs of a form"
    ),
    "prompt": Key(kind="tables", keys=PROMPT, help="messages that can be got"),
    "list": Key(kind="table", keys=LIST, help="raw answers to list requests"),
    "fault": Key(kind="tables", keys=FAULT, help="what goes wrong; beats replies"),
    "event": Key(kind="tables", keys=EVENT, help="what happens by itself"),
    "expect": Key(kind="tables", keys=EXPECT, help="what the client must have sent by the end"),
}


def keys_at(path: str) -> Mapping[str, Key]:
    """The keys of the table of a dotted path such as `tool.reply`."""
    keys = FAKE
    for name in path.split("."):
        keys = keys[name].keys
    return keys


def schema() -> dict[str, object]:
    """The JSON Schema of the format (2020-12)."""
    whole: dict[str, Any] = json_schema(FAKE)
    whole["properties"]["schema"]["const"] = SCHEMA
    for path, choices in CHOICES.items():
        table = _at(whole, path)
        table["allOf"] = list(_choices(choices))
        more = {key: _any_of(others) for key, others in needed(path).items()}
        if path in BESIDE:
            more["definition"] = {"not": _any_of(BESIDE[path])}
        if more:
            table["dependentSchemas"] = more
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": SCHEMA, **whole}


def _at(table: dict[str, Any], path: str) -> dict[str, Any]:
    """The schema of the table of a dotted path."""
    for name in path.split("."):
        inner: dict[str, Any] = table["properties"][name]
        table = inner.get("items", inner)
    return table


def _choices(choices: tuple[Choice, ...]) -> Iterator[dict[str, object]]:
    for choice in choices:
        yield _any_of(choice.keys) if choice.many else {"oneOf": _required(choice.keys)}


def _any_of(keys: tuple[str, ...]) -> dict[str, object]:
    return {"anyOf": _required(keys)}


def _required(keys: tuple[str, ...]) -> list[dict[str, object]]:
    return [{"required": [key]} for key in keys]
