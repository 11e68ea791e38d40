"""Run by the Python of the peers: the official SDK as the client of one fake.

`python sdk_client.py '{"command": [...], "calls": [[tool, arguments], ...]}'` prints what it saw.
"""

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp_types import PaginatedRequestParams


async def attempt(session, tool, arguments, notes):
    async def progress(value, total, message):
        del total, message
        notes.append(value)

    try:
        result = await session.call_tool(
            tool, arguments, read_timeout_seconds=1.0, progress_callback=progress
        )
        return result.model_dump(mode="json", by_alias=True, exclude_none=True)
    except Exception as error:  # noqa: BLE001 # whatever the SDK raises is what it saw
        return {"raised": type(error).__name__, "text": str(error)}


async def pages(session):
    found, cursor = [], None
    while True:
        page = await session.list_tools(params=PaginatedRequestParams(cursor=cursor))
        found.append(
            [t.model_dump(mode="json", by_alias=True, exclude_none=True) for t in page.tools]
        )
        cursor = page.next_cursor
        if cursor is None:
            return found


async def main(order):
    command, *words = order["command"]
    seen = {"results": [], "progress": []}
    async with (
        stdio_client(StdioServerParameters(command=command, args=words)) as streams,
        ClientSession(*streams) as session,
    ):
        hello = await session.initialize()
        seen["hello"] = hello.model_dump(mode="json", by_alias=True, exclude_none=True)
        seen["pages"] = await pages(session)
        for tool, arguments in order["calls"]:
            seen["results"].append(await attempt(session, tool, arguments, seen["progress"]))
    print(json.dumps(seen))  # noqa: T201 # the test reads it


asyncio.run(main(json.loads(sys.argv[1])))
