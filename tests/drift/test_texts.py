import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.drift.change import Change, Drift
from skillctl.drift.texts import compare_text


def test_equal_texts_have_no_change():
    assert compare_text("system", "a\nb", "a\nb") == ()


def test_a_change_holds_only_the_lines_that_differ():
    assert compare_text("system", "a\nb\nc\nd", "a\nB\nC\nd") == (
        Change(Drift.PROMPT_ONLY, "system", "line 2", "b\nc", "B\nC"),
    )


@pytest.mark.parametrize(
    ("old", "new", "place", "gone", "came"),
    [
        ("a\nc", "a\nb\nc", "line 2", None, "b"),
        ("a\nb\nc", "a\nc", "line 2", "b", None),
        ("a", "a\n", "line 2", None, ""),
        ("a\na\na", "a\na", "line 3", "a", None),
        ("", "x", "line 1", "", "x"),
        ("a b", "a  b", "line 1", "a b", "a  b"),
    ],
)
def test_lines_that_come_and_go(old, new, place, gone, came):
    assert compare_text("t", old, new) == (Change(Drift.PROMPT_ONLY, "t", place, gone, came),)


def test_the_same_lines_in_another_order():
    (found,) = compare_text("system", "# Skills\n- a\n- b", "# Skills\n- b\n- a")
    assert (found.drift, found.path) == (Drift.ORDER_ONLY, "line 2")


@pytest.mark.parametrize(
    ("old", "new", "place"), [("a\nb", "a\nB", "line 7"), ("a\nb", "a\nb\nc", "line 8")]
)
def test_lines_that_were_chosen_keep_their_numbers(old, new, place):
    (found,) = compare_text("system", old, new, numbers=[3, 7])
    assert found.path == place


def test_a_text_that_no_body_holds_is_cosmetic():
    (found,) = compare_text("absent", "a", "b", in_body=False)
    assert found.drift is Drift.COSMETIC


lines = st.lists(st.sampled_from(["", "a", "b"]), min_size=1, max_size=6)


@given(lines, lines)
def test_putting_the_new_lines_in_place_of_the_old_gives_the_new_text(old, new):
    changes = compare_text("t", "\n".join(old), "\n".join(new))
    assert bool(changes) is (old != new)
    for found in changes:
        start = int(found.path.removeprefix("line ")) - 1
        gone = [] if found.old is None else found.old.split("\n")
        came = [] if found.new is None else found.new.split("\n")
        assert old[start : start + len(gone)] == gone
        assert old[:start] + came + old[start + len(gone) :] == new
