import json

import pytest

from skillctl.findings import Absent
from skillctl.rules.fix.difference import broken_promise, difference
from skillctl.source.file import SourceFile
from skillctl.source.json_text import parse_json


def tree(text):
    return parse_json(SourceFile("f", text.encode(), text))[0]


@pytest.mark.parametrize(
    ("old", "new", "intent", "wanted"),
    [
        ('{"a": 1}', '{ "a" : 1 }', {}, None),
        ('{"a": 1}', '{"a": 1.0}', {}, "/a"),
        ('{"a": 1}', '{"a": true}', {}, "/a"),
        ('{"a": 1}', '{"a": "1"}', {}, "/a"),
        ('{"a": 1}', '{"a": "1"}', {"/a": "1"}, None),
        ('{"a": 1}', '{"a": 1}', {"/a": "1"}, "/a"),
        ('{"a": true}', '{"a": 1}', {"/a": True}, "/a"),
        ('{"a": 1}', '{"a": [1, "x"]}', {"/a": [1, "x"]}, None),
        ('{"a": [1, 2]}', '{"a": [1, "2"]}', {"/a/1": "2"}, None),
        ('{"a": [1, 2]}', '{"a": [1, 2, 3]}', {}, "/a"),
        ('{"a": [1, 2]}', '{"a": [2, 2]}', {}, "/a/0"),
        ('{"a": 1, "b": 2}', '{"b": 2, "a": 1}', {}, "/a"),
        ('{"a": 1, "b": 2}', '{"a": 1}', {}, ""),
        ('{"a": 1, "b": 2}', '{"a": 1}', {"/b": Absent.ABSENT}, None),
        ('{"a": 1, "b": 2}', '{"a": 1, "b": 2}', {"/b": Absent.ABSENT}, "/b"),
        ('{"b": 2}', '{"a": 1, "b": 2}', {}, "/a"),
        ('{"b": 2}', '{"a": 1, "b": 2}', {"/a": 1}, None),
        ('{"b": 2}', '{"a": 1, "b": 2}', {"/a": 2}, "/a"),
        ('{"b": 2}', '{"b": 2}', {"/a": 2}, "/a"),
        ('{"x": 2}', '{"y": 2}', {"/x": Absent.ABSENT, "/y": 2}, None),
        ('{"a": 1, "a": 2}', '{"a": 1, "a": 2}', {}, None),
        ('{"a": 1, "a": 2}', '{"a": 1}', {}, ""),
        ('{"a": 1, "a": 2}', '{"a": 1, "a": "2"}', {"/a": "2"}, "/a"),
        ('{"a/b": 1, "c~": 2}', '{"a/b": "1", "c~": 3}', {"/a~1b": "1", "/c~0": 3}, None),
        ("1", "2", {}, ""),
    ],
)
def test_only_what_is_meant_may_differ(old, new, intent, wanted):
    assert difference(tree(old), tree(new), intent) == wanted


@pytest.mark.parametrize(
    ("intent", "wanted"),
    [
        ({}, None),
        ({"/a": "x", "/b/1": 2}, None),
        ({"/a": "y"}, "/a"),
        ({"/b/2": 2}, "/b/2"),
        ({"/b/x": 2}, "/b/x"),
        ({"/c/d": 2}, "/c/d"),
        ({"/c": Absent.ABSENT}, None),
        ({"/a": Absent.ABSENT}, "/a"),
    ],
)
def test_promises_are_looked_up(intent, wanted):
    assert broken_promise(tree('{"a": "x", "b": [1, 2]}'), intent) == wanted


def test_many_values_take_linear_time():
    data = {f"k{n}": n for n in range(20_000)}
    intent = {f"/k{n}": str(n) for n in range(20_000)}
    new = {key: str(value) for key, value in data.items()}
    assert difference(tree(json.dumps(data)), tree(json.dumps(new)), intent) is None
