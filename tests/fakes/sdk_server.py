"""Run by the Python of the peers: a server of the official SDK that speaks both eras on stdio."""

from mcp.server.mcpserver import MCPServer

server = MCPServer("x")


@server.tool()
def say() -> str:
    """Say something."""
    return "said"


@server.resource("a:b")
def page() -> str:
    """Hold a text."""
    return "text"


server.run("stdio")
