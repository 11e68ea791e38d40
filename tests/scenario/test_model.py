from skillctl.errors import Location, Position
from skillctl.scenario.model import ScenarioPlace


def test_a_place_knows_the_number_of_its_line():
    assert ScenarioPlace(Location("a.toml", Position(3, 1, 20)), "exit = 1").number == 3
    assert ScenarioPlace(Location("a.toml"), "").number == 0
