"""The keys of a fake server file (harness.md section 1): one table for reader, rules and schema.

A key of the format that this version does not support is `LATER`: refused by its name, never
passed over.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from skillctl.fakes.fault_keys import EFFECTS, FAULT, LEAVE
from skillctl.fakes.kinds import (
    AFTER,
    CONTENT,
    MILLISECONDS,
    OF,
    OUTPUT,
    PROGRESS,
    PROTOCOL,
    TRUE,
)
from skillctl.source.closed import Key, later
from skillctl.source.closed_schema import json_schema

SCHEMA = "skillctl.fake/1"
MATCHES = ("when", "when_missing", "when_call", "default")
RESULTS = ("text", "content", "structured")
ANSWERS = (*RESULTS, "error", "rpc_error")
ACTIONS = ("notify", "set_tools", "stderr")
PARTS = ("title", "description", "input_schema", "output_schema", "annotations")


@dataclass(frozen=True, slots=True)
class Choice:
    """Keys of a table of which exactly one has to stand, or with `many` at least one."""

    words: str
    keys: tuple[str, ...]
    many: bool = False


CHOICES: Mapping[str, tuple[Choice, ...]] = {
    "tool": (Choice("of", ("name", "definition")),),
    "reply": (Choice("match key of", MATCHES), Choice("answer of", ANSWERS)),
    "fault": (Choice("effect of", EFFECTS, many=True),),
    "event": (Choice("of", ACTIONS, many=True),),
}


RPC_ERROR: Mapping[str, Key] = {
    "code": Key(kind="integer", required=True, help="JSON-RPC error code, such as -32602"),
    "message": Key(required=True, help="text of the error"),
    "data": Key(kind="json", help="more about the error, any JSON value"),
}

SERVER: Mapping[str, Key] = {
    "name": Key(help="serverInfo.name, and the key of the server in scenarios"),
    "version": Key(help="serverInfo.version (1.0.0)"),
    "title": Key(help="serverInfo.title"),
    "instructions": Key(help="instructions for the model, in the answer to initialize"),
    "protocol": Key(own=PROTOCOL, help="protocol versions that it agrees to (all four)"),
    "answer": Key(help="the protocol version it answers with, whatever was asked for"),
    "page_size": Key(kind="integer", least=1, help="entries per page of every list (all)"),
    "unknown_method": Key(
        choices=("error", "silent", "die"), help="what an unknown request gets (error)"
    ),
    "omit": Key(
        kind="strings",
        choices=("protocolVersion", "capabilities", "serverInfo"),
        help="members left out of the answer to initialize",
    ),
    "validate_args": Key(
        kind="boolean", help="whether arguments are checked against input_schema (true)"
    ),
    **later("era capabilities cursor seed shuffle"),
}
PROCESS: Mapping[str, Key] = {
    "start_delay_ms": Key(own=MILLISECONDS, help="time before it does anything"),
    "stderr": Key(kind="strings", help="lines on stderr at the start"),
    "stdout_before": Key(own=OUTPUT, help="lines on stdout before the first message"),
    "exit_at_start": Key(kind="table", keys=LEAVE, help="end right after the start"),
    **later("stderr_bytes bom crlf ignore stop_reading helper"),
}
REPLY: Mapping[str, Key] = {
    "when": Key(kind="object", help="matches if the arguments hold these, perhaps among others"),
    "when_missing": Key(kind="texts", help="matches if these arguments are absent"),
    "when_call": Key(kind="integer", least=1, help="matches the n-th call of this tool, from 1"),
    "default": Key(own=TRUE, help="matches every call"),
    "text": Key(help="the answer: one text block"),
    "content": Key(own=CONTENT, help="the answer: content blocks, sent as they are"),
    "structured": Key(kind="json", help="the answer: structuredContent, and the same as text"),
    "error": Key(help="the answer: a tool error (isError) with this text"),
    "rpc_error": Key(kind="table", keys=RPC_ERROR, help="the answer: a JSON-RPC error"),
    "is_error": Key(kind="boolean", help="isError beside text, content or structured"),
    "delay_ms": Key(own=MILLISECONDS, help="time before the answer"),
    "progress": Key(own=PROGRESS, help="progress notified first, if the client asks for it"),
    "template": Key(kind="boolean", help="put arguments in the place of {{name}}"),
    **later(
        "when_regex when_schema raw raw_hex file input_required crash hang close "
        "progress_every_ms progress_endless logs meta"
    ),
}
TOOL: Mapping[str, Key] = {
    "name": Key(help="name of the tool"),
    "title": Key(help="title for people"),
    "description": Key(help="description for the model"),
    "input_schema": Key(kind="object", help='JSON Schema of the arguments ({ type = "object" })'),
    "output_schema": Key(kind="object", help="JSON Schema of structuredContent"),
    "annotations": Key(kind="object", help="hints such as readOnlyHint"),
    "definition": Key(kind="object", help="the whole definition, sent as it is, however wrong"),
    "hidden": Key(kind="boolean", help="not listed until an event lists it"),
    "reply": Key(kind="tables", keys=REPLY, help="answers; the first match answers"),
    **later("icons meta"),
}
EVENT: Mapping[str, Key] = {
    "after": Key(own=AFTER, required=True, help="when it happens"),
    "notify": Key(help="notification that is sent"),
    "set_tools": Key(kind="strings", help="tools that are listed from now on, in this order"),
    "stderr": Key(kind="strings", help="lines on stderr"),
    **later("request raw expect within_ms"),
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
    "process": Key(kind="table", keys=PROCESS, help="what its process does at the start"),
    "tool": Key(kind="tables", keys=TOOL, help="what it offers, and what it answers"),
    "fault": Key(kind="tables", keys=FAULT, help="what goes wrong; beats replies"),
    "event": Key(kind="tables", keys=EVENT, help="what happens by itself"),
    "expect": Key(kind="tables", keys=EXPECT, help="what the client must have sent by the end"),
    **later("list resource resource_template prompt"),
}


def schema() -> dict[str, object]:
    """The JSON Schema of the format (2020-12)."""
    whole: dict[str, Any] = json_schema(FAKE)
    properties = whole["properties"]
    properties["schema"]["const"] = SCHEMA
    tool = properties["tool"]["items"]
    reply = tool["properties"]["reply"]["items"]
    tool["dependentSchemas"] = {"definition": {"not": _any_of(PARTS)}}
    reply["dependentSchemas"] = {"is_error": _any_of(RESULTS)}
    tables = {"reply": reply, "tool": tool}
    for name, choices in CHOICES.items():
        table = tables.get(name) or properties[name]["items"]
        table["allOf"] = list(_choices(choices))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": SCHEMA, **whole}


def _choices(choices: tuple[Choice, ...]) -> Iterator[dict[str, object]]:
    for choice in choices:
        yield _any_of(choice.keys) if choice.many else {"oneOf": _required(choice.keys)}


def _any_of(keys: tuple[str, ...]) -> dict[str, object]:
    return {"anyOf": _required(keys)}


def _required(keys: tuple[str, ...]) -> list[dict[str, object]]:
    return [{"required": [key]} for key in keys]
