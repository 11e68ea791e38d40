import os
import shutil

import pytest

from skillctl.errors import SkillctlError
from skillctl.scenario.file import load_scenario
from skillctl.scenario.workspace import make_workspace

HEAD = 'schema = "skillctl.scenario/1"\nprompt = "Go."\n'


@pytest.fixture
def made(tree, tmp_path):
    def make(lines, files=()):
        folder = tree({"t/a.toml": HEAD + lines, **dict(files)})
        scenario = load_scenario(folder / "t" / "a.toml", "t/a.toml")
        root = tmp_path / "made"
        make_workspace(scenario, root, root / ".agents" / "skills")
        return sorted(p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file())

    return make


def refused(made, lines, files=()):
    with pytest.raises(SkillctlError) as caught:
        made(lines, files)
    assert caught.value.hint
    return caught.value


def test_nothing_named_is_an_empty_folder(made):
    assert made("") == []


def test_a_folder_is_copied_and_files_are_laid_over_it(made, tmp_path):
    files = {"t/ws/a.txt": "old", "t/ws/sub/b.txt": "b"}
    lines = 'workspace = "ws"\nfiles = { "a.txt" = "new", "c/d.txt" = "é\\n" }\n'
    assert made(lines, files) == ["a.txt", "c/d.txt", "sub/b.txt"]
    assert (tmp_path / "made/a.txt").read_text() == "new"
    assert (tmp_path / "made/c/d.txt").read_bytes() == b"\xc3\xa9\n"
    assert (tmp_path / "t/ws/a.txt").read_text() == "old"


def test_a_skill_folder_and_a_root_of_skills(made):
    files = {"t/one/SKILL.md": "", "t/one/r/a.md": "", "t/all/two/SKILL.md": "", "t/all/x.md": ""}
    assert made('skills = ["one", "all"]', files) == [
        ".agents/skills/one/SKILL.md",
        ".agents/skills/one/r/a.md",
        ".agents/skills/two/SKILL.md",
    ]


def test_a_named_skill_takes_the_place_of_one_in_the_workspace(made, tmp_path):
    files = {
        "t/ws/.agents/skills/one/SKILL.md": "old",
        "t/ws/.agents/skills/one/old.md": "",
        "t/one/SKILL.md": "new",
    }
    assert made('workspace = "ws"\nskills = ["one"]', files) == [".agents/skills/one/SKILL.md"]
    assert (tmp_path / "made/.agents/skills/one/SKILL.md").read_text() == "new"


def test_links_stay_links(made, tmp_path):
    (tmp_path / "t/ws").mkdir(parents=True)
    (tmp_path / "t/ws/out").symlink_to(tmp_path / "secret")
    (tmp_path / "secret").write_text("x")
    made('workspace = "ws"')
    assert (tmp_path / "made/out").readlink() == tmp_path / "secret"


@pytest.mark.parametrize(
    ("lines", "message", "place"),
    [
        ('workspace = "none"', "there is no folder at t/none", "t/a.toml:3:13"),
        ('skills = ["none"]', "there is no skill at t/none", "t/a.toml:3:11"),
        ('skills = ["empty"]', "there is no skill at t/empty", "t/a.toml:3:11"),
        ('skills = ["one", "b/one"]', '"one" is named twice, as t/one and here', "t/a.toml:3:18"),
    ],
)
def test_what_is_missing_is_named_at_its_key(made, lines, message, place):
    files = {"t/one/SKILL.md": "", "t/b/one/SKILL.md": "", "t/empty/x": ""}
    error = refused(made, lines, files)
    assert error.message.startswith(message)
    assert str(error.location) == place


def test_files_that_cannot_be_written(made):
    error = refused(made, 'files = { "a" = "", "a/b" = "" }')
    assert error.message.startswith('"a/b" in "files" cannot be written')


@pytest.mark.parametrize(
    ("link", "lines", "message"),
    [
        ("out", 'files = { "out/x" = "" }', '"out/x" in "files" goes through a link'),
        ("out", 'files = { "out" = "" }', '"out" in "files" goes through a link'),
        (".agents", 'skills = ["one"]', ".agents/skills of the workspace is a link that leaves"),
    ],
)
def test_a_link_of_the_workspace_never_leads_out_of_it(made, tmp_path, link, lines, message):
    (tmp_path / "t/ws").mkdir(parents=True)
    (tmp_path / "outside").mkdir()
    (tmp_path / "t/ws" / link).symlink_to(tmp_path / "outside")
    error = refused(made, f'workspace = "ws"\n{lines}', {"t/one/SKILL.md": ""})
    assert error.message.startswith(message)
    assert list((tmp_path / "outside").iterdir()) == []


def test_a_linked_skill_of_the_workspace_gives_way(made, tmp_path):
    (tmp_path / "t/ws/.agents/skills").mkdir(parents=True)
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/SKILL.md").write_text("theirs")
    (tmp_path / "t/ws/.agents/skills/one").symlink_to(tmp_path / "outside")
    made('workspace = "ws"\nskills = ["one"]', {"t/one/SKILL.md": "ours"})
    assert (tmp_path / "outside/SKILL.md").read_text() == "theirs"
    assert (tmp_path / "made/.agents/skills/one/SKILL.md").read_text() == "ours"


def test_what_cannot_be_copied_is_named(made, tmp_path):
    (tmp_path / "t/ws").mkdir(parents=True)
    os.mkfifo(tmp_path / "t/ws/pipe")
    error = refused(made, 'workspace = "ws"')
    assert error.message == f"t/ws cannot be copied: {tmp_path}/t/ws/pipe is no regular file"
    shutil.rmtree(tmp_path / "made")
    os.mkfifo(tmp_path / "t/ws/queue")
    again = refused(made, 'workspace = "ws"')
    assert again.message.endswith(" is no regular file; nor can 1 other file")


LONG = "x" * 300


@pytest.mark.parametrize(
    "line",
    [
        f'workspace = "{LONG}"',
        f'skills = ["{LONG}"]',
        'workspace = "a\\u0000b"',
        'skills = ["a\\u0000b"]',
    ],
)
def test_a_path_that_no_disk_takes_is_refused_at_its_key(made, line):
    found = refused(made, line + "\n")
    assert found.location.start.line == 3


@pytest.mark.parametrize("line", ['workspace = "ws"', 'skills = ["ws"]'])
def test_folders_too_deep_to_copy_are_refused(made, monkeypatch, line):
    def too_deep(*_, **__):
        raise RecursionError

    monkeypatch.setattr(shutil, "copytree", too_deep)
    found = refused(made, line + "\n", {"t/ws/SKILL.md": "x"})
    assert found.message == "t/ws has too many folders inside each other"


@pytest.mark.parametrize(
    ("value", "words"),
    [("/", "the whole disk, /;"), ("../..", "a folder around"), ("../out", "a folder around")],
)
def test_a_folder_around_the_project_is_refused(tmp_path, value, words):
    (tmp_path / "p/t").mkdir(parents=True)
    (tmp_path / "p/skillctl.toml").write_text("")
    (tmp_path / "p/out").symlink_to(tmp_path)
    (tmp_path / "p/t/a.toml").write_text(f'{HEAD}workspace = "{value}"\n')
    scenario = load_scenario(tmp_path / "p/t/a.toml", "t/a.toml")
    with pytest.raises(SkillctlError) as caught:
        make_workspace(scenario, tmp_path / "made", tmp_path / "made/.agents/skills")
    assert caught.value.message.startswith(f'"workspace" names {words}')
    assert caught.value.message.endswith("all of it would be copied")
    assert caught.value.hint == "name a folder of the project, or the project itself"
    assert str(caught.value.location) == "t/a.toml:3:13"
    assert list((tmp_path / "made").iterdir()) == []


def test_the_project_itself_may_be_copied_but_no_folder_into_itself(made, tmp_path):
    files = {"t/skillctl.toml": "", "t/b": ""}
    assert made('workspace = "."', files) == ["a.toml", "b", "skillctl.toml"]
    shutil.rmtree(tmp_path / "made")
    (tmp_path / "t/skillctl.toml").unlink()
    assert "a folder around" in refused(made, 'workspace = ".."').message


@pytest.mark.parametrize("kind", ["workspace", "skills"])
def test_a_folder_that_is_too_large_is_refused(made, monkeypatch, tmp_path, kind):
    files = {"t/ws/SKILL.md": "12345", "t/ws/a/b": "", "t/ws/c": "6"}
    line = {"workspace": 'workspace = "ws"', "skills": 'skills = ["ws"]'}[kind]
    monkeypatch.setattr("skillctl.scenario.workspace.MOST_FILES", 4)
    monkeypatch.setattr("skillctl.scenario.workspace.MOST_BYTES", 6)
    assert len(made(line, files)) == 3
    shutil.rmtree(tmp_path / "made")
    monkeypatch.setattr("skillctl.scenario.workspace.MOST_FILES", 3)
    words = "t/ws is too large to be copied for a scenario: more than "
    assert refused(made, line, files).message == f"{words}3 files and folders"
    shutil.rmtree(tmp_path / "made")
    monkeypatch.setattr("skillctl.scenario.workspace.MOST_FILES", 4)
    (tmp_path / "t/ws/c").write_bytes(b"x" * (3 << 20))
    monkeypatch.setattr("skillctl.scenario.workspace.MOST_BYTES", 2 << 20)
    assert refused(made, line).message == f"{words}2 MiB"
