"""The npm client of Agent Skills: what it lists has no defect for it, what it drops has one."""

import json
import os
import re
import shutil
import subprocess
import sys

import pytest

from tests.conftest import write_tree
from tests.peers.programs import find_peer

pytestmark = pytest.mark.peer

INSTALL = "npm install --prefix .peers skills"
LISTED = re.compile(r"│ {4}(\S.*)")
NAME = re.compile(r"^name:[ \t]*(.*?)[ \t\r]*$", re.MULTILINE)


def listed(root, home):
    """The names of the skills that the client finds below a folder `skills`."""
    program = find_peer("skills", INSTALL)
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), "NO_COLOR": "1", "CI": "1"}
    with (home / "list.txt").open("w+b") as file:  # at its end it drops what a pipe has not taken
        subprocess.run(
            [program, "add", root, "--list"],
            env={**environment, "DISABLE_TELEMETRY": "1"},
            stdin=subprocess.DEVNULL,
            stdout=file,
            timeout=60,
            check=False,
        )
        file.seek(0)
        lines = file.read().decode().splitlines()
    return {match[1].strip() for line in lines if (match := LISTED.fullmatch(line))}


def name_of(folder):
    """The name that a skill bears, as far as that can be read off."""
    text = (folder / "SKILL.md").read_bytes().decode("utf-8", "replace")
    match = NAME.search(text)
    return match[1].strip("\"'") if match else ""


def copied(folders, root):
    """Copies of skills where the client looks for them; of one name there is one in each tree."""
    trees = []
    for number, folder in enumerate(folders):
        name = name_of(folder)
        names = next((taken for taken in trees if name not in taken), None)
        if names is None:
            names = {}
            trees.append(names)
        copy = root / f"tree{trees.index(names)}" / "skills" / f"s{number}" / folder.name
        shutil.copytree(folder, copy, symlinks=True, copy_function=shutil.copyfile)
        names[name] = copy
    return [(root / f"tree{number}", names) for number, names in enumerate(trees)]


def errors_in(root, skillctl):
    """The codes of the errors of each skill for this client; where links lead plays no part."""
    words = ("--isolated", "--target", "skills-cli", "--ignore", "SK4", "--format", "json")
    run = skillctl("lint", *words, root, cwd=root)
    found = {}
    for finding in json.loads(run.out)["findings"]:
        if finding["severity"] == "error":
            folder = (root / finding["path"]).parent
            found.setdefault(folder, []).append(finding["code"])
    return found


def misjudged(folders, root, skillctl, home):
    """What is dropped without an error of ours, or listed with one about its front matter."""
    wrong, dropped = [], 0
    for tree, names in copied(folders, root):
        known, errors = listed(tree, home), errors_in(tree, skillctl)
        for name, folder in names.items():
            codes = errors.get(folder, [])
            if name in known:
                wrong += [(name, code) for code in codes if code.startswith("SK1")]
            else:
                dropped += 1
                wrong += [] if codes else [(name, "dropped")]
    return wrong, dropped


def skills_in(root):
    return sorted(path.parent for path in root.rglob("SKILL.md"))


def test_published_skills(shared, tmp_path, skillctl, home):
    folders = skills_in(shared / "corpus")
    wrong, dropped = misjudged(folders, tmp_path, skillctl, home)
    assert wrong == []
    assert dropped == 2


def test_broken_skills(shared, tmp_path, skillctl, home):
    wrong, dropped = misjudged(skills_in(shared / "corpus-broken"), tmp_path, skillctl, home)
    assert wrong == []
    assert dropped == 51


def test_tricky_skills(shared, tmp_path, skillctl, home):
    script = [sys.executable, shared / "tricky" / "make_odd_files.py", tmp_path / "odd"]
    subprocess.run(script, check=True, capture_output=True)
    folders = [*skills_in(shared / "tricky"), *skills_in(tmp_path / "odd")]
    wrong, dropped = misjudged(folders, tmp_path / "copies", skillctl, home)
    assert (wrong, dropped) == ([], 9)


REST = "description: Keeps notes.\n---\nWrite.\n"
FORMS = {
    "plain": "---\nname: plain\n" + REST,
    "comment-after-opening": "--- # x\nname: comment-after-opening\n" + REST,
    "blanks-after-opening": "---  \nname: blanks-after-opening\n" + REST,
    "blank-line-first": "\n---\nname: blank-line-first\n" + REST,
    "mark-of-byte-order": "\ufeff---\nname: mark-of-byte-order\n" + REST,
    "line-ends": ("---\nname: line-ends\n" + REST).replace("\n", "\r\n"),
    "blanks-after-closing": "---\nname: blanks-after-closing\n" + REST.replace("---", "---  "),
    "closed-by-dots": "---\nname: closed-by-dots\n" + REST.replace("---", "..."),
    "never-closed": "---\nname: never-closed\n" + REST.replace("---\n", ""),
    "colon": "---\nname: colon\nx: a: b\n" + REST,
    "tab": "---\nname: tab\nmetadata:\n\ta: b\n" + REST,
    "margin": "---\nname: margin\nx: a\nb c\n" + REST,
    "twice": "---\nname: twice\nx: a\nx: b\n" + REST,
    "scope": "---\nname: scope\nx: @a/b\n" + REST,
    "after-bracket": "---\nname: after-bracket\nx: [a] b\n" + REST,
    "open-quote": '---\nname: open-quote\nx: "a\n' + REST,
    "bad-escape": '---\nname: bad-escape\nx: "a\\qb"\n' + REST,
    "unknown-anchor": "---\nname: unknown-anchor\nx: *a\n" + REST,
    "flow": "---\nname: flow\nmetadata: {a: b}\n" + REST,
    "alias": "---\nname: alias\nx: &a b\ny: *a\n" + REST,
    "2024": "---\nname: 2024\n" + REST,
    "true": "---\nname: true\n" + REST,
    "list": "---\n- name: list\n---\n",
    "dashes": "---\nname: dashes\nx: a --- b\n" + REST,
}


def test_forms_of_front_matter(tmp_path, skillctl, home):
    write_tree(tmp_path, {f"skills/{name}/SKILL.md": text for name, text in FORMS.items()})
    known = listed(tmp_path, home)
    errors = {folder.name: codes for folder, codes in errors_in(tmp_path, skillctl).items()}
    assert known.isdisjoint(errors)
    assert known | errors.keys() == FORMS.keys()
    assert known == {
        *("plain", "line-ends", "blanks-after-closing", "flow", "alias", "dashes"),
    }
