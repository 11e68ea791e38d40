"""Names that look alike: skills.md section 3."""

import pytest

from skillctl.skills.lookalike import look_alikes, skeleton


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("lint-docs", "l\u0456nt-docs"),
        ("pay", "\u0440\u0430\u0443"),
        ("tool", "t00l"),
        ("skill", "ski1l"),
        ("report", "Report"),
        ("pdf", "\uff50\uff44\uff46"),
        ("nova", "n\u03bfva"),
        ("notes", "no\u3164tes"),
        ("notes", "\uffa0notes"),
    ],
)
def test_these_look_alike(one, other):
    assert skeleton(one) == skeleton(other)


def test_different_names_stay_apart():
    names = ["pdf-notes", "csv-report", "lint", "lent", "数据", "数组", "a-1"]
    assert list(look_alikes(names)) == []


def test_a_pair_is_named_with_its_foreign_letters():
    assert list(look_alikes(["pay", "other", "p\u0430y", "pay"])) == [
        "names that look alike are different skills: pay (ASCII), p\u0430y (U+0430)"
    ]
