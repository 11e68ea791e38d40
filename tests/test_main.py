"""The start of a process: what happens before and after a command runs."""

import os
import signal
import subprocess
import sys

import pytest

from tests.conftest import ROOT, write_tree

INTERRUPT_AT = """
import os, signal, sys
from skillctl.__main__ import main

class Interrupting:
    def find_spec(self, name, *_):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
sys.argv[1:] = {words!r}
sys.exit(main())
"""
SKILL = (
    "---\nname: é\ndescription: Notes. Use it when notes are asked for.\n---\nRead [it](ü/ö.md).\n"
)


def python(*words, cwd=ROOT, **environment):
    return subprocess.run(
        [sys.executable, *words],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=30,
    )


@pytest.mark.parametrize("module", ["skillctl.cli.app", "typer", "skillctl.cli.streams"])
def test_an_interrupt_while_modules_are_loaded_ends_quietly(module):
    done = python("-c", INTERRUPT_AT.format(module=module, words=["--version"]))
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_an_interrupt_of_a_command_is_told_in_a_word():
    done = python("-c", INTERRUPT_AT.format(module="skillctl.cli.rules", words=["rules"]))
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"interrupted\n")


def test_an_interrupt_after_the_command_ends_quietly():
    late = (
        "import signal, sys; from skillctl.__main__ import main; sys.argv[1:] = ['--version']; "
        "main(); signal.raise_signal(signal.SIGINT)"
    )
    done = python("-c", late)
    assert (done.returncode, done.stderr) == (130, b"")


def test_who_ignores_interrupts_is_not_ended_by_one():
    ignoring = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"
    script = INTERRUPT_AT.format(module="skillctl.cli.app", words=["--version"])
    done = python("-c", f"{ignoring}\n{script}")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"skillctl ")


@pytest.mark.parametrize("git", [False, True])
@pytest.mark.parametrize(
    "words",
    [
        ("fingerprint",),
        ("fingerprint", "--canonical"),
        ("skills", "list"),
        ("lint",),
        ("lint", ".agents/skills/é"),
        ("mcp", "list"),
    ],
)
def test_names_are_the_same_in_every_locale(tmp_path, words, git):
    write_tree(
        tmp_path,
        {
            ".agents/skills/é/SKILL.md": SKILL,
            ".agents/skills/é/ü/ö.md": "# Ö\n",
            ".mcp.json": '{"mcpServers": {"s": {"command": "python3", "args": ["ß.py"]}}}',
            "ß.py": "print()\n",
        },
    )
    if git:
        subprocess.run(["git", "init", "-q", "."], cwd=tmp_path, check=True)
    narrow = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    here, there = (
        python("-m", "skillctl", *words, cwd=tmp_path, **environment)
        for environment in ({"LC_ALL": "C.UTF-8"}, narrow)
    )
    assert here.stdout
    assert (there.returncode, there.stdout, there.stderr) == (
        here.returncode,
        here.stdout,
        here.stderr,
    )
    if words == ("fingerprint", "--canonical"):
        assert '"path":"ü/ö.md"'.encode() in here.stdout
        assert '"path":"ß.py"'.encode() in here.stdout


def test_a_locale_that_was_asked_for_by_an_option_is_kept():
    script = "import sys; sys.argv[1:] = ['--version']\nfrom skillctl.__main__ import main\nmain()"
    narrow = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"}
    done = python("-X", "utf8=0", "-c", script, **narrow)
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_number_of_an_interrupt_is_that_of_every_shell():
    from skillctl.__main__ import INTERRUPTED

    assert INTERRUPTED == 128 + signal.SIGINT
