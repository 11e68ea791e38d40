"""Columns as a terminal counts them."""

from skillctl.report.table import padded, table, widest


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
