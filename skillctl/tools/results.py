"""What a call gave back, as the text a model gets (mcp.md section 8.6)."""

import json
import re
from collections.abc import Iterator, Mapping

from skillctl.policy.text import attribute, clean, one_line

INLINE_CHARACTERS = 20_000
HEAD_BYTES, TAIL_BYTES = 4096, 2048
NOTHING = "(no content)"
_BASE64 = re.compile(r"[A-Za-z0-9+/]{201,}={0,2}")
_BASE64_KINDS = tuple(map(re.compile, (r"[A-Z]", r"[a-z]", r"[0-9]")))


def result_text(
    server: str, tool: str, raw: Mapping[str, object], *, limit: int = INLINE_CHARACTERS
) -> tuple[str, bool]:
    """A result as the model gets it, and whether the server's flag calls it an error."""
    content = raw.get("content")
    blocks = [content] if isinstance(content, str | dict) else content
    pieces = [_block(block) for block in blocks] if isinstance(blocks, list) else []
    pieces += _structured(raw, blocks)
    is_error = raw.get("isError") is True
    text = "\n".join(pieces) or NOTHING
    return _wrapped(server, tool, text, limit, is_error=is_error), is_error


def rpc_error_text(
    server: str, tool: str, code: int | None, text: str, *, limit: int = INLINE_CHARACTERS
) -> tuple[str, bool]:
    """A JSON-RPC error as an error result; `code` is None if the server gave none."""
    number = "" if code is None else f" {code}"
    return _wrapped(server, tool, f"MCP error{number}: {text}", limit, is_error=True), True


def same_json(left: object, right: object) -> bool:
    """Whether two values are equal as JSON, where true is not 1."""
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same_json(left[k], right[k]) for k in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same_json, left, right))
    return isinstance(left, bool) is isinstance(right, bool) and left == right


def _wrapped(server: str, tool: str, text: str, limit: int, *, is_error: bool) -> str:
    """The cleaned and cut text inside an element that a result cannot close."""
    body = _cut(_BASE64.sub(_without_base64, clean(text).text), limit)
    error = ' error="true"' if is_error else ""
    names = f'server="{attribute(server)}" tool="{attribute(tool)}"'
    return f"<mcp_result {names}{error}>\n{body}\n</mcp_result>"


def _without_base64(match: re.Match[str]) -> str:
    run = match[0]
    if not all(kind.search(run) for kind in _BASE64_KINDS):
        return run
    return f"[base64, {len(run)} characters, not shown]"


def _cut(text: str, limit: int) -> str:
    """Over the limit: the first and the last bytes, cut at code points, and what is missing."""
    if len(text) <= limit:
        return text
    data = text.encode()
    head = data[:HEAD_BYTES].decode(errors="ignore")
    tail = data[-TAIL_BYTES:].decode(errors="ignore")
    missing = len(data) - len(head.encode()) - len(tail.encode())
    return f"{head}\n[{missing} bytes left out; the full result is not kept]\n{tail}"


def _structured(raw: Mapping[str, object], blocks: object) -> Iterator[str]:
    """`structuredContent` as compact JSON, unless a text block says the same."""
    if "structuredContent" not in raw:
        return
    value = raw["structuredContent"]
    for block in blocks if isinstance(blocks, list) else ():
        text = block.get("text") if isinstance(block, dict) else block
        if isinstance(text, str) and _says(text, value):
            return
    yield json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _says(text: str, value: object) -> bool:
    try:
        return same_json(json.loads(text), value)
    except (ValueError, RecursionError):
        return False


def _block(block: object) -> str:
    """One content block in words."""
    if isinstance(block, str):
        return block
    if not isinstance(block, dict):
        return f"[block of unknown type {json.dumps(block)[:40]} left out]"
    kind = block.get("type")
    if kind == "text" and isinstance(block.get("text"), str):
        return str(block["text"])
    if kind in ("image", "audio"):
        return _binary(str(kind), block.get("mimeType"), block.get("data"))
    if kind == "resource" and isinstance(block.get("resource"), dict):
        return _resource(block["resource"])
    if kind == "resource_link":
        words = [_word(block.get(member)) for member in ("uri", "name", "mimeType", "size")]
        return f"[link {', '.join(filter(None, words))}]"
    return f"[block of unknown type {json.dumps(kind, ensure_ascii=False)[:80]} left out]"


def _resource(resource: Mapping[str, object]) -> str:
    """An embedded resource: its address, then its text or a marker."""
    head = f"[resource {_word(resource.get('uri'))}]"
    text = resource.get("text")
    if isinstance(text, str):
        return f"{head}\n{text}"
    return f"{head}\n{_binary('blob', resource.get('mimeType'), resource.get('blob'))}"


def _binary(kind: str, mime: object, data: object) -> str:
    """A marker for what is no text."""
    size = len(data.rstrip("=")) * 3 // 4 if isinstance(data, str) else 0
    return f"[{kind} {_word(mime) or 'of unknown type'}, {size} bytes, not shown]"


def _word(value: object) -> str:
    """A foreign value as one line."""
    return "" if value is None else one_line(str(value))
