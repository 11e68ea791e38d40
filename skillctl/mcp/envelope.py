"""JSON-RPC envelopes: writing a message, and what an answer says."""

import json
import re
from collections.abc import Mapping
from typing import Any

from skillctl.mcp.notes import RAW_CHARACTERS, Note
from skillctl.mcp.reading import Message
from skillctl.mcp.steps import Failed, Failure

METHOD_NOT_FOUND = -32601
_DIGITS = re.compile(r"[0-9]{1,15}")


def outcome_of(message: Message) -> tuple[object, list[Note]]:
    """The result of an answer, or its failure."""
    error = message.get("error")
    if error is None and "result" in message:
        return message["result"], [Note("error-null")] if "error" in message else []
    if "error" not in message:
        return Failed(Failure("protocol", "answered with neither result nor error")), []
    failure, notes = rpc_failure(error)
    return Failed(failure), [*notes, Note("result-and-error")] if "result" in message else notes


def rpc_failure(error: object) -> tuple[Failure, list[Note]]:
    """A JSON-RPC error; one of another shape is kept as its raw text."""
    found = error if isinstance(error, dict) else {}
    code, text = found.get("code"), found.get("message")
    if type(code) is int and isinstance(text, str):
        return Failure("rpc", text, code, data=found.get("data")), []
    raw = json.dumps(error, ensure_ascii=False)[:RAW_CHARACTERS]
    return Failure("rpc", f"malformed error {raw}"), [Note("odd-error", raw)]


def our_number(given: object) -> int | None:
    """An id or token of ours, even if it came back as text or with a point."""
    if isinstance(given, str):
        return int(given) if _DIGITS.fullmatch(given) else None
    if isinstance(given, int | float) and not isinstance(given, bool) and given == int(given):
        return int(given)
    return None


def reply(method: str, given: object) -> bytes:
    """The answer to a request of the server: only `ping` is known here."""
    if method == "ping":
        return encoded(id=given, result={})
    error = {"code": METHOD_NOT_FOUND, "message": "Method not found"}
    return encoded(id=given, error=error)


def encoded(**members: Any) -> bytes:  # noqa: ANN401 # any JSON
    """One message as one line; what no encoding can hold becomes U+FFFD."""
    message: Mapping[str, object] = {"jsonrpc": "2.0", **members}
    text = json.dumps(message, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode() + b"\n"
