"""A tool as the model is offered it: name, words, schema, and where it comes from."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class SchemaChange:
    """One place where the schema that is sent differs from the served one (mcp.md section 8.3).

    `path` is a JSON pointer into the schema as it was when the rule met it; `kind` is exact,
    loosened or narrowed; `before` and `after` are JSON, or None where nothing stood or stands.
    """

    path: str
    rule: str
    kind: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class RenamedKey:
    """A property that a model knows as `sent` and the server as `raw`.

    `path` leads to the object that holds it: names as served, None for the items of a list.
    """

    path: tuple[str | None, ...]
    sent: str
    raw: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSpec:
    """One tool of the agent; `server` and `raw_name` are set for tools of MCP servers only.

    `known_as` are all names that a filter may mean it by (mcp.md section 8.2).
    `input_schema` is JSON in the key order in which it is sent; `served_schema` is that of the
    server, which judges arguments. `read_only` of an MCP tool is the server's own claim (mcp.md
    section 8.4). `digest` is the SHA-256 (hex) of the tool as served.
    """

    name: str
    description: str
    input_schema: Mapping[str, object]
    server: str | None = None
    raw_name: str | None = None
    known_as: frozenset[str] = frozenset()
    read_only: bool = False
    destructive: bool = False
    digest: str = ""
    output_schema: Mapping[str, object] | None = None
    annotations: Mapping[str, object] = field(default_factory=dict)
    served_schema: Mapping[str, object] | None = None
    schema_changes: tuple[SchemaChange, ...] = ()
    renamed_keys: tuple[RenamedKey, ...] = ()

    @property
    def source(self) -> str:
        """Where the tool comes from, as spans and tables print it."""
        return "builtin" if self.server is None else f"{self.server}/{self.raw_name}"

    @property
    def judging_schema(self) -> Mapping[str, object]:
        """What arguments must fit: the schema as served, else the one that is sent."""
        return self.input_schema if self.served_schema is None else self.served_schema
