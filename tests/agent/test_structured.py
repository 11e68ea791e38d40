from dataclasses import replace

import pytest

from skillctl.agent.structured import structured_problem
from tests.agent.views import tool

SCHEMA = {
    "type": "object",
    "required": ["rows"],
    "properties": {"rows": {"type": "array", "items": {"type": "integer"}}},
}
TOOL = replace(tool("db", "query"), output_schema=SCHEMA)
FORBIDS = "gave structuredContent that its outputSchema forbids: "


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"structuredContent": {"rows": [1, 2]}}, ""),
        ({"content": []}, "has an outputSchema, but its result has no structuredContent"),
        ({"structuredContent": {}}, f"{FORBIDS}$.rows: missing"),
        ({"structuredContent": "no object"}, f"{FORBIDS}$: expected object, got string"),
        ({"structuredContent": {"rows": ["a", "b"]}},
         f"{FORBIDS}$.rows[0]: expected integer, got string (1 more)"),
        ({"content": [], "isError": True}, ""),
        ({"structuredContent": {}, "isError": True}, ""),
    ],
)  # fmt: skip
def test_a_result_against_the_schema_of_its_tool(raw, words):
    assert structured_problem(TOOL, raw) == words


def test_a_tool_without_a_schema_of_results():
    assert structured_problem(tool("db", "query"), {"structuredContent": 5}) == ""


@pytest.mark.parametrize("schema", [{"type": 7}, {"$ref": "#/nowhere"}, {"$schema": "x:y"}])
def test_a_schema_that_cannot_be_applied_breaks_nothing(schema):
    words = structured_problem(replace(TOOL, output_schema=schema), {"structuredContent": {}})
    assert words == "" or words.startswith("has an outputSchema that cannot be applied (")
