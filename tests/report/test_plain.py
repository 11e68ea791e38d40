import pytest

from skillctl.errors import Location, Position
from skillctl.findings import Edit, Fix, Safety
from skillctl.report.plain import counted, one_row, place, told_edits
from tests.policy.test_secrets import noise


def test_one_row_stays_on_its_line():
    assert one_row("a\nb\tc\x1b\u202e\r") == r"a\nb\tc\x1b\u{202E}\x0d"


def test_a_place_says_what_is_known():
    assert place(Location("a b.md")) == "a b.md"
    assert place(Location("a\nb", Position(3, 4, 5))) == r"a\nb:3:4"
    assert place(Location("bad\udcff")) == r"bad\xff"


@pytest.mark.parametrize(
    ("number", "noun", "words"),
    [
        (0, "error", "0 errors"),
        (1, "error", "1 error"),
        (1234, "config", "1,234 configs"),
        (1, "settings", "1 settings file"),
        (2, "settings", "2 settings files"),
        (2, "more warning", "2 more warnings"),
        (1, "entry", "1 entry"),
        (2, "entry", "2 entries"),
        (2, "key", "2 keys"),
    ],
)
def test_counts_with_their_noun(number, noun, words):
    assert counted(number, noun) == words


def test_edits_that_hold_a_secret_are_not_told():
    token = "gh" + "p_" + noise(36)
    plain = (Edit("a.md", 0, 1, '"a: b"'), Edit("a.md", 2, 3, ""))
    assert told_edits(Fix(Safety.SAFE, "x", plain)) == plain
    assert told_edits(Fix(Safety.SAFE, "x", (*plain, Edit("a.md", 4, 5, f'"{token}"')))) == ()
    assert told_edits(Fix(Safety.SAFE, "x", (Edit("a", 0, 1, "https://u:pa55word@b.c"),))) == ()
