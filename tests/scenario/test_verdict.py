from skillctl.errors import Location, Position
from skillctl.findings import Defect, Severity
from skillctl.scenario import verdict
from skillctl.scenario.keys import EXPECT
from skillctl.scenario.model import ScenarioPlace


def test_every_expectation_has_a_verdict():
    assert set(verdict.EXPECTATIONS) == {name for name, key in EXPECT.items() if not key.later}


def test_codes_are_used_once():
    values = [v for v in vars(verdict).values() if isinstance(v, Defect)]
    values += verdict.EXPECTATIONS.values()
    assert sorted(values) == sorted(verdict.DEFECTS)
    codes = [v.code for v in values]
    assert len(codes) == len(set(codes)) == 20
    assert all(v.name == v.name.lower() and "_" not in v.name for v in values)


def test_blame_stands_at_the_place_with_its_line():
    place = ScenarioPlace(Location("a.toml", Position(3, 1, 20)), "exit = 1")
    found = verdict.blame(verdict.EXIT, place, "the run ended with exit 0", "seen")
    assert (found.code, found.name, found.kind) == ("ST206", "exit", "scenario")
    assert (found.severity, found.location, found.line) == (
        Severity.ERROR,
        place.location,
        "exit = 1",
    )
    assert found.evidence == ("seen",)
    assert found.consequence == "the run did not do what the scenario says"


def test_long_texts_are_quoted_by_their_beginning():
    assert verdict.quoted("x" * 80) == f'"{"x" * 80}"'
    assert verdict.quoted("x" * 81) == f'"{"x" * 79}…"'
