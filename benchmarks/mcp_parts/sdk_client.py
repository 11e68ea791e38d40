"""Start, list, call, close through the official SDK: `sdk_client.py COMMAND ARG…`."""

import asyncio
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def main() -> None:
    """One conversation, as the SDK's own examples have it."""
    command, *words = sys.argv[1:]
    async with (
        stdio_client(StdioServerParameters(command=command, args=words)) as streams,
        ClientSession(*streams) as session,
    ):
        await session.initialize()
        print([tool.name for tool in (await session.list_tools()).tools])
        print((await session.call_tool("echo", {})).content)


asyncio.run(main())
