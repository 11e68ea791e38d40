"""What a fake answers: the handshake, and what a reply of its file says."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from skillctl.fakes.asked import Asked
from skillctl.fakes.effects import Close, Effect, Hang, Send, Sleep
from skillctl.fakes.eras import agreed, supported
from skillctl.fakes.faults.ends import Beat, beating, leaving
from skillctl.fakes.filling import filled, with_id
from skillctl.fakes.model import Leave, Reply, Server
from skillctl.fakes.protocol import encode, error, notification, progress

Made: TypeAlias = Callable[[str, Any, bool], Mapping[str, Any]]
ENDLESS_MS = 1000


def about(server: Server) -> dict[str, Any]:
    """Who the server says it is; nothing if its file leaves that out."""
    title = {"title": server.title} if server.title is not None else {}
    whole = {"name": server.name, **title, "version": server.version}
    return {} if "serverInfo" in server.omit else whole


def handshake(server: Server, asked: str, capabilities: Mapping[str, Any]) -> dict[str, Any]:
    """The result of initialize."""
    whole = {
        "protocolVersion": agreed(server, asked),
        "capabilities": capabilities,
        "serverInfo": about(server),
    }
    return _described(server, whole)


def discovery(server: Server, capabilities: Mapping[str, Any]) -> dict[str, Any]:
    """The result of server/discover."""
    whole = {"supportedVersions": supported(server), "capabilities": capabilities}
    if "protocolVersion" in server.omit:
        whole.pop("supportedVersions")
    return _described(server, whole)


def _described(server: Server, whole: dict[str, Any]) -> dict[str, Any]:
    """With the instructions, and without what the file leaves out."""
    if server.instructions is not None:
        whole["instructions"] = server.instructions
    return {key: value for key, value in whole.items() if key not in server.omit}


def tool_error(text: str) -> dict[str, Any]:
    """The result of a call that failed in the tool."""
    return {"content": [text_block(text)], "isError": True}


def reply_effects(
    reply: Reply, arguments: Mapping[str, Any], asked: Asked, cause: str, made: Made
) -> Iterator[Effect]:
    """What is said first, the delay, and the answer; `made` makes a result of its kind."""
    for entry in reply.logs:
        if asked.wants_log(entry["level"]):
            data = notification("notifications/message", entry)
            yield Send(data, cause, asked.id, early=True)
    yield from _progress(reply, asked, cause)
    if reply.progress_endless:
        return
    if reply.delay_ms:
        yield Sleep(reply.delay_ms / 1000)
    yield from _answer(reply, arguments, asked, cause, made)


def _progress(reply: Reply, asked: Asked, cause: str) -> Iterator[Effect]:
    """Progress if the client gave a token; the pauses are made in any case."""
    token = asked.message.progress_token
    for step in reply.progress:
        if token is not None:
            yield Send(progress(token, step), cause, asked.id, early=True)
        if reply.progress_every_ms:
            yield Sleep(reply.progress_every_ms / 1000)
    if reply.progress_endless:
        seconds = (reply.progress_every_ms or ENDLESS_MS) / 1000
        yield from beating(Beat(seconds, asked.id, token), cause)


def _answer(
    reply: Reply, arguments: Mapping[str, Any], asked: Asked, cause: str, made: Made
) -> Iterator[Effect]:
    value = filled(reply.value, arguments) if reply.template else reply.value
    match reply.answer:
        case "rpc_error":
            yield Send(error(asked.id, value), cause, asked.id)
        case "raw":
            yield Send(with_id(value, asked.id).encode() + b"\n", cause, asked.id)
        case "raw_hex":
            yield Send(bytes.fromhex(value), cause, asked.id)
        case "crash":
            yield from leaving(Leave(**{"code": 1, **value}), cause)
        case "hang":
            yield Hang()
        case "close":
            yield Close(value)
        case answer:
            whole = _whole(answer, value)
            found = made(answer, value, reply.is_error) if whole is None else whole
            meta = {} if reply.meta is None else {"_meta": reply.meta}
            yield asked.answer({**found, **meta}, cause)


def _whole(answer: str, value: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """A result that is written as a whole, whatever was asked for."""
    if answer == "file":
        return value
    if answer != "input_required":
        return None
    wanted = {"inputRequests": value["requests"]} if "requests" in value else {}
    state = {"requestState": value["state"]} if "state" in value else {}
    return {"resultType": "input_required", **wanted, **state}


def call_result(answer: str, value: Any, is_error: bool = False) -> dict[str, Any]:  # noqa: ANN401, FBT001, FBT002 # as in the file
    """The result of a call from a key of a reply and its value."""
    if answer == "error":
        return tool_error(value)
    flag = {"isError": True} if is_error else {}
    if answer == "content":
        return {"content": value, **flag}
    if answer == "text":
        return {"content": [text_block(value)], **flag}
    text = encode(value).decode().removesuffix("\n")
    return {"content": [text_block(text)], "structuredContent": value, **flag}


def text_block(text: str) -> dict[str, Any]:
    """A text as a block of content."""
    return {"type": "text", "text": text}
