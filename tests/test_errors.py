import re

import pytest

from skillctl import errors
from skillctl.errors import Location, Position, SkillctlError

TREE = {
    "SkillctlError": 2,
    "StoreError": 2,
    "LimitReached": 3,
    "Denied": 4,
    "EndpointFailed": 5,
    "ScriptMismatch": 6,
}


@pytest.mark.parametrize(("name", "code"), TREE.items())
def test_exit_codes_of_the_design(name, code):
    error = getattr(errors, name)("why", hint="do", location=Location("a"))
    assert isinstance(error, SkillctlError)
    assert error.exit_code == code
    assert (str(error), error.message, error.hint, error.location) == (
        "why",
        "why",
        "do",
        Location("a"),
    )


def test_the_drawn_tree_is_the_tree():
    drawn = dict(re.findall(r"(?m)^[├└─ ]*(\w+) +(\d) ", errors.__doc__))
    assert {name: int(code) for name, code in drawn.items()} == TREE


def test_hint_and_place_may_be_missing():
    error = SkillctlError("why")
    assert (error.hint, error.location) == (None, None)


def test_a_location_prints_as_editors_read_it():
    assert str(Location("a b/c.md")) == "a b/c.md"
    assert str(Location("c.md", Position(3, 41, 65), Position(3, 43, 67))) == "c.md:3:41"


def test_a_location_is_one_line_whatever_a_file_is_called():
    place = Location("a\n::error::b\rc", Position(1, 2, 1))
    assert str(place) == "a\\n::error::b\\rc:1:2"
    assert str(Location("a\nb")) == "a\\nb"


def test_positions_stand_in_order():
    assert Position(1, 9, 8) < Position(2, 1, 9) < Position(2, 2, 10)
