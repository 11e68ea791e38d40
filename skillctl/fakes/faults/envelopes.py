"""Effects on what stands around a result: id, version, result and error of a JSON-RPC message."""

from collections.abc import Iterator

from skillctl.fakes.faults.change import Message
from skillctl.fakes.protocol import INTERNAL_ERROR

IDS = ("string", "float", "null", "wrong", "missing")
_STRANGER = 4_000_000_000


def other_id(message: Message, form: str) -> Message:
    """The id in another form, another id, or none; see IDS."""
    if form == "missing":
        message.pop("id", None)
        return message
    own = message.get("id")
    number = own if isinstance(own, int) else _STRANGER
    forms = {"string": str(own), "float": float(number), "null": None, "wrong": _STRANGER}
    return message | {"id": forms[form]}


def no_jsonrpc(message: Message, _value: object) -> Message:
    """Without the version of JSON-RPC."""
    message.pop("jsonrpc", None)
    return message


def no_result_type(message: Message, _value: object) -> Message:
    """A result without its type, which the modern era demands."""
    if isinstance(message.get("result"), dict):
        message["result"].pop("resultType", None)
    return message


def error_null(message: Message, _value: object) -> Message:
    """`error` is null beside the result."""
    return message | {"error": None}


def error_code(message: Message, code: str) -> Message:
    """An error instead of the answer, whose code is text."""
    return _as_error(message, {"code": code, "message": "the code is text"})


def error_text(message: Message, text: str) -> Message:
    """An error instead of the answer that is text, not an object."""
    return _as_error(message, text)


def result_and_error(message: Message, _value: object) -> Message:
    """Both a result and an error."""
    both = {"result": {}, "error": {"code": INTERNAL_ERROR, "message": "beside a result"}}
    return {key: message.get(key, both.get(key)) for key in ("jsonrpc", "id", *both)}


def twice(data: bytes, _value: object) -> Iterator[bytes]:
    """The answer comes two times."""
    yield data
    yield data


def _as_error(message: Message, error: object) -> Message:
    kept = {key: value for key, value in message.items() if key in ("jsonrpc", "id")}
    return kept | {"error": error}
