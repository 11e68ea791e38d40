"""Tables of tools for tests of their forms."""

from dataclasses import replace

from skillctl.agent.tool_table import Asked, table
from skillctl.settings import Settings
from skillctl.tokens import ESTIMATE
from tests.agent.views import server, skill, tool, view

GET = tool(read_only=True, destructive=True, digest="0123456789abcdef")
FAILED = replace(server("bad"), state="failed", error="exited with code 3", consent="exempt")
PENDING = replace(server("new"), state="pending", error="consent pending", consent="missing")
SKIPPED = replace(server("web"), state="skipped", error="transport http is not", consent="missing")
SEEN = view([skill()], [server(consent="granted")], [GET, tool(raw="set", digest="f" * 64)])
# names that would end a cell, a line or the look of a terminal, open a link or call somebody
HOSTILE = (
    *("a|b", "a\\|b", "`x`", "``", "a\nb", "a\r\n| x |", "\x1b[2J\x1b]0;x\x07", "<b>x</b>"),
    *("[x](http://x.example)", "@team", "#12", "**x**", "a\u202eb", "  two  ", "\u3000", "~~x~~"),
    *("&lt;", "a\tb", "\ud800", "| --- |", "x" * 300, "天気", "https://x.example/a"),
)


def build(seen=SEEN, **asked):
    return table(seen, Settings(), "openai-chat", ESTIMATE, Asked(**asked))


def hostile():
    """A table whose servers and tools bear hostile names."""
    tools = [tool(name, other, digest="0" * 64) for name in HOSTILE[:12] for other in HOSTILE]
    servers = [server(name, consent="granted") for name in HOSTILE[:12]]
    servers += [replace(FAILED, key=f"{name}!", error=f"last lines:\n{name}") for name in HOSTILE]
    return build(view(servers=servers, tools=tools))
