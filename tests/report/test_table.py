"""Columns as a terminal counts them."""

from hypothesis import example, given
from hypothesis import strategies as st

from skillctl.report.snippet import columns
from skillctl.report.table import fitted, padded, room_for_name, table, widest


def test_columns_stand_below_each_other():
    assert list(table([("skill", "path"), ("a", "b"), ("long-one", "")])) == [
        "skill     path",
        "a         b",
        "long-one",
    ]
    assert list(table([])) == []


def test_wide_characters_take_two_columns():
    assert list(table([("日本語", "x"), ("ab", "y")])) == ["日本語  x", "ab      y"]
    assert padded("日", 4) == "日  "
    assert padded("e\u0301", 3) == "e\u0301  "
    assert (widest(["日本", "abc"]), widest([])) == (4, 0)


def test_what_is_wider_than_the_terminal_has_its_last_cell_below():
    rows = [("name", "path"), ("a", "x" * 20), ("b", "short")]
    assert list(table(rows, 16)) == ["name  path", "a", f"    {'x' * 20}", "b     short"]
    assert list(table(rows, 26)) == list(table(rows))


def test_a_first_cell_that_is_too_long_even_then_stands_above():
    rows = [("skill", "status", "path"), ("x" * 12, "active", "p"), ("short", "active", "p")]
    assert list(table(rows, 18)) == [
        "skill       status",
        "    path",
        "x" * 12,
        "            active",
        "    p",
        "short       active",
        "    p",
    ]
    assert next(table([("x" * 12, "active", "p")], 5)) == "x" * 12


ROWS = (("name", "n", "why"), ("a", "1", "no reason"), ("longer", "1,234", ""))


def test_numbers_stand_right():
    assert list(fitted(ROWS, 80, right=[1])) == [
        "name        n  why",
        "a           1  no reason",
        "longer  1,234",
    ]


def test_one_blank_parts_them_where_two_are_too_wide():
    rows = (("aa", "bb", "cc"), ("a", "b", "c"))
    assert list(fitted(rows, 10)) == ["aa  bb  cc", "a   b   c"]
    assert list(fitted(rows, 9)) == ["aa bb cc", "a  b  c"]


def test_a_long_name_stands_above_its_row_where_one_blank_is_too_wide():
    rows = (("name", "why", "n"), ("n" * 30, "because", "12"), ("short", "", "3"))
    assert list(fitted(rows, 30, right=[2])) == [
        "name                why      n",
        "n" * 30,
        "                    because 12",
        "short                        3",
    ]


def test_a_name_wider_than_the_terminal_is_folded_above_its_row():
    rows = [("name", "n"), ("x" * 25, "7")]
    lines = list(fitted(rows, 10, (1,)))
    assert lines[1:] == ["x" * 10, "x" * 10, "x" * 5, " " * 9 + "7"]


def test_nothing_is_cut_where_nothing_fits():
    assert list(fitted((("a" * 50, "b" * 57),), 60)) == [f"{'a' * 50} {'b' * 57}"]


def test_wide_names_and_numbers_are_aligned_by_columns():
    assert list(fitted([("天気", "天", "1"), ("ab", "cd", "23")], 80, right=[2])) == [
        "天気  天   1",
        "ab    cd  23",
    ]
    assert room_for_name([("天気", "天", "1"), ("ab", "cd", "23")], 20) == 14


@given(
    st.lists(st.tuples(*[st.text("ab-天", min_size=1, max_size=30)] * 3), min_size=1, max_size=4),
    st.integers(20, 100),
)
@example([("a" * 21, "a", "a")], 20)
def test_no_cell_is_lost_and_a_table_that_can_fit_fits(rows, width):
    """A first cell that is wider than the terminal is cut into lines; any other stays whole."""
    lines = list(fitted(rows, width))
    if max(columns(row[0]) for row in rows) <= width:
        assert " ".join(lines).split() == [cell for row in rows for cell in row]
    assert "".join("".join(lines).split()) == "".join(cell for row in rows for cell in row)
    rest = sum(max(columns(row[at]) for row in rows) for at in (1, 2)) + 2
    if rest + 4 <= width:
        assert max(map(columns, lines)) <= width
