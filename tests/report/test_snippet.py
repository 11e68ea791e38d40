import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.report import snippet as module
from skillctl.report.snippet import COLUMNS, columns, snippet


def shown(line, token):
    start = line.index(token)
    return snippet(line, start, start + len(token))


def under(piece):
    """What stands above the carets, for lines without wide characters."""
    start = piece.carets.index("^")
    return piece.source[start : start + piece.carets.count("^")]


def test_carets_stand_below_the_token():
    assert shown("one two three", "two") == snippet("one two three", 4, 7)
    assert shown("one two three", "two").carets == "    ^^^"


@pytest.mark.parametrize(
    ("line", "source", "carets"),
    [
        ("\tx", "    x", "    ^"),
        ("a\tx", "a   x", "    ^"),
        ("abc\tx", "abc x", "    ^"),
        ("abcd\tx", "abcd    x", "        ^"),
        ("報\tx", "報  x", "    ^"),
    ],
)
def test_tabs_reach_to_the_next_multiple_of_four(line, source, carets):
    piece = shown(line, "x")
    assert (piece.source, piece.carets) == (source, carets)


def test_a_tab_that_is_the_token_is_marked_whole():
    assert shown("a\tb", "\t").carets == " ^^^"


def test_wide_characters_take_two_columns_and_marks_none():
    assert shown("名前: x", "前").carets == "  ^^"
    assert shown("é: x", "x").carets == "   ^"
    assert columns("e\u0301\u20dd") == 1
    assert columns("ab") == 2
    assert columns("ＡＢ🙂") == 6


def test_hidden_and_control_characters_are_shown_and_marked():
    piece = shown("a\x1bb\u200bc\x85d\u2028e\n", "\u200b")
    assert piece.source == r"a\x1bb\u{200B}c\x85d\u{2028}e\n"
    assert under(piece) == r"\u{200B}"


def test_a_joiner_that_belongs_to_its_neighbours_stays():
    family = "👩\u200d👧 x"
    assert shown(family, "x").source == family


def test_an_empty_token_and_one_past_the_end_get_one_caret():
    assert snippet("abc", 1, 1).carets == " ^"
    assert snippet("abc", 3, 3).carets == "   ^"
    assert snippet("abc", 9, 12).carets == "   ^"
    assert snippet("", 0, 0) == snippet("", 0, 5)


def test_a_line_of_the_limit_is_shown_whole():
    line = "x" * COLUMNS
    assert snippet(line, 5, 6).source == line
    assert snippet(line + "y", 5, 6).source == "x" * (COLUMNS - 2) + "…"


@pytest.mark.parametrize("place", [0, 30, 119, 120, 121, 500, 995])
def test_a_window_holds_the_token(place):
    line = "." * place + "TOKEN" + "." * (995 - place)
    piece = shown(line, "TOKEN")
    assert under(piece) == "TOKEN"
    assert columns(piece.source) <= COLUMNS
    assert piece.source.startswith("…") is (place > 61)
    assert piece.source.endswith("…") is (place < 930)


def test_a_window_stands_around_the_token():
    piece = shown("." * 500 + "TOKEN" + "." * 500, "TOKEN")
    before, after = piece.source.split("TOKEN")
    assert abs(len(before) - len(after)) <= 1


def test_a_token_wider_than_the_window_is_shown_from_its_start():
    piece = shown("a " + "b" * 300 + " c", "b" * 300)
    assert under(piece) == "b" * (COLUMNS - 2)
    assert piece.source == "…" + "b" * (COLUMNS - 2) + "…"


def test_a_window_of_wide_characters():
    line = "報" * 100 + "x" + "告" * 100
    piece = shown(line, "x")
    assert columns(piece.source) <= COLUMNS
    assert columns(piece.source.partition("x")[0]) == piece.carets.index("^")


def test_of_a_line_of_a_million_characters_only_a_part_is_looked_at(monkeypatch):
    line = "é" * 500_000 + "TOKEN" + "\u200b" * 500_000
    seen = []
    monkeypatch.setattr(module, "columns", lambda text: seen.append(text) or columns(text))
    assert under(shown(line, "TOKEN")) == "TOKEN"
    assert sum(map(len, seen)) < 100 * COLUMNS


@given(st.text(min_size=1, max_size=400), st.data())
def test_carets_stay_below_the_source(line, data):
    start = data.draw(st.integers(0, len(line) - 1))
    end = data.draw(st.integers(start, len(line)))
    piece = snippet(line, start, end)
    assert piece.carets.strip(" ").strip("^") == ""
    assert "^" in piece.carets
    assert len(piece.carets) <= max(columns(piece.source), 1) + 1
