import tomllib

from skillctl.fakes.file import check_fake, parse_fake
from skillctl.fakes.keys import CHOICES, FAKE
from skillctl.fakes.reference import EXAMPLE, page
from skillctl.source.file import decode
from tests.conftest import ROOT

PAGE = ROOT / "docs" / "fakes.md"


def test_the_page_is_fresh(pytestconfig):
    if pytestconfig.option.update_snapshots:
        PAGE.write_text(page(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == page()


def test_the_example_is_right_and_can_be_served():
    source = decode("weather.toml", EXAMPLE.encode())
    assert check_fake(source) == ()
    assert [tool.name for tool in parse_fake(source).tools] == ["get_weather", "report_storm"]


def test_the_example_holds_every_table_and_stands_in_the_page():
    tables = {name for name, key in FAKE.items() if not key.later}
    assert tomllib.loads(EXAMPLE).keys() == tables - {"list"}  # which shows other lists as wrong
    assert f"```toml\n{EXAMPLE}```\n" in page()


def test_every_key_has_its_words_and_every_choice_its_sentence():
    def rows(keys):
        for name, key in keys.items():
            if not key.later:
                yield name, key
                yield from rows(key.keys)

    text = page()
    for name, key in rows(FAKE):
        assert key.help, name
        assert f"| `{name}` | {key.wants}" in text
    for choice in (one for found in CHOICES.values() for one in found):
        assert f"`{choice.keys[0]}`, `{choice.keys[1]}`" in text
