import json
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skillctl.fakes.recorder.toml_value import NotToml, is_toml, toml_value

VALUES = st.recursive(
    st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=200, deadline=None)
@given(VALUES)
def test_what_is_written_is_read_again_in_its_order(value):
    read = tomllib.loads(f"a = {toml_value(value)}")["a"]
    assert json.dumps(read) == json.dumps(value)


@pytest.mark.parametrize(
    "value",
    [None, [None], {"a": None}, 2**63, -(2**63) - 1, float("inf"), float("-inf"), float("nan"),
     "\ud800", {"\udfff": 1}],
)  # fmt: skip
def test_what_toml_cannot_hold(value):
    assert not is_toml(value)
    with pytest.raises(NotToml):
        toml_value(value)


def test_depth_has_an_end():
    deep = 1
    for _ in range(5000):
        deep = [deep]
    assert not is_toml(deep)


@pytest.mark.parametrize(
    "text",
    ["a\u202eb", "\u200b", "x\u2066\u2069", "\U000e0041\U000e0042", "\u202e", "\u061c\u200e1"],
)
def test_nothing_is_hidden_in_what_a_person_reviews(text):
    written = toml_value({"k": text, text: 1})
    assert written.isascii()
    assert tomllib.loads(f"a = {written}")["a"] == {"k": text, text: 1}


def test_letters_and_emoji_stay_as_they_are():
    assert toml_value("天気 é 👩‍👩‍👧") == '"天気 é 👩‍👩‍👧"'


def test_how_it_looks():
    assert toml_value({"a": 1, "b c": [True, "x\n"], "d": {}}) == (
        '{ a = 1, "b c" = [true, "x\\n"], d = {} }'
    )
