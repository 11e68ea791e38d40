import pytest

from skillctl.agent.columns import columns, shortened

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


def test_nothing_is_cut_where_nothing_fits():
    assert list(columns((("a" * 50, "b" * 50),), 60)) == [f"{'a' * 50} {'b' * 50}"]


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
