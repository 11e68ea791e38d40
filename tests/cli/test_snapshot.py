import json
import re
import shutil
import sys
import xml.etree.ElementTree as ET

import pytest

from tests.conftest import write_tree

SKILL = "---\nname: {0}\ndescription: Does {0}.\n---\n{1}\n"
NOTES, WEATHER = ".agents/skills/notes/SKILL.md", ".agents/skills/weather/SKILL.md"
SNAP = ".skillctl/snapshot"
FAKE = """\
schema = "skillctl.fake/1"
[server]
name = "w"
[[tool]]
name = "get"
description = "Weather of one city"
input_schema = { type = "object", required = [REQUIRED], properties = { PROPERTIES } }
[[tool]]
name = "list"
description = "All cities"
"""
CITY, DAY = 'city = { type = "string" }', 'day = { type = "string" }'


@pytest.fixture
def project(tmp_path):
    return write_tree(tmp_path / "project", {"skillctl.toml": "", "README.md": "x"})


@pytest.fixture
def mine(home):
    # skills of the user need no consent
    return write_tree(
        home, {NOTES: SKILL.format("notes", "Write."), WEATHER: SKILL.format("weather", "Look.")}
    )


@pytest.fixture
def snap(skillctl, project):
    return lambda *words, cwd=None: skillctl("snapshot", *words, cwd=cwd or project)


def edit(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def rows(run):
    """Class and item of each change."""
    lines = [line for line in run.out.splitlines() if " SN00" in line]
    return [(line.split(": ")[1].split()[-1], line.split(": ")[2].split()[0]) for line in lines]


@pytest.mark.usefixtures("mine")
def test_taken_and_checked_it_is_clean(snap, project):
    taken = snap("take")
    assert (taken.code, taken.err) == (0, "")
    assert taken.out.startswith("took .skillctl/snapshot: 5 tools, 2 skills; ")
    checked = snap("check")
    assert (checked.code, checked.out) == (0, "1 snapshot checked: 1 passed\n")
    names = {p.relative_to(project / SNAP).as_posix() for p in (project / SNAP).rglob("*.*")}
    assert names == {
        *("meta.toml", "system.txt", "body.openai-chat.json", "absent.txt"),
        *("skills/notes.txt", "skills/weather.txt", "tools/read_file.json", "tools/list_dir.json"),
        *("tools/glob.json", "tools/write_file.json", "tools/skill.json"),
    }


@pytest.mark.usefixtures("mine")
def test_the_body_is_the_one_that_prompt_prints(snap, project, skillctl):
    snap("take")
    printed = skillctl("prompt", "snapshot", "--format", "body", cwd=project)
    assert (project / SNAP / "body.openai-chat.json").read_text() == printed.out


@pytest.mark.usefixtures("mine")
def test_take_never_writes_over_anything(snap, project):
    snap("take")
    before = (project / SNAP / "meta.toml").read_bytes()
    again = snap("take")
    assert again.code == 2
    assert "something at .skillctl/snapshot already" in again.err
    assert (project / SNAP / "meta.toml").read_bytes() == before


def test_a_changed_description_is_prompt_only(snap, mine):
    snap("take")
    edit(mine / NOTES, "Does notes.", "Does more notes.")
    checked = snap("check")
    assert checked.code == 1
    assert rows(checked) == [("prompt-only", "skills/notes"), ("prompt-only", "skills/notes")]
    assert "  | - - notes: Does notes.\n  | + - notes: Does more notes.\n" in checked.out
    assert checked.err == "if this is what you want: skillctl snapshot accept\n"


def test_changed_instructions_are_prompt_only(snap, mine):
    snap("take")
    edit(mine / NOTES, "Write.", "Write more.")
    checked = snap("check")
    assert checked.code == 1
    assert rows(checked) == [("prompt-only", "skills/notes")]


@pytest.fixture
def granted(project, skillctl):
    """The project with two skills of its own; gives what grants all of them."""
    write_tree(
        project, {NOTES: SKILL.format("notes", "Write."), WEATHER: SKILL.format("weather", "Look.")}
    )

    def grant():
        for line in skillctl("fingerprint", cwd=project).out.splitlines()[:-1]:
            fingerprint, _, name, _ = line.split()
            words = ("consent", "grant", name, "--fingerprint", fingerprint)
            assert skillctl(*words, cwd=project).code == 0

    grant()
    return grant


def test_what_waits_for_consent_again_is_granted_not_accepted(snap, project, granted):
    snap("take")
    edit(project / NOTES, "Write.", "Write more.")
    waits = snap("check")
    assert rows(waits) == [("breaking", "skills/notes")]
    assert "SN001 breaking: skills/notes: changed and waits for consent\n" in waits.out
    assert waits.err.endswith("look and grant, then check again: skillctl consent grant notes\n")
    assert "accept" not in waits.err
    assert "nothing of this snapshot" not in waits.err
    granted()
    changed = snap("check")
    assert re.search(
        r"SKILL\.md: its content changed \(fingerprint \w{12} -> \w{12}\)", changed.out
    )
    assert "tokens" not in changed.out
    assert changed.err == "if this is what you want: skillctl snapshot accept\n"


@pytest.mark.usefixtures("granted")
def test_a_fresh_clone_is_told_first_that_all_waits(snap, home):
    snap("take")
    shutil.rmtree(home / ".config")
    run = snap("check")
    first = "nothing of this snapshot is agreed to here: 2 skills wait for consent\n"
    last = "look and grant, then check again: skillctl consent grant notes weather\n"
    assert run.err.endswith(first + last)
    assert snap("check", "--format", "json").err.count("wait") == 1


def test_a_removed_skill_is_breaking_and_fail_on_says_what_fails(snap, mine):
    snap("take")
    edit(mine / NOTES, "Does notes.", "Does more notes.")
    assert snap("check", "--fail-on", "breaking").code == 0
    shutil.rmtree((mine / WEATHER).parent)
    checked = snap("check", "--fail-on", "breaking")
    assert checked.code == 1
    assert ("breaking", "skills/weather") in rows(checked)


def test_accept_prints_the_diff_and_puts_the_new_one_in_place(snap, mine, project):
    snap("take")
    assert snap("accept").out == ".skillctl/snapshot is up to date\n"
    edit(mine / NOTES, "Does notes.", "Does more notes.")
    accepted = snap("accept")
    assert accepted.code == 0
    assert "catalog line changed" in accepted.out
    assert "accepted into .skillctl/snapshot: 5 tools, 2 skills" in accepted.out
    assert snap("check").code == 0
    assert [p.name for p in (project / SNAP).parent.iterdir()] == ["snapshot"]


def test_diff_compares_two_folders(snap, mine):
    snap("take", "--dir", "one")
    edit(mine / NOTES, "Does notes.", "Does more notes.")
    snap("take", "--dir", "two")
    assert snap("diff", "one", "one").code == 0
    differs = snap("diff", "one", "two")
    assert differs.code == 1
    assert "two/skills/notes.txt: error SN002" in differs.out


@pytest.mark.parametrize("command", ["take", "accept"])
def test_a_machine_never_blesses(snap, project, monkeypatch, command):
    monkeypatch.setenv("CI", "true")
    refused = snap(command)
    assert refused.code == 2
    assert f"snapshot {command} is refused where CI is set" in refused.err
    assert not (project / SNAP).exists()


@pytest.mark.parametrize("value", ["", "0", "false"])
def test_some_values_of_ci_mean_no(snap, monkeypatch, value):
    monkeypatch.setenv("CI", value)
    assert snap("take").code == 0


@pytest.mark.parametrize("command", ["check", "accept"])
def test_a_hand_edited_folder_is_named_and_left_alone(snap, project, command):
    snap("take")
    (project / SNAP / "system.txt").write_text("mine")
    refused = snap(command)
    assert refused.code == 2
    assert ".skillctl/snapshot/system.txt: error: digest mismatch" in refused.err
    assert (project / SNAP / "system.txt").read_text() == "mine"


def test_no_snapshot_yet(snap):
    missing = snap("check")
    assert missing.code == 2
    assert "take one with: skillctl snapshot take" in missing.err


def test_from_a_folder_below_it_is_the_projects(snap, project):
    (project / "sub").mkdir()
    taken = snap("take", cwd=project / "sub")
    assert taken.out.startswith(f"took {(project / SNAP).as_posix()}: ")
    assert snap("check", cwd=project / "sub").code == 0


@pytest.mark.parametrize("style", ["json", "junit", "github"])
def test_other_formats(snap, mine, style):
    snap("take")
    edit(mine / NOTES, "Does notes.", "Does more notes.")
    checked = snap("check", "--format", style)
    assert (checked.code, checked.err) == (1, "")
    if style == "json":
        document = json.loads(checked.out)
        assert (document["schema"], document["command"]) == ("skillctl.test/1", "snapshot")
    elif style == "junit":
        assert ET.fromstring(checked.out).get("failures") == "1"
    else:
        assert checked.out.startswith("::error file=.skillctl/snapshot/skills/notes.txt")


@pytest.mark.slow
def test_classes_of_a_servers_tools(snap, home, tmp_path):
    fake = tmp_path / "fake.toml"

    def serve(required='"city"', properties=f"{CITY}, {DAY}", turned=False):
        text = FAKE.replace("REQUIRED", required).replace("PROPERTIES", properties)
        head, first, second = text.split("[[tool]]\n")
        tools = [second, first] if turned else [first, second]
        fake.write_text("[[tool]]\n".join((head, *tools)))

    args = ["-m", "skillctl", "fake", "serve", str(fake)]
    servers = {"mcpServers": {"w": {"command": sys.executable, "args": args}}}
    write_tree(home / ".config/skillctl", {"mcp.json": json.dumps(servers)})
    serve()
    assert "6 tools, 0 skills" in snap("take").out
    serve(turned=True)
    assert snap("check").code == 0, "the order of a server plays no part"
    serve(properties=f"{DAY}, {CITY}")
    moved = snap("check")
    assert (moved.code, rows(moved)) == (1, [("order-only", "tools/mcp__w__get")])
    assert "cached prefix lost from byte " in moved.out
    serve(required='"city", "day"')
    stricter = snap("check")
    assert (stricter.code, rows(stricter)) == (1, [("breaking", "tools/mcp__w__get")])
    fake.unlink()
    gone = snap("check")
    assert gone.code == 1
    assert ("breaking", "absent") in rows(gone)
    assert 'server "w"' in gone.err


def test_a_value_that_a_server_tells_is_named_where_it_is_kept(snap, home, tmp_path):
    fake = tmp_path / "fake.toml"
    text = FAKE.replace("REQUIRED", '"city"').replace("PROPERTIES", CITY)
    fake.write_text(text.replace("All cities", 'Cities, by hunt\\"er'))
    args = ["-m", "skillctl", "fake", "serve", str(fake)]
    server = {"command": sys.executable, "args": args, "env": {"KEY": 'hunt"er', "LEVEL": "debug9"}}
    write_tree(home / ".config/skillctl", {"mcp.json": json.dumps({"mcpServers": {"w": server}})})
    taken = snap("take")
    words = "the snapshot holds values that servers are given (KEY), since they reach the model: "
    assert taken.code == 0
    assert f"{words}body.openai-chat.json, tools/mcp__w__list.json; if one is secret" in taken.err
    assert "hunt" not in taken.err
    fake.write_text(fake.read_text().replace('hunt\\"er', "debug9"))
    assert "(LEVEL)" in snap("accept").err
    assert "the snapshot holds" not in snap("check").err


@pytest.mark.parametrize("command", ["take", "check", "accept"])
def test_a_link_that_leaves_the_project_is_not_followed(snap, project, tmp_path, command):
    (tmp_path / "elsewhere").mkdir()
    (project / ".skillctl").symlink_to(tmp_path / "elsewhere")
    run = snap(command)
    assert run.code == 2
    assert ".skillctl is a link that leaves the project" in run.err
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.usefixtures("mine")
def test_a_link_within_the_project_is_followed(snap, project):
    (project / "kept").mkdir()
    (project / ".skillctl").symlink_to("kept")
    assert snap("take").code == 0
    assert (project / "kept" / "snapshot" / "meta.toml").is_file()
    assert snap("check").code == 0


@pytest.mark.usefixtures("mine")
@pytest.mark.parametrize("command", ["check", "accept"])
def test_what_a_killed_accept_left_is_put_back(snap, project, command):
    snap("take")
    beside = project / ".skillctl" / ".snapshot.abcd1234"
    beside.mkdir()
    (project / SNAP).rename(beside / "old")
    assert snap(command).code == 0
    assert (project / SNAP).is_dir()
    assert not beside.exists()


@pytest.mark.usefixtures("mine")
def test_bodies_of_more_dialects_are_kept_and_checked(snap, project, skillctl):
    words = ("--dialect", "anthropic-messages", "--dialect", "openai-responses")
    taken = snap("take", *words)
    assert (taken.code, taken.err) == (0, "")
    assert "5 tools, 2 skills; openai-responses " in taken.out
    assert "; anthropic-messages " in taken.out
    for name in words[1::2]:
        line = ("prompt", "snapshot", "--format", "body", "--dialect", name)
        kept = project / SNAP / f"body.{name}.json"
        assert kept.read_text() == skillctl(*line, cwd=project).out
    assert not (project / SNAP / "body.openai-chat.json").exists()
    assert snap("check").code == 0
    (project / "skillctl.toml").write_text('[run]\ncache = "off"\n')
    checked = snap("check")
    assert checked.code == 1
    assert rows(checked) == [("prompt-only", "body.anthropic-messages.json")]
    accepted = snap("accept")
    assert accepted.code == 0
    assert snap("check").code == 0
    assert snap("accept", "--dialect", "openai-chat").code == 0
    names = [path.name for path in (project / SNAP).glob("body.*")]
    assert names == ["body.openai-chat.json"]


@pytest.mark.parametrize("command", ["take", "accept"])
def test_an_unknown_dialect_is_refused(snap, project, command):
    if command == "accept":
        snap("take")
    run = snap(command, "--dialect", "openai-chatt")
    assert (run.code, run.out) == (2, "")
    assert 'did you mean "openai-chat"?' in run.err
    assert (project / SNAP).exists() == (command == "accept")
