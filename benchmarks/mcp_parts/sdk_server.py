"""A minimal server of the official SDK, as its own examples have it."""

from mcp.server import MCPServer

server = MCPServer("minimal")


@server.tool()
def echo(text: str) -> str:
    """Say it again."""
    return text


server.run("stdio")
