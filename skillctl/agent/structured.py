"""The `structuredContent` of a result against the tool's `outputSchema` (mcp.md section 5.4)."""

from collections.abc import Mapping

from skillctl.agent.schema import schema_problems
from skillctl.toolspec import ToolSpec


def structured_problem(tool: ToolSpec, raw: Mapping[str, object]) -> str:
    """What is wrong with it, in words, or nothing; an error result has to fit no schema."""
    if tool.output_schema is None or raw.get("isError") is True:
        return ""
    if "structuredContent" not in raw:
        return "has an outputSchema, but its result has no structuredContent"
    try:
        lines, _ = schema_problems(tool.output_schema, raw["structuredContent"])
    except Exception as error:  # noqa: BLE001 # a foreign schema may break the validator anywhere
        return f"has an outputSchema that cannot be applied ({type(error).__name__})"
    more = f" ({len(lines) - 1} more)" if len(lines) > 1 else ""
    return (
        f"gave structuredContent that its outputSchema forbids: {lines[0]}{more}" if lines else ""
    )
