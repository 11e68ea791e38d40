"""Recordings for the tests, and what a fake made of one answers."""

from skillctl.fakes.file import check_fake, parse_fake
from skillctl.fakes.pipe import Pipe
from skillctl.fakes.recorder.file import fake_text
from skillctl.fakes.recorder.model import Called, Recording
from skillctl.mcp.client import Client
from skillctl.mcp.record import ToCall, record
from skillctl.mcp.tap import Tap
from skillctl.servers.model import Limits
from skillctl.source.file import decode

HELLO = {
    "protocolVersion": "2025-11-25",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "w", "version": "1"},
}
TOOL = {"name": "t", "inputSchema": {"type": "object"}}
NEW = "2026-07-28"


def recording(*tools, calls=(), pages=None, hello=HELLO, **more):
    more = {"key": "w", "protocol": "2025-11-25", "modern": False, **more}
    return Recording(hello=hello, pages=[list(tools)] if pages is None else pages,
                     calls=list(calls), **more)  # fmt: skip


def called(answer, tool="t", **arguments):
    return Called(tool=tool, arguments=arguments, answer={"result": answer})


def failed(code, message, tool="t", **more):
    error = {"code": code, "message": message, **more}
    return Called(tool=tool, arguments={}, answer={"error": error})


def text(words, **more):
    return {"content": [{"type": "text", "text": words}], **more}


def replayed(made, protocol="auto"):
    """The recording of the fake that a recording becomes; the file has no finding."""
    source = decode("f.toml", fake_text(made).encode())
    assert not [f for f in check_fake(source) if f.code not in ("FK006", "FK011")], fake_text(made)
    heard = []
    client = Client(
        made.key,
        Tap(Pipe(parse_fake(source)), lambda *line: heard.append(line)),
        Limits(),
        protocol,
    )
    return record(made.key, client, heard, [ToCall(c.tool, c.arguments) for c in made.calls])
