import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.agent.strict_json import MAX_DEPTH, NotStrict, parse_strict

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(VALUES)
def test_what_is_json_is_read_as_it_is(value):
    assert parse_strict(json.dumps(value)) == value


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"a":NaN}', "NaN is not JSON"),
        ("[-Infinity]", "-Infinity is not JSON"),
        ("1e999", "1e999 is more than a number can hold"),
        ("[" * 101 + "]" * 101, "nested deeper than 100"),
        ('{"a":' * 101 + "1" + "}" * 101, "nested deeper than 100"),
        ("[" * 100_000, "nested deeper than 100"),
    ],
)
def test_what_no_tool_may_get_is_refused_with_its_reason(text, words):
    with pytest.raises(NotStrict, match=f"^{words}$"):
        parse_strict(text)


@pytest.mark.parametrize("text", ["", '{"a":', "[1,]"])
def test_what_is_no_json_is_refused_as_the_standard_reader_says(text):
    with pytest.raises(json.JSONDecodeError):
        parse_strict(text)


def test_the_deepest_that_is_taken():
    assert parse_strict("[" * MAX_DEPTH + "1" + "]" * MAX_DEPTH)


def test_members_may_be_looked_at():
    assert parse_strict('{"a":1,"a":2}', len) == 2
