"""`skillctl skills enable` and `disable`, and what commands do with the preferences."""

import json

import pytest

from tests.agent.fixtures import project
from tests.agent.projects import SERVER, SKILL
from tests.conftest import write_tree

__all__ = ["project"]

OWN = {".agents/skills/notes/SKILL.md": SKILL}
PENDING = {".agents/skills/pending/SKILL.md": SKILL.replace("notes", "pending")}


@pytest.fixture
def place(project):
    """A project with a skill that waits for consent, and a user with a skill of their own."""
    write_tree(project.home, OWN)
    return project.write(PENDING)


@pytest.fixture
def run(place, skillctl):
    return lambda *words: skillctl(*words, cwd=place.root)


def file_of(place):
    return place.config_dir / "skills.json"


def stamp(place):
    """What a write of the file changes."""
    status = file_of(place).stat()
    return (status.st_ino, status.st_mtime_ns, status.st_ctime_ns)


def statuses(run):
    found = json.loads(run("skills", "list", "--format", "json").out)["skills"]
    return {skill["name"]: skill["status"] for skill in found}


def test_a_disabled_skill_reaches_nobody_until_it_is_enabled(run, place):
    assert "Takes notes." in run("prompt").out
    done = run("skills", "disable", "notes")
    assert (done.code, done.out, done.err) == (0, "skill notes: disabled\n", "")
    assert file_of(place).read_text() == '{\n  "is_enabled": {\n    "notes": false\n  }\n}\n'
    assert statuses(run) == {"notes": "disabled", "pending": "pending"}
    seen = run("prompt")
    assert "Takes notes." not in seen.out
    assert "1 skill is disabled: notes; enable with: skillctl skills enable NAME\n" in seen.err
    assert run("skills", "enable", "notes").out == "skill notes: enabled\n"
    assert "Takes notes." in run("prompt").out
    assert json.loads(file_of(place).read_text()) == {"is_enabled": {"notes": True}}


def test_what_is_so_already(run, place):
    assert run("skills", "enable", "notes").out == "skill notes: was enabled already\n"
    assert not file_of(place).exists()
    run("skills", "disable", "notes")
    before = stamp(place)
    done = run("skills", "disable", "notes")
    assert (done.code, done.out) == (0, "skill notes: was disabled already\n")
    assert stamp(place) == before


def test_several_at_once_and_what_waits_for_consent(run):
    done = run("skills", "disable", "notes", "pending", "notes")
    assert done.out == "skill notes: disabled\nskill pending: disabled\n"
    assert statuses(run) == {"notes": "disabled", "pending": "disabled"}
    assert "wait for consent" not in run("prompt").err


def test_json(run, place):
    done = run("skills", "disable", "notes", "--format", "json")
    assert json.loads(done.out) == {
        "schema": "skillctl.skills/1",
        "preferences": str(file_of(place)),
        "skills": [{"name": "notes", "enabled": False, "changed": True}],
    }
    again = json.loads(run("skills", "disable", "notes", "--format", "json").out)
    assert again["skills"] == [{"name": "notes", "enabled": False, "changed": False}]


def test_an_unknown_name_is_exit_2_and_nothing_is_written(run, place):
    for command in ("enable", "disable"):
        done = run("skills", command, "pending", "ntes")
        assert (done.code, done.out) == (2, "")
        assert 'no skill named "ntes"\n  hint: did you mean "notes"?' in done.err
    assert not file_of(place).exists()


def test_a_flag_of_a_skill_that_is_gone_can_be_changed(run, place):
    write_tree(place.config_dir, {"skills.json": '{"is_enabled": {"mcp:github": false}}'})
    assert run("skills", "enable", "mcp:github").out == "skill mcp:github: enabled\n"
    assert file_of(place).read_text() == '{"is_enabled": {"mcp:github": true}}'


def test_why_and_explain_name_the_remedy(run):
    run("skills", "disable", "notes")
    why = run("skills", "why", "notes")
    assert why.code == 0
    assert why.out.startswith(
        "notes: not available: disabled by the user (~/.agents/skills/notes); "
        "enable with: skillctl skills enable notes\n"
    )
    explained = run("prompt", "--explain", "notes")
    assert explained.code == 1
    assert explained.out.splitlines()[:2] == [
        "skill notes: absent (disabled): user ~/.agents/skills/notes: disabled by the user",
        "  remedy: enable with: skillctl skills enable notes",
    ]


def test_the_tool_says_so_to_the_model(run, place):
    run("skills", "disable", "notes")
    write_tree(place.home, {".agents/skills/other/SKILL.md": SKILL.replace("notes", "other")})
    write_tree(place.root, {"s.toml": SCRIPT})
    log = run("run", "x", "--model", "script:s.toml", "--json", "--no-log").out
    (result,) = (e for e in map(json.loads, log.splitlines()) if e["e"] == "tool.result")
    assert result["is_error"]
    assert result["text"] == 'skill "notes" is not available: disabled by the user'


SCRIPT = """\
schema = "skillctl.scenario/1"
name = "s"
prompt = "x"
[[turn]]
[[turn.call]]
tool = "skill"
args = { name = "notes" }
[[turn]]
say = "done"
"""


def test_keen_keeps_its_own_file(run, place):
    write_tree(place.home, {".keen/skills/config.json": '{\n    "is_enabled": {}, "x": 1\n}'})
    run("skills", "disable", "--preset", "keen", "notes")
    text = (place.home / ".keen/skills/config.json").read_text()
    assert json.loads(text) == {"is_enabled": {"notes": False}, "x": 1}
    assert not file_of(place).exists()
    assert "Takes notes." not in run("prompt", "--preset", "keen").out
    assert "Takes notes." in run("prompt").out


def test_pinned_can_be_disabled(run, place):
    write_tree(place.home, {".catbuddy/skills/my/SKILL.md": SKILL.replace("notes", "my")})
    preset = ("--preset", "catbuddy")
    assert "## Skill: my" in run("prompt", *preset).out
    assert run("skills", "disable", "my", *preset).code == 0
    seen = run("prompt", *preset)
    assert "## Skill: my" not in seen.out
    assert 'pinned skill "my" is not in the prompt: disabled by the user' in seen.err


COMMANDS = (
    ("prompt",),
    ("prompt", "--format", "body", "x"),
    ("tools",),
    ("run", "x", "--model", "test", "--no-log"),
    ("run", "x", "--model", "test", "--dry-run"),
    ("snapshot", "take"),
    ("skills", "list"),
    ("skills", "why", "notes"),
    ("skills", "enable", "notes"),
    ("skills", "disable", "notes"),
)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_corrupt_preferences_kept(run, place, words):
    """Exit 2 with the place; never treated as empty, never overwritten."""
    text = '{"is_enabled": {"notes": false,\n "x": 1}}'
    write_tree(place.config_dir, {"skills.json": text})
    done = run(*words)
    assert (done.code, done.out) == (2, "")
    words = '"x" is not true or false\n  hint: not changed; fix or move it'
    assert f"{file_of(place)}:2:7: " in done.err
    assert words in done.err
    assert file_of(place).read_text() == text


def test_what_needs_no_skills_needs_no_preferences(run, place):
    write_tree(place.config_dir, {"skills.json": "{"})
    bare = run("prompt", "--no-config")
    assert (bare.code, bare.err) == (0, "")
    assert run("consent", "status").code == 0
    assert run("mcp", "list").code == 0


def test_a_repository_cannot_say_where_they_are(run, place):
    write_tree(place.root, {"own.json": '{"is_enabled": {"notes": false}}'})
    path = place.root / "own.json"
    write_tree(place.root, {"skillctl.toml": f"[skills]\npreferences = '{path}'\n"})
    seen = run("skills", "list")
    assert statuses(run)["notes"] == "active"
    assert "skills.preferences" in seen.err


def test_a_repository_cannot_turn_to_other_ones_by_its_preset(run, place):
    """What the user disabled stays so under the preset that a repository names."""
    write_tree(place.root, {"skillctl.toml": 'preset = "keen"\n'})
    write_tree(place.home, {".keen/skills/config.json": '{"is_enabled": {}}'})
    run("skills", "disable", "notes")
    assert file_of(place).exists()
    assert statuses(run)["notes"] == "disabled"
    write_tree(place.config_dir, {"skillctl.toml": 'preset = "keen"\n'})
    write_tree(place.root, {"skillctl.toml": 'preset = "grampro"\n'})
    assert statuses(run)["notes"] == "active"
    run("skills", "disable", "notes")
    assert "notes" in (place.home / ".keen/skills/config.json").read_text()
    assert statuses(run)["notes"] == "disabled"


def test_no_failure_ever_writes_it(run, place):
    """Not a server that fails, nor a skill that is broken, changed or denied, nor a full limit."""
    text = '{"is_enabled": {"mcp:gone": true}}'
    write_tree(place.config_dir, {"skills.json": text})
    before = stamp(place)
    server = json.dumps({"mcpServers": {"gone": {**SERVER, "args": ["-c", "raise SystemExit(3)"]}}})
    place.write({".mcp.json": server, ".agents/skills/bad/SKILL.md": "nothing"}).grant()
    place.write({".agents/skills/pending/more.md": "changed"})
    for words in (
        ("prompt",),
        ("tools",),
        ("run", "x", "--model", "test", "--no-log"),
        ("run", "x", "--model", "test", "--no-log", "--max-turns", "1"),
        ("skills", "enable", "none"),
        ("skills", "disable", "none"),
        ("mcp", "tools"),
    ):
        run(*words)
        assert stamp(place) == before, words
    assert file_of(place).read_text() == text
