import re
from pathlib import Path

import pytest
import typer

from skillctl.cli.ending import end
from skillctl.errors import (
    Denied,
    EndpointFailed,
    LimitReached,
    Location,
    Position,
    ScriptMismatch,
    SkillctlError,
    StoreError,
)


def failing(error):
    def command():
        raise error

    return command


def test_the_code_of_a_command_is_its_exit_code():
    assert end(lambda: 1) == 1


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (SkillctlError("x"), 2),
        (StoreError("x"), 2),
        (LimitReached("x"), 3),
        (Denied("x"), 4),
        (EndpointFailed("x"), 5),
        (ScriptMismatch("x"), 6),
        (KeyboardInterrupt(), 130),
        (typer.Abort(), 130),
        (typer.Exit(7), 7),
    ],
)
def test_exit_codes(error, code, capsys):
    assert end(failing(error)) == code
    assert capsys.readouterr().out == ""


def test_a_program_that_is_told_to_end_says_so(capsys):
    assert end(failing(SystemExit(143))) == 143
    assert capsys.readouterr().err == "terminated\n"
    with pytest.raises(SystemExit):  # a hangup: nobody is there to be told
        end(failing(SystemExit(129)))


def test_an_error_says_where_what_and_what_to_do(capsys):
    place = Location("a/skillctl.toml", Position(3, 7, 40), Position(3, 9, 42))
    end(failing(SkillctlError("unknown setting", hint="did you mean x?", location=place)))
    assert capsys.readouterr().err == (
        "a/skillctl.toml:3:7: error: unknown setting\n  hint: did you mean x?\n"
    )


def test_foreign_text_in_an_error_is_shown_in_visible_form(capsys):
    end(failing(SkillctlError("no tool named '\x1b[31mred\u202e'")))
    assert capsys.readouterr().err == "error: no tool named '\\x1b[31mred\\u{202E}'\n"


def test_a_bug_is_one_short_message_and_a_traceback_in_a_file(capsys):
    assert end(failing(ZeroDivisionError("oops"))) == 70
    err = capsys.readouterr().err
    assert "Traceback" not in err
    path = Path(re.search(r"details are in (\S+)", err)[1])
    assert "ZeroDivisionError: oops" in path.read_text()
    path.unlink()
