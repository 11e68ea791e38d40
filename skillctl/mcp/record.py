"""Hearing out a server for a recording: its first answer, its whole list, some calls."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from skillctl.fakes.recorder.model import Called, Recording
from skillctl.mcp.client import Client, RpcError
from skillctl.mcp.connecting import DISCOVER, INITIALIZE
from skillctl.mcp.modern import VERSIONS
from skillctl.mcp.tap import IN, OUT

Line = tuple[str, bytes]


class ToCall(NamedTuple):
    """A call that is to be made."""

    tool: str
    arguments: Mapping[str, Any]


class Exchange(NamedTuple):
    """A request and the first answer to it, as they went."""

    method: str
    params: Mapping[str, Any]
    answer: Mapping[str, Any]


def record(key: str, client: Client, heard: Sequence[Line], calls: Iterable[ToCall]) -> Recording:
    """Connect, list, call, and give what `heard`, the lines of a tap on its wire, holds by then.

    ServerFailed if the server fails; an error that it answers is part of the recording.
    """
    info = client.connect()
    listed = client.list_tools()
    made = [_called(client, call, heard) for call in calls]
    found = exchanges(heard)
    hello = [e.answer.get("result") for e in found if e.method in (INITIALIZE, DISCOVER)]
    pages = [_page(e.answer) for e in found if e.method == "tools/list"]
    count = sum(map(len, pages))
    return Recording(
        key=key,
        protocol=info.protocol,
        modern=info.protocol in VERSIONS,
        hello=next((h for h in reversed(hello) if isinstance(h, dict)), {}),
        pages=pages if count == len(listed.tools) else [list(listed.tools)],
        calls=made,
    )


def exchanges(heard: Iterable[Line]) -> list[Exchange]:
    """Requests with their answers, in the order in which they were asked."""
    asked: dict[int, Mapping[str, Any]] = {}
    answers: dict[int, Mapping[str, Any]] = {}
    for direction, line in heard:
        message = _object(line)
        number = message.get("id")
        if not isinstance(number, int):
            continue
        if direction == OUT and "method" in message:
            asked[number] = message
        elif direction == IN and number in asked and {"result", "error"} & message.keys():
            answers.setdefault(number, message)
    return [
        Exchange(asked[number]["method"], asked[number].get("params") or {}, answers[number])
        for number in asked
        if number in answers
    ]


def _called(client: Client, call: ToCall, heard: Sequence[Line]) -> Called:
    """One call; its answer as it went, or else as the client understood it."""
    before = len(heard)
    answer: Mapping[str, Any]
    try:
        answer = {"result": client.call_tool(call.tool, call.arguments)}
    except RpcError as error:
        answer = {"error": {"code": error.code, "message": error.text}}
    went = [e.answer for e in exchanges(heard[before:]) if e.method == "tools/call"]
    return Called(tool=call.tool, arguments=call.arguments, answer=went[0] if went else answer)


def _page(answer: Mapping[str, Any]) -> list[Any]:
    result = answer.get("result")
    tools = result.get("tools") if isinstance(result, dict) else None
    return tools if isinstance(tools, list) else []


def _object(line: bytes) -> Mapping[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
