"""Skills of packages among those of a project: skills.md sections 1.2, 1.3, 1.5 and 4."""

import json
import os
import subprocess
import sys

import pytest

from skillctl.canonical import digest
from skillctl.skills import packages as module
from skillctl.skills.packages import package_roots
from skillctl.skills.roots import SkillFolders
from skillctl.worktree import digest_data
from tests.conftest import ROOT
from tests.repositories import git
from tests.skills.conftest import skill_text
from tests.skills.package_files import SITE, dist, npm, npm_skill


def rows(found):
    return [(item.scope, item.folder, item.skill.source) for item in found.items if item.skill]


def test_npm_before_python_and_both_by_name(world):
    world.write(npm("s", dependencies=("zeta", "alpha"), name="zeta"))
    world.write({"node_modules/alpha/package.json": '{"gbsSkills": ["s"]}'})
    world.write(dist({"x": "m"}, name="beta") | dist({"x": "n"}, name="aaa"))
    world.write({f"{SITE}/m/a": "", f"{SITE}/n/a": ""})
    world.write({f"node_modules/{name}/s/a": "" for name in ("zeta", "alpha")})
    done = package_roots(SkillFolders(world.project, world.home, world.home))
    expected = ("npm:alpha/s", "npm:zeta/s", "py:aaa/x", "py:beta/x")
    assert tuple(root.source for root in done.roots) == expected
    assert done.notes == ()


def test_without_a_project_there_are_no_packages(world):
    world.write(npm("s") | npm_skill("s/a"))
    places = SkillFolders(None, world.home, world.home, world.project / ".venv")
    assert package_roots(places).roots == ()
    assert world.discover(project=False).items == ()


def test_a_folder_with_a_skill_is_one_skill_and_any_other_is_walked_one_level(world):
    world.write(npm("one", "many") | npm_skill("one", "one") | npm_skill("one/inner"))
    world.write(npm_skill("many/a") | npm_skill("many/b") | npm_skill("many/group/c"))
    found = world.discover()
    folder = "node_modules/notes"
    assert rows(found) == [
        ("package", f"{folder}/one", "npm:notes/one"),
        ("package", f"{folder}/many/a", "npm:notes/many/a"),
        ("package", f"{folder}/many/b", "npm:notes/many/b"),
    ]
    assert found.notes == (
        f"{folder}/one/inner/SKILL.md: lies inside another skill: part of it, no skill",
        (
            f"{folder}/many: 1 folder lies deeper than 1 level below it: not entered: "
            f"{folder}/many/group/c"
        ),
    )
    assert found.looked_in[-2:] == (f"{folder}/one", f"{folder}/many")


def test_folders_that_lie_too_deep_are_counted(world):
    world.write(npm("."))
    world.write(npm_skill("a") | {f"node_modules/notes/src/{n}/x": "" for n in "cab"})
    assert world.discover().notes == (
        (
            "node_modules/notes: 3 folders lie deeper than 1 level below it: not entered: "
            "node_modules/notes/src/a and others"
        ),
    )


def test_what_a_python_package_gives(world):
    world.write(dist({"all": "notes.skills", "one": "notes:other"}, name="Note_Pack"))
    world.write({f"{SITE}/notes/skills/a/SKILL.md": skill_text("a")})
    world.write({f"{SITE}/notes/other/SKILL.md": skill_text("other")})
    assert rows(world.discover()) == [
        ("package", f"{SITE}/notes/skills/a", "py:note-pack/all/a"),
        ("package", f"{SITE}/notes/other", "py:note-pack/one"),
    ]


def test_the_active_environment_is_handed_in(world):
    site = "~/env/lib/python3.12/site-packages"
    world.write(dist({"all": "notes"}, site=site))
    world.write({f"{site}/notes/SKILL.md": skill_text("notes")})
    from skillctl.skills.discover import discover

    places = (world.project, world.home, world.data_dir, world.settings())
    found = discover(*places, virtual_env=world.home / "env")
    assert rows(found) == [("package", f"{site}/notes", "py:notes/all")]
    assert discover(*places).items == ()


def test_a_folder_without_any_skill_is_told(world):
    world.write(npm("docs") | {"node_modules/notes/docs/a.md": ""})
    assert world.discover().notes == (
        "node_modules/notes/docs: holds no folder with a SKILL.md: no skill",
    )


def test_a_linked_package_has_its_name_and_lies_not_outside(world):
    store = "node_modules/.pnpm/notes@1/node_modules/notes"
    world.write({"package.json": '{"dependencies": {"notes": "1"}}'})
    world.write({f"{store}/package.json": '{"gbsSkills": ["skills"]}'})
    world.write({f"{store}/skills/a/SKILL.md": skill_text("a")})
    world.link("node_modules/notes", ".pnpm/notes@1/node_modules/notes")
    (item,) = world.discover().items
    skill = item.skill
    assert (skill.source, skill.outside) == ("npm:notes/skills/a", "")
    assert skill.folder == "node_modules/notes/skills/a"
    assert skill.base == world.project / store / "skills/a"


def test_a_base_outside_of_its_package_is_marked(world):
    world.write(npm("skills") | {"lib/a/SKILL.md": skill_text("a")})
    world.link("node_modules/notes/skills/a", "../../../lib/a")
    (item,) = world.discover().items
    assert (item.scope, item.skill.source) == ("package", "npm:notes/skills/a")
    assert (item.skill.outside, item.skill.base) == ("lib/a", world.project / "lib/a")


def test_a_base_that_is_home_or_above_is_refused(world):
    world.write(npm("skills") | {"~/SKILL.md": skill_text("home")})
    world.link("node_modules/notes/skills/a/SKILL.md", world.home / "SKILL.md")
    found = world.discover()
    assert found.items == ()
    assert found.notes == (
        "node_modules/notes/skills/a/SKILL.md: lies in ~, the home folder or above it: no skill",
    )


def test_a_skill_of_the_project_that_links_into_a_package_is_of_the_project(world):
    world.write(npm("skills") | npm_skill("skills/a"))
    world.link(".agents/skills/a", "../../node_modules/notes/skills/a")
    found = world.discover()
    assert [(item.scope, item.folder) for item in found.items] == [
        ("project", ".agents/skills/a"),
    ]
    assert found.notes == ("node_modules/notes/skills/a: is another name of .agents/skills/a",)


class TestConsent:
    def test_a_skill_of_a_package_waits_and_can_be_granted(self, world):
        world.write(npm("skills") | npm_skill("skills/a"))
        snapshot = world.gather()
        assert [(c.scope, c.status) for c in snapshot.candidates] == [("package", "pending")]
        assert snapshot.notes == (
            (
                "1 package skill waits for consent: a; look and grant with: "
                "skillctl consent grant NAME"
            ),
        )
        snapshot = world.decide().gather()
        assert [skill.source for skill in snapshot.skills] == ["npm:notes/skills/a"]
        world.write(npm_skill("skills/a", "a") | {"node_modules/notes/skills/a/new.md": "x"})
        assert world.gather().candidates[0].status == "changed"

    def test_consent_per_skill(self, world):
        """Grant 2, rewrite 1, add 1: exactly 1 changed, 1 missing, 1 granted."""
        world.write(npm("skills") | npm_skill("skills/a") | npm_skill("skills/b")).decide()
        world.write({"node_modules/notes/skills/a/SKILL.md": skill_text("a", body="New.\n")})
        world.write(npm_skill("skills/c"))
        found = {c.name: c.status for c in world.gather().candidates}
        assert found == {"a": "changed", "b": "active", "c": "pending"}

    def test_a_newer_version_with_the_same_skill_asks_nobody(self, world):
        skill = {f"{SITE}/notes/SKILL.md": skill_text("a")}
        world.write(dist({"one": "notes"}, version="1.0") | skill).decide()
        (world.project / SITE / "notes-1.0.dist-info").rename(
            world.project / SITE / "notes-2.0.dist-info"
        )
        assert [c.status for c in world.gather().candidates] == ["active"]

    def test_every_file_counts_from_the_base_but_the_fixed_list(self, world):
        base = "node_modules/notes/skills/a"
        world.write({".gitignore": "node_modules/\n"})
        world.write(npm("skills") | npm_skill("skills/a"))
        world.write({f"{base}/{path}": "x" for path in ("b.md", ".h", "node_modules/m/i.js")})
        (item,) = world.items().values()
        names = [".h", "SKILL.md", "b.md"]
        form = json.loads(item.form)
        assert [file["path"] for file in form["files"]] == names
        assert (form["source"], form["kind"]) == ("npm:notes/skills/a", "skill")
        data = [b"x", skill_text("a").encode(), b"x"]
        files = [
            {"path": path, "sha256": digest_data(content)}
            for path, content in zip(names, data, strict=True)
        ]
        source = "npm:notes/skills/a"
        assert item.fingerprint == digest(
            {"files": files, "kind": "skill", "name": "a", "source": source, "v": 1}
        )

    def test_committed_or_not_the_fingerprint_is_the_same(self, world):
        world.write(npm("skills") | npm_skill("skills/a"))
        world.write({"node_modules/notes/skills/.gitignore": "b.md\n"})
        world.write({"node_modules/notes/skills/a/b.md": "B"})
        (before,) = world.items().values()
        git(world.project, "add", "-A", "-f", "node_modules/notes/skills/a/SKILL.md")
        assert [file["path"] for file in json.loads(before.form)["files"]] == ["SKILL.md", "b.md"]
        assert next(iter(world.items().values())).fingerprint == before.fingerprint

    def test_two_skills_that_one_decision_would_be_about_are_not_usable(self, world):
        """A name in two spellings of Unicode is one name for consent, and two folders here."""
        one, other = ".agents/skills/cafe\u0301", ".agents/skills/caf\u00e9"
        world.write({f"{other}/SKILL.md": skill_text("a")}).decide()
        assert [c.status for c in world.gather().candidates] == ["active"]
        world.write({f"{one}/SKILL.md": skill_text("a", body="Do evil.\n")})
        snapshot = world.gather()
        assert [c.status for c in snapshot.candidates] == ["invalid", "invalid"]
        words = f"cannot be fingerprinted: there is another skill a of {other}"
        assert snapshot.candidates[0].reason == words
        assert f"invalid skill: {one}: {words}" in snapshot.notes


class TestLimit:
    @pytest.fixture
    def many(self, world):
        world.write(npm("one", "two", "three"))
        for group, numbers in (("one", range(40)), ("two", range(40, 63))):
            for number in numbers:
                world.write(npm_skill(f"{group}/s{number}"))
        return world

    def test_each_limit_reported_package_skills(self, many):
        many.write(npm_skill("three/last"))
        many.write({"~/.agents/skills/mine/SKILL.md": skill_text("mine")})
        found = many.discover()
        assert (len(found.items), found.notes) == (65, ())
        many.write(npm_skill("three/a"))
        found = many.discover()
        folder = "node_modules/notes/three"
        assert len(found.items) == 65
        assert {item.scope for item in found.items} == {"package", "user"}
        assert found.notes == (
            f"{folder}: 1 skill is over the limit of 64 from all packages: not used: {folder}/last",
        )

    def test_the_rest_of_each_root_is_named(self, many):
        many.write(npm_skill("two/t1") | npm_skill("two/t2") | npm_skill("three/a"))
        many.write(npm_skill("three/b"))
        folder = "node_modules/notes"
        end = "over the limit of 64 from all packages: not used"
        assert many.discover().notes == (
            f"{folder}/two: 1 skill is {end}: {folder}/two/t2",
            f"{folder}/three: 2 skills are {end}: {folder}/three/a, {folder}/three/b",
        )

    def test_it_is_that_of_the_specification(self):
        assert module.MOST_SKILLS == 64


SNAPSHOT = """
import json, os, random, sys
from pathlib import Path
def shuffled(real):
    def listing(*words):
        entries = list(real(*words))
        random.Random(int(sys.argv[1])).shuffle(entries)
        return entries
    return listing
real_scandir, shuffled_scandir = os.scandir, shuffled(os.scandir)
class Scandir:
    def __init__(self, *words): self.entries = iter(shuffled_scandir(*words))
    def __iter__(self): return self.entries
    def __next__(self): return next(self.entries)
    def __enter__(self): return self.entries
    def __exit__(self, *error): pass
os.scandir, os.listdir = Scandir, shuffled(os.listdir)
from skillctl.consent.opened import open_consent
from skillctl.settings import Settings, with_values
from skillctl.skills.discover import discover
from skillctl.skills.gather import gather_skills
project, home, data_dir, config_dir, env = [Path(p) for p in sys.argv[2:]]
settings = with_values(Settings(), {"skills.builtin": ("my", "memory")})
found = discover(project, home, data_dir, settings, virtual_env=env)
snapshot = gather_skills(found, open_consent(project, config_dir, os.environ), settings)
print(json.dumps([snapshot.hash, [c.path for c in snapshot.candidates], snapshot.notes]))
"""


def test_ten_orders_and_hash_seeds_give_one_snapshot_of_all_scopes(world, tmp_path):
    names = ("zeta", "alpha", "@acme/mid")
    world.write({"package.json": json.dumps({"dependencies": dict.fromkeys(names, "1")})})
    for name in names:
        entries = json.dumps({"gbsSkills": ["more", "one", "gone"]})
        world.write({f"node_modules/{name}/package.json": entries})
        for path in ("more/b", "more/a", "more/deep/x", "one"):
            world.write(npm_skill(path, f"{name[-3:]}-{path[-1]}", package=name))
    env = "~/env/lib/python3.12/site-packages"
    for number, site in enumerate((SITE, env)):
        for name in ("y", "x"):
            world.write(dist({"p": f"{name}{number}", "o": f"{name}{number}:s"}, name, site=site))
            world.write({f"{site}/{name}{number}/s/SKILL.md": skill_text(f"{name}{number}")})
    for root in (".agents/skills", "~/.agents/skills"):
        world.write({f"{root}/s{number}/SKILL.md": skill_text(f"s{number}") for number in range(3)})
    world.decide()
    places = [world.project, world.home, world.data_dir, world.config_dir, world.home / "env"]
    started = [
        subprocess.Popen(
            [sys.executable, "-c", SNAPSHOT, str(seed), *map(str, places)],
            stdout=subprocess.PIPE,
            cwd=tmp_path,
            env={**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": str(ROOT)},
        )
        for seed in range(10)
    ]
    outputs = {process.communicate(timeout=60)[0] for process in started}
    assert len(outputs) == 1
    _, paths, notes = json.loads(outputs.pop())
    assert len(paths) == 19
    assert [path for path in paths if path.startswith("node_modules")] == [
        f"node_modules/{name}/{path}"
        for name in ("@acme/mid", "alpha", "zeta")
        for path in ("more/a", "more/b", "one")
    ]
    assert sum("is installed as" in note for note in notes) == 2
