import pytest

from skillctl.drift.change import ABSENT, Change, Drift, below, change, order_change, same


def test_classes_compare_by_weight_and_print_as_in_the_specification():
    assert Drift.BREAKING > Drift.PROMPT_ONLY > Drift.ORDER_ONLY > Drift.COSMETIC
    assert [str(d) for d in sorted(Drift, reverse=True)] == [
        *("breaking", "prompt-only", "order-only", "cosmetic")
    ]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ({"a": 1, "b": 2}, {"a": 1, "b": 2}, True),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, False),
        (True, 1, False),
        (1, 1.0, False),
        (None, ABSENT, False),
        (ABSENT, ABSENT, True),
    ],
)
def test_same_means_written_alike(old, new, expected):
    assert same(old, new) is expected


@pytest.mark.parametrize(
    ("key", "path"),
    [("city", "$.city"), ("a b", "$['a b']"), ("", "$['']"), ("it's\\", r"$['it\'s\\']")],
)
def test_paths_are_json_paths(key, path):
    assert below("$", key) == path


def test_a_change_holds_texts():
    assert change(Drift.COSMETIC, "$.x", "é", ["é", {"a": None}], "why") == Change(
        Drift.COSMETIC, "", "$.x", "é", '["é",{"a":null}]', "why"
    )
    assert (change(Drift.COSMETIC, "$", ABSENT, None).old, "null") == (None, "null")
    assert change(Drift.COSMETIC, "$", ABSENT, None).new == "null"


def test_only_names_that_both_have_can_change_places():
    assert list(order_change("$", "abc", "axbyc")) == []
    (found,) = order_change("$.p", "abc", "xcb")
    assert found == Change(
        Drift.ORDER_ONLY, "", "$.p", '["a","b","c"]', '["x","c","b"]', "other order"
    )
