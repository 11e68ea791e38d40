"""A tool as the model is offered it: name, words, schema, and where it comes from."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSpec:
    """One tool of the agent; `server` and `raw_name` are set for tools of MCP servers only.

    `input_schema` is JSON in the key order in which it is sent. `read_only` of an MCP tool is the
    server's own claim (mcp.md section 8.4). `digest` is the SHA-256 (hex) of the tool as served.
    """

    name: str
    description: str
    input_schema: Mapping[str, object]
    server: str | None = None
    raw_name: str | None = None
    read_only: bool = False
    destructive: bool = False
    digest: str = ""
    output_schema: Mapping[str, object] | None = None
    annotations: Mapping[str, object] = field(default_factory=dict)

    @property
    def source(self) -> str:
        """Where the tool comes from, as spans and tables print it."""
        return "builtin" if self.server is None else f"{self.server}/{self.raw_name}"
