import pytest

from skillctl.setting import fits, frozen, words_for
from skillctl.settings import rows

TABLE = {row.key: row for row in rows()}


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("skills.arrow", True, True),
        ("skills.arrow", 1, False),
        ("skills.arrow", "true", False),
        ("lint.max-entries", 1, True),
        ("lint.max-entries", True, False),
        ("lint.max-entries", 1.0, False),
        ("lint.fail-on", "x", True),
        ("lint.fail-on", 1, False),
        ("lint.select", [], True),
        ("lint.select", ["a"], True),
        ("lint.select", ["a", 1], False),
        ("lint.select", "a", False),
        ("lint.severity", {}, True),
        ("lint.severity", {"a": "b"}, True),
        ("lint.severity", {"a": ["b"]}, False),
        ("lint.severity", ["a"], False),
        ("lint.per-path-ignores", {"a": ["b"]}, True),
        ("lint.per-path-ignores", {"a": "b"}, False),
    ],
)
def test_types(key, value, expected):
    assert fits(TABLE[key].kind, value) is expected


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("skills.arrow", "true or false"),
        ("lint.max-entries", "a whole number"),
        ("lint.fail-on", "a string"),
        ("lint.select", "a list of strings"),
        ("lint.severity", "a table whose values are strings"),
        ("lint.per-path-ignores", "a table whose values are lists of strings"),
    ],
)
def test_types_in_words(key, words):
    assert words_for(TABLE[key].kind) == words


def test_lists_become_tuples_at_any_depth():
    assert frozen({"a": [1, [2]], "b": "c"}) == {"a": (1, (2,)), "b": "c"}
