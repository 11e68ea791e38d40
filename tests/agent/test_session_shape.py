import json
from pathlib import Path

import pytest

from skillctl.agent.session_shape import SHAPES, misfits

DEFS = json.loads((Path(__file__).parents[2] / "docs" / "session.schema.json").read_text())["$defs"]
END = {
    "e": "session.end",
    "n": 9,
    "exit": 0,
    "reason": "",
    "v": {"time": "T"},
    "totals": {"requests": 1, "calls": 0},
}


@pytest.mark.parametrize("kind", SHAPES)
def test_the_shape_asks_for_what_the_schema_requires(kind):
    assert set(SHAPES[kind]) == set(DEFS[kind]["required"]) - {"e", "n", "v"}


def test_an_event_as_it_has_to_be_has_no_misfit():
    assert list(misfits(END)) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"v": 5}, '"v" is not an object'),
        ({"v": {}}, '"v.time" is missing'),
        ({"n": "1"}, '"n" is not an integer'),
        ({"n": True}, '"n" is not an integer'),
        ({"reason": None}, '"reason" is not a text'),
        ({"totals": []}, '"totals" is not an object'),
        ({"totals": {"requests": 1, "calls": 1.5}}, '"totals.calls" is not an integer'),
    ],
)
def test_a_wrong_type_is_named_with_its_place(change, words):
    assert list(misfits({**END, **change})) == [words]


def test_entries_of_a_list_are_looked_at():
    catalog = {
        "e": "catalog",
        "n": 1,
        "view": "",
        "system": "",
        "v": {"time": "T"},
        "servers": [],
        "tool_list": 3,
        "skills": [],
        "tools": [],
        "absent": [{"name": "x", "reason": 4}, 5],
    }
    assert list(misfits(catalog)) == [
        '"tool_list" is not a list',
        '"absent[0].reason" is not a text',
        '"absent[1]" is not an object',
    ]


def test_null_and_numbers_are_allowed_where_they_may_stand():
    limit = {"e": "limit", "n": 1, "name": "timeout", "value": 1.5, "v": {"time": "T"}}
    error = {**limit, "e": "error", "kind": "x", "message": "m", "hint": None}
    assert list(misfits(limit)) == list(misfits(error)) == []
    assert list(misfits({**error, "hint": 1})) == ['"hint" is not a text or null']
