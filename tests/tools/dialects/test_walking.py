from skillctl.tools.dialects.changes import EXACT, Changes
from skillctl.tools.dialects.walking import inside_out, outside_in, without

SCHEMA = {"n": 0, "properties": {"a": {"n": 1, "items": {"n": 2}}, "b": True}, "default": {"n": 3}}


def counted(node, path, changes):
    changes.add(path, "seen", EXACT)
    return {**node, "n": node["n"] + 10}


def walked(step):
    changes = Changes()
    return step(SCHEMA, changes), [change.path for change in changes.made]


def test_every_schema_is_changed_once_and_nothing_else():
    wanted = {
        "n": 10,
        "properties": {"a": {"n": 11, "items": {"n": 12}}, "b": True},
        "default": {"n": 3},
    }
    places = ["", "/properties/a", "/properties/a/items"]
    assert walked(inside_out(counted)) == (wanted, places[::-1])
    assert walked(outside_in(counted)) == (wanted, places)
    assert SCHEMA["n"] == 0


def test_outside_in_looks_into_what_a_schema_became():
    def opened(node, _path, _changes):
        return node.get("items", node)

    assert outside_in(opened)({"items": {"items": {"n": 1}}}, Changes()) == {"items": {"n": 1}}


def test_without():
    assert without({"a": 1, "b": 2}, "b", "c") == {"a": 1}
