"""A peer that splits its tools into pages otherwise, to show that no byte depends on that."""

import json
from collections import deque
from itertools import pairwise
from typing import Any

from skillctl.mcp.wire import Wire
from skillctl.shuffle import Shuffle

LIST = "tools/list"
CURSOR = "skillctl-page-"
PAGES = 3


class Repaged:
    """A wire as its peer, but for the first page of tools: that is cut into up to three."""

    def __init__(self, wire: Wire, shuffle: Shuffle) -> None:
        """Stand before a wire; the seed of `shuffle` says which of the pages are larger."""
        self._wire, self._shuffle = wire, shuffle
        self._asked: object = None
        self._rest: list[dict[str, Any]] = []
        self._input, self._output = b"", b""
        self._ready: deque[bytes] = deque()

    def now(self) -> float:
        """The clock of the wire."""
        return self._wire.now()

    def write(self, data: bytes) -> None:
        """Hand bytes on, but for a question that is about a page of ours."""
        *lines, self._input = (self._input + data).split(b"\n")
        for line in lines:
            request = _object(line)
            params = request.get("params")
            cursor = params.get("cursor") if isinstance(params, dict) else None
            if request.get("method") == LIST and str(cursor).startswith(CURSOR):
                self._answer(request["id"], self._rest.pop(0))
                continue
            if request.get("method") == LIST and cursor is None:
                self._asked = request.get("id")
            self._wire.write(line + b"\n")

    def read(self, until: float) -> bytes | None:
        """The next bytes; answers of ours come first."""
        if self._ready:
            return self._ready.popleft()
        data = self._wire.read(until)
        if not data:
            rest, self._output = (b"", self._output) if data is None else (self._output, b"")
            return rest or data
        *lines, self._output = (self._output + data).split(b"\n")
        return b"".join(self._heard(line) + b"\n" for line in lines) or self.read(until)

    def exit_code(self) -> int | None:
        """The exit code of the peer."""
        return None if self._ready else self._wire.exit_code()

    def stderr_tail(self) -> str:
        """What the peer wrote to stderr."""
        return self._wire.stderr_tail()

    def close(self) -> None:
        """End the peer."""
        self._wire.close()

    def _answer(self, number: object, result: dict[str, Any]) -> None:
        message = {"jsonrpc": "2.0", "id": number, "result": result}
        self._ready.append(json.dumps(message).encode() + b"\n")

    def _heard(self, line: bytes) -> bytes:
        """A line of the peer; the list that was asked for in its first part only."""
        message = _object(line)
        result = message.get("result")
        tools = result.get("tools") if isinstance(result, dict) else None
        waits = self._asked is not None and message.get("id") == self._asked
        if not waits or not isinstance(result, dict) or not isinstance(tools, list):
            return line
        self._asked = None
        first, *self._rest = _pages(result, _cut(tools, self._shuffle))
        return json.dumps({**message, "result": first}).encode()


def _cut(tools: list[object], shuffle: Shuffle) -> list[list[object]]:
    """The tools in their order, in up to three pages of sizes that differ."""
    base, more = divmod(len(tools), PAGES)
    sizes = shuffle.of(base + (number < more) for number in range(PAGES))
    starts = [sum(sizes[:number]) for number in range(PAGES + 1)]
    pages = [tools[a:b] for a, b in pairwise(starts)]
    return [page for page in pages if page] or [[]]


def _pages(result: dict[str, Any], pages: list[list[object]]) -> list[dict[str, Any]]:
    """A result for each page; the last one goes on as the peer said."""
    found = [{**result, "tools": page} for page in pages]
    for number, page in enumerate(found[:-1]):
        page["nextCursor"] = f"{CURSOR}{number}"
    return found


def _object(line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
