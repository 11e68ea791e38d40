import pytest

from skillctl.fakes.file import parse_fake
from skillctl.fakes.pipe import Pipe
from skillctl.mcp.client import Client, ServerFailed
from skillctl.mcp.record import ToCall, exchanges, record
from skillctl.mcp.tap import IN, OUT, Tap
from skillctl.servers.model import Limits
from skillctl.source.file import decode

FAKE = """
schema = "skillctl.fake/1"
server = { name = "w", page_size = 1 }
[process]
stdout_before = ["hello", "[]", "7"]
[[tool]]
definition = { name = "a", "x-new" = 1, inputSchema = 3 }
[[tool.reply]]
when = { x = 1 }
text = "one"
[[tool.reply]]
when = { x = 2 }
rpc_error = { code = -5, message = "two", data = [2] }
[[tool.reply]]
when = { x = 3 }
crash = {}
[[tool]]
name = "b"
"""


def recorded(*calls, text=FAKE, protocol="auto"):
    heard = []
    pipe = Pipe(parse_fake(decode("w.toml", text.encode())))
    client = Client("w", Tap(pipe, lambda *line: heard.append(line)), Limits(), protocol)
    return record("w", client, heard, [ToCall("a", {"x": x}) for x in calls])


def test_answers_as_they_went():
    found = recorded(1, 2)
    assert (found.key, found.protocol, found.modern) == ("w", "2025-11-25", False)
    assert found.hello["serverInfo"] == {"name": "w", "version": "1.0.0"}
    assert [[tool["name"] for tool in page] for page in found.pages] == [["a"], ["b"]]
    assert found.tools[0] == {"name": "a", "x-new": 1, "inputSchema": 3}
    one, two = (call.answer for call in found.calls)
    assert one["result"] == {"content": [{"type": "text", "text": "one"}]}
    assert two["error"] == {"code": -5, "message": "two", "data": [2]}


def test_a_server_that_fails():
    with pytest.raises(ServerFailed):
        recorded(1, 3)


def test_the_modern_era():
    found = recorded(text=FAKE.replace("page_size = 1", 'era = "modern"'), protocol="2026-07-28")
    assert (found.modern, found.hello["supportedVersions"]) == (True, ["2026-07-28"])


def test_answers_that_the_client_has_to_mend():
    """An id of another type belongs to no request as it went; what the client made of it counts."""
    faults = ('[[fault]]\non = "tools/call"', '[[fault]]\non = "tools/list"')
    odd = FAKE + "".join(f'{fault}\nid = "string"\n' for fault in faults)
    found = recorded(1, 2, text=odd)
    assert [len(page) for page in found.pages] == [2]
    one, two = (call.answer for call in found.calls)
    assert one == {"result": {"content": [{"type": "text", "text": "one"}]}}
    assert two == {"error": {"code": -5, "message": "two"}}


def test_pairs_of_lines():
    heard = [
        (OUT, b'{"id":1,"method":"a","params":null}'),
        (OUT, b'{"id":2,"method":"b","params":{"x":1}}'),
        (OUT, b'{"method":"note"}'),
        (IN, b'{"id":2,"result":{}}'),
        (IN, b'{"id":2,"result":{"second":1}}'),
        (IN, b'{"id":9,"result":{}}'),
        (IN, b'{"id":1,"method":"ping"}'),
        (IN, b"\xff"),
    ]
    (found,) = exchanges(heard)
    assert found == ("b", {"x": 1}, {"id": 2, "result": {}})
