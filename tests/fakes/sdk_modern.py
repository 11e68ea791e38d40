"""Run by the Python of the peers: the official SDK where only the modern era can do it.

`python sdk_modern.py '{"command": [...], "tool": "greet"}'` listens for changes of the tools, calls
a tool that asks back, and prints what it saw.
"""

import asyncio
import json
import sys

from mcp import StdioServerParameters
from mcp.client.client import Client
from mcp.client.stdio import stdio_client
from mcp_types import ElicitResult


async def main(order):
    command, *words = order["command"]
    asked = []

    async def answer(context, params):
        del context
        asked.append(params.message)
        return ElicitResult(action="accept", content={"name": "Ada"})

    server = stdio_client(StdioServerParameters(command=command, args=words))
    async with Client(server, mode=order["mode"], elicitation_callback=answer) as client:
        result = await client.call_tool(order["tool"], {})
        seen = {
            "version": client.protocol_version,
            "asked": asked,
            "text": result.content[0].text,
            "events": [],
        }
        async with client.listen(tools_list_changed=True, prompts_list_changed=True) as stream:
            seen["honored"] = stream.honored.model_dump(by_alias=True, exclude_none=True)
            await client.call_tool(order["tool"], {})
            seen["events"].append(type(await anext(stream)).__name__)
        seen["tools"] = [tool.name for tool in (await client.list_tools()).tools]
    print(json.dumps(seen))  # noqa: T201 # the test reads it


asyncio.run(main(json.loads(sys.argv[1])))
