"""What several commands take is declared once: the same words on each of them."""

import inspect
from collections import defaultdict
from importlib import import_module
from typing import Annotated, get_args, get_origin

import typer

from skillctl.cli import options
from skillctl.cli.app import COMMANDS
from skillctl.cli.options import ReportFormat
from skillctl.report.formats import FORMATS


def declared():
    """Every option of every command: its word, and its declaration."""
    for row in COMMANDS.values():
        app = getattr(import_module(f"skillctl.cli.{row.module}"), row.app)
        for command in app.registered_commands:
            for name, parameter in inspect.signature(command.callback).parameters.items():
                if get_origin(parameter.annotation) is Annotated:
                    info = get_args(parameter.annotation)[1]
                    if isinstance(info, typer.models.OptionInfo):
                        named = isinstance(info.default, str)  # there typer keeps the word
                        yield (info.default if named else f"--{name.replace('_', '-')}"), info


def test_the_formats_of_a_report_are_those_that_there_are():
    assert [*ReportFormat] == [*FORMATS]


# what means something else by command
SEVERAL_MEANINGS = {
    *("--all", "--dialect", "--fail-on", "--file", "--force", "--format", "--model", "--timeout"),
}


def test_an_option_of_several_commands_has_one_declaration():
    found = defaultdict(set)
    for word, info in declared():
        found[word].add(id(info))
    assert {word for word, infos in found.items() if len(infos) > 1} == SEVERAL_MEANINGS


def test_no_help_has_brackets_which_the_printer_of_help_would_drop():
    assert [word for word, info in declared() if "[" in (info.help or "")] == []


def test_what_is_declared_here_is_used():
    found = {id(info) for _, info in declared()}
    shared = [value for value in vars(options).values() if get_origin(value) is Annotated]
    assert [value for value in shared if id(get_args(value)[1]) not in found] == []


def test_every_format_is_one_of_five_sets():
    found = {id(info) for name, info in declared() if name == "--format"}
    assert len(found) == 5  # what is shown, a report, and what prompt, tools and skills list print
