import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.agent.columns import columns, folded, shortened

ROWS = (("name", "n", "why"), ("a", "1", "no reason"), ("longer", "1,234", ""))


def test_columns_are_aligned_and_numbers_stand_right():
    assert list(columns(ROWS, 80, right=[1])) == [
        "name        n  why",
        "a           1  no reason",
        "longer  1,234",
    ]


def test_one_blank_parts_them_where_two_are_too_wide():
    rows = (("aa", "bb", "cc"), ("a", "b", "c"))
    assert list(columns(rows, 10)) == ["aa  bb  cc", "a   b   c"]
    assert list(columns(rows, 9)) == ["aa bb cc", "a  b  c"]


def test_a_long_name_stands_above_its_row_where_one_blank_is_too_wide():
    rows = (("name", "why", "n"), ("n" * 30, "because", "12"), ("short", "", "3"))
    assert list(columns(rows, 30, right=[2])) == [
        "name                why      n",
        "n" * 30,
        "                    because 12",
        "short                        3",
    ]


def test_nothing_is_cut_where_nothing_fits():
    assert list(columns((("a" * 50, "b" * 57),), 60)) == [f"{'a' * 50} {'b' * 57}"]


@given(
    st.lists(st.tuples(*[st.text("ab-", min_size=1, max_size=30)] * 3), min_size=1, max_size=4),
    st.integers(20, 100),
)
def test_no_cell_is_lost_and_a_table_that_can_fit_fits(rows, width):
    lines = list(columns(rows, width))
    assert " ".join(lines).split() == [cell for row in rows for cell in row]
    rest = sum(max(len(row[at]) for row in rows) for at in (1, 2)) + 2
    if rest + 4 <= width and max(len(row[0]) for row in rows) <= width:
        assert max(map(len, lines)) <= width


def test_a_text_is_folded_between_words():
    assert folded("one two-three four", 9) == ["one", "two-three", "four"]
    assert folded("", 9) == [""]


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("short", 5, "short"),
        (".agents/skills/release-notes/SKILL.md:3", 16, ".agen…SKILL.md:3"),
        ("abcdef", 2, "a…"),
        ("abcdef", 1, "…"),
    ],
)
def test_the_middle_of_a_long_path_gives_way(text, width, shown):
    assert shortened(text, width) == shown
    assert len(shown) <= width


def test_a_name_wider_than_the_terminal_is_folded_above_its_row():
    rows = [("name", "n"), ("x" * 25, "7")]
    lines = list(columns(rows, 10, (1,)))
    assert lines[1:] == ["x" * 10, "x" * 10, "x" * 5, " " * 9 + "7"]
