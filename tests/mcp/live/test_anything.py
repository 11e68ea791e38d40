"""Whatever a server lists, the check of it ends with findings and never with an exception."""

import json
import time

from hypothesis import given, settings
from hypothesis import strategies as st

from skillctl.findings import Report
from skillctl.mcp.live.heard import Heard
from skillctl.mcp.live.report import case_of
from skillctl.mcp.operations import ToolList
from skillctl.report.formats import FORMATS

WORDS = (
    *("name", "description", "inputSchema", "outputSchema", "annotations", "readOnlyHint", "type"),
    *("object", "properties", "$ref", "#/a", "anyOf", "allOf", "required", "items", "enum"),
    *("$schema", "pattern", "additionalProperties", "$defs", "const", "default", "http://["),
)
TEXTS = st.sampled_from(WORDS) | st.text(max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=5),
    max_leaves=20,
)
TOOLS = st.lists(
    VALUES
    | st.fixed_dictionaries(
        {"name": TEXTS, "inputSchema": st.dictionaries(TEXTS, VALUES, max_size=4)},
        optional={"outputSchema": VALUES, "annotations": VALUES},
    ),
    max_size=4,
)


@settings(max_examples=100, deadline=None)
@given(TOOLS, TOOLS, st.text(max_size=20))
def test_any_list(first, again, instructions):
    heard = Heard(
        key="w",
        keys=("w",),
        instructions=instructions,
        listed=ToolList(tuple(first)),
        again=ToolList(tuple(again)),
    )
    case = case_of(heard, notes=True)
    report = Report(cases=(case,), command="mcp check")
    assert json.loads(FORMATS["json"](report))["cases"][0]["path"] == "mcp:w"


def test_a_long_list_and_a_deep_schema_take_no_time():
    deep = {"type": "object"}
    for _ in range(200):
        deep = {"type": "object", "properties": {"a": deep, "b": {"type": "string"}}}
    tools = [{"name": f"t{n}", "inputSchema": {"type": "object", "properties": {"a": {}}}}
             for n in range(300)]  # fmt: skip
    listed = ToolList((*tools, {"name": "deep", "inputSchema": deep}))
    begun = time.process_time()
    case_of(Heard(key="w", keys=("w",), listed=listed, again=listed))
    assert time.process_time() - begun < 10
