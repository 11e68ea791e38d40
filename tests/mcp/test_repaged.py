import json

import pytest

from skillctl.fakes.build import build
from skillctl.fakes.pipe import Pipe
from skillctl.mcp.client import Client
from skillctl.mcp.repaged import Repaged
from skillctl.servers.model import Limits
from skillctl.shuffle import Shuffle
from skillctl.source.file import SourceFile
from skillctl.source.toml_text import parse_toml

HEAD = 'schema = "skillctl.fake/1"\n[server]\nname = "x"\n'


def fake(tools, head=HEAD):
    text = head + "".join(f'[[tool]]\nname = "t{n}"\ndescription = "ä"\n' for n in range(tools))
    source = SourceFile("x.toml", text.encode(), text)
    return Pipe(build(source, parse_toml(source)[0]))


class Spy(Repaged):
    """Counts the lists that the client asks for."""

    asked = 0

    def write(self, data):
        self.asked += data.count(b'"tools/list"')
        super().write(data)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("tools", "pages"), [(0, 1), (1, 1), (2, 2), (3, 3), (10, 3)])
def test_the_same_tools_come_in_other_pages(tools, pages, seed):
    wire = Spy(fake(tools), Shuffle(seed))
    client = Client("x", wire, Limits())
    found = client.list_tools()
    assert found == Client("x", fake(tools), Limits()).list_tools()
    assert wire.asked == pages
    client.close()
    assert (wire.exit_code(), wire.stderr_tail()) == (0, "")


def test_pages_of_the_server_go_on_after_ours():
    head = HEAD + "page_size = 4\n"
    wire = Spy(fake(10, head), Shuffle(1))
    client = Client("x", wire, Limits())
    names = [tool["name"] for tool in client.list_tools().tools]
    assert names == [f"t{n}" for n in range(10)]
    assert wire.asked == 3 + 2
    assert [tool["name"] for tool in client.list_tools().tools] == names


class Tape:
    """A peer that says what is on a tape, whatever it hears."""

    def __init__(self, *says):
        self.says, self.heard = list(says), b""

    def now(self):
        return 0.0

    def write(self, data):
        self.heard += data

    def read(self, until):
        del until
        return self.says.pop(0)


ASK = b'{"id":1,"method":"tools/list","params":{}}\n'


@pytest.mark.parametrize(
    "answer",
    [
        b"no JSON\n",
        b"[" * 100_000 + b"\n",
        b"[1]\n",
        b'{"id":2,"result":{"tools":[1,2]}}\n',
        b'{"id":1,"result":3}\n',
        b'{"id":1,"result":{"tools":3}}\n',
        b'{"id":1,"error":{}}\n',
    ],
)
def test_what_is_no_list_passes_as_it_is(answer):
    wire = Repaged(Tape(answer), Shuffle(1))
    wire.write(ASK)
    assert wire.read(1.0) == answer


def test_pieces_of_lines_are_put_together():
    tape = Tape(b'{"id":1,"result"', b':{"tools":[1,2]}}\nre', None, b"st", b"", b"")
    wire = Repaged(tape, Shuffle(1))
    wire.write(ASK[:10])
    assert tape.heard == b""
    wire.write(ASK[10:] + b"x\n")
    assert tape.heard == ASK + b"x\n"
    first = json.loads(wire.read(1.0))
    assert first["result"]["nextCursor"] == "skillctl-page-0"
    wire.write(
        json.dumps(
            {
                "id": 2,
                "method": "tools/list",
                "params": first["result"] | {"cursor": "skillctl-page-0"},
            }
        ).encode()
        + b"\n"
    )
    assert tape.heard == ASK + b"x\n"
    assert wire.exit_code() is None
    assert json.loads(wire.read(1.0))["id"] == 2
    assert wire.read(1.0) is None
    assert [wire.read(1.0), wire.read(1.0)] == [b"rest", b""]
