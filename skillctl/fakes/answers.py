"""What a fake answers: the handshake, a page of a list, the result of a call."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from skillctl.fakes.effects import Effect, Send, Sleep
from skillctl.fakes.model import Reply, Server
from skillctl.fakes.protocol import INVALID_PARAMS, encode, error, notification, result

_PLACE = re.compile(r"\{\{([A-Za-z0-9_.-]+)\}\}")


def handshake(server: Server, asked: str, capabilities: Mapping[str, Any]) -> dict[str, Any]:
    """The result of initialize: the version asked for if it is agreed to, else the newest one."""
    agreed = asked if asked in server.protocol else max(server.protocol)
    title = {"title": server.title} if server.title is not None else {}
    whole = {
        "protocolVersion": agreed if server.answer is None else server.answer,
        "capabilities": capabilities,
        "serverInfo": {"name": server.name, **title, "version": server.version},
    }
    if server.instructions is not None:
        whole["instructions"] = server.instructions
    return {key: value for key, value in whole.items() if key not in server.omit}


def page(key: str, items: Sequence[Any], cursor: object, size: int | None) -> dict[str, Any] | None:
    """One page of a list; its cursor is the index of the next item. None: no such cursor."""
    step = size or max(1, len(items))
    later = range(step, len(items), step)
    start = 0 if cursor is None else next((s for s in later if str(s) == cursor), None)
    if start is None:
        return None
    rest = {"nextCursor": str(start + step)} if start + step < len(items) else {}
    return {key: list(items[start : start + step]), **rest}


def refused(request_id: int | str, text: str, cause: str, code: int = INVALID_PARAMS) -> Send:
    """A JSON-RPC error."""
    return Send(error(request_id, {"code": code, "message": text}), cause, request_id)


def tool_error(text: str) -> dict[str, Any]:
    """The result of a call that failed in the tool."""
    return {"content": [_text(text)], "isError": True}


def reply_effects(
    reply: Reply, arguments: Mapping[str, Any], request_id: int | str, token: object, cause: str
) -> Iterator[Effect]:
    """Progress if the client gave a token, the delay, and the answer."""
    if isinstance(token, int | str) and not isinstance(token, bool):
        for step in reply.progress:
            params = {"progressToken": token, "progress": step}
            data = notification("notifications/progress", params)
            yield Send(data, cause, request_id, early=True)
    if reply.delay_ms:
        yield Sleep(reply.delay_ms / 1000)
    value = filled(reply.value, arguments) if reply.template else reply.value
    data = (
        error(request_id, value)
        if reply.answer == "rpc_error"
        else result(request_id, call_result(reply.answer, value, is_error=reply.is_error))
    )
    yield Send(data, cause, request_id)


def call_result(answer: str, value: Any, *, is_error: bool = False) -> dict[str, Any]:  # noqa: ANN401 # as in the file
    """The result of a call from a key of a reply and its value."""
    if answer == "error":
        return tool_error(value)
    flag = {"isError": True} if is_error else {}
    if answer == "content":
        return {"content": value, **flag}
    if answer == "text":
        return {"content": [_text(value)], **flag}
    text = encode(value).decode().removesuffix("\n")
    return {"content": [_text(text)], "structuredContent": value, **flag}


def filled(value: Any, arguments: Mapping[str, Any]) -> Any:  # noqa: ANN401 # any JSON value
    """A value with `{{name}}` in its strings replaced by that argument, in one pass.

    An argument that is not a string stands as JSON; a name that is no argument stays as written.
    """
    if isinstance(value, str):
        return _PLACE.sub(lambda match: _argument(arguments, match), value)
    if isinstance(value, dict):
        return {key: filled(inner, arguments) for key, inner in value.items()}
    return [filled(inner, arguments) for inner in value] if isinstance(value, list) else value


def _argument(arguments: Mapping[str, Any], match: re.Match[str]) -> str:
    value = arguments.get(match[1], match[0])
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}
