import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.drift.change import Change, Drift
from skillctl.drift.tools import compare_tools


def tool(name="weather", **values):
    schema = {
        "type": "object",
        "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
        "required": ["city"],
    }
    return {"name": name, "description": "Weather", "inputSchema": schema} | values


def changed(**values):
    return compare_tools([tool()], [tool(**values)])


def test_equal_lists_have_no_change():
    assert compare_tools([tool(), tool("b")], [tool(), tool("b")]) == ()


def test_a_tool_that_is_gone_breaks_and_a_new_one_is_read():
    old, new = tool("a", description="A"), tool("b", description="B")
    assert compare_tools([old], [new]) == (
        Change(
            Drift.BREAKING, "a", "$", json.dumps(old, separators=(",", ":")), None, "tool removed"
        ),
        Change(
            Drift.PROMPT_ONLY, "b", "$", None, json.dumps(new, separators=(",", ":")), "new tool"
        ),
    )


def test_a_tool_under_another_name_is_renamed():
    assert compare_tools([tool("a"), tool("z")], [tool("b"), tool("z")]) == (
        Change(Drift.BREAKING, "a", "$.name", "a", "b", "tool renamed"),
    )


def test_each_new_name_stands_for_one_old_tool():
    changes = compare_tools([tool("a"), tool("b")], [tool("c")])
    assert [(c.item, c.reason) for c in changes] == [("a", "tool renamed"), ("b", "tool removed")]


def test_another_order_of_the_same_tools():
    assert compare_tools([tool("a"), tool("b")], [tool("b"), tool("a")]) == (
        Change(Drift.ORDER_ONLY, "tools", "$", '["a","b"]', '["b","a"]', "other order"),
    )


def test_a_tool_that_stands_twice_is_compared_by_its_number():
    old = [tool(), tool(description="second")]
    assert compare_tools(old, old) == ()
    (found,) = compare_tools(old, [tool(), tool(description="changed")])
    assert (found.item, found.old, found.new) == ("weather#2", "second", "changed")
    assert compare_tools(old, [tool()])[0].reason == "tool removed"


@pytest.mark.parametrize(
    ("values", "drift", "path"),
    [
        ({"description": "Rain"}, Drift.PROMPT_ONLY, "$.description"),
        ({"description": "Weather "}, Drift.PROMPT_ONLY, "$.description"),
        ({"title": "T"}, Drift.COSMETIC, "$.title"),
        ({"icons": [{"src": "data:"}]}, Drift.COSMETIC, "$.icons"),
        ({"_meta": {"v": 2}}, Drift.COSMETIC, "$._meta"),
        ({"outputSchema": {"type": "object"}}, Drift.COSMETIC, "$.outputSchema"),
        ({"annotations": {"readOnlyHint": True}}, Drift.PROMPT_ONLY, "$.annotations"),
        ({"annotations": {"destructiveHint": True}}, Drift.PROMPT_ONLY, "$.annotations"),
        ({"annotations": None}, Drift.PROMPT_ONLY, "$.annotations"),
        ({"x y": 1}, Drift.COSMETIC, "$['x y']"),
    ],
)
def test_members_of_a_tool(values, drift, path):
    (found,) = changed(**values)
    assert (found.drift, found.item, found.path) == (drift, "weather", path)


def test_a_title_is_read_where_there_is_no_description():
    (found,) = compare_tools([tool(description="", title="A")], [tool(description="", title="B")])
    assert found.drift is Drift.PROMPT_ONLY


def test_a_tool_that_no_longer_only_reads():
    hints = [{"readOnlyHint": True}, {"readOnlyHint": False}]
    (found,) = compare_tools(*([tool(annotations=hint)] for hint in hints))
    assert found.drift is Drift.BREAKING
    assert found.reason == "no longer offered where only reading is allowed"


def test_input_schemas_are_compared_in_depth():
    schema = tool()["inputSchema"]
    (found,) = changed(inputSchema=schema | {"required": ["city", "days"]})
    assert found == Change(
        Drift.BREAKING,
        "weather",
        "$.inputSchema.required",
        '["city"]',
        '["city","days"]',
        "now required: days",
    )


@pytest.mark.parametrize("missing", [{}, {"inputSchema": None}])
def test_a_missing_schema_is_any_object(missing):
    bare = {"name": "a", **missing}
    full = {"name": "a", "inputSchema": {"type": "object", "properties": {}}}
    assert compare_tools([bare], [full]) == ()


def test_of_an_output_schema_only_what_breaks_matters():
    schema = {"type": "object", "properties": {"a": {"type": "string"}, "b": {}}}
    fewer = {"type": "object", "properties": {"b": {}}, "description": "x"}
    changes = compare_tools([tool(outputSchema=schema)], [tool(outputSchema=fewer)])
    assert [(c.drift, c.path) for c in changes] == [
        (Drift.BREAKING, "$.outputSchema.properties.a"),
        (Drift.COSMETIC, "$.outputSchema.description"),
    ]


def test_changes_stand_by_tool_and_the_order_last():
    old = [tool("b"), tool("a"), tool("c")]
    new = [tool("c", description="x"), tool("a", description="x"), tool("b", description="x")]
    assert [c.item for c in compare_tools(old, new)] == ["a", "b", "c", "tools"]


names = st.sampled_from("abcdef")
tool_lists = st.lists(
    st.builds(tool, names, description=st.sampled_from(["", "x", "y"])),
    max_size=5,
    unique_by=lambda t: t["name"],
)


@given(tool_lists)
def test_a_list_equals_itself(tools):
    assert compare_tools(tools, [dict(t) for t in tools]) == ()


@given(tool_lists, st.randoms())
def test_reordering_is_order_only(tools, random):
    shuffled = random.sample(tools, len(tools))
    changes = compare_tools(tools, shuffled)
    assert {c.drift for c in changes} == (set() if shuffled == tools else {Drift.ORDER_ONLY})


@given(tool_lists, tool_lists)
def test_a_tool_is_lost_exactly_where_something_breaks(old, new):
    lost = {t["name"] for t in old} - {t["name"] for t in new}
    broken = {c.item for c in compare_tools(old, new) if c.drift is Drift.BREAKING}
    assert broken == lost


@given(tool_lists, tool_lists)
def test_no_change_means_the_same_list(old, new):
    assert bool(compare_tools(old, new)) is (old != new)


@given(st.dictionaries(names, st.just({"type": "string"})), names)
def test_adding_a_required_property_breaks(properties, name):
    schema = {"type": "object", "properties": properties, "required": sorted(properties)}
    properties = {k: v for k, v in properties.items() if k != name}
    old = schema | {"properties": properties, "required": sorted(properties)}
    new = schema | {
        "properties": properties | {name: {}},
        "required": sorted({*properties, name}),
    }
    changes = compare_tools([tool(inputSchema=old)], [tool(inputSchema=new)])
    assert [(c.drift, c.reason) for c in changes if c.drift is Drift.BREAKING] == [
        (Drift.BREAKING, "new required property")
    ]
