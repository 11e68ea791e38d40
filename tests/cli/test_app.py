import re
import subprocess
import sys

import pytest

from skillctl.cli.app import COMMANDS, split_command
from skillctl.version import VERSION


def test_version(skillctl):
    run = skillctl("--version")
    assert (run.code, run.out, run.err) == (0, f"skillctl {VERSION}\n", "")


def test_the_module_runs_as_a_program():
    done = subprocess.run(
        [sys.executable, "-m", "skillctl", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"skillctl {VERSION}\n"


def test_help_names_every_command_in_order(skillctl):
    run = skillctl("--help")
    assert run.code == 0
    assert re.findall(r"^│ ([a-z]+) ", run.out, re.MULTILINE) == list(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(skillctl, name):
    run = skillctl(name, "--help")
    assert run.code == 0
    assert f"skillctl {name}" in run.out
    assert "completion" not in run.out
    assert skillctl(name, "-h") == run


def test_no_command_prints_the_help_and_fails(skillctl):
    run = skillctl()
    assert run.code == 2
    assert "Usage: skillctl" in run.out + run.err


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["lnt"], "No such command 'lnt'. Did you mean 'lint'?"),
        (["zzz"], "No such command 'zzz'."),
        (["lint", "--formt", "json"], "No such option: --formt"),
        (["skills", "why"], "Missing argument 'NAME'"),
    ],
)
def test_usage_errors_are_words_and_exit_2(skillctl, words, wanted):
    run = skillctl(*words)
    assert run.code == 2
    assert run.out == ""
    assert run.err.startswith("error: ")
    assert wanted in run.err
    assert "hint: see skillctl" in run.err


def test_mcp_words_are_split_at_the_first_double_dash():
    words = ["mcp", "tools", "--format", "json", "--", "npx", "-y", "--", "x"]
    assert split_command(words) == (["mcp", "tools", "--format", "json"], ("npx", "-y", "--", "x"))


def test_other_commands_keep_their_double_dash():
    assert split_command(["lint", "--", "-odd"]) == (["lint", "--", "-odd"], None)


def test_an_interrupt_is_said_in_a_word(skillctl, monkeypatch):
    def interrupted():
        raise KeyboardInterrupt

    monkeypatch.setattr("skillctl.cli.lint.surroundings", interrupted)
    run = skillctl("lint", ".")
    assert (run.code, run.out, run.err) == (130, "", "interrupted\n")
