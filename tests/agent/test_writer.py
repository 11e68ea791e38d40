import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.agent.provenance import FRAME, Origin, Owned, Piece, Span, Traced
from skillctl.agent.writer import spans, written

A, B = Origin("a"), Origin("b", "b.md", 3)


def text(*pieces):
    return Traced(tuple(Piece(words, origin) for words, origin in pieces))


def test_bytes_are_compact_utf8_in_the_order_of_the_keys():
    value = {"z": 1, "a": [True, None, 1.5], "ü": "é天\u2028"}
    assert written(value) == ('{"z":1,"a":[true,null,1.5],"ü":"é天\u2028"}'.encode(), 0)


def test_only_quote_backslash_and_controls_are_escaped():
    value = text(('"\\/\x00\b\t\n\f\r\x1f\x7f\x80 <&', A))
    assert written(value)[0] == rb'"\"\\/\u0000\b\t\n\f\r\u001f' + "\x7f\x80 <&".encode() + b'"'


@pytest.mark.parametrize("value", [{}, [], "", 0, False, None, {"a": {}}, {"a": []}, [[], {}]])
def test_small_values(value):
    assert written(value)[0] == json.dumps(value, separators=(",", ":")).encode()


@pytest.mark.parametrize("wrap", [lambda v: v, lambda v: {"k": v}, lambda v: Owned(v, A)])
def test_lone_surrogates_become_replacement_characters_and_are_counted(wrap):
    data, replaced = written(wrap("a\ud800b\udfff"))
    assert replaced == 2
    assert "a\ufffdb\ufffd".encode() in data
    assert written({"\udc80": 1}) == ('{"\ufffd":1}'.encode(), 1)


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_numbers_that_json_does_not_know_are_refused(number):
    for value in ({"a": number}, Owned([number], A)):
        with pytest.raises(ValueError, match="JSON compliant"):
            written(value)


def test_spans_name_each_byte():
    value = {"k": text(("é", A), ("\n", B)), "o": Owned({"x": 1}, B)}
    body = written(value)[0]
    assert body == '{"k":"é\\n","o":{"x":1}}'.encode()
    assert spans(value) == (
        Span(0, 6, FRAME),
        Span(6, 8, A),
        Span(8, 10, B),
        Span(10, 16, FRAME),
        Span(16, 23, B),
        Span(23, 24, FRAME),
    )


def test_neighbours_of_one_origin_are_one_span_and_empty_pieces_none():
    value = text(("a", A), ("", B), ("b", A))
    assert spans(value) == (Span(0, 1, FRAME), Span(1, 3, A), Span(3, 4, FRAME))


ORIGINS = st.sampled_from([A, B, Origin("tools", "srv/x", item="mcp__srv__x")])
TEXTS = st.text(st.characters(codec=None, exclude_categories=()), max_size=8)
PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
TRACED = st.lists(st.builds(Piece, TEXTS, ORIGINS), max_size=4).map(lambda p: Traced(tuple(p)))
TREES = st.recursive(
    PLAIN | TRACED | st.builds(Owned, PLAIN, ORIGINS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)


def plain(value):
    """The value without its origins, as the standard writer takes it."""
    if isinstance(value, Traced):
        return value.text
    if isinstance(value, Owned):
        return value.value
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


@given(TREES)
def test_spans_tile_the_bytes_and_bytes_are_those_of_the_standard_writer(value):
    body, replaced = written(value)
    expected = json.dumps(plain(value), ensure_ascii=False, separators=(",", ":"))
    lone = sum("\ud800" <= c <= "\udfff" for c in expected)
    assert replaced == lone
    assert body.decode() == "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in expected)
    found = spans(value)
    assert [s.start for s in found] == [0, *(s.end for s in found[:-1])]
    assert found[-1].end == len(body)
    assert all(s.end > s.start for s in found)


@given(TRACED)
def test_a_span_holds_the_text_of_its_pieces(value):
    body = written(value)[0]
    kept = [p for p in value.pieces if p.text]
    assert {s.origin for s in spans(value)} == {FRAME, *(p.origin for p in kept)}
    for origin in {p.origin for p in kept}:
        inside = b"".join(body[s.start : s.end] for s in spans(value) if s.origin == origin)
        own = "".join(p.text for p in kept if p.origin == origin)
        assert inside == written(own)[0][1:-1]
