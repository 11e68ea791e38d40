from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.findings import Edit, Fix, Safety
from skillctl.rules.fix.edits import Patch, apart, line_end, repairable
from tests.rules.fix.benches import finding


def patch(data, *edits):
    return Patch(
        data, [Fix(Safety.SAFE, "", tuple(Edit("notes/SKILL.md", *edit) for edit in edits))]
    )


@pytest.mark.parametrize(
    ("edits", "wanted"),
    [
        ([], b"abcdef"),
        ([(0, 0, "x")], b"xabcdef"),
        ([(6, 6, "x")], b"abcdefx"),
        ([(4, 6, ""), (0, 1, "AA")], b"AAbcd"),
        ([(1, 3, "é"), (3, 4, "!")], "aé!ef".encode()),
    ],
)
def test_edits_replace_bytes_and_keep_the_others(edits, wanted):
    assert patch(b"abcdef", *edits).apply(b"abcdef") == wanted


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        (b"", "\n"),
        (b"a", "\n"),
        (b"a\nb\r\nc\r\n", "\r\n"),
        (b"a\r\nb\nc\n", "\n"),
        (b"a\rb", "\r"),
        (b"a\r\nb\n", "\r\n"),
    ],
)
def test_an_inserted_line_end_copies_the_most_frequent_one(data, wanted):
    assert line_end(data) == wanted
    put_in = patch(data, (0, 0, "x\ny\r\nz\r")).apply(data)
    assert put_in == f"x{wanted}y{wanted}z{wanted}".encode() + data


def test_where_a_byte_is_afterwards():
    moved = patch(b"abcdef", (1, 3, "XYZ"), (4, 4, "++"), (5, 6, ""))
    assert moved.apply(b"abcdef") == b"aXYZd++e"
    assert [moved.after(n) for n in range(-1, 7)] == [-1, 0, 1, 1, 4, 7, 8, 8]
    assert [moved.touches(n) for n in range(7)] == [False, True, True, False, False, True, False]
    assert [moved.anchor(n) for n in range(9)] == [0, 1, 1, 1, 4, 5, 5, 7, 8]


def test_where_a_new_text_stands():
    first, second = finding("A", (1, 2, "long")), finding("B", (4, 5, ""), (0, 0, "x"))
    made = Patch(b"abcdef", [first.fix, second.fix])
    assert made.apply(b"abcdef") == b"xalongcdf"
    assert made.new_spans(first.fix) == [(2, 6)]
    assert made.new_spans(second.fix) == [(8, 8), (0, 1)]


EDITS = st.lists(
    st.tuples(st.integers(0, 30), st.integers(0, 4), st.text("ab\n", max_size=3)), max_size=6
)


@given(st.text("xyz\n", min_size=35, max_size=40), EDITS)
def test_every_other_byte_is_found_again(text, drawn):
    data = text.encode()
    chosen = apart(repairable([finding("A", (s, s + n, new)) for s, n, new in drawn]))
    made = Patch(data, [f.fix for f in chosen])
    after = made.apply(data)
    kept = [n for n in range(len(data)) if not made.touches(n)]
    assert [after[made.after(n)] for n in kept] == [data[n] for n in kept]


def test_only_safe_fixes_with_edits_are_made_by_their_place():
    unsafe = finding("A", (0, 1, ""))
    unsafe = replace(unsafe, fix=unsafe.fix._replace(safety=Safety.UNSAFE))
    late, early, none = (
        finding("C", (5, 6, "")),
        finding("B", (9, 9, ""), (2, 3, "")),
        finding("D", at=1),
    )
    assert repairable([late, unsafe, none, early]) == [early, late]


def test_of_overlapping_fixes_the_first_by_place_is_made():
    a, b, c, d = (
        finding("A", (0, 4, "")),
        finding("B", (3, 6, "")),
        finding("C", (7, 8, ""), (20, 21, "")),
        finding("D", (20, 20, "x")),
    )
    assert apart([a, b, c, d]) == [a, c]
    touching = finding("E", (4, 5, ""))
    assert apart([a, touching]) == [a]
    assert apart([]) == []
