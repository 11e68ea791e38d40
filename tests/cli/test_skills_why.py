"""`skillctl skills why` from the command line."""

import json

from tests.cli.skill_files import put


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
