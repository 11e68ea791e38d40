"""`skillctl skills install` from the command line."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys

import pytest

from tests.cli.skill_files import SKILL, put
from tests.conftest import write_tree


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def install(skillctl, project):
    return lambda *words, cwd=project: skillctl("skills", "install", *words, cwd=cwd)


@pytest.fixture
def demo(tmp_path):
    folder = write_tree(
        tmp_path / "far" / "demo",
        {"SKILL.md": SKILL.format("demo"), "scripts/run.sh": "#!/bin/sh\n", ".keep": ""},
    )
    (folder / "scripts/run.sh").chmod(0o755)
    return folder


def test_installed_and_still_pending(install, skillctl, project, home, demo):
    run = install(demo)
    assert (run.code, run.err) == (0, "")
    first, second = run.out.splitlines()
    assert first == f"installed: .agents/skills/demo, 3 files of {demo}"
    assert second.startswith("demo: not available: consent pending (.agents/skills/demo, sha256:")
    assert second.endswith("grant with: skillctl consent grant demo")
    place = project / ".agents/skills/demo"
    assert os.access(place / "scripts/run.sh", os.X_OK)
    assert (place / ".keep").is_file()
    listed = skillctl("skills", "list", cwd=project).out
    assert listed.splitlines()[1].split()[:3] == ["demo", "project", "pending"]
    assert not (home / ".config/skillctl/consent.toml").exists()
    assert skillctl("consent", "status", "--check", cwd=project).code == 1


def test_to_the_user_it_is_active(install, home, demo):
    run = install(demo, "--to", "user")
    assert run.out.splitlines()[1:] == [
        "it is yours in every project, and nobody asks: read it with: skillctl skills show demo",
        "demo: active, needs no consent",
    ]
    assert (home / ".agents/skills/demo/SKILL.md").is_file()


def test_the_same_then_other_content_then_force(install, project, demo):
    install(demo)
    again = install(demo)
    assert (again.code, again.out.splitlines()[0]) == (
        0,
        "already installed: .agents/skills/demo",
    )
    write_tree(demo, {"more.md": "", "SKILL.md": SKILL.format("demo") + "More.\n"})
    run = install(demo)
    assert (run.code, run.out) == (2, "")
    assert run.err == (
        "error: .agents/skills/demo is there and holds other content; changed: SKILL.md; "
        "only in the new one: more.md\n"
        "  hint: look at both, then replace it with --force; nothing was written\n"
    )
    assert not (project / ".agents/skills/demo/more.md").exists()
    forced = install(demo, "--force")
    assert (forced.code, forced.out.splitlines()[0]) == (
        0,
        f"replaced: .agents/skills/demo, 4 files of {demo}",
    )
    assert names_in(project / ".agents/skills") == ["demo"]


def test_consent_to_the_old_content_is_none_to_the_new(install, skillctl, project, demo):
    install(demo)
    rows = json.loads(skillctl("skills", "list", "--format", "json", cwd=project).out)["skills"]
    words = ("consent", "grant", "demo", "--fingerprint", rows[0]["fingerprint"])
    assert skillctl(*words, cwd=project).code == 0
    assert install(demo).out.splitlines()[1].startswith("demo: active, consent granted")
    write_tree(demo, {"more.md": ""})
    assert "demo: not available: changed since consent" in install(demo, "--force").out


KILLED = """
import os, pathlib, signal, sys
rename, calls = pathlib.Path.rename, []
def counted(self, target):
    if calls:
        os.kill(os.getpid(), signal.SIGKILL)
    calls.append(target)
    return rename(self, target)
pathlib.Path.rename = counted
from skillctl.cli.app import main
main(sys.argv[1:])
"""


def test_a_kill_between_the_renames_loses_nothing(install, project, demo):
    install(demo)
    before = (project / ".agents/skills/demo/SKILL.md").read_text()
    write_tree(demo, {"SKILL.md": SKILL.format("demo") + "More.\n"})
    words = [sys.executable, "-c", KILLED, "skills", "install", demo, "--force"]
    assert subprocess.run(words, cwd=project, check=False).returncode == -signal.SIGKILL
    assert not (project / ".agents/skills/demo").exists()
    left = names_in(project / ".agents/skills")
    run = install(demo)
    assert run.code == 0
    shown = ", ".join(f".agents/skills/{name}" for name in left)
    assert run.err.startswith(f"not touched: {shown}; it is what an install leaves that runs ")
    new, old = left
    assert (project / ".agents/skills" / old / "SKILL.md").read_text() == before
    assert new.startswith(".demo.new-")


def test_a_file_of_the_skill_names_its_folder_too(install, demo):
    assert install(demo / "SKILL.md").code == 0


@pytest.mark.parametrize(
    "far", ["https://example.test/a.git", "git@example.test:a/b.git", "ssh://x/y", "npm://a"]
)
def test_nothing_is_downloaded(install, monkeypatch, project, far):
    monkeypatch.setattr(socket, "socket", None)
    run = install(far)
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith(
        f"error: {far} is not on this machine, and skillctl downloads nothing\n  hint: fetch it"
    )
    assert names_in(project) == [".git"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("no front matter", "demo/SKILL.md:1:1: the first line is not `---`"),
        (SKILL.format("../../up"), "demo/SKILL.md:2:7: name holds U+002E FULL STOP"),
        (SKILL.format("Upper"), "demo/SKILL.md:2:7: name holds U+0055 LATIN CAPITAL LETTER U"),
        ("---\nname: demo\n---\n", "demo/SKILL.md:1:1: description is missing"),
    ],
)
def test_what_cannot_be_used_is_not_installed(install, project, demo, text, words):
    (demo / "SKILL.md").write_text(text)
    run = install(demo, "--preset", "keen")
    assert (run.code, run.out) == (2, "")
    assert f"error: the skill cannot be used: {demo.parent}/{words}" in run.err
    assert names_in(project) == [".git"]


def test_what_lint_finds_is_told(install, demo):
    with (demo / "SKILL.md").open("a") as file:
        file.write("See [that](gone.md).\n")
    run = install(demo)
    assert run.code == 0
    assert ".agents/skills/demo/SKILL.md:6:12: error SK401" in run.err


def test_a_link_out_is_refused_and_nothing_is_written(install, project, home, demo):
    (home / "secret").write_text("secret")
    (demo / "link").symlink_to(home / "secret")
    run = install(demo)
    assert (run.code, run.out) == (2, "")
    assert f"the link link -> {home}/secret leaves the skill" in run.err
    assert names_in(project) == [".git"]


def test_a_kill_loses_nothing_of_the_user_either(install, project, home, demo):
    install(demo, "--to", "user")
    place = home / ".agents/skills/demo"
    before = (place / "SKILL.md").read_text()
    write_tree(demo, {"SKILL.md": SKILL.format("demo") + "More.\n"})
    words = [sys.executable, "-c", KILLED, "skills", "install", demo, "--force", "--to", "user"]
    assert subprocess.run(words, cwd=project, check=False).returncode == -signal.SIGKILL
    assert not place.exists()
    run = install(demo, "--to", "user")
    assert run.code == 2
    assert run.err.startswith("~/.agents/skills/demo was put back: an earlier install was ended")
    assert (place / "SKILL.md").read_text() == before


@pytest.mark.parametrize("linked", [False, True])
def test_what_a_repository_brings_is_never_put_back(install, project, home, demo, linked):
    theirs = write_tree(home / "own", {"SKILL.md": SKILL.format("demo") + "Evil.\n"})
    hidden = project / ".agents/skills/.demo.old-deadbeef"
    hidden.parent.mkdir(parents=True)
    if linked:
        hidden.symlink_to(theirs)
    else:
        theirs.rename(hidden)
    run = install(demo)
    assert run.code == 0
    assert "put back" not in run.err + run.out
    assert run.err.startswith("not touched: .agents/skills/.demo.old-deadbeef; ")
    assert (project / ".agents/skills/demo/SKILL.md").read_text() == SKILL.format("demo")
    assert hidden.is_symlink() is linked


PRIVATE = {"SKILL.md": SKILL.format("demo"), "notes.txt": "private"}


@pytest.mark.parametrize("link", ["file", "folder", "above"])
def test_a_link_out_of_the_source_copies_nothing(install, project, home, link):
    private = write_tree(home / "own/demo", PRIVATE)
    source = project / "src/demo"
    source.mkdir(parents=True)
    if link == "file":
        (source / "SKILL.md").symlink_to(private / "SKILL.md")
    elif link == "folder":
        source.rmdir()
        source.symlink_to(private)
    else:
        source.rmdir()
        source.parent.rmdir()
        source.parent.symlink_to(private.parent)
    for words in (("src/demo",), ("src/demo/SKILL.md",)):
        run = install(*words)
        assert (run.code, run.out) == (2, "")
        assert "is a link that leads out of" in run.err
        assert f"to {private}" in run.err
    assert not (project / ".agents").exists()


@pytest.mark.parametrize("link", ["SKILL.md", ""])
def test_a_link_out_of_a_package_copies_nothing(install, project, home, link):
    private = write_tree(home / "own/demo", PRIVATE)
    write_tree(
        project,
        {
            "package.json": json.dumps({"dependencies": {"p": "1"}}),
            "node_modules/p/package.json": json.dumps({"gbsSkills": ["skills"]}),
            "node_modules/p/skills/.keep": "",
        },
    )
    place = project / "node_modules/p/skills/demo" / link
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(private / link)
    run = install("demo")
    assert (run.code, run.out) == (2, "")
    assert "node_modules/p/skills/demo is a link that leads out of its package, to ~/own" in run.err
    assert not (project / ".agents").exists()


@pytest.mark.parametrize("command", [("new", "foo"), ("install", "DEMO")])
@pytest.mark.parametrize("closed", [".git", ".git/hooks", ".GIT"])
def test_nothing_is_written_into_the_folder_of_git(skillctl, project, demo, command, closed):
    (project / closed).mkdir(parents=True, exist_ok=True)
    (project / ".agents").symlink_to(closed)
    words = [str(demo) if word == "DEMO" else word for word in command]
    run = skillctl("skills", *words, cwd=project)
    assert (run.code, run.out) == (2, "")
    assert "nothing is written into .git" in run.err.lower()
    assert not (project / closed / "skills").exists()


def test_unknown_names(install, project):
    run = install("nope")
    assert (run.code, run.out) == (2, "")
    assert run.err == (
        "error: nope is no folder with a SKILL.md, nor does a package bring a skill of that name\n"
        "  hint: name the folder of a skill, or one of skillctl's: memory, my, skill-authoring\n"
    )
    assert names_in(project) == [".git"]


def test_a_name_beyond_all_limits_is_shown_in_part(install):
    run = install("a" * 5000)
    assert (run.code, len(run.err) < 500) == (2, True)


def test_foreign_words_are_shown_harmless(install, demo, tmp_path):
    odd = tmp_path / "x\x1b[2J"
    shutil.copytree(demo, odd)
    (odd / "l\x07").symlink_to("/etc/\x1b]0;")
    run = install(odd)
    assert run.code == 2
    assert "\x1b" not in run.err
    assert "\\x1b[2J" in run.err


def test_json_says_what_was_done(install, demo):
    done = [json.loads(install(demo, "--format", "json").out) for _ in range(2)]
    assert [value["action"] for value in done] == ["installed", "already-installed"]
    assert [row["name"] for row in done[0]["skills"]] == ["demo"]


def test_a_skill_that_another_hides_says_so(install, home, demo):
    put(home, ".agents/skills/a/demo")
    shutil.move(home / ".agents/skills/a/demo", home / ".agents/skills/a0")
    assert install(demo, "--to", "user").out.splitlines()[2] == (
        "demo: shadowed by user ~/.agents/skills/a0"
    )


@pytest.mark.parametrize("name", ["memory", "my", "skill-authoring"])
def test_a_skill_of_skillctl_is_installed_by_its_name(install, skillctl, project, name):
    run = install(name, "--to", "user")
    assert (run.code, run.err) == (0, "")
    first, *_, last = run.out.splitlines()
    assert first.startswith(f"installed: ~/.agents/skills/{name}, 1 file of builtin:{name}")
    assert last == f"{name}: active, needs no consent"
    assert skillctl("skills", "list", cwd=project).out.splitlines()[1].split()[:3] == [
        *(name, "user", "active")
    ]


@pytest.mark.parametrize("wanted", ["good", "npm:pkg/skills/good"])
def test_a_skill_of_a_package_is_installed_by_its_name(install, project, wanted):
    manifest = {"gbsSkills": ["skills/good", "skills/bad"]}
    write_tree(
        project,
        {
            "package.json": json.dumps({"dependencies": {"pkg": "1"}}),
            "node_modules/pkg/package.json": json.dumps(manifest),
            "node_modules/pkg/skills/good/SKILL.md": SKILL.format("good"),
            "node_modules/pkg/skills/good/references/a.md": "text",
            "node_modules/pkg/skills/bad/SKILL.md": "no",
        },
    )
    run = install(wanted)
    assert run.code == 0, run.err
    assert run.out.splitlines()[0] == (
        "installed: .agents/skills/good, 2 files of npm:pkg/skills/good"
    )
    assert run.out.splitlines()[1].startswith("good: not available: consent pending (.agents/")
    bad = install("bad")
    assert (bad.code, bad.out) == (2, "")
    assert "error: the skill cannot be used: node_modules/pkg/skills/bad/SKILL.md:1:1" in bad.err
    assert 'did you mean "good"' in install("goood").err
