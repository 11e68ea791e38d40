"""The files of a skill: skills.md sections 1.3, 1.4 and 4."""

import os
import subprocess
import sys
from hashlib import sha256

import pytest

from skillctl.files import mode_of
from skillctl.skills import files as module
from skillctl.skills.files import is_hidden, list_files, text_of, within
from skillctl.worktree import NotPinned
from tests.skills.conftest import skill_text

BASE = ".agents/skills/x"


def listing(world):
    (item,) = [i for i in world.discover().items if i.name == "x"]
    return list_files(item.skill, world.workspace())


def paths(entries):
    return [entry["path"] for entry in entries]


def kinds(done):
    return {resource.path: resource.kind for resource in done.resources}


@pytest.fixture
def skill(world):
    world.write({f"{BASE}/SKILL.md": skill_text("x")})
    return world


def test_every_shared_file_counts_and_only_those(skill):
    skill.write(
        {
            ".gitignore": "dist/\n",
            f"{BASE}/a.md": "A\n",
            f"{BASE}/.hidden": "h",
            f"{BASE}/dist/built.js": "b",
            f"{BASE}/scripts/run.sh": "echo\n",
            f"{BASE}/Z.txt": "Z",
        }
    )
    done = listing(skill)
    assert paths(done.entries) == [".hidden", "SKILL.md", "Z.txt", "a.md", "scripts/run.sh"]
    assert done.entries[3] == {"path": "a.md", "sha256": sha256(b"A\n").hexdigest()}
    assert kinds(done) == {"Z.txt": "text", "a.md": "text", "scripts/run.sh": "script"}


def test_a_skill_that_git_ignores_counts_whole_but_the_fixed_list(skill):
    skill.write(
        {
            ".gitignore": ".agents/\n",
            f"{BASE}/a.md": "A",
            f"{BASE}/node_modules/m/x.js": "",
            f"{BASE}/sub/__pycache__/x.pyc": "",
            f"{BASE}/.DS_Store": "",
        }
    )
    assert paths(listing(skill).entries) == ["SKILL.md", "a.md"]


def test_a_base_outside_the_work_tree_counts_whole(world):
    world.write({"~/ext/SKILL.md": skill_text("x"), "~/ext/a.md": "A"})
    world.link(BASE, world.home / "ext")
    assert paths(listing(world).entries) == ["SKILL.md", "a.md"]


def test_kinds_of_files(skill):
    skill.write(
        {
            f"{BASE}/logo.png": b"\x89PNG\0" + b"x" * 10,
            f"{BASE}/latin.txt": "é".encode("latin-1"),
            f"{BASE}/tool.py": "pass\n",
            f"{BASE}/scripts/build": "make\n",
            f"{BASE}/scripts/notes.md": "n\n",
            f"{BASE}/big.txt": b"x" * (module.MOST_READ + 1),
            f"{BASE}/fits.txt": b"x" * module.MOST_READ,
            f"{BASE}/bom.md": b"\xef\xbb\xbfcaf\xc3\xa9\r\n\x1b",
            f"{BASE}/empty": "",
        }
    )
    done = listing(skill)
    assert kinds(done) == {
        "logo.png": "binary",
        "latin.txt": "binary",
        "tool.py": "script",
        "scripts/build": "script",
        "scripts/notes.md": "text",
        "big.txt": "large",
        "fits.txt": "text",
        "bom.md": "text",
        "empty": "text",
    }
    sizes = {r.path: (r.size, r.characters) for r in done.resources}
    assert sizes["logo.png"] == (15, 0)
    assert sizes["bom.md"] == (11, 4)  # without the line end
    assert sizes["big.txt"] == (1_048_577, 0)
    digests = {r.path: r.sha256 for r in done.resources}
    assert digests["big.txt"] == sha256(b"x" * 1_048_577).hexdigest()


def test_a_link_inside_is_itself_and_its_target(skill):
    skill.write({f"{BASE}/references/a.md": "A\n"})
    skill.link(f"{BASE}/short.md", "references/a.md")
    done = listing(skill)
    assert done.entries[-1] == {"link": "references/a.md", "path": "short.md"}
    assert paths(done.entries) == ["SKILL.md", "references/a.md", "short.md"]
    (short,) = [r for r in done.resources if r.path == "short.md"]
    assert (short.sha256, short.link) == (sha256(b"A\n").hexdigest(), "references/a.md")


def test_a_link_into_the_skills_root_pins_what_it_reaches(skill):
    skill.write({".agents/skills/_shared/a.md": "A\n", ".agents/skills/_shared/deep/b.md": "B\n"})
    skill.link(f"{BASE}/a.md", "../_shared/a.md")
    skill.link(f"{BASE}/refs", "../_shared")
    done = listing(skill)
    assert paths(done.entries) == [
        "../_shared/a.md",
        "../_shared/deep/b.md",
        "SKILL.md",
        "a.md",
        "refs",
    ]
    assert kinds(done) == {"a.md": "text", "refs/a.md": "text", "refs/deep/b.md": "text"}


@pytest.mark.parametrize(
    "target", ["../../../private.md", "/etc/hostname", "gone.md", "loop.md", "../../..", ".env"]
)
def test_other_links_are_listed_and_never_read(skill, target):
    skill.write({"private.md": "secret", f"{BASE}/.env": "SECRET=1"})
    skill.link(f"{BASE}/loop.md", target)
    done = listing(skill)
    assert {"link": target, "path": "loop.md"} in done.entries
    assert kinds(done) == {"loop.md": "leaves"}
    assert [r.sha256 for r in done.resources] == [""]


def test_a_link_to_what_is_not_shared_is_not_reachable(skill):
    skill.write({".gitignore": "dist/\n", f"{BASE}/dist/a.md": "A"})
    skill.link(f"{BASE}/a.md", "dist/a.md")
    assert kinds(listing(skill)) == {"a.md": "leaves"}


def test_outside_of_sharing_the_fixed_list_is_not_reachable_either(world):
    world.write({"~/.agents/skills/x/SKILL.md": skill_text("x")})
    folder = world.home / ".agents/skills/x"
    (folder / "node_modules").mkdir()
    (folder / "node_modules/a.md").write_text("A")
    (folder / "b.md").write_text("B")
    (folder / "one.md").symlink_to("node_modules/a.md")
    (folder / "two.md").symlink_to("b.md")
    (item,) = world.discover().items
    assert kinds(list_files(item.skill, None)) == {
        "b.md": "text",
        "one.md": "leaves",
        "two.md": "text",
    }


def test_a_file_that_git_knows_behind_what_is_a_link_now_is_not_read(skill):
    skill.write({f"{BASE}/refs/a.md": "A", "~/secret/a.md": "secret"})
    subprocess.run(["git", "add", "-A"], cwd=skill.project, check=True)
    (skill.project / BASE / "refs").rename(skill.project / "moved")
    skill.link(f"{BASE}/refs", skill.home / "secret")
    done = listing(skill)
    assert paths(done.entries) == ["SKILL.md", "refs"]
    assert kinds(done) == {"refs": "leaves"}


def test_a_fifo_is_not_opened(world):
    world.write({"~/.agents/skills/x/SKILL.md": skill_text("x")})
    os.mkfifo(world.home / ".agents/skills/x/pipe")
    (item,) = world.discover().items
    assert paths(list_files(item.skill, None).entries) == ["SKILL.md"]


def test_each_limit_reported_files(skill, monkeypatch):
    monkeypatch.setattr(module, "MOST_FILES", 3)
    skill.write({f"{BASE}/a": "", f"{BASE}/b": ""})
    assert len(listing(skill).entries) == 3
    skill.write({f"{BASE}/c": ""})
    with pytest.raises(NotPinned, match=r"^\.agents/skills/x has more than 3 files$"):
        listing(skill)


def test_each_limit_reported_bytes(skill, monkeypatch):
    monkeypatch.setattr(module, "MOST_BYTES", 1000)
    size = (skill.project / BASE / "SKILL.md").stat().st_size
    skill.write({f"{BASE}/a": b"x" * (1000 - size)})
    assert len(listing(skill).entries) == 2
    skill.write({f"{BASE}/b": "y"})
    with pytest.raises(NotPinned, match=r"the files of \.agents/skills/x are over 1,000 bytes"):
        listing(skill)


def test_the_limits_are_those_of_the_specification():
    assert (module.MOST_FILES, module.MOST_BYTES) == (2000, 64 * 1024 * 1024)


def test_a_file_that_cannot_be_read(skill, monkeypatch):
    skill.write({f"{BASE}/a.md": "A"})
    real = module.open_file

    def refuse(path):
        if path.name == "a.md":
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(module, "open_file", refuse)
    with pytest.raises(NotPinned, match=r"x/a\.md cannot be read: Permission denied"):
        listing(skill)


def test_a_folder_that_cannot_be_looked_into(skill, monkeypatch):
    skill.write({f"{BASE}/a.md": "A"})

    def is_symlink(_path):
        raise PermissionError(13, "Permission denied")

    (item,) = skill.discover().items
    workspace = skill.workspace()
    monkeypatch.setattr(module, "is_link", is_symlink)
    with pytest.raises(NotPinned, match=r"x cannot be listed: Permission denied"):
        list_files(item.skill, workspace)


def test_folders_nested_without_end_are_no_crash(world, tmp_path):
    world.write({"~/.agents/skills/x/SKILL.md": skill_text("x")})
    nest = "for i in range(2500): os.mkdir('d'); os.chdir('d')"
    folder = world.home / ".agents/skills/x"
    subprocess.run([sys.executable, "-c", f"import os\n{nest}"], cwd=folder, check=True)
    try:
        (item,) = world.discover().items
        with pytest.raises(NotPinned, match="cannot be read: File name too long"):
            list_files(item.skill, None)
    finally:
        subprocess.run(["rm", "-rf", folder / "d"], cwd=tmp_path, check=True)


def test_the_digest_of_the_instructions_is_of_what_will_be_shown(skill):
    (item,) = skill.discover().items
    skill.write({f"{BASE}/SKILL.md": skill_text("x", body="changed\n")})
    done = list_files(item.skill, skill.workspace())
    assert done.entries[0]["sha256"] == item.skill.sha256
    assert item.skill.sha256 == sha256(skill_text("x").encode()).hexdigest()


def test_hidden_parts():
    assert is_hidden(".env")
    assert is_hidden("a/.git/b")
    assert not is_hidden("../a/./b.c")


def test_where_links_may_lead(skill):
    (item,) = skill.discover().items
    root = skill.project / ".agents/skills"
    assert within(item.skill, root / "x/a.md")
    assert within(item.skill, root / "_shared/a.md")
    assert not within(item.skill, root / "x/.env")
    assert not within(item.skill, skill.project / "a.md")


def test_text_and_modes(tmp_path):
    assert text_of(b"\xef\xbb\xbfa") == "a"
    assert text_of(b"a\0") is None
    assert text_of(b"\xff") is None
    assert text_of(b"a" * 8192 + b"\0") == "a" * 8192 + "\0"
    assert mode_of(tmp_path / "gone") == 0


def test_two_names_that_are_one_after_normalising_are_refused_once_they_differ(skill):
    one, other = "references/cafe\u0301.md", "references/caf\u00e9.md"
    skill.write({f"{BASE}/{one}": "A\n", f"{BASE}/{other}": "B\n"})
    (item,) = skill.discover().items
    with pytest.raises(NotPinned, match="two files that are both named references/caf"):
        list_files(item.skill, skill.workspace())
