import tomllib

from skillctl.fakes.reference import EXAMPLE as FAKE
from skillctl.scenario.keys import SCENARIO
from skillctl.scenario.reference import EXAMPLE, NOTES, page
from tests.conftest import ROOT

PAGE = ROOT / "docs" / "scenarios.md"
SKILL = "---\nname: weather\ndescription: Tells the weather.\n---\nAsk for one city at a time.\n"


def test_the_page_is_fresh(pytestconfig):
    if pytestconfig.option.update_snapshots:
        PAGE.write_text(page(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == page()


def test_the_example_runs_with_the_example_of_fakes(tree, skillctl):
    root = tree(
        {
            "weather.scenario.toml": EXAMPLE,
            "fakes/weather.toml": FAKE,
            "skills/weather/SKILL.md": SKILL,
        }
    )
    run = skillctl("test", cwd=root)
    assert run.code == 0, run.out
    assert run.out.endswith("1 scenario checked: 1 passed\n")
    assert f"```toml\n{EXAMPLE}```\n" in page()


def test_the_example_holds_every_key_at_its_top_but_four():
    keys = {name for name, key in SCENARIO.items() if not key.later}
    assert keys - tomllib.loads(EXAMPLE).keys() == {
        *("workspace", "consent", "dialect", "matrix"),
    }


def test_every_key_has_its_words_and_every_note_its_table():
    def rows(keys, path=""):
        for name, key in keys.items():
            if not key.later:
                yield f"{path}{name}", key
                yield from rows(key.keys, f"{path}{name}.")

    found = dict(rows(SCENARIO))
    assert all(key.help for key in found.values())
    assert NOTES.keys() <= found.keys()
    for name, key in found.items():
        assert f"| `{name.rpartition('.')[2]}` | {key.wants}" in page()
