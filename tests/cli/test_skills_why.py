"""`skillctl skills why` from the command line."""

import json
import shutil
import tomllib

import pytest

from tests.cli.skill_files import put
from tests.conftest import golden_cases
from tests.skills.conftest import World


def test_why(skillctl, project, home):
    put(home, ".agents/skills/a")
    run = skillctl("skills", "why", "a", "--tokens-method", "estimate", cwd=project)
    assert (run.code, run.err) == (0, "")
    assert run.out == (
        "a: active, user, ~/.agents/skills/a/SKILL.md\n"
        "  1  user  ~/.agents/skills/a   active   needs no consent\n"
        "  catalog line 1 of 1 (~7 tokens, bytes/4)\n"
    )


def test_why_of_what_waits_is_no_failure(skillctl, project):
    put(project, ".agents/skills/a")
    run = skillctl("skills", "why", "a", "--tokens-method", "estimate", cwd=project)
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


def test_exact_tokens_or_the_way_to_get_them(skillctl, project, home, monkeypatch):
    put(home, ".agents/skills/a")
    for command in (("why", "a"), ("list",)):
        words = ("skills", *command, "--tokens-method", "exact")
        with monkeypatch.context() as patch:
            patch.setattr("skillctl.tokens.find_spec", lambda _: None)
            run = skillctl(*words, cwd=project)
            assert (run.code, run.out) == (2, "")
            assert "skillctl-cli[tokens]" in run.err
        pytest.importorskip("toktok", reason="not installed: pip install '.[tokens]'")
        run = skillctl(*words, cwd=project)
        assert (run.code, run.err) == (0, "")
        assert "o200k_base" in run.out
        assert "~1" not in run.out


def test_why_of_a_skill_of_skillctl_that_is_off(skillctl, project):
    run = skillctl("skills", "why", "memory", cwd=project)
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith('error: no skill named "memory"\n  hint: it comes with skillctl and ')
    assert "skills.builtin" in run.err


@pytest.mark.parametrize("folder", golden_cases("why"))
def test_golden(folder, golden, skillctl, project, home):
    """`project/` and `home/` are the trees; `later/` is laid over the project after decisions.

    `case.toml` has the name that is asked for, more words of the command line, and the sources of
    skills that were granted or denied.
    """
    case = tomllib.loads((folder / "case.toml").read_text())
    for where, root in {"project": project, "home": home}.items():
        if (folder / where).is_dir():
            shutil.copytree(folder / where, root, dirs_exist_ok=True)
    world = World(project, home, home / ".data/skillctl", home / ".config/skillctl")
    for decision in ("granted", "denied"):
        if case.get(decision):
            world.decide(*case[decision], decision=decision)
    if (folder / "later").is_dir():
        shutil.copytree(folder / "later", project, dirs_exist_ok=True)
    words = ("skills", "why", case["name"], *case.get("words", ()))
    run = skillctl(*words, "--tokens-method", "estimate", cwd=project)
    assert (run.code, run.err) == (0, "")
    assert run.out == golden("why.txt")
