"""Lines for the user: whole words where stderr is a terminal, one line each where it is not."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios

import pytest

from skillctl.cli.notice import notice
from tests.agent.fixtures import project

__all__ = ["project"]

SERVER = 'server "weather": consent pending; look and grant with: skillctl consent grant weather'


class Terminal:
    """A stderr that is one, and has so many columns."""

    def __init__(self, columns):
        self.columns = columns

    def isatty(self):
        return True

    def fileno(self):
        raise ValueError(self.columns)


@pytest.fixture
def terminal(monkeypatch):
    def use(columns):
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setattr("sys.stderr", Terminal(columns))

    return use


def test_what_is_no_terminal_gets_one_line():
    assert notice(SERVER) == f"{SERVER}\n"
    assert notice("a\x1bb") == "a\\x1bb\n"


def test_a_terminal_gets_whole_words(terminal):
    terminal(60)
    assert notice(SERVER) == (
        'server "weather": consent pending; look and grant with:\n'
        "  skillctl consent grant weather\n"
    )
    assert notice("error: short\n  hint: see it") == "error: short\n  hint: see it\n"
    hint = f"  hint: {'word ' * 12}"
    first, second = notice(hint.rstrip()).splitlines()
    assert (len(first) <= 60, second) == (True, "    word word word")


def test_a_path_that_is_too_wide_stays_whole(terminal):
    terminal(30)
    path = "a/" * 30
    assert notice(f"read {path} now") == f"read\n  {path}\n  now\n"


@pytest.mark.parametrize("columns", [0, 10, ""])
def test_a_terminal_of_no_use_folds_by_itself(terminal, columns):
    terminal(columns)
    assert notice(SERVER) == f"{SERVER}\n"


@pytest.mark.parametrize("words", [("prompt", "Hi"), ("prompt", "--format", "diff"), ("lint", "x")])
def test_a_real_terminal_breaks_no_word(project, words):
    """Notices of a build, an error of a command, an error of the rules."""
    project.write({".mcp.json": '{"mcpServers": {"weather": {"command": "x"}}}'})
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 40, 0, 0))
    environment = {**os.environ, "HOME": str(project.home)}
    environment.pop("COLUMNS", None)
    subprocess.run(
        [sys.executable, "-m", "skillctl", *words],
        cwd=project.root,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        stdin=subprocess.DEVNULL,
        check=False,
        timeout=30,
    )
    os.close(theirs)
    text = os.read(ours, 65_536).decode()
    os.close(ours)
    lines = text.split("\r\n")
    assert len(lines) > 2
    assert max(map(len, lines)) <= 40
