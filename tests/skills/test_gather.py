"""From disk and consent store to a snapshot, in one call."""

import json
import os
import random
import subprocess
import sys
import time

import pytest

from skillctl.errors import StoreError
from skillctl.skills.discover import discover
from skillctl.skills.gather import (
    choose_with,
    fingerprint_all,
    fingerprint_others,
    gather_skills,
    skill_items,
    standings,
)
from skillctl.skills.memory import Memory
from skillctl.skills.preferences import ALL_ENABLED
from tests.conftest import ROOT
from tests.repositories import git
from tests.skills.conftest import skill_text


def statuses(snapshot):
    return {c.name: c.status for c in snapshot.candidates}


@pytest.fixture
def three(world):
    return world.write({f".agents/skills/{n}/SKILL.md": skill_text(n) for n in "abc"})


def test_consent_per_skill(three):
    """Grant 2, rewrite 1, add 1: exactly 1 changed, 1 missing, 1 granted."""
    world = three
    (world.project / ".agents/skills/c/SKILL.md").unlink()
    world.decide()
    world.write(
        {
            ".agents/skills/a/SKILL.md": skill_text("a", body="Do evil.\n"),
            ".agents/skills/c/SKILL.md": skill_text("c"),
        }
    )
    snapshot = world.gather()
    assert statuses(snapshot) == {"a": "changed", "b": "active", "c": "pending"}
    assert [skill.name for skill in snapshot.skills] == ["b"]
    assert snapshot.candidates[1].reason == "consent granted 2026-11-30"


def test_a_denied_skill_and_one_that_changed_since(three):
    three.decide(decision="denied")
    assert set(statuses(three.gather()).values()) == {"denied"}
    three.write({".agents/skills/a/SKILL.md": skill_text("a", body="New.\n")})
    assert statuses(three.gather())["a"] == "changed"


def test_an_allow_list_for_one_call(three):
    item = three.items()[".agents/skills/a"]
    row = f'[[allow]]\nkind = "skill"\nname = "a"\nfingerprint = "{item.fingerprint}"\n'
    path = three.home / "allow.toml"
    path.write_text(f'schema = "skillctl.allow/1"\n{row}')
    snapshot = gather_skills(three.discover(), three.consent(path), three.settings())
    assert statuses(snapshot) == {"a": "active", "b": "pending", "c": "pending"}
    assert snapshot.candidates[0].reason == "consent granted by an allow-list"


def test_a_user_skill_needs_nobody(world):
    world.write({"~/.agents/skills/a/SKILL.md": skill_text("a")})
    world.config_dir.mkdir(parents=True)
    (world.config_dir / "consent.toml").write_text("broken [")
    snapshot = world.gather()
    assert statuses(snapshot) == {"a": "active"}
    assert snapshot.get("a").fingerprint.startswith("sha256:")


def test_a_broken_store_ends_the_command_where_it_is_needed(three):
    three.config_dir.mkdir(parents=True)
    (three.config_dir / "consent.toml").write_text("broken [")
    with pytest.raises(StoreError):
        three.gather()


def test_without_a_project(world):
    world.write({".agents/skills/a/SKILL.md": skill_text("a")})
    found = world.discover(project=False)
    assert gather_skills(found, world.consent(needed=False), world.settings()).candidates == ()


class TestABaseOutside:
    """It is fingerprinted from its own files (skills.md sections 1.4 and 4)."""

    @pytest.fixture
    def linked(self, world):
        for name, body in {"one": "One.\n", "two": "Two.\n", "same": "One.\n"}.items():
            world.write({f"~/shared/{name}/SKILL.md": skill_text("ext", body=body)})
        return world.link(".agents/skills/ext", world.home / "shared/one").decide()

    def status(self, world):
        (candidate,) = world.gather().candidates
        return candidate.status, candidate.skill.outside

    def lead(self, world, name):
        (world.project / ".agents/skills/ext").unlink()
        world.link(".agents/skills/ext", world.home / "shared" / name)

    def test_a_link_to_other_content_is_a_change(self, linked):
        assert self.status(linked) == ("active", "~/shared/one")
        self.lead(linked, "two")
        assert self.status(linked) == ("changed", "~/shared/two")

    def test_other_content_behind_the_same_link_is_a_change(self, linked):
        linked.write({"~/shared/one/more.md": "More.\n"})
        assert self.status(linked) == ("changed", "~/shared/one")

    def test_a_link_to_the_same_content_is_what_was_agreed_to(self, linked):
        self.lead(linked, "same")
        assert self.status(linked) == ("active", "~/shared/same")


def test_resources_are_pinned(three):
    three.write({".agents/skills/a/references/x.md": "X\n"}).decide()
    skill = three.gather().get("a")
    assert [resource.path for resource in skill.resources] == ["references/x.md"]


def test_a_skill_that_has_no_fingerprint_is_not_usable(three, monkeypatch):
    from skillctl.skills import files

    three.decide()
    three.write({".agents/skills/a/extra.md": ""})
    monkeypatch.setattr(files, "MOST_FILES", 1)
    snapshot = three.gather()
    assert statuses(snapshot) == {"a": "invalid", "b": "active", "c": "active"}
    words = "cannot be fingerprinted: .agents/skills/a has more than 1 files"
    assert snapshot.candidates[0].reason == words


def test_a_user_skill_over_a_limit_is_used_with_a_note(world, monkeypatch):
    from skillctl.skills import files

    monkeypatch.setattr(files, "MOST_FILES", 1)
    world.write({"~/.agents/skills/a/SKILL.md": skill_text("a"), "~/.agents/skills/a/b": ""})
    snapshot = world.gather()
    assert statuses(snapshot) == {"a": "active"}
    assert "its other files are not used" in snapshot.notes[0]


def test_standings_of_items(three):
    items = fingerprint_all(three.discover(), three.workspace()).items
    found = standings(three.consent(), items)
    assert {s.status for s in found.values()} == {"missing"}
    assert set(found) == {(f".agents/skills/{n}", n) for n in "abc"}


def test_a_store_inside_the_repository_grants_nothing(three):
    inside = type(three)(three.project, three.home, three.data_dir, three.project / "conf")
    inside.config_dir.mkdir()
    three.decide()
    (three.config_dir / "consent.toml").rename(inside.config_dir / "consent.toml")
    assert set(statuses(inside.gather()).values()) == {"pending"}


SNAPSHOT = """
import json, os, random, sys
from pathlib import Path
real = os.scandir
def scandir(path):
    entries = list(real(path))
    random.Random(int(sys.argv[1])).shuffle(entries)
    return iter(entries)
os.scandir = scandir
from skillctl.settings import Settings
from skillctl.skills.catalog import catalog_lines
from skillctl.consent.opened import open_consent
from skillctl.skills.discover import discover
from skillctl.skills.gather import gather_skills
project, home, data_dir, config_dir = [Path(p) for p in sys.argv[2:]]
found = discover(project, home, data_dir, Settings())
snapshot = gather_skills(found, open_consent(project, config_dir, os.environ), Settings())
print(json.dumps([snapshot.hash, catalog_lines(snapshot, Settings()).text, snapshot.notes]))
"""


def test_ten_orders_and_hash_seeds_give_one_snapshot(world, tmp_path):
    names = [f"s{index}" for index in range(9)]
    for index, name in enumerate(names):
        root = (".agents/skills", ".claude/skills/group", "~/.gbs/skills")[index % 3]
        files = {f"{root}/{name}/references/{n}.md": n for n in names[:3]}
        world.write({f"{root}/{name}/SKILL.md": skill_text(name), **files})
    world.link(".claude/skills/again", "../../.agents/skills/s0")
    world.decide()
    shuffled = random.Random(0).sample(range(100), 10)
    places = [world.project, world.home, world.data_dir, world.config_dir]
    started = [
        subprocess.Popen(
            [sys.executable, "-c", SNAPSHOT, str(seed), *map(str, places)],
            stdout=subprocess.PIPE,
            cwd=tmp_path,
            env={**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": str(ROOT)},
        )
        for seed in shuffled
    ]
    outputs = {process.communicate(timeout=60)[0] for process in started}
    assert len(outputs) == 1
    snapshot_hash, text, notes = json.loads(outputs.pop())
    assert snapshot_hash == world.gather().hash
    assert text.count("\n- ") == 9
    assert notes == [".claude/skills/again: is another name of .agents/skills/s0"]


def test_the_same_commit_gives_the_same_snapshot_in_every_clone(three, tmp_path):
    git(three.project, "add", "-A")
    git(three.project, "commit", "-q", "-m", "all")
    git(tmp_path, "clone", "-q", str(three.project), "clone")
    clone = type(three)(
        (tmp_path / "clone").resolve(), three.home, three.data_dir, three.config_dir
    )
    assert statuses(three.decide().gather()) == dict.fromkeys("abc", "active")
    assert statuses(clone.gather()) == dict.fromkeys("abc", "pending")
    assert clone.decide().gather().hash == three.gather().hash


def test_the_items_of_the_repository_with_what_becomes_of_each_skill(three):
    three.decide(".agents/skills/a")
    three.write({".claude/skills/a/SKILL.md": skill_text("a"), ".agents/skills/d/SKILL.md": "x"})
    three.write({"~/.agents/skills/mine/SKILL.md": skill_text("mine")})
    pairs, notes = skill_items(three.discover(), three.consent(), three.settings())
    assert [(item.source, candidate.status) for item, candidate in pairs] == [
        (".agents/skills/a", "active"),
        (".agents/skills/b", "pending"),
        (".agents/skills/c", "pending"),
        (".claude/skills/a", "shadowed"),
    ]
    assert any(note.startswith("invalid skill: .agents/skills/d/SKILL.md") for note in notes)


class Counted(Memory):
    """A memory to which every file is old, and that counts what is made anew."""

    def __init__(self):
        super().__init__(lambda: time.time_ns() + 10**10)
        self.made = []

    def recall(self, key, stamp, make):
        def counted():
            self.made.append(key[1].name)
            return make()

        return super().recall(key, stamp, counted)


@pytest.fixture
def remembered(world):
    """Gather with one memory: the snapshot, and the files that were read for it."""
    memory = Counted()

    def gather():
        memory.made.clear()
        consent, settings = world.consent(), world.settings()
        folders = (world.project, world.home, world.data_dir)
        found = discover(*folders, settings, memory=memory)
        snapshot = gather_skills(found, consent, settings, memory=memory)
        return snapshot, sorted(memory.made)

    return gather


def edit(path, text):
    """Write another text of the same size and keep the time that a user can set."""
    before = path.stat()
    while path.stat().st_ctime_ns == before.st_ctime_ns:  # a clock of files may tick slowly
        path.write_text(text)
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size


def test_a_file_is_read_again_only_when_it_changed(world, remembered):
    world.write(
        {
            "~/.agents/skills/a/SKILL.md": skill_text("a"),
            "~/.agents/skills/a/one.md": "one",
            "~/.agents/skills/a/two.bin": b"\0",
            "~/.agents/skills/b/SKILL.md": skill_text("b"),
        }
    )
    first, read = remembered()
    assert set(read) == {"SKILL.md", "one.md", "two.bin"}
    assert remembered() == (first, [])
    world.write({"~/.agents/skills/a/one.md": "other"})
    second, read = remembered()
    assert read == ["one.md"]
    assert second.hash != first.hash
    world.write({"~/.agents/skills/b/SKILL.md": skill_text("b", body="Other.\n")})
    third, read = remembered()
    assert set(read) == {"SKILL.md"}
    assert third.get("b").body == "Other.\n"


def test_same_mtime_edit_seen(world, remembered):
    """An edit that keeps size and mtime of any file of a skill gives another snapshot."""
    folder = "~/.agents/skills/a"
    world.write({f"{folder}/SKILL.md": skill_text("a"), f"{folder}/one.md": "one"})
    seen = [remembered()[0]]
    edit(world.home / ".agents/skills/a/one.md", "two")
    seen.append(remembered()[0])
    edit(world.home / ".agents/skills/a/SKILL.md", skill_text("a").replace("Do", "Be"))
    seen.append(remembered()[0])
    assert len({snapshot.hash for snapshot in seen}) == 3
    assert seen[2].skills[0].body == "Be it.\n"


def test_with_and_without_a_memory_it_is_the_same_snapshot(three, remembered):
    three.decide()
    assert remembered()[0] == three.gather() == remembered()[0]


def test_what_is_fixed_once_gives_the_same_snapshot(three):
    three.decide()
    consent, settings = three.consent(), three.settings()
    fixed = fingerprint_others(three.discover(), consent)
    assert choose_with(fixed, (), consent, settings, ALL_ENABLED) == three.gather()
