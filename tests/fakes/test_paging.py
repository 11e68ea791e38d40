import pytest

from skillctl.fakes.paging import CURSORS, page

ITEMS = [1, 2, 3, 4, 5]


def pages(size, style="normal", most=8):
    cursor, found = None, []
    while len(found) < most:
        items, cursor = page(ITEMS, cursor, size, style)
        found.append((items, cursor))
        if cursor is None:
            break
    return found


def test_a_list_without_pages():
    assert page([1, 2], None, None) == ([1, 2], None)
    assert page([], None, None) == ([], None)
    assert page([], None, 2) == ([], None)
    assert page([1, 2], None, 2) == ([1, 2], None)


def test_pages_follow_by_cursor():
    assert pages(2) == [([1, 2], "2"), ([3, 4], "4"), ([5], None)]


@pytest.mark.parametrize(
    "cursor",
    ["", "1", "0", "6", "-2", "x", "same", "endless-2", "02", 2, True, [], {}, "9" * 5000, "²"],
)
def test_a_cursor_that_was_never_given_is_refused(cursor):
    assert page([1, 2, 3], cursor, 2) is None


def test_an_empty_string_leads_to_the_second_page():
    assert pages(2, "empty") == [([1, 2], ""), ([3, 4], "4"), ([5], None)]
    assert pages(None, "empty") == [(ITEMS, None)]


def test_the_same_cursor_on_every_page():
    assert pages(2, "same", 4) == [([1, 2], "same"), *[([3, 4], "same")] * 3]
    assert pages(None, "same", 3) == [(ITEMS, "same")] * 3


def test_an_endless_list_begins_again_with_new_cursors():
    assert pages(2, "endless", 5) == [
        ([1, 2], "endless-2"),
        ([3, 4], "endless-4"),
        ([5], "endless-6"),
        ([1, 2], "endless-8"),
        ([3, 4], "endless-10"),
    ]
    assert [cursor for _, cursor in pages(None, "endless", 3)] == [
        "endless-5",
        "endless-10",
        "endless-15",
    ]
    assert page([], "endless-3", None, "endless") == ([], "endless-4")


@pytest.mark.parametrize("style", CURSORS)
def test_the_cursors_of_another_style_are_understood_where_a_fault_has_it(style):
    assert page(ITEMS, "same", 2, style, {"same"})[0] == [3, 4]
    assert page(ITEMS, "", 2, style, {"empty"})[0] == [3, 4]
    assert page(ITEMS, "endless-8", 2, style, {"endless"})[0] == [3, 4]
    assert page(ITEMS, "4", 2, style)[0] == [5]
