"""An option that is given twice where only one could count."""

import pytest
import typer
from typer.core import TyperOption
from typer.main import get_command

from skillctl.cli.app import COMMANDS, app


def _commands():
    """The words of every command, and its options."""
    group = get_command(app)
    for name in COMMANDS:
        command = group.get_command(typer.Context(group), name)
        for below, one in getattr(command, "commands", {"": command}).items():
            options = [p for p in one.params if isinstance(p, TyperOption)]
            yield [name, below] if below else [name], options


COUNTING = [
    pytest.param(words, max(option.opts, key=len), id=" ".join([*words, max(option.opts, key=len)]))
    for words, options in _commands()
    for option in options
    if not option.multiple and not option.is_flag
]


@pytest.mark.parametrize(("words", "option"), COUNTING)
def test_the_second_of_two_is_refused_by_every_command(words, option, skillctl):
    run = skillctl(*words, option, "1", f"{option}=2")
    said = f"error: Option '{option}' is given twice; only one can count."
    assert (run.code, run.out) == (2, "")
    assert run.err == f"{said}\n  hint: see skillctl {' '.join(words)} --help\n"


def test_lists_and_flags_may_be_given_twice(skillctl, tmp_path):
    (tmp_path / "a").mkdir()
    words = ("prompt", "Hi", "--skills", "a", "--skills", "a", "--sha256", "--sha256")
    run = skillctl(*words, cwd=tmp_path)
    assert (run.code, len(run.out)) == (0, 64)


def test_who_asks_for_help_gets_it(skillctl):
    run = skillctl("prompt", "--skill", "a", "--skill", "b", "--help")
    assert (run.code, "Usage" in run.out) == (0, True)


def test_a_word_that_is_unknown_is_told_as_before(skillctl):
    run = skillctl("prompt", "--skill", "a", "--skil", "b")
    assert (run.code, "No such option: --skil" in run.err) == (2, True)
