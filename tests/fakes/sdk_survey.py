"""Run by the Python of the peers: the official SDK lists and asks for all that one fake offers.

`python sdk_survey.py '{"command": [...], "modern": false, "calls": [...], "reads": [...],
"gets": [...]}'` prints what it saw, as the wire has it.
"""

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp_types import PaginatedRequestParams

NEEDS = {
    "tools": "tools",
    "resources": "resources",
    "resource_templates": "resources",
    "prompts": "prompts",
}


def plain(value):
    return value.model_dump(mode="json", by_alias=True, exclude_none=True)


async def attempt(asking):
    try:
        return plain(await asking)
    except Exception as error:  # noqa: BLE001 # whatever the SDK raises is what it saw
        return {"raised": type(error).__name__, "text": str(error)}


async def whole_list(session, name):
    found, cursor, cursors = [], None, []
    while True:
        ask = getattr(session, f"list_{name}")
        page = await ask(params=PaginatedRequestParams(cursor=cursor))
        found += [plain(item) for item in getattr(page, name)]
        cursor = page.next_cursor
        if cursor is None or cursor in cursors:
            return found
        cursors.append(cursor)


async def main(order):
    command, *words = order["command"]
    seen = {}
    async with (
        stdio_client(StdioServerParameters(command=command, args=words)) as streams,
        ClientSession(*streams) as session,
    ):
        hello = await (session.discover() if order["modern"] else session.initialize())
        seen["hello"] = plain(hello)
        for name, capability in NEEDS.items():
            if capability in seen["hello"]["capabilities"]:
                seen[name] = await whole_list(session, name)
        seen["calls"] = [
            await attempt(session.call_tool(tool, arguments, read_timeout_seconds=2.0))
            for tool, arguments in order["calls"]
        ]
        seen["reads"] = [await attempt(session.read_resource(uri)) for uri in order["reads"]]
        seen["gets"] = [
            await attempt(session.get_prompt(name, arguments)) for name, arguments in order["gets"]
        ]
    print(json.dumps(seen))  # noqa: T201 # the test reads it


asyncio.run(main(json.loads(sys.argv[1])))
