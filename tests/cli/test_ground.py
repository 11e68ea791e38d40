import io
import json
import sys
from pathlib import Path

import pytest

from skillctl.agent.messages import UserMessage
from skillctl.cli.ground import Wanted, gathered, request_of, standpoint
from skillctl.cli.notice import say
from skillctl.cli.surroundings import Surroundings
from skillctl.errors import SkillctlError
from skillctl.settings import Settings
from tests.agent.fixtures import full, project
from tests.conftest import write_tree

__all__ = ["full", "project"]


def here(project, cwd=None):
    return Surroundings(cwd or project.root, project.home, {"PATH": ""})


def test_the_project_is_found_from_below(project):
    project.write({"skillctl.toml": "[run]\nmax-turns = 3\n", "a/b/.keep": ""})
    stand = standpoint(here(project, project.root / "a" / "b"), Wanted())
    assert (stand.ground.root, stand.ground.project) == (project.root, project.root)
    assert stand.settings.run.max_turns == 3


def test_a_named_project_counts(project, tmp_path):
    stand = standpoint(here(project, tmp_path), Wanted(project=Path("ws")))
    assert stand.ground.project == project.root
    with pytest.raises(SkillctlError, match="no folder there"):
        standpoint(here(project), Wanted(project=Path("nowhere")))


def test_the_home_folder_is_no_project(project):
    stand = standpoint(here(project, project.home), Wanted())
    assert stand.ground.project is None
    assert any("home folder" in note for note in stand.notes)


def test_paths_of_the_command_line_count_from_the_working_directory(project):
    wanted = Wanted(skills=(Path("more"),), mcp_configs=(Path("x.json"), Path("/y.json")))
    ground = standpoint(here(project), wanted).ground
    assert ground.skill_roots == (project.root / "more",)
    assert ground.mcp_configs == (project.root / "x.json", Path("/y.json"))


def test_without_config_no_settings_file_is_read(project):
    project.write({"skillctl.toml": "nonsense = 1\n"})
    with pytest.raises(SkillctlError, match="unknown setting"):
        standpoint(here(project), Wanted())
    stand = standpoint(here(project), Wanted(bare=True))
    assert stand.settings.run == Settings().run


def test_what_a_project_may_not_set_is_told(project):
    project.write({"skillctl.toml": '[run]\napprove = "all"\n'})
    stand = standpoint(here(project), Wanted())
    assert stand.settings.run.approve == "none"
    assert any("user's settings only" in note for note in stand.notes)


def test_a_view_without_config_is_empty_and_nothing_starts(full, capsys):
    with gathered(standpoint(here(full), Wanted(bare=True)), Wanted(bare=True)) as seen:
        assert (seen.view.tools, seen.view.skills.skills) == ((), ())
    assert capsys.readouterr().err == ""


def test_notes_go_to_stderr(full, capsys):
    full.write({".agents/skills/bad/SKILL.md": "no front matter\n"})
    with gathered(standpoint(here(full), Wanted()), Wanted()) as seen:
        assert [t.name for t in seen.view.tools] == ["mcp__weather__get"]
    found = capsys.readouterr()
    assert found.out == ""
    assert "invalid skill" in found.err


def test_a_slow_server_is_named_on_stderr_while_it_is_waited_for(project, capsys, monkeypatch):
    words = ["-c", "import time; time.sleep(1.5)"]
    entry = {"mcpServers": {"slow": {"command": sys.executable, "args": words}}}
    project.write({".mcp.json": json.dumps(entry)}).grant()
    monkeypatch.setattr("skillctl.agent.patience.SILENT_SECONDS", 0.5)
    with gathered(standpoint(here(project), Wanted()), Wanted()):
        pass
    assert 'waiting for server "slow" (up to 30 s)\n' in capsys.readouterr().err


def test_where_nothing_may_be_written_that_is_said(project, capsys):
    with gathered(standpoint(here(project, project.home), Wanted()), Wanted()):
        pass
    assert "no tool that writes is offered" in capsys.readouterr().err


def test_a_file_that_fits_no_skill_is_said(project):
    long = "a/" * 2048 + "b"
    stand = standpoint(here(project), Wanted().about([long, "/x.md", "a.md"], 0))
    assert stand.ground.focus.files == (long, "a.md")
    assert stand.notes[-2:] == (
        "--file /x.md: lies outside of the project, so no skill fits it",
        f"--file {long}: has 4,097 characters; the limit is 4,096, so no skill fits it",
    )


def test_a_request_says_what_became_of_it(project, capsys):
    with gathered(standpoint(here(project), Wanted()), Wanted()) as seen:
        said = [UserMessage("a\udce9")]
        built = request_of(seen, Settings(), said, dialect="openai-chat", model="")
    assert (built.said.model, built.replaced) == ("unset", 1)
    assert capsys.readouterr().err.startswith("no encoding can hold 1 half surrogate: ")


def test_what_is_said_is_safe_for_a_terminal(capsys):
    say(["a\x1b[2J", "b"])
    assert capsys.readouterr().err == "a\\x1b[2J\nb\n"


def test_that_nobody_reads_what_is_said_stops_nothing(monkeypatch):
    class Closed(io.StringIO):
        def write(self, _text):
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stderr", Closed())
    say(["a"])


def test_files_count_from_the_working_directory_and_are_told_from_the_root(project, tmp_path):
    project.write({"src/app.tsx": "", "skillctl.toml": ""})
    (tmp_path / "way").symlink_to(project.root)
    wanted = Wanted().about(["app.tsx", "./app.tsx", "../new.md", str(tmp_path / "way/b.md")], 7)
    stand = standpoint(here(project, project.root / "src"), wanted)
    focus = stand.ground.focus
    assert (focus.files, focus.budget) == (("src/app.tsx", "new.md", "b.md"), 7)
    assert stand.notes == ()


@pytest.mark.parametrize("file", ["../x.md", "/etc/hosts", "."])
def test_a_file_outside_of_the_project_is_told(project, file):
    stand = standpoint(here(project), Wanted().about([file], 0))
    assert stand.ground.focus.files == ()
    assert stand.notes == (f"--file {file}: lies outside of the project, so no skill fits it",)


@pytest.mark.parametrize(("system", "matters"), [("linux", True), ("darwin", False)])
def test_case_counts_where_it_does_on_this_system(project, monkeypatch, system, matters):
    monkeypatch.setattr("sys.platform", system)
    assert standpoint(here(project), Wanted()).ground.focus.case_sensitive is matters


@pytest.mark.parametrize("command", [("prompt",), ("run", "--dry-run", "--model", "test")])
def test_a_fake_stands_beside_the_configured_servers(tmp_path, skillctl, command):
    write_tree(tmp_path, {"in/wind.toml": 'schema = "skillctl.fake/1"\n[[tool]]\nname = "blow"\n'})
    words = (*command, "--fake", "wind.toml", "Hi")
    run = skillctl(*words, "--project", "..", cwd=tmp_path / "in")
    assert (run.code, run.err) == (0, "")
    assert "# MCP servers" in run.out
    run = skillctl(*words, "--no-config", cwd=tmp_path / "in")
    assert (run.code, run.out) == (2, "")
    assert "--no-config leaves out every server, so --fake has no effect" in run.err
    run = skillctl(*command, "--fake", "calm.toml", "Hi", cwd=tmp_path)
    assert (run.code, run.out) == (2, "")
    assert "calm.toml: error: the fake cannot be read: No such file" in run.err


def test_a_surface_of_the_command_line_counts_for_that_of_the_settings(project):
    project.write({"skillctl.toml": '[mcp]\nsurface = "auto"\n'})
    for wanted, surface in (
        (Wanted(), "auto"),
        (Wanted().on(None), "auto"),
        (Wanted().on("skills"), "skills"),
    ):
        assert standpoint(here(project), wanted).settings.mcp.surface == surface
