"""The reference library of Agent Skills: its block and its verdicts against ours."""

import json
import subprocess
import sys

import pytest

from tests.conftest import write_tree
from tests.peers.programs import find_peer

pytestmark = pytest.mark.peer

INSTALL = "pip install skills-ref"
VALIDATE_ALL = """
import json, sys
from pathlib import Path
from skills_ref import validate

def verdict(folder):
    try:
        return validate(Path(folder))
    except Exception as error:
        return [type(error).__name__]

print(json.dumps({folder: verdict(folder) for folder in json.load(sys.stdin)}))
"""
TEXT = "---\nname: notes\ndescription: >\n  Keeps \"all\" & <b> 'notes'.\n  Use it.\n---\nWrite.\n"


def test_the_block_is_that_of_the_reference(tree, skillctl):
    folder = tree({"notes/SKILL.md": TEXT})
    words = [find_peer("agentskills", INSTALL), "to-prompt", "notes"]
    wanted = subprocess.run(words, cwd=folder, capture_output=True, check=True)
    assert skillctl("skills", "to-prompt", "notes", cwd=folder).out == wanted.stdout.decode()


def skills_in(root):
    """The folders below a root that hold a file for a skill."""
    return sorted(path.parent for path in root.rglob("*") if path.name.lower() == "skill.md")


def theirs(folders):
    """What the reference says of each folder: its errors, or the name of its exception."""
    python = find_peer("agentskills", INSTALL).with_name("python")
    given = json.dumps([str(folder) for folder in folders])
    words = [python, "-c", VALIDATE_ALL]
    run = subprocess.run(words, input=given, capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


def ours(folders, skillctl):
    """The codes of the errors that `validate` gives to each folder."""
    run = skillctl("validate", *folders, "--format", "json", cwd=folders[0])
    found = {str(folder): [] for folder in folders}
    for finding in json.loads(run.out)["findings"]:
        if finding["severity"] == "error":
            path = (folders[0] / finding["path"]).parent
            found[str(path)].append(finding["code"])
    return found


def differing(root, skillctl):
    """The folders of which one side says valid and the other does not, with both verdicts."""
    folders = skills_in(root)
    reference, own = theirs(folders), ours(folders, skillctl)
    return {
        folder.relative_to(root).as_posix(): (reference[str(folder)], own[str(folder)])
        for folder in folders
        if bool(reference[str(folder)]) != bool(own[str(folder)])
    }


def test_tricky_skills_are_judged_alike(shared, skillctl, tmp_path):
    script = [sys.executable, shared / "tricky" / "make_odd_files.py", tmp_path]
    subprocess.run(script, check=True, capture_output=True)
    assert differing(tmp_path / "skills", skillctl) == {}
    # a name that is a number: the specification wants a string, and clients drop it
    assert differing(shared / "tricky" / "skills", skillctl) == {
        "t24-name-number/2024": ([], ["SK202"])
    }


def test_published_skills_are_judged_alike(shared, skillctl):
    found = differing(shared / "corpus", skillctl)
    # a list in flow style, which its parser refuses
    assert list(found) == ["github+awesome-copilot/skills/azure-role-selector"]
    ((errors, codes),) = found.values()
    assert "disallowed JSONesque flow mapping" in errors[0]
    assert codes == []


def test_broken_skills_are_judged_alike(shared, skillctl):
    assert differing(shared / "corpus-broken", skillctl) == {}


def skill(name, more="", *, before="---", description="Keeps notes."):
    """The text of a skill, with further lines, another opening or another description."""
    return f"{before}\nname: {name}\ndescription: {description}\n{more}---\nWrite.\n"


# what lint.md section 1.8 says of the differences: theirs is valid, ours has these codes
TABLE = {
    "dashes-in-a-value": (skill("dashes-in-a-value", description="Keeps --- notes"), True, []),
    "dashes-hide-a-field": (
        skill("dashes-hide-a-field", "x: y\n", description="a --- b"),
        True,
        ["SK232"],
    ),
    "dashes-in-a-block": (
        skill("dashes-in-a-block", description="|\n  Keeps.\n  ---\n  Notes."),
        True,
        [],
    ),
    "not-utf-8": (skill("not-utf-8").encode() + b"\xff", False, ["SK003"]),
    "utf-16": (skill("utf-16").encode("utf-16"), False, ["SK003"]),
    "flow-map": (skill("flow-map", "metadata: {a: b}\n"), False, []),
    "anchor": (skill("anchor", "license: &a MIT\ncompatibility: *a\n"), False, []),
    "trailing-blanks": (skill("trailing-blanks", before="---  "), True, ["SK103"]),
    "nul": (skill("nul") + "\0\n", True, ["SK005"]),
    "2024": (skill("2024"), True, ["SK202"]),
}


def test_the_differences_are_those_of_the_table(tmp_path, skillctl):
    write_tree(tmp_path, {f"{name}/SKILL.md": text for name, (text, *_) in TABLE.items()})
    write_tree(tmp_path, {"lower/skill.md": skill("lower")})
    folders = skills_in(tmp_path)
    reference, own = theirs(folders), ours(folders, skillctl)
    found = {f.name: (not reference[str(f)], own[str(f)]) for f in folders}
    wanted = {name: (valid, codes) for name, (_, valid, codes) in TABLE.items()}
    assert found == {**wanted, "lower": (True, ["SK001"])}


def test_letters_of_other_scripts_are_valid_names(tmp_path, skillctl):
    names = ("notizen-größe", "заметки", "ノート")
    write_tree(tmp_path, {f"{name}/SKILL.md": skill(name) for name in names})
    assert differing(tmp_path, skillctl) == {}
    assert not any(ours(skills_in(tmp_path), skillctl).values())
