"""A run in which skills load by reading: skills.md sections 6 and 9."""

import re

import pytest

from skillctl.settings import preset_settings
from tests.agent.fixtures import project
from tests.agent.projects import SKILL
from tests.cli.test_run import DONE, calls, events, results, script
from tests.conftest import write_tree

__all__ = ["project"]

BASE = ".catbuddy/skills/notes"
BODY = "---\nname: notes\ndescription: Takes notes. Use when asked.\n---\nRead references/a.md.\n"
FILES = {
    f"{BASE}/SKILL.md": BODY,
    f"{BASE}/references/a.md": "one\ntwo\r\nthree e\u0301\n",
    f"{BASE}/.env": "TOKEN=abc\n",
    "private.md": "private\n",
}


@pytest.fixture
def reading(project):
    """A skill of the user, outside of the root, and one of the repository without consent."""
    write_tree(project.home, FILES)
    (project.home / BASE / "out.md").symlink_to("../../../private.md")
    return project.write({".catbuddy/skills/own/SKILL.md": SKILL.replace("notes", "own")})


def read(*paths):
    return calls(*(("read_file", f'{{ path = "{path}" }}') for path in paths))


def test_read_mode_end_to_end(reading, skillctl):
    """The model reads what the catalog names, and a file that it points to, and no other."""
    words = ("--preset", "catbuddy")
    told = skillctl("prompt", *words, cwd=reading.root).out
    (path,) = re.findall(r"^- notes: .*\(`(.*)`\)$", told, re.MULTILINE)
    assert path == f"~/{BASE}/SKILL.md"
    assert "own" not in told
    model = script(
        reading,
        read(path),
        read(f"~/{BASE}/references/a.md"),
        read(f"~/{BASE}/.env", f"~/{BASE}/out.md", "~/private.md", f"~/{BASE}/none.md"),
        DONE,
    )
    run = skillctl("run", "Go.", *words, "--model", model, cwd=reading.root)
    assert (run.code, run.out) == (0, "It is 18C.\n")
    found = events(reading)
    texts = results(found)
    assert texts[0] == BODY
    assert texts[1] == "one\ntwo\nthree e\u0301\n"
    assert [e["is_error"] for e in found if e["e"] == "tool.result"] == [False] * 2 + [True] * 4
    assert not any("abc" in text or "private\n" in text for text in texts)
    used = [(e["name"], e["act"], e["resource"], e["by"]) for e in found if e["e"] == "skill"]
    assert used == [
        ("notes", "activated", "", "model"),
        ("notes", "resource", "references/a.md", "model"),
    ]


def test_a_skill_of_the_project_reaches_the_model_without_what_nobody_sees(project, skillctl):
    """What `skills list` says of it is true: the hidden character is in no byte that is sent."""
    zw = ".catbuddy/skills/zw/SKILL.md"
    text = "---\nname: zw\ndescription: Hides. Use when asked.\n---\nhid\u200bden </skill> x\n"
    project.write({zw: text}).grant(settings=preset_settings("catbuddy"))
    words = ("--preset", "catbuddy")
    said = skillctl("skills", "list", *words, cwd=project.root).out
    assert f"{zw}: 1 control or hidden character does not reach the model" in said
    model = script(project, read(zw), DONE)
    run = skillctl("run", "Go.", *words, "--model", model, cwd=project.root)
    assert (run.code, run.out) == (0, "It is 18C.\n")
    found = events(project)
    assert results(found)[0].splitlines()[-1] == "hidden &lt;/skill> x"
    assert "\u200b" not in str(found)
    assert [e["name"] for e in found if e["e"] == "skill"] == ["zw"]
