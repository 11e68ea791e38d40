from pathlib import Path

import pytest

from skillctl.agent.messages import ToolCall
from skillctl.agent.prepared import ToolError
from skillctl.scenario.file import load_scenario
from skillctl.scenario.stage import stage

HEAD = 'schema = "skillctl.scenario/1"\nprompt = "Go."\n'
FAKE = 'schema = "skillctl.fake/1"\n[server]\nname = "w"\ninstructions = "Ask once."\n'
FAKE += '[[tool]]\nname = "get"\n[[tool.reply]]\ndefault = true\ntext = "sunny"\n'
SKILL = "---\nname: notes\ndescription: Takes notes.\n---\nWrite.\n"


@pytest.fixture
def scenario(tree):
    def make(lines, files=()):
        base = {"a.toml": HEAD + lines, "f.toml": FAKE, "notes/SKILL.md": SKILL}
        root = tree({**base, **dict(files)})
        return load_scenario(root / "a.toml", "a.toml")

    return make


def ran(staged, name, arguments="{}"):
    return staged.toolbox.prepare(ToolCall("1", name, arguments)).question.prepared.run()


def test_a_view_of_skills_and_fakes(scenario):
    with stage(scenario('skills = ["notes"]\nfakes = ["f.toml"]')) as staged:
        assert [s.name for s in staged.view.skills.skills] == ["notes"]
        assert staged.view.skills.skills[0].shown == ".agents/skills/notes/SKILL.md"
        assert [(s.key, s.state, s.instructions) for s in staged.view.servers] == [
            ("w", "ready", "Ask once.")
        ]
        names = [tool.name for tool in staged.toolbox.tools]
        assert names[-2:] == ["skill", "mcp__w__get"]
        assert "sunny" in ran(staged, "mcp__w__get").text
        assert "Write." in ran(staged, "skill", '{"name": "notes"}').text


def test_the_view_is_the_same_each_time(scenario):
    made = scenario('skills = ["notes"]\nfakes = ["f.toml"]')
    hashes = set()
    for _ in range(2):
        with stage(made) as staged:
            hashes.add(staged.view.hash)
    assert len(hashes) == 1


@pytest.mark.parametrize("consent", ["missing", "changed", "denied"])
def test_what_is_not_agreed_to_is_an_absence(scenario, consent):
    lines = f'consent = {{ "server:w" = "{consent}", "skill:notes" = "{consent}" }}\n'
    with stage(scenario(f'skills = ["notes"]\nfakes = ["f.toml"]\n{lines}')) as staged:
        wanted = "pending" if consent == "missing" else consent
        assert {(a.kind, a.name, a.reason) for a in staged.view.absences} == {
            ("skill", "notes", wanted),
            ("server", "w", wanted),
        }
        assert staged.view.tools == ()


def test_the_workspace_is_where_tools_work_and_is_gone_afterwards(scenario):
    with stage(scenario('files = { "a.txt" = "hello" }')) as staged:
        root = staged.toolbox.area.root
        assert "hello" in ran(staged, "read_file", '{"path": "a.txt"}').text
        ran(staged, "write_file", '{"path": "b.txt", "content": "x"}')
        assert (root / "b.txt").read_text() == "x"
        outside = '{"path": "../../a.toml"}'
        with pytest.raises(ToolError, match="outside"):
            staged.toolbox.prepare(ToolCall("1", "read_file", outside))
    assert not root.exists()


def test_it_is_taken_down_when_the_run_fails(scenario):
    with pytest.raises(KeyError), stage(scenario("")) as staged:  # noqa: PT012 # the point of it
        root = staged.toolbox.area.root
        raise KeyError
    assert not Path(root).exists()


def test_a_fake_that_does_not_come_up_is_an_absence(scenario):
    fake = FAKE + "[process]\nexit_at_start = { code = 3 }\n"
    with stage(scenario('fakes = ["f.toml"]', {"f.toml": fake})) as staged:
        (absence,) = staged.view.absences
        assert (absence.kind, absence.name, absence.reason) == ("server", "w", "server-failed")
        assert "exited with code 3" in absence.detail


def test_neither_home_nor_environment_plays_a_part(scenario, home):
    (home / ".agents/skills/mine").mkdir(parents=True)
    (home / ".agents/skills/mine/SKILL.md").write_text(SKILL.replace("notes", "mine"))
    with stage(scenario("")) as staged:
        assert staged.view.skills.candidates == ()
