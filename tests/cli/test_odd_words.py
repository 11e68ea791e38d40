"""Whatever a user types and whatever lies on the disk: words and an exit code, never a crash."""

import contextlib
import os
import shutil
from pathlib import Path

import pytest

from tests.conftest import write_tree

SKILL = "---\nname: one\ndescription: Notes. Use it when notes are asked for.\n---\n"
SERVERS = '{"mcpServers": {"s": {"command": "python3", "args": ["srv/x.py"]}}}'
LONG = "n" * 300
PATH_WORDS = [
    ("lint", "{}"),
    ("lint", "--config", "{}"),
    ("lint", "--output", "{}"),
    ("validate", "{}"),
    ("fingerprint", "{}"),
    ("fingerprint", "--project", "{}"),
    ("fingerprint", "--mcp-config", "{}"),
    ("fingerprint", "--skills", "{}"),
    ("consent", "grant", "s", "--from", "{}"),
    ("prompt", "--project", "{}"),
    ("prompt", "--mcp-config", "{}"),
    ("prompt", "--skills", "{}"),
    ("skills", "list", "--project", "{}"),
    ("mcp", "list", "--project", "{}"),
    ("mcp", "list", "--mcp-config", "{}"),
    ("snapshot", "take", "--dir", "{}"),
    ("snapshot", "check", "--dir", "{}"),
    ("snapshot", "accept", "--dir", "{}"),
    ("snapshot", "diff", "{}", "{}"),
    ("test", "{}"),
    ("test", "{}::case"),
    ("fake", "check", "{}"),
    ("fake", "serve", "{}"),
    ("run", "task", "--model", "script:{}", "--no-log"),
]


@pytest.fixture
def place(tree):
    """A project with links, names and folders that no question may trip over."""
    links = f"[a]({LONG}.md) [b](SKILL.md/x) [c](loop/x) [d](a%00b.md) [e]({'a/' * 2100}b)\n"
    root = tree(
        {
            ".agents/skills/one/SKILL.md": SKILL + links,
            ".agents/skills/one/a.md": "# A\n",
            ".mcp.json": SERVERS,
            "srv/x.py": "",
            "file": "",
        }
    )
    (root / "loop").symlink_to("loop")
    (root / ".agents/skills/one/loop").symlink_to("loop")
    return root


@pytest.mark.parametrize("path", [LONG, f"{LONG}/x", "loop", "loop/x", "file/x", "a/" * 2100])
@pytest.mark.parametrize("words", PATH_WORDS, ids=" ".join)
def test_a_path_that_cannot_be_is_told(skillctl, place, words, path):
    run = skillctl(*(word.replace("{}", path) for word in words), cwd=place)
    assert run.code in ((0, 1, 2) if words == ("lint", "{}") else (2,)), run.err
    assert run.err or run.out


@pytest.mark.parametrize("words", [("lint", LONG), ("fake", "check", LONG), ("test", LONG)])
def test_the_reason_is_told(skillctl, place, words):
    assert "(File name too long)" in skillctl(*words, cwd=place).err


EMPTY = [words for words in PATH_WORDS if words[-1] == "{}"]


@pytest.mark.parametrize(
    "words",
    [
        *EMPTY,
        ("prompt", "--explain", "{}"),
        ("prompt", "{}"),
        ("fingerprint", "--preset", "{}"),
        ("skills", "why", "{}"),
        ("lint", "-", "--stdin-filename", "{}"),
        ("consent", "grant", "{}"),
        ("mcp", "tools", "{}"),
        ("session", "show", "{}"),
        ("run", "task", "--model", "{}"),
    ],
    ids=" ".join,
)
def test_an_empty_word_is_refused_by_name(skillctl, place, words):
    run = skillctl(*(word.replace("{}", "") for word in words), cwd=place)
    assert (run.code, run.out) == (2, "")
    before = words[words.index("{}") - 1]
    assert run.err == (
        f"error: the word after {before} is empty\n"
        "  hint: is it a variable that is not set? leave it out\n"
    )


def test_an_option_with_nothing_after_its_sign(skillctl, place):
    run = skillctl("prompt", "--explain=", cwd=place)
    assert run.code == 2
    assert run.err.startswith("error: --explain= is empty\n")


def test_a_typed_command_may_have_empty_words(skillctl, place):
    run = skillctl("mcp", "tools", "--", "no-such-program", "", cwd=place)
    assert run.code == 5
    assert 'program "no-such-program" not found' in run.out


@pytest.mark.parametrize("name", ["../SKILL.md", "file/SKILL.md", "loop/SKILL.md", "SKILL.md/"])
def test_a_name_for_stdin_need_not_be_there(skillctl, place, name):
    assert skillctl("lint", "-", "--stdin-filename", name, cwd=place, stdin=SKILL).code in (0, 1)


@pytest.mark.parametrize("name", [".", "..", "/", "srv", "loop"])
def test_a_name_for_stdin_that_is_no_file_of_ours(skillctl, place, name):
    run = skillctl("lint", "-", "--stdin-filename", name, cwd=place, stdin=SKILL)
    assert run.code == 2
    assert "nothing to check in" in run.err


COMMANDS = [
    ("lint",),
    ("skills", "list"),
    ("prompt",),
    ("mcp", "list"),
    ("consent", "status"),
    ("fingerprint",),
    ("test", "--list"),
]


def _gone(path):
    shutil.rmtree(path) if path.is_dir() else path.unlink()


def _pipe(path):
    _gone(path)
    os.mkfifo(path)


def _loop(path):
    _gone(path)
    path.symlink_to(path.name)


class Listed(list):
    """What `os.scandir` gives: an iterator that can be closed."""

    def __next__(self):
        if not self:
            raise StopIteration
        return self.pop(0)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


@pytest.mark.parametrize("change", [_gone, _pipe, _loop])
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_what_was_listed_is_another_thing_a_moment_later(
    skillctl, place, monkeypatch, words, change
):
    write_tree(place, {".agents/skills/two/SKILL.md": SKILL.replace("one", "two")})
    listed, real = set(), os.scandir

    def scandir(path="."):
        if isinstance(path, int) or path in listed or not Path(path).is_relative_to(place):
            return real(path)
        listed.add(path)
        entries = list(real(path))
        for entry in entries:
            if entry.name in ("one", "a.md", "srv", ".mcp.json", "loop"):
                monkeypatch.setattr(os, "scandir", real)  # what removes folders lists them
                with contextlib.suppress(FileNotFoundError):
                    change(Path(entry.path))
                monkeypatch.setattr(os, "scandir", scandir)
        return Listed(entries)

    monkeypatch.setattr(os, "scandir", scandir)
    run = skillctl(*words, cwd=place)
    assert run.code in (0, 1, 2), run.err
    assert listed or words[0] == "mcp"
