from skillctl.tools.dialects.changes import EXACT, Changes, compact
from skillctl.toolspec import SchemaChange


def test_values_are_kept_as_they_were_when_they_changed():
    changes, value = Changes(), {"é": [1, None]}
    changes.add("/a", "rule", EXACT, value, None)
    changes.add("/b", "rule", EXACT)
    value.clear()
    assert changes.made == [
        SchemaChange("/a", "rule", "exact", '{"é":[1,null]}', "null"),
        SchemaChange("/b", "rule", "exact", None, None),
    ]


def test_compact_json_keeps_the_order():
    assert compact({"b": 1, "a": [True, "é"]}) == '{"b":1,"a":[true,"é"]}'
