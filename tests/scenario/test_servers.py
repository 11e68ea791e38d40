import pytest

from skillctl.errors import SkillctlError
from skillctl.scenario.file import load_scenario
from skillctl.scenario.servers import open_fakes

HEAD = 'schema = "skillctl.scenario/1"\nprompt = "Go."\n'
FAKE = 'schema = "skillctl.fake/1"\n[server]\nname = "w"\n[[tool]]\nname = "get"\n'
FAKE += "[[tool.reply]]\ndefault = true\ntext = 'sunny'\n"


@pytest.fixture
def opened(tree):
    def run(lines, files=()):
        root = tree({"t/a.toml": HEAD + lines, "t/f.toml": FAKE, **dict(files)})
        return open_fakes(load_scenario(root / "t/a.toml", "t/a.toml"))

    return run


def refused(opened, lines, files=()):
    with pytest.raises(SkillctlError) as caught:
        opened(lines, files)
    return caught.value


def test_a_fake_names_itself_and_starts_in_this_process(opened):
    fakes = opened('fakes = ["f.toml"]')
    with fakes.manager as manager:
        manager.scan()
        status = manager.statuses()["w"]
        assert (status.state, [t["name"] for t in status.tools.tools]) == ("ready", ["get"])
        assert manager.call("w", "get", {})["content"] == [{"type": "text", "text": "sunny"}]


def test_a_key_beats_the_name_of_the_file(opened):
    fakes = opened('fakes = { one = "f.toml", two = "f.toml" }')
    assert [s.config.name for s in fakes.standings] == ["one", "two"]
    assert {s.state for s in fakes.standings} == {"configured"}
    assert fakes.standings[0].config.source == "t/f.toml"


@pytest.mark.parametrize(
    ("consent", "state"),
    [
        ("granted", "configured"),
        ("missing", "pending"),
        ("changed", "pending"),
        ("denied", "denied"),
    ],
)
def test_consent_is_as_the_scenario_says(opened, consent, state):
    fakes = opened(f'fakes = ["f.toml"]\nconsent = {{ "server:w" = "{consent}" }}')
    (standing,) = fakes.standings
    assert (standing.state, standing.consent) == (state, consent)
    with fakes.manager as manager:
        assert list(manager.statuses()) == (["w"] if consent == "granted" else [])


def test_a_missing_fake_is_named_at_its_key(opened):
    error = refused(opened, 'fakes = ["none.toml"]')
    assert error.message == "there is no fake at t/none.toml"
    assert str(error.location) == "t/a.toml:3:10"


def test_two_fakes_of_one_name(opened):
    error = refused(opened, 'fakes = ["f.toml", "g.toml"]', {"t/g.toml": FAKE})
    assert error.message == 'two fakes have the name "w"'
    assert str(error.location) == "t/a.toml:3:20"


def test_a_broken_fake_is_an_error_at_its_own_place(opened):
    error = refused(opened, 'fakes = ["g.toml"]', {"t/g.toml": FAKE + "nope = 1\n"})
    assert error.location.path == "t/g.toml"


@pytest.mark.parametrize("name", ["x" * 300, "a\\u0000b"])
def test_a_path_that_no_disk_takes_is_no_fake(opened, name):
    assert "there is no fake at" in refused(opened, f'fakes = ["{name}"]').message
