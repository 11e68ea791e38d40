"""Answers under a fault, as the core gives them."""

import json

from skillctl.fakes.core import Fake
from skillctl.fakes.effects import Line, Send
from tests.fakes.lockstep import call, fake_file, request

TOOLS = """
[[tool]]
name = "say"
output_schema = { type = "object", required = ["word"] }
reply = [{ default = true, text = "hé", progress = [0.5] }]
[[tool]]
name = "last"
reply = [{ default = true, rpc_error = { code = -32000, message = "no" } }]
"""


def effects(fault, line):
    """What a fake with this fault does at a line of its client."""
    return Fake(fake_file(f"{TOOLS}[[fault]]\n{fault}")).step(Line(line.rstrip(b"\n")), 0.0)


def called(fault, tool="say", number=7):
    """The bytes that answer a call under a fault; no progress was asked for."""
    done = effects(f"on = 'tools/call'\n{fault}", call(number, tool))
    return b"".join(effect.data for effect in done if isinstance(effect, Send))


def listed(fault):
    """The answer to a list request under a fault."""
    done = effects(f"on = 'tools/list'\n{fault}", request(7, "tools/list"))
    return json.loads(b"".join(effect.data for effect in done if isinstance(effect, Send)))


PLAIN = called("delay_ms = 0")
assert (
    '{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"hé"}]}}\n'.encode()
) == PLAIN
