"""Run by the Python of the peers: a server of the official SDK.

`python sdk_server.py dual` speaks both eras, as each server of the SDK does; `modern` refuses the
handshake, as the SDK does on a connection that has begun without it.
"""

import sys

import anyio
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.runner import _serve_modern_stream
from mcp.server.stdio import stdio_server
from mcp_types import ElicitRequest, ElicitRequestFormParams, InputRequiredResult

server = MCPServer("sdk", version="2.3", instructions="Ask for sums.")


@server.tool()
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


@server.tool()
async def work(ctx: Context) -> str:
    """Takes a while and says so."""
    for step in range(4):
        await ctx.report_progress(step, 4)
        await anyio.sleep(0.5)
    return "done"


@server.tool()
async def sleep() -> str:
    """Takes too long."""
    await anyio.sleep(30)
    return "never"


@server.tool()
async def ask() -> str | InputRequiredResult:
    """Wants to know more."""
    schema = {"type": "object", "properties": {"name": {"type": "string"}}}
    params = ElicitRequestFormParams(message="Who?", requested_schema=schema)
    return InputRequiredResult(input_requests={"who": ElicitRequest(params=params)})


@server.tool()
async def grow(ctx: Context) -> str:
    """Offers one tool more."""
    server.add_tool(lambda: "new", name="grown", description="New")
    await ctx.notify_tools_changed()
    return "grown"


async def main(mode):
    if mode == "dual":
        await server.run_stdio_async()
        return
    low = server._lowlevel_server  # noqa: SLF001 # no public way to serve this era alone
    async with stdio_server() as (read, write), low.lifespan(low) as state:
        await _serve_modern_stream(low, read, write, lifespan_state=state, raise_exceptions=False)


anyio.run(main, sys.argv[1])
