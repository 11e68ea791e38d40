from dataclasses import replace

from skillctl.errors import Location, Position
from skillctl.scenario.model import Scenario, ScenarioPlace


def test_a_place_knows_the_number_of_its_line():
    assert ScenarioPlace(Location("a.toml", Position(3, 1, 20)), "exit = 1").number == 3
    assert ScenarioPlace(Location("a.toml"), "").number == 0


def test_a_cell_is_the_scenario_in_one_dialect():
    whole = Scenario(path="a", name="x", prompt="", place=ScenarioPlace(Location("a"), ""))
    assert whole.cells == (whole,)
    cells = replace(whole, matrix=("openai-chat", "anthropic-messages")).cells
    assert [(c.name, c.dialect, c.matrix) for c in cells] == [
        ("x[openai-chat]", "openai-chat", ()),
        ("x[anthropic-messages]", "anthropic-messages", ()),
    ]
