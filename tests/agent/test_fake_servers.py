import json

import pytest

from skillctl.agent.fake_servers import FakeServers, read_fakes
from skillctl.agent.gather import gather_view
from skillctl.errors import SkillctlError
from skillctl.fakes.model import FakeFile
from skillctl.settings import Settings
from tests.agent.fixtures import project
from tests.agent.projects import FAKE, SERVER
from tests.conftest import write_tree

__all__ = ["project"]

NAMELESS = 'schema = "skillctl.fake/1"\n[[tool]]\nname = "get"\ndescription = "Gets"\n'


def never(config):
    raise AssertionError(f"{config.name} was started")


def view_of(project, *fakes):
    ground = project.ground(fakes=tuple(project.root / name for name in fakes))
    with gather_view(ground, Settings(), never) as seen:
        return seen.view


def test_a_fake_is_a_server_of_the_user_under_the_name_in_its_file_or_of_its_file(project):
    project.write({"one.toml": FAKE, "two.toml": NAMELESS})
    view = view_of(project, "one.toml", "two.toml", "two.toml")
    assert [(s.key, s.state, s.consent) for s in view.servers] == [
        ("two", "ready", "exempt"),
        ("weather", "ready", "exempt"),
    ]
    assert [tool.name for tool in view.tools] == ["mcp__two__get", "mcp__weather__get"]
    assert (view.absences, view.notes) == ((), ())


def test_a_fake_takes_the_place_of_servers_of_its_name(project):
    project.write({"one.toml": FAKE, ".mcp.json": json.dumps({"mcpServers": {"weather": SERVER}})})
    text = json.dumps({"mcpServers": {"weather": {"command": "skillctl-no-such-program"}}})
    write_tree(project.config_dir, {"mcp.json": text})
    view = view_of(project, "one.toml")
    assert [(s.key, s.state) for s in view.servers] == [("weather", "ready")]
    assert [tool.name for tool in view.tools] == ["mcp__weather__get"]
    assert {(a.reason, a.name) for a in view.absences} == {("shadowed", "weather")}
    (note,) = [note for note in view.notes if "takes the place" in note]
    fake, replaced = project.root / "one.toml", project.config_dir / "mcp.json"
    assert note == f'server "weather": the fake {fake} takes the place of {replaced}:1:17'


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, "the fake cannot be read: No such file"),
        ({"a.toml": "schema = 3\n"}, "FK002"),
        ({"a.toml": FAKE, "b.toml": FAKE}, 'two fakes have the name "weather"'),
    ],
)
def test_a_file_that_cannot_be_used_ends_the_command(project, files, message):
    project.write(files)
    paths = [project.root / name for name in files or ["a.toml"]]
    with pytest.raises(SkillctlError, match=message) as raised:
        read_fakes(paths)
    assert str(raised.value.location).startswith(str(paths[-1]))


def test_without_a_file_there_is_no_fake():
    assert read_fakes(()).files == {}


def test_the_skills_of_fakes_have_a_folder_for_their_content(tmp_path):
    write_tree(tmp_path, {"a": "1", "b": "2", "sub/a": "1"})

    def folder(*names):
        files = {name: FakeFile(path=str(tmp_path / name)) for name in names}
        return FakeServers(files).folder(tmp_path)

    assert folder("a").parent == tmp_path / "fakes"
    assert folder("a") == folder("sub/a") != folder("b")
    assert folder("a", "b") == folder("b", "a") != folder("a")
    assert folder("gone") != folder("lost")
