"""Start, list, call, close through fastmcp's client: `fastmcp_client.py COMMAND ARG…`."""

import asyncio
import sys

from fastmcp import Client
from fastmcp.client.transports import StdioTransport


async def main() -> None:
    """One conversation, as fastmcp's own examples have it."""
    command, *words = sys.argv[1:]
    async with Client(StdioTransport(command=command, args=words, keep_alive=False)) as client:
        print([tool.name for tool in await client.list_tools()])
        print((await client.call_tool("echo", {})).content)


asyncio.run(main())
