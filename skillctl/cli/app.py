"""The command line as a whole: which command lives in which module, and how a command ends."""

import gc
import sys
from collections.abc import Sequence
from importlib import import_module
from itertools import pairwise
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperGroup
from typer.main import get_command

from skillctl.cli.ending import INTERRUPTED, end
from skillctl.cli.once import once
from skillctl.cli.streams import use_patient_streams
from skillctl.errors import SkillctlError
from skillctl.nearest import near_names
from skillctl.version import VERSION

# Work makes many objects and little garbage: the usual 700 costs lint of one file 10 %, and 20,000
# costs that of 1,000 skills 5 % (measured).
GARBAGE_THRESHOLD = 100_000


class Command(NamedTuple):
    """Where a command's `typer.Typer` stands, and its one line in the help."""

    module: str
    app: str
    help: str


COMMANDS: dict[str, Command] = {
    "lint": Command(
        "lint",
        "lint_app",
        "Check skills, MCP configs, fakes and scenarios for what goes wrong in silence.",
    ),
    "validate": Command("validate", "validate_app", "Judge skills by the specification alone."),
    "rules": Command("rules", "rules_app", "Show the rules by their codes, or explain one."),
    "skills": Command("skills", "app", "List skills, and say why one is there or not."),
    "mcp": Command("mcp", "app", "List, check and call MCP servers."),
    "fingerprint": Command("consent", "fingerprint_app", "Print what consent is given to."),
    "consent": Command("consent", "app", "See, grant and revoke consent."),
    "prompt": Command("prompt", "prompt_app", "Print exactly what the model will read."),
    "tools": Command("tools", "tools_app", "Print exactly which tools the model is offered."),
    "run": Command("run", "run_app", "Run the built-in agent."),
    "session": Command("session", "session_app", "Show what happened in a run."),
    "test": Command("test", "test_app", "Run scenarios."),
    "snapshot": Command("snapshot", "app", "Keep and compare what reaches the model."),
    "fake": Command("fake", "app", "Serve, check, explain and record fake MCP servers."),
}


# Options that the program as a whole has, and no command of its own needs.
COMPLETION = ("install_completion", "show_completion")


class LazyGroup(TyperGroup):
    """A group that imports the module of a command when that command is asked for."""

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]
        """Name the commands in the order of the table."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: typer.Context, cmd_name: str) -> Any | None:  # type: ignore[override] # noqa: ANN401
        """Import one command, or name the one that was meant."""
        row = COMMANDS.get(cmd_name)
        if row is None:
            near = near_names(cmd_name, COMMANDS)
            if near and not ctx.resilient_parsing:
                ctx.fail(f"No such command {cmd_name!r}. Did you mean {near[0]!r}?")
            return None
        module = import_module(f"skillctl.cli.{row.module}")
        command = get_command(once(getattr(module, row.app)))
        command.name = cmd_name
        command.help = command.help or row.help
        command.params = [p for p in command.params if p.name not in COMPLETION]
        return command


app = typer.Typer(
    cls=LazyGroup,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(value: bool) -> None:
    if value:
        typer.echo(f"skillctl {VERSION}")
        raise typer.Exit


@app.callback()
def skillctl(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Show, check and test exactly what a coding agent will read and be able to do."""
    del version


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code; every error becomes words here, and only here."""
    gc.set_threshold(GARBAGE_THRESHOLD)
    words = list(sys.argv[1:] if argv is None else argv)
    use_patient_streams()
    return end(lambda: _invoke(words))


def _invoke(words: list[str]) -> int:
    head, tail = split_command(words)
    _refuse_empty(head)
    result = get_command(app).main(args=head, prog_name="skillctl", standalone_mode=False, obj=tail)
    if result == INTERRUPTED:  # the parser has swallowed a KeyboardInterrupt
        raise KeyboardInterrupt
    return result if isinstance(result, int) else 0


def _refuse_empty(words: Sequence[str]) -> None:
    """An empty word names nothing; most often it is a variable of the shell that is not set."""
    for before, word in pairwise(["skillctl", *words]):
        if not word or (word.startswith("--") and word.partition("=")[1:] == ("=", "")):
            what = word or f"the word after {before}"
            raise SkillctlError(
                f"{what} is empty", hint="is it a variable that is not set? leave it out"
            )


def split_command(words: list[str]) -> tuple[list[str], tuple[str, ...] | None]:
    """Cut `mcp tools -- COMMAND ARG…` at the first `--`, before the parser can reorder anything."""
    started = words[:1] == ["mcp"] or words[:2] == ["fake", "record"]
    if started and "--" in words:
        cut = words.index("--")
        return words[:cut], tuple(words[cut + 1 :])
    return words, None
