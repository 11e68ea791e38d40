"""Fingerprints of skills: skills.md section 4.

Each `expected.txt` in golden/skill-fingerprint holds the fingerprint and the canonical text.
"""

import json
import os
import tomllib
from hashlib import sha256

import pytest

from skillctl.skills import files
from skillctl.skills.fingerprint import fingerprint_skill
from tests.conftest import GOLDEN, golden_cases, write_tree
from tests.repositories import commit_all, git, make_repository
from tests.skills.conftest import skill_text

BASE = ".agents/skills/x"


def item(world, name="x"):
    (found,) = [f for f in world.discover().items if f.name == name]
    return fingerprint_skill(found.skill, world.workspace()).item


@pytest.fixture
def skill(world):
    return world.write({f"{BASE}/SKILL.md": skill_text("x"), f"{BASE}/a.md": "A\nB\n"})


def build(case, world):
    """Make the project that a golden case describes."""
    data = tomllib.loads((case / "case.toml").read_text())
    world.write(data["files"])
    for path, target in data.get("links", {}).items():
        world.link(path, target)


def shown(found):
    return f"{found.fingerprint} {found.kind} {found.name} {found.source}\n{found.form}\n"


@pytest.mark.parametrize("folder", golden_cases("skill-fingerprint"))
def test_pinned_by_hand(folder, world):
    """A changed fingerprint revokes every user's consent: no flag renews these files."""
    build(folder, world)
    assert "".join(map(shown, world.items().values())) == (folder / "expected.txt").read_text()


@pytest.mark.parametrize("folder", golden_cases("skill-fingerprint"))
def test_each_pinned_digest_is_that_of_its_text(folder):
    head, form = (folder / "expected.txt").read_text().splitlines()
    assert head.split()[0] == f"sha256:{sha256(form.encode()).hexdigest()}"
    assert json.loads(form)["name"] == head.split()[2]


def test_the_vector_of_the_specification(world):
    folder = GOLDEN / "skill-fingerprint" / "pdf-notes"
    build(folder, world)
    found = item(world, "pdf-notes")
    assert len(found.form.encode()) == 352
    assert found.fingerprint == (
        "sha256:771e4df48fa043b958876268dc900cc7e4fe7137fa5c00db29e6bc9afa65c767"
    )


def test_the_same_without_git(world, tmp_path):
    build(GOLDEN / "skill-fingerprint" / "linked-files", world)
    expected = item(world)
    (world.project / ".git").rename(tmp_path / "git")
    assert item(world) == expected


def test_two_clones_agree(skill, tmp_path):
    skill.write({".gitignore": "dist/\n"})
    commit_all(skill.project)
    before = item(skill)
    skill.write(
        {
            f"{BASE}/dist/built.js": "1",
            f"{BASE}/a.md": "A\r\nB\r\n",
            f"{BASE}/SKILL.md": skill_text("x").replace("\n", "\r\n"),
        }
    )
    (skill.project / BASE / "a.md").chmod(0o755)
    assert item(skill) == before
    git(tmp_path, "clone", "-q", str(skill.project), "clone")
    other = type(skill)(tmp_path / "clone", tmp_path / "else", skill.data_dir, skill.config_dir)
    assert item(other) == before


@pytest.mark.parametrize(
    "change",
    [
        {f"{BASE}/a.md": "A\nC\n"},
        {f"{BASE}/SKILL.md": skill_text("x", body="Do more.\n")},
        {f"{BASE}/new.md": ""},
        {f"{BASE}/.hidden": ""},
        {f"{BASE}/run.sh": "#!/bin/sh\n"},
    ],
    ids=lambda change: next(iter(change)).rpartition("/")[2],
)
def test_what_a_pull_can_change_gives_another_one(skill, change):
    before = item(skill)
    skill.write(change)
    assert item(skill).fingerprint != before.fingerprint


def test_one_changed_file_changes_that_skill_only(skill):
    skill.write({".agents/skills/y/SKILL.md": skill_text("y")})
    before = skill.items()
    skill.write({f"{BASE}/a.md": "other"})
    after = skill.items()
    changed = [source for source in before if before[source] != after[source]]
    assert changed == [BASE]


def test_a_retargeted_link_gives_another_one(skill):
    skill.link(f"{BASE}/l", "a.md")
    before = item(skill)
    (skill.project / BASE / "l").unlink()
    skill.link(f"{BASE}/l", "SKILL.md")
    assert item(skill).fingerprint != before.fingerprint


def test_same_mtime_edit_seen(skill):
    path = skill.project / BASE / "a.md"
    before, status = item(skill), path.stat()
    path.write_text("A\nX\n")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert (path.stat().st_size, path.stat().st_mtime_ns) == (status.st_size, status.st_mtime_ns)
    assert item(skill).fingerprint != before.fingerprint


def test_over_a_limit_there_is_no_fingerprint(skill, monkeypatch):
    monkeypatch.setattr(files, "MOST_FILES", 1)
    found = item(skill)
    assert (found.fingerprint, found.form) == ("", "")
    assert found.problem == ".agents/skills/x has more than 1 files"


def test_a_user_skill_over_a_limit_keeps_its_instructions(world, monkeypatch):
    monkeypatch.setattr(files, "MOST_FILES", 1)
    world.write({"~/.agents/skills/x/SKILL.md": skill_text("x"), "~/.agents/skills/x/a": ""})
    (found,) = world.discover().items
    pinned = fingerprint_skill(found.skill, None)
    assert pinned.skill.fingerprint.startswith("sha256:")
    assert pinned.skill.resources == ()
    assert pinned.note == ("~/.agents/skills/x has more than 1 files; its other files are not used")


def test_git_that_fails_leaves_no_fingerprint(skill):
    (skill.project / ".git").rename(skill.project / "gone")
    (skill.project / ".git").write_text("gitdir: nowhere\n")
    found = item(skill)
    assert found.fingerprint == ""
    assert "git" in found.problem


def test_a_name_without_a_canonical_form(world):
    world.write({f"{BASE}/SKILL.md": skill_text("x")})
    (world.project / BASE / "bad\udcff").write_text("")
    found = item(world)
    assert found.fingerprint == ""
    assert "lone surrogate" in found.problem


def test_a_project_inside_a_repository(world, tmp_path):
    make_repository(tmp_path / "mono", commit=False)
    api = write_tree(tmp_path / "mono/services/api", {f"{BASE}/SKILL.md": skill_text("x")})
    alone = write_tree(tmp_path / "alone", {f"{BASE}/SKILL.md": skill_text("x")})
    found = [
        item(type(world)(root.resolve(), world.home, world.data_dir, world.config_dir))
        for root in (api, alone)
    ]
    assert found[0] == found[1]


def test_a_user_skill_in_a_folder_whose_name_is_no_text(world):
    world.write({"~/.agents/skills/caf\udce9/SKILL.md": skill_text("cafe")})
    (found,) = world.discover().items
    pinned = fingerprint_skill(found.skill, None)
    assert pinned.skill.source == "~/.agents/skills/caf\\xe9"
    assert pinned.skill.fingerprint.startswith("sha256:")
    assert "lone surrogate" in pinned.note
