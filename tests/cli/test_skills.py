"""`skillctl skills list` and `skillctl skills why` from the command line."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import golden_cases
from tests.repositories import make_repository

SKILL = "---\nname: {0}\ndescription: Does {0}. Use when asked.\n---\nDo it.\n"


@pytest.fixture
def project(tmp_path):
    return make_repository(tmp_path / "project", commit=False).resolve()


def put(root, name, text=None):
    path = root / name / "SKILL.md"
    path.parent.mkdir(parents=True)
    path.write_text(SKILL.format(Path(name).name) if text is None else text)


def test_none_names_the_places_and_is_no_failure(skillctl, project):
    run = skillctl("skills", "list", cwd=project)
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith("no skills found; looked in: .agents/skills, .gbs/skills, ")
    assert run.out.count("\n") == 1


def test_list_from_below_the_root(skillctl, project, home):
    put(project, ".agents/skills/a")
    put(home, ".agents/skills/b")
    (project / "src/deep").mkdir(parents=True)
    run = skillctl("skills", "list", cwd=project / "src/deep")
    assert run.code == 0
    assert [line.split()[:3] for line in run.out.splitlines()[1:3]] == [
        ["a", "project", "pending"],
        ["b", "user", "active"],
    ]


def test_all_and_json(skillctl, project, home):
    for root in (".agents/skills", ".claude/skills"):
        put(home, f"{root}/a")
    short = json.loads(skillctl("skills", "list", "--format", "json", cwd=project).out)
    whole = json.loads(skillctl("skills", "list", "--all", "--format", "json", cwd=project).out)
    assert (len(short["skills"]), len(whole["skills"])) == (1, 2)
    assert whole["schema"] == "skillctl.skills/1"
    assert whole["skills"][1]["reason"] == "shadowed by user ~/.agents/skills/a"


def test_named_project_and_roots(skillctl, project, tmp_path):
    put(project, "more/a")
    put(tmp_path, "own/b")
    run = skillctl(
        *("skills", "list", "--project", project),
        *("--skills", project / "more", "--skills", tmp_path / "own"),
        cwd=tmp_path,
    )
    assert [line.split()[:2] for line in run.out.splitlines()[1:3]] == [
        ["a", "project"],
        ["b", "user"],
    ]


def test_a_named_root_counts_from_the_working_directory(skillctl, project):
    put(project, "sub/more/a")
    run = skillctl("skills", "list", "--skills", "more", cwd=project / "sub")
    assert run.out.splitlines()[1].split()[:3] == ["a", "project", "pending"]


@pytest.mark.parametrize(("option", "value"), [("--skills", "gone"), ("--project", "gone")])
def test_a_folder_that_is_none_is_exit_2(skillctl, project, option, value):
    run = skillctl("skills", "list", option, value, cwd=project)
    assert (run.code, run.out) == (2, "")
    assert f"error: {option}" in run.err
    assert "no folder there" in run.err


def test_why(skillctl, project, home):
    put(home, ".agents/skills/a")
    run = skillctl("skills", "why", "a", cwd=project)
    assert (run.code, run.err) == (0, "")
    assert run.out == (
        "a: active, user, ~/.agents/skills/a/SKILL.md\n"
        "  1  user  ~/.agents/skills/a   active   needs no consent\n"
        "  catalog line 1 of 1 (~7 tokens, bytes/4)\n"
    )


def test_why_of_what_waits_is_no_failure(skillctl, project):
    put(project, ".agents/skills/a")
    run = skillctl("skills", "why", "a", cwd=project)
    assert run.code == 0
    assert run.out.startswith("a: not available: consent pending (.agents/skills/a, sha256:")
    assert run.out.splitlines()[0].endswith("; grant with: skillctl consent grant a")


def test_why_as_json(skillctl, project, home):
    put(home, ".agents/skills/a")
    put(home, ".agents/skills/b")
    run = skillctl("skills", "why", "a", "--format", "json", cwd=project)
    assert [row["name"] for row in json.loads(run.out)["skills"]] == ["a"]


def test_why_of_an_unknown_name(skillctl, project, home):
    for name in ("lint-docs", "lint-doc", "lint-dogs", "lint-does", "other"):
        put(home, f".agents/skills/{name}")
    run = skillctl("skills", "why", "lint-docx", cwd=project)
    assert (run.code, run.out) == (2, "")
    first, hint = run.err.splitlines()
    assert first == 'error: no skill named "lint-docx"'
    assert hint.startswith('  hint: did you mean "lint-doc')
    assert hint.count("lint-") == 3
    far = skillctl("skills", "why", "zzz", cwd=project)
    assert far.code == 2
    assert "hint: looked in: .agents/skills" in far.err


def test_home_is_no_project(skillctl, home):
    put(home, ".agents/skills/a")
    (home / ".git").mkdir()
    run = skillctl("skills", "list", cwd=home)
    assert run.out.splitlines()[1].split()[:3] == ["a", "user", "active"]
    assert "is the home folder or lies above it: no project skills" in run.err


def test_settings_of_a_repository_cannot_widen(skillctl, project, tmp_path):
    put(tmp_path, "outside/a")
    (project / "skillctl.toml").write_text(f'[skills]\nuser-roots = ["{tmp_path}/outside"]\n')
    run = skillctl("skills", "list", cwd=project)
    assert run.out.startswith("no skills found")
    assert "is honoured from the user's settings only; ignored here" in run.err


def test_settings_of_the_user_count(skillctl, project, home, tmp_path):
    put(tmp_path, "mine/a")
    (home / ".config/skillctl").mkdir(parents=True)
    (home / ".config/skillctl/skillctl.toml").write_text(
        f'[skills]\nuser-roots = ["{tmp_path}/mine"]\n'
    )
    assert skillctl("skills", "list", cwd=project).out.splitlines()[1].split()[:3] == [
        "a",
        "user",
        "active",
    ]


def test_case_65_no_raw_escape_reaches_a_terminal(skillctl, project, home, shared):
    shutil.copytree(shared / "cases/65-terminal-escapes/skills", home / ".agents/skills")
    put(home, ".agents/skills/x\x1b]0;t\x07\r", "no")
    for words in (["list"], ["list", "--all"], ["list", "--format", "json"], ["why", "esc"]):
        run = skillctl("skills", *words, cwd=project)
        assert run.code == 0
        assert not set(run.out + run.err) & set("\x1b\x07\r\x9b")
    assert "\\x1b" in skillctl("skills", "list", cwd=project).out


def test_a_name_that_is_no_text_is_no_crash(skillctl, project, home):
    folder = home / ".agents/skills" / os.fsdecode(b"caf\xe9")
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_text(SKILL.format("cafe"))
    run = skillctl("skills", "list", cwd=project)
    assert run.code == 0
    assert "caf\\xe9" in run.out
    assert json.loads(skillctl("skills", "list", "--format", "json", cwd=project).out)


def test_a_broken_store_is_not_read_as_empty(skillctl, project, home):
    put(project, ".agents/skills/a")
    (home / ".config/skillctl").mkdir(parents=True)
    (home / ".config/skillctl/consent.toml").write_text("not toml [")
    run = skillctl("skills", "list", cwd=project)
    assert (run.code, run.out) == (2, "")
    assert "consent.toml:1:" in run.err


def test_granting_by_the_exact_fingerprint_makes_it_active(skillctl, project):
    put(project, ".agents/skills/a")
    listed = json.loads(skillctl("skills", "list", "--format", "json", cwd=project).out)
    fingerprint = listed["skills"][0]["fingerprint"]
    run = skillctl("consent", "grant", "a", "--fingerprint", fingerprint, cwd=project)
    assert run.code == 0, run.err
    assert skillctl("skills", "list", cwd=project).out.splitlines()[1:] == [
        "a      project  active  ~7      .agents/skills/a"
    ]


def test_as_a_process(project, home):
    put(home, ".agents/skills/a")
    done = subprocess.run(
        [sys.executable, "-m", "skillctl", "skills", "list"],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.splitlines()) == (
        0,
        ["skill  scope  status  tokens  path", "a      user   active  ~7      ~/.agents/skills/a"],
    )


@pytest.mark.parametrize("folder", golden_cases("skills"))
def test_golden(folder, golden, skillctl, project, home):
    """`project/` and `home/` are the trees, `links.txt` their links, as `where/path -> target`."""
    roots = {"project": project, "home": home}
    for where, root in roots.items():
        if (folder / where).is_dir():
            shutil.copytree(folder / where, root, dirs_exist_ok=True)
    links = folder / "links.txt"
    for line in links.read_text().splitlines() if links.is_file() else []:
        place, target = line.split(" -> ")
        where, _, path = place.partition("/")
        (roots[where] / path).parent.mkdir(parents=True, exist_ok=True)
        (roots[where] / path).symlink_to(target)
    grants = folder / "grants.txt"
    for line in grants.read_text().splitlines() if grants.is_file() else []:
        name, source, fingerprint = line.split()
        words = ("grant", name, "--source", source, "--fingerprint", fingerprint)
        run = skillctl("consent", *words, cwd=project)
        assert run.code == 0, run.err
    for name, words in {
        "expected.json": ("list", "--all", "--format", "json"),
        "list.txt": ("list",),
        "list-all.txt": ("list", "--all"),
    }.items():
        run = skillctl("skills", *words, cwd=project)
        assert (run.code, run.err) == (0, "")
        assert run.out == golden(name)


class TestBlock:
    """`skills list --format xml`: the block of the reference alone."""

    def test_all_that_the_model_may_load_in_order_of_name(self, skillctl, project, home):
        put(home, ".agents/skills/b")
        put(home, ".agents/skills/a")
        text = SKILL.format("quiet").replace(
            "\n---\nDo", "\ndisable-model-invocation: true\n---\nDo"
        )
        put(home, ".agents/skills/quiet", text)
        put(project, ".agents/skills/waits")
        (project / "skillctl.toml").write_text("[skills]\nmax-lines = 1\n")
        run = skillctl("skills", "list", "--format", "xml", cwd=project)
        assert run.code == 0
        element = (
            "<skill>\n<name>\n{0}\n</name>\n<description>\nDoes {0}. Use when asked.\n"
            "</description>\n<location>\n~/.agents/skills/{0}/SKILL.md\n</location>\n</skill>\n"
        )
        assert run.out == (
            f"<available_skills>\n{element.format('a')}{element.format('b')}</available_skills>\n"
        )
        assert "1 project skill waits for consent: waits" in run.err
        assert "not in the block, only the user may activate: quiet" in run.err

    def test_absolute_paths(self, skillctl, project, home):
        put(home, ".agents/skills/a")
        run = skillctl("skills", "list", "--format", "xml", "--absolute", cwd=project)
        assert f"\n{home.resolve()}/.agents/skills/a/SKILL.md\n" in run.out

    def test_a_description_is_cut_as_in_a_prompt_and_told(self, skillctl, project, home):
        put(home, ".agents/skills/a", SKILL.format("a").replace("Use", "x" * 1100))
        run = skillctl("skills", "list", "--format", "xml", cwd=project)
        assert len(run.out.splitlines()[6]) == 1024
        assert "the model reads the first 1,023" in run.err

    def test_none_is_the_empty_block(self, skillctl, project):
        run = skillctl("skills", "list", "--format", "xml", cwd=project)
        assert (run.code, run.out) == (0, "<available_skills>\n</available_skills>\n")

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            (("--format", "xml", "--all"), "--all and --format xml ask for different things"),
            (("--absolute",), "--absolute needs --format xml"),
            (("--absolute", "--format", "json"), "--absolute needs --format xml"),
        ],
    )
    def test_what_makes_no_sense_together(self, skillctl, project, words, message):
        run = skillctl("skills", "list", *words, cwd=project)
        assert (run.code, run.out) == (2, "")
        assert message in run.err
