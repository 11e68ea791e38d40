from collections import deque

import pytest

from skillctl.fakes.file import parse_fake
from skillctl.fakes.pipe import Pipe
from skillctl.mcp.client import Client
from skillctl.mcp.tap import IN, OUT, Tap
from skillctl.mcp.wire import ProcessWire
from skillctl.servers.model import Limits
from skillctl.source.file import decode


class Peer:
    """Bytes as they are to be read; takes what is written until it is closed."""

    def __init__(self, *pieces):
        self.pieces, self.closed = deque(pieces), False

    def now(self):
        return 3.0

    def write(self, data):
        if self.closed:
            raise BrokenPipeError
        del data

    def read(self, until):
        del until
        return self.pieces.popleft()

    def exit_code(self):
        return 7

    def stderr_tail(self):
        return "last words"

    def close(self):
        self.closed = True


class Process(Peer):
    def unread(self):
        return 5

    def queued(self):
        return 6

    def killed(self):
        return True


def tapped(peer):
    heard = []
    return Tap(peer, lambda *line: heard.append(line)), heard


def test_lines_are_heard_whole_and_bytes_go_on_as_they_are():
    tap, heard = tapped(Peer(b'{"a"', None, b":1}\n{}\r\n\xff", b""))
    tap.write(b"one\ntwo")
    tap.write(b"\n")
    assert [tap.read(9) for _ in range(4)] == [b'{"a"', None, b":1}\n{}\r\n\xff", b""]
    assert heard == [(OUT, b"one"), (OUT, b"two"), (IN, b'{"a":1}'), (IN, b"{}\r"), (IN, b"\xff")]


def test_what_was_not_taken_is_not_heard():
    peer = Peer()
    tap, heard = tapped(peer)
    tap.close()
    with pytest.raises(BrokenPipeError):
        tap.write(b"x\n")
    assert heard == []


def test_everything_else_is_that_of_the_peer():
    tap, _ = tapped(Peer(b""))
    assert (tap.now(), tap.exit_code(), tap.stderr_tail()) == (3.0, 7, "last words")
    assert (tap.unread(), tap.queued(), tap.killed()) == (0, 0, False)
    process, _ = tapped(Process())
    assert isinstance(process, ProcessWire)
    assert (process.unread(), process.queued(), process.killed()) == (5, 6, True)


def test_a_client_notices_nothing():
    tools = 'tool = [{ name = "a", reply = [{ default = true, text = "b" }] }]'
    fake = f'schema = "skillctl.fake/1"\n{tools}'
    tap, heard = tapped(Pipe(parse_fake(decode("f.toml", fake.encode()))))
    client = Client("f", tap, Limits())
    client.list_tools()
    assert client.call_tool("a", {})["content"] == [{"type": "text", "text": "b"}]
    client.close()
    directions = [direction for direction, _ in heard]
    assert directions == [OUT, IN, OUT, OUT, IN, OUT, IN]
