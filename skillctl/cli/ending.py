"""How a command ends: its exit code, an error in words, an interrupt, a bug."""

import sys
from collections.abc import Callable

from typer import Abort, Exit, TyperException

from skillctl.errors import SkillctlError

INTERRUPTED, TERMINATED = 130, 143
BUG = 70


def end(command: Callable[[], int]) -> int:
    """Run a command and turn whatever it raises into a message on stderr and an exit code.

    What it printed has to get out: a stdout that takes no more beats the code of the command.
    """
    code = _ended(command)
    return _ended(_flushed) or code


def _flushed() -> int:
    sys.stdout.flush()
    return 0


def _ended(command: Callable[[], int]) -> int:
    try:
        return command()
    except Exit as stop:
        return stop.exit_code
    except (KeyboardInterrupt, Abort):
        return _say("interrupted", INTERRUPTED)
    except SystemExit as stop:
        if stop.code != TERMINATED:
            raise
        return _say("terminated", TERMINATED)
    except TyperException as error:
        return _explain_usage(error)
    except SkillctlError as error:
        return _explain(error)
    except Exception as error:  # noqa: BLE001 # the one boundary: a bug must not print a traceback
        return _report_bug(error)


def _say(text: str, code: int) -> int:
    """Print to stderr without ever failing there, and give the exit code back."""
    from skillctl.cli.notice import notice

    try:
        sys.stderr.write(notice(text))
    except OSError:
        return code
    return code


def _explain(error: SkillctlError) -> int:
    """Where, what, and what to do."""
    place = f"{error.location}: " if error.location else ""
    hint = f"\n  hint: {error.hint}" if error.hint else ""
    return _say(f"{place}error: {error.message}{hint}", error.exit_code)


def _explain_usage(error: TyperException) -> int:
    """A word on the command line that the parser does not take."""
    message = error.format_message()
    context = getattr(error, "ctx", None)
    command = "skillctl" if context is None else context.command_path
    return _say(f"error: {message}\n  hint: see {command} --help" if message else message, 2)


def _report_bug(error: Exception) -> int:
    """Keep the traceback in a file and say where it is."""
    from skillctl.files import keep_traceback

    path = keep_traceback(error)
    return _say(
        f"error: this is a bug in skillctl ({type(error).__name__}); details are in {path}\n"
        "  hint: please report it with that file",
        BUG,
    )
