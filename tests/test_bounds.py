"""What a project may move one way only."""

import pytest

from skillctl.bounds import beyond, is_beyond
from skillctl.settings import Settings, rows, with_values

TABLE = {row.key: row for row in rows()}


def test_what_a_run_costs_is_only_lowered():
    limits = ("run.max-turns", "run.max-tool-calls", "run.timeout")
    values = {"run.max-turns": 21, "run.max-tool-calls": 100, "run.timeout": 1}
    assert beyond(values, Settings()) == {
        "run.max-turns": "run.max-turns is 20 and is only lowered by a project; ignored here"
    }
    usual = with_values(Settings(), dict.fromkeys(limits, 500))
    assert beyond(dict.fromkeys(limits, 500), usual) == {}
    assert set(beyond(dict.fromkeys(limits, 501), usual)) == set(limits)


def test_how_many_skills_there_are_is_only_raised():
    assert beyond({"skills.max-skills": 64}, Settings()) == {}
    assert beyond({"skills.max-skills": 63}, Settings()) == {
        "skills.max-skills": "skills.max-skills is 64 and is only raised by a project; ignored here"
    }


@pytest.mark.parametrize(
    ("key", "low", "high"),
    [("skills.names", "strict", "lenient"), ("skills.description-chars", 40, 1024)],
)
def test_no_skill_of_the_user_is_pushed_out_or_told_shorter(key, low, high):
    usual = with_values(Settings(), {key: high})
    assert beyond({key: low}, usual) == {
        key: f"{key} is {high} and is only raised by a project; ignored here"
    }
    assert beyond({key: high}, with_values(Settings(), {key: low})) == {}
    assert beyond({key: high}, usual) == {}


@pytest.mark.parametrize(
    ("value", "usual", "expected"),
    [
        (0, 12, False),
        (13, 12, False),
        (12, 12, False),
        (11, 12, True),
        (500, 0, True),
        (0, 0, False),
    ],
)
def test_no_limit_is_the_highest(value, usual, expected):
    assert is_beyond(TABLE["skills.max-lines"], value, usual) is expected


def test_other_settings_have_no_bounds():
    assert beyond({"skills.body-chars": 200, "lint.jobs": 9, "preset": "x"}, Settings()) == {}
    assert not is_beyond(TABLE["run.max-turns"], None, 20)
