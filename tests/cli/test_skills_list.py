"""`skillctl skills list` from the command line."""

import json
import re
import shutil

import pytest

from skillctl.skills import builtin
from tests.cli.skill_files import SKILL, put
from tests.conftest import golden_cases, write_tree


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


def test_granting_by_the_exact_fingerprint_makes_it_active(skillctl, project):
    put(project, ".agents/skills/a")
    listed = json.loads(skillctl("skills", "list", "--format", "json", cwd=project).out)
    fingerprint = listed["skills"][0]["fingerprint"]
    run = skillctl("consent", "grant", "a", "--fingerprint", fingerprint, cwd=project)
    assert run.code == 0, run.err
    words = ("skills", "list", "--tokens-method", "estimate")
    assert skillctl(*words, cwd=project).out.splitlines()[1:] == [
        "a      project  active  ~7                .agents/skills/a"
    ]


def test_every_command_sees_the_environment_that_is_active(skillctl, project, home, monkeypatch):
    site = "env/lib/python3.12/site-packages"
    put(home, f"{site}/notes/a")
    info = home / site / "notes-1.0.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_text("[skillctl.skills]\nall = notes\n")
    waits = "1 package skill waits for consent: a; look and grant with: skillctl consent grant NAME"
    assert waits not in skillctl("skills", "list", cwd=project).out
    monkeypatch.setenv("VIRTUAL_ENV", str(home / "env"))
    assert waits in skillctl("skills", "list", cwd=project).out
    assert "missing  skill  a     py:notes/all/a" in skillctl("consent", "status", cwd=project).out
    assert waits in skillctl("prompt", cwd=project).err
    assert waits in skillctl("run", "x", "--model", "test", cwd=project).err


def scrubbed(text):
    """What was printed, on any day."""
    return re.sub(r"(?<=consent granted )[0-9-]{10}", "2026-11-30", text)


@pytest.mark.parametrize("folder", golden_cases("skills"))
def test_golden(folder, golden, skillctl, project, home, monkeypatch):
    """`project/` and `home/` are the trees, `links.txt` their links, as `where/path -> target`.

    The skills of skillctl itself stand in a folder `skillctl` at home.
    """
    own = shutil.copytree(builtin.FOLDER, home.resolve() / "skillctl")
    monkeypatch.setattr(builtin, "FOLDER", own)
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
        run = skillctl("skills", *words, "--tokens-method", "estimate", cwd=project)
        assert (run.code, run.err) == (0, "")
        assert scrubbed(run.out) == golden(name)


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
        write_tree(home / ".config/skillctl", {"skillctl.toml": "[skills]\nmax-lines = 1\n"})
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
