"""Effects on the result of a call: content that a client has to make something of."""

from base64 import b64encode
from collections.abc import Callable
from typing import Any

from skillctl.fakes.faults.change import Message

_UNKNOWN = {"type": "hologram", "data": "of a kind that no version of the protocol has"}


def text_content(message: Message, text: str) -> Message:
    """`content` is a string where a list has to be."""
    return _in_result(message, lambda result: result.update(content=text))


def no_content(message: Message, _value: object) -> Message:
    """`content` is left out."""
    return _in_result(message, lambda result: result.pop("content", None))


def unknown_type(message: Message, _value: object) -> Message:
    """One more block, of a type that does not exist."""
    return _in_result(message, lambda result: _blocks(result).append(_UNKNOWN))


def image(message: Message, size: int) -> Message:
    """One more block: an image of so many bytes."""
    data = b64encode(bytes(size)).decode()
    block = {"type": "image", "data": data, "mimeType": "image/png"}
    return _in_result(message, lambda result: _blocks(result).append(block))


def structured_mismatch(message: Message, _value: object) -> Message:
    """`structuredContent` is no object, so that no output schema fits it."""
    return _in_result(message, lambda result: result.update(structuredContent="no object"))


def _in_result(message: Message, change: Callable[[dict[str, Any]], object]) -> Message:
    """A JSON-RPC error has no result that could be changed."""
    if isinstance(message.get("result"), dict):
        change(message["result"])
    return message


def _blocks(result: dict[str, Any]) -> list[object]:
    """The list of blocks of a result, put there if another effect took it away."""
    if not isinstance(result.get("content"), list):
        result["content"] = []
    blocks: list[object] = result["content"]
    return blocks
