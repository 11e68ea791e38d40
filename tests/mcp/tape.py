"""A wire for tests: a server as a function, on a clock that moves only while somebody waits."""

import json
import threading
from collections import deque

from skillctl.servers.model import Limits

INITIALIZED = {
    "protocolVersion": "2025-11-25",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "tape", "version": "1"},
}
LIMITS = Limits()


def answer(message, result):
    return {"jsonrpc": "2.0", "id": message["id"], "result": result}


def polite(message):
    """Answers the handshake and lists two tools; calls get their arguments back."""
    replies = {
        "initialize": INITIALIZED,
        "tools/list": {"tools": [{"name": "a"}, {"name": "b"}]},
        "tools/call": {"content": [], "structuredContent": message.get("params")},
    }
    result = replies.get(message.get("method"))
    return [] if result is None else [answer(message, result)]


class TapeWire:
    """Each written message goes to `server(message)`, which gives what comes back, in order.

    An item is a message, bytes, a number (seconds of silence), or `("exit", code)`, `("close",)`.
    """

    def __init__(self, server=polite, stderr=""):
        self.server = server
        self.stderr = stderr
        self.clock = 0.0
        self.written = []
        self.items = deque()
        self.code = None
        self.ended = False
        self.closed = 0
        self.lock = threading.Lock()

    def now(self):
        return self.clock

    def write(self, data):
        if self.code is not None:
            raise BrokenPipeError
        message = json.loads(data)
        self.written.append(message)
        with self.lock:
            self.items.extend(self.server(message))

    def read(self, until):
        with self.lock:
            while self.items and not self.ended:
                item = self.items.popleft()
                if isinstance(item, int | float):
                    if self.clock + item > until:
                        self.items.appendleft(item - (until - self.clock))
                        break
                    self.clock += item
                elif isinstance(item, tuple):
                    self.ended = True
                    self.code = item[1] if item[0] == "exit" else None
                elif isinstance(item, bytes):
                    return item
                else:
                    return json.dumps(item).encode() + b"\n"
            if self.ended or self.closed:
                return b""
            self.clock = until
            return None

    def exit_code(self):
        return self.code

    def stderr_tail(self):
        return self.stderr

    def close(self):
        self.closed += 1

    def methods(self):
        return [message.get("method") for message in self.written]
