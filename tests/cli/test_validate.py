import json

import pytest

GOOD = "---\nname: {name}\ndescription: Keeps notes. Use when asked.\n---\nWrite.\n"
ODD = """\
---
name: odd
description: >
  Asks for <b> & "more".
  Use when 'asked'.
license: MIT
metadata:
  version: 2
allowed-tools: Read Grep
---
Write.
"""
BROKEN = "---\nname: other\ndescription: Use when: asked\n---\nWrite.\n"


@pytest.fixture
def skills(tree):
    files = {"notes": GOOD.format(name="notes"), "odd": ODD, "broken": BROKEN}
    return tree({f"skills/{name}/SKILL.md": text for name, text in files.items()})


def test_each_error_is_shown_and_fails(skills, skillctl):
    run = skillctl("validate", "skills", cwd=skills)
    assert run.code == 1
    assert "skills/broken/SKILL.md:3:22: error SK105" in run.out
    assert "3 skills checked: 1 error" in run.out
    assert skillctl("validate", "skills/odd", "skills/notes/SKILL.md", cwd=skills).code == 0


def test_formats_and_output_are_those_of_lint(skills, skillctl):
    run = skillctl("validate", "skills", "--format", "json", "--output", "r.json", cwd=skills)
    document = json.loads((skills / "r.json").read_text())
    assert (run.code, document["targets"], document["summary"]["errors"]) == (1, ["spec"], 1)


def test_neither_settings_nor_comments_count(skills, skillctl):
    (skills / "skillctl.toml").write_text('[lint]\nignore = ["ALL"]\n')
    text = GOOD.format(name="wrong # skillctl: ignore SK207 -- known")
    (skills / "skills/notes/SKILL.md").write_text(text)
    run = skillctl("validate", "skills/notes", cwd=skills)
    assert run.code == 1
    assert "SK207" in run.out


def test_only_skills_are_judged(tree, skillctl):
    folder = tree({".mcp.json": "{", "README.md": ""})
    run = skillctl("validate", ".", cwd=folder)
    assert (run.code, run.out) == (2, "")
    assert "nothing to check" in run.err
    assert skillctl("validate", ".", "--allow-empty", cwd=folder).code == 0
    assert skillctl("validate", "missing", cwd=folder).code == 2


def test_letters_of_any_script_are_a_name(tree, skillctl):
    folder = tree({"技能/SKILL.md": GOOD.format(name="技能")})
    assert skillctl("validate", ".", cwd=folder).code == 0


def test_the_fields_of_valid_skills_are_printed(skills, skillctl):
    run = skillctl("skills", "properties", "skills", cwd=skills)
    assert run.code == 1
    assert "SK105" in run.err
    assert json.loads(run.out) == [
        {"name": "notes", "description": "Keeps notes. Use when asked."},
        {
            "name": "odd",
            "description": "Asks for <b> & \"more\". Use when 'asked'.\n",
            "license": "MIT",
            "allowed-tools": "Read Grep",
            "metadata": {"version": 2},
        },
    ]


def test_the_block_of_valid_skills_is_printed(skills, skillctl):
    run = skillctl("skills", "to-prompt", "skills/odd", "skills/notes", cwd=skills)
    assert (run.code, run.err) == (0, "")
    assert run.out.splitlines()[:9] == [
        "<available_skills>",
        "<skill>",
        "<name>",
        "notes",
        "</name>",
        "<description>",
        "Keeps notes. Use when asked.",
        "</description>",
        "<location>",
    ]
    assert "Asks for &lt;b&gt; &amp; &quot;more&quot;. Use when &#x27;asked&#x27;." in run.out
    assert run.out.endswith("</skill>\n</available_skills>\n")
