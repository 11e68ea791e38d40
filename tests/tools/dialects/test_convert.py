import copy
import json
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from skillctl.settings import McpSettings, rows
from skillctl.tools.dialects.convert import DIALECTS, convert
from skillctl.tools.dialects.gemini import KNOWN
from skillctl.tools.dialects.keys import restored
from skillctl.tools.dialects.refs import every_schema
from tests.tools.dialects.judge import FOURTH, SEVENTH, fits
from tests.tools.dialects.schemas import ARGUMENTS, ROOTS, SCHEMAS

CHANGING = DIALECTS[1:]
few = settings(
    max_examples=80,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def names_in(schema):
    """The names of all properties, in schema positions."""
    nodes = [node for _, node in every_schema(schema)]
    return sorted(name for node in nodes for name in node.get("properties", {}))


def test_the_dialects_are_those_of_the_setting():
    (choices,) = [row.choices for row in rows() if row.key == "mcp.schema"]
    assert choices == DIALECTS
    assert McpSettings().schema == "raw"


@pytest.mark.parametrize("dialect", DIALECTS)
def test_missing_and_wrong_schemas(dialect):
    assert convert(None, dialect).schema == {"type": "object", "properties": {}}
    assert convert([], dialect).problem == "/inputSchema: expected an object, got array"
    assert convert({"properties": {"a": 3}}, dialect).problem == (
        "/inputSchema/properties/a: expected an object or a boolean, got number"
    )
    hidden = convert({"$schema": "x", "properties": {"a": {"description": "A\u200b"}}}, dialect)
    assert (hidden.schema["properties"]["a"], hidden.removed) == ({"description": "A"}, 1)
    assert [(c.path, c.rule) for c in hidden.changes][:2] == [
        ("/$schema", "top-schema"),
        ("/properties/a/description", "text"),
    ]


@pytest.mark.parametrize("dialect", CHANGING)
def test_a_problem_of_a_step_has_its_place(dialect):
    found = convert({"properties": {"x": {"$ref": "#/$defs/none"}}}, dialect)
    assert (found.schema, found.problem) == (
        None,
        "/inputSchema/properties/x/$ref: unresolvable #/$defs/none",
    )
    assert convert({"type": "string"}, dialect).problem.startswith("/inputSchema/type: ")
    assert convert({"type": "string"}, "raw").problem == ""


def test_keys_may_be_sorted():
    served = {"type": "object", "properties": {"b": {}, "a": {}}, "required": ["b", "a"]}
    assert json.dumps(convert(served, "openai").schema) == json.dumps(served)
    assert json.dumps(convert(served, "raw", order="sorted").schema) == (
        '{"properties": {"a": {}, "b": {}}, "required": ["a", "b"], "type": "object"}'
    )


@few
@given(ROOTS, st.lists(ARGUMENTS, min_size=3, max_size=8), st.sampled_from(CHANGING))
def test_schema_equivalence(raw, values, dialect):
    """Exact changes mean the same, loosened ones take no less; nothing changes twice."""
    before = copy.deepcopy(raw)
    found = convert(raw, dialect)
    assert raw == before
    if found.schema is None:
        return
    again = convert(found.schema, dialect)
    assert json.dumps(again.schema) == json.dumps(found.schema)
    kinds = {change.kind for change in found.changes}
    for value in values:
        sent = fits(found.schema, value)
        served = fits(raw, restored(value, found.renamed))
        if not found.renamed:
            assert sent or not served or "narrowed" in kinds
            assert sent == served or kinds != {"exact"}


@few
@given(ROOTS, st.sampled_from(["openai", "nullable"]))
def test_names_of_properties_are_kept(raw, dialect):
    found = convert(raw, dialect)
    if found.schema is not None and not raw.keys() & {"allOf", "anyOf", "oneOf", "not"}:
        assert names_in(found.schema) == names_in(convert(raw, "raw").schema)


@few
@given(ROOTS)
def test_gemini_gets_nothing_that_it_refuses(raw):
    found = convert(raw, "gemini")
    for _, node in every_schema(found.schema or {}):
        assert node.keys() <= KNOWN
        assert not isinstance(node.get("type"), list)
        assert all(isinstance(value, str) for value in node.get("enum", []))


old = st.fixed_dictionaries(
    {"minimum": st.integers(0, 2), "maximum": st.integers(1, 4)},
    optional={"exclusiveMinimum": st.booleans(), "exclusiveMaximum": st.booleans()},
)
lists = st.fixed_dictionaries(
    {"items": st.lists(SCHEMAS, max_size=2)}, optional={"additionalItems": SCHEMAS}
)


@few
@given(old, st.integers(-1, 5), st.sampled_from(["openai", "nullable", "anthropic"]))
def test_bounds_of_draft_04_mean_what_they_meant(bounds, value, dialect):
    raw = {"type": "object", "properties": {"n": bounds}}
    found = convert(raw, dialect)
    assert {change.kind for change in found.changes} <= {"exact"}
    assert fits(found.schema, {"n": value}) == fits(raw, {"n": value}, FOURTH)


@few
@given(lists, st.lists(st.sampled_from([None, 1, "a", {}, []]), max_size=3))
def test_lists_of_items_mean_what_they_meant(node, value):
    raw = {"type": "object", "properties": {"n": node}, "$defs": {"A": {}, "B": {}}}
    assert fits(convert(raw, "openai").schema, {"n": value}) == fits(raw, {"n": value}, SEVENTH)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_deepest_and_widest_that_may_be_end_in_time(dialect):
    deep = {"type": ["string", "null"]}
    for _ in range(31):
        deep = {"anyOf": [deep, {"type": "integer"}]}
    wide = {f"p{number}": {"type": ["string", "null"]} for number in range(5000)}
    twice = [{"properties": {"a": {"title": str(number)}}} for number in range(400)]
    begin = time.process_time()
    for schema in ({"properties": {"x": deep}}, {"properties": wide}, {"allOf": twice}):
        assert convert(schema, dialect).problem == ""
    assert time.process_time() - begin < 5


def cases(shared, number):
    (folder,) = (shared / "cases").glob(f"{number}-*")
    tools = json.loads((folder / "tools.json").read_text())["tools"]
    return {tool["name"]: tool["inputSchema"] for tool in tools}


def test_case_43_object_without_properties(shared):
    tools = cases(shared, 43)
    sent = {name: convert(schema, "openai").schema for name, schema in tools.items()}
    assert sent["now"]["properties"] == sent["help"]["properties"] == {}
    assert fits(sent["save"], {"data": {"any": 1}})


@pytest.mark.parametrize("dialect", CHANGING)
def test_case_44_root_combinator(shared, dialect):
    tools = cases(shared, 44)
    found = {name: convert(schema, dialect) for name, schema in tools.items()}
    assert all(not one.schema.keys() & {"anyOf", "oneOf", "allOf"} for one in found.values())
    either, union = found["either"], found["union"]
    assert list(either.schema["properties"]) == ["paths", "scopes"]
    assert [(c.path, c.kind) for c in either.changes] == [("/anyOf", "loosened")]
    assert "required" not in union.schema
    assert list(union.schema["properties"]) == ["id", "slug"]
    assert "`id`; `slug`" in union.schema["description"]
    if dialect != "gemini":
        assert found["nested"].schema == tools["nested"]


def test_case_46_local_refs(shared):
    tools = cases(shared, 46)
    draw = convert(tools["draw"], "gemini").schema
    assert "$ref" not in json.dumps(draw)
    assert draw["properties"]["kind"] == {
        "description": "Chart kind.",
        "default": "bar",
        "type": "string",
        "enum": ["bar", "pie"],
    }
    assert draw["properties"]["foot"] == draw["properties"]["head"]
    assert draw["properties"]["n"] == {"type": "integer"}
    for dialect in CHANGING:
        assert convert(tools["bad"], dialect).problem.endswith("unresolvable #/$defs/none")
        assert convert(tools["plain"], dialect).schema == tools["plain"]


@pytest.mark.parametrize("dialect", CHANGING)
def test_case_47_circular_ref(shared, dialect):
    begin = time.process_time()
    for name, schema in cases(shared, 47).items():
        found = convert(schema, dialect)
        assert json.dumps(found.schema)
        cut = [change for change in found.changes if change.kind == "loosened"]
        assert bool(cut) == (dialect == "gemini" and name != "out")
    assert time.process_time() - begin < 1


def test_case_49_property_key_pattern(shared):
    (schema,) = cases(shared, 49).values()
    found = convert(schema, "anthropic")
    sent = found.schema["properties"]
    assert len(sent) == 5
    assert all(name.isascii() and len(name) <= 64 and "[" not in name for name in sent)
    values = {name: number for number, name in enumerate(sent)}
    assert list(restored(values, found.renamed)) == list(schema["properties"])
    (required,) = found.schema["required"]
    assert restored({required: 1}, found.renamed) == {"uids[]": 1}
    for dialect in ("openai", "nullable"):
        assert convert(schema, dialect).schema == schema


@pytest.mark.parametrize("dialect", ["openai", "nullable", "anthropic"])
def test_case_50_draft4_exclusive_minimum(shared, dialect):
    (schema,) = cases(shared, 50).values()
    found = convert(schema, dialect)
    assert found.schema["properties"] == {
        "ttl": {"type": "integer", "exclusiveMinimum": 0},
        "max": {"type": "integer", "maximum": 10},
        "p": {"$ref": "#/definitions/P"},
    }
    assert convert(schema, "gemini").schema["properties"]["p"] == {"type": "integer", "minimum": 1}


def real_tools(shared):
    for path in sorted((shared / "corpus-tools").rglob("*.json")):
        content = json.loads(path.read_text())
        tools = content.get("tools") if isinstance(content, dict) else None
        for tool in tools if isinstance(tools, list) else [content]:
            if isinstance(tool, dict) and "name" in tool:
                yield tool


@pytest.mark.parametrize("dialect", DIALECTS)
def test_no_real_tool_is_lost(shared, dialect):
    found = [convert(tool.get("inputSchema"), dialect) for tool in real_tools(shared)]
    assert len(found) == 167
    assert [one.problem for one in found if one.schema is None] == []
    assert all(convert(one.schema, dialect).schema == one.schema for one in found)
    kinds = {change.kind for one in found for change in one.changes}
    assert "narrowed" not in kinds
    if dialect != "gemini":
        assert kinds == {"exact"}
