"""Whatever a server writes: no traceback, no hang, no growth, and every call ends once."""

import gc
import json
import random
import re
import time
import tracemalloc
from collections import deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skillctl.mcp.connecting import connect
from skillctl.mcp.core import Core
from skillctl.mcp.events import Begin, Deliver, Exited, Fail, Send, Tick
from skillctl.mcp.lines import Line, LineSplitter
from skillctl.mcp.notes import STRAY_KEPT, WORDS, Note, Notes
from skillctl.mcp.operations import ServerInfo, call_tool, list_tools
from tests.conftest import GOLDEN

LINES = 10_000  # in each era
LONGEST = 4096
ID = re.compile(rb'"id":\d+')
INFO = ServerInfo(name="n", version="1", protocol="2025-11-25", instructions="", has_tools=True)
PIECES = (
    *(b'{"jsonrpc":"2.0",', b'"id":', b"null", b"NaN", b"-0", b"1e999", b"[[[[", b"]]]]", b"{}"),
    *(b'"\\ud800"', b"\xff", b"\xef\xbb\xbf", b"\x00", b"\r", "\u2028".encode(), b'"error":'),
    *(b'"result":', b'"method":"ping"', b'"resultType":"input_required"', b"9" * 5000, b"\\"),
    *(b'"method":"notifications/progress","params":{"progressToken":1}', b"LOG ", b"[" * 300),
)


def wire_lines():
    """What the fakes of the goldens write, and what no golden has."""
    for path in sorted((GOLDEN / "fake").glob("*/wire.jsonl")):
        for entry in map(json.loads, path.read_bytes().splitlines()):
            if entry["dir"] == "out" and "line" in entry:
                yield entry["line"].encode()[:LONGEST]
    yield b'{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'
    yield b'{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"data":{"supported":["2026-07-28"]}}}'
    yield b"{" + b'"a":' * 2000


def mutated(line, chance, corpus):
    """A line with a few changes of its bytes; its id is often one that is waited for."""
    data = bytearray(line)
    for _ in range(chance.choice((0, 1, 1, 2, 8))):
        at, size = chance.randrange(len(data) + 1), chance.randrange(1, 40)
        match chance.randrange(6):
            case 0:
                data[at:at] = chance.choice(PIECES)
            case 1:
                del data[at : at + size]
            case 2:
                data[at : at + size] = chance.randbytes(size)
            case 3:
                data[at:at] = chance.choice(corpus)[:size]
            case 4:
                data[at:at] = data[at : at + size] * chance.randrange(1, 20)
            case _:
                data = data[:at]
    return bytes(data).replace(b"\n", b" ") + b"\n"


class Run:
    """A core that always has calls on their way, and what became of them."""

    def __init__(self, era):
        self.core, self.now, self.notes = Core(), 0.0, Notes()
        self.tickets, self.delivered, self.open = 0, 0, set()
        self.sent, self.asked = [], deque(maxlen=3)
        self.splitter = LineSplitter(LONGEST)
        if era != "handshake":
            self.begin(connect(era))
            answer = {"supportedVersions": [era], "capabilities": {}}
            self.feed(json.dumps({"jsonrpc": "2.0", "id": 1, "result": answer}).encode() + b"\n")
            self.sent.clear()
        self.keep_busy()

    def begin(self, steps):
        self.tickets += 1
        self.open.add(self.tickets)
        self.take(self.core.step(Begin(self.tickets, steps, 600.0, 120.0), self.now))

    def keep_busy(self):
        while len(self.open) < 3:
            listing = self.tickets % 5 == 0
            self.begin(list_tools(INFO) if listing else call_tool("t", {}))

    def feed(self, data):
        for line in self.splitter.feed(data):
            self.take(self.core.step(line, self.now))

    def take(self, effects):
        for effect in effects:
            match effect:
                case Deliver(ticket) | Fail(ticket):
                    assert ticket in self.open
                    self.open.remove(ticket)
                    self.delivered += isinstance(effect, Deliver)
                case Send(data):
                    self.sent.append(data)
                    self.asked.append(json.loads(data).get("id", 0))
                case Note():
                    self.notes.add(effect)


@pytest.mark.parametrize("era", ["handshake", "2026-07-28"])
def test_mutated_lines_break_nothing(era):
    chance, corpus, run = random.Random(5), list(wire_lines()), Run(era)
    began = time.process_time()
    for count in range(LINES):
        if count == LINES // 2:
            gc.collect()
            tracemalloc.start()
            before = tracemalloc.get_traced_memory()[0]
        wanted = str(chance.choice(run.asked)).encode()
        line = ID.sub(lambda _, wanted=wanted: b'"id":' + wanted, chance.choice(corpus))
        run.feed(mutated(line, chance, corpus))
        run.now += chance.choice((0.0, 0.0, 1.0, 130.0))
        run.take(run.core.step(Tick(), run.now))
        messages = [json.loads(data) for data in run.sent]
        assert all(data.count(b"\n") == 1 for data in run.sent)
        assert era == "handshake" or all("method" in message for message in messages)
        run.sent.clear()
        run.keep_busy()
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    run.take(run.core.step(Exited(3), run.now))
    assert run.open == set()
    assert run.delivered > LINES // 20
    assert grown < 2**19
    words = run.notes.words()
    assert len(words) <= len(WORDS) + 10
    assert max(word.count("\n") for word in words) <= STRAY_KEPT + 2
    assert time.process_time() - began < 10.0


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
MEMBERS = {
    "jsonrpc": st.just("2.0") | JSON,
    "id": st.integers(-1, 6) | st.text("0123.e", max_size=3) | JSON,
    "method": st.sampled_from(["ping", "notifications/progress", "notifications/cancelled"]) | JSON,
    "params": st.fixed_dictionaries({}, optional={"progressToken": JSON}) | JSON,
    "result": st.fixed_dictionaries(
        {}, optional={"content": JSON, "tools": JSON, "nextCursor": JSON, "resultType": JSON}
    )
    | JSON,
    "error": st.fixed_dictionaries({}, optional={"code": JSON, "message": JSON, "data": JSON})
    | JSON,
}


@given(st.lists(st.fixed_dictionaries({}, optional=MEMBERS) | JSON, max_size=8))
@settings(max_examples=200)
def test_messages_of_any_shape_break_nothing(messages):
    for era in ("handshake", "2026-07-28"):
        run = Run(era)
        for message in messages:
            run.feed(json.dumps(message).encode() + b"\n")
            run.keep_busy()
        run.take(run.core.step(Exited(0), 0.0))
        assert run.open == set()


@given(st.lists(st.binary(max_size=200), max_size=8))
@settings(max_examples=200)
def test_bytes_of_any_kind_break_nothing(chunks):
    run = Run("handshake")
    for chunk in chunks:
        run.feed(chunk)
    run.take(run.core.step(Line(b"".join(chunks)), 0.0))
    assert len(run.open) <= 3
