"""`skillctl mcp check` and `skillctl mcp call`: for the author of a server (mcp.md section 11)."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from skillctl.cli import options, run_options
from skillctl.cli.mcp_words import STDIN, Meaning, meaning
from skillctl.cli.options import ReportFormat
from skillctl.cli.surroundings import surroundings

Server = Annotated[
    str | None,
    typer.Argument(
        metavar="[SERVER]", help="Only this server; before -- COMMAND, the name it gets."
    ),
]
Notes = Annotated[
    bool, typer.Option("--notes", help="Also say where providers see another schema.")
]
Words = Annotated[
    list[str],
    typer.Argument(
        metavar="[SERVER] TOOL [JSON]",
        help="Which tool, by its raw name or the agent's, and its arguments as one JSON object, or "
        "- for stdin. Before -- COMMAND, SERVER may be left out.",
    ),
]
TheWire = Annotated[
    bool, typer.Option("--wire", help="Print the JSON-RPC lines instead, > out and < in.")
]


def check(
    ctx: typer.Context,
    server: Server = None,
    *,
    style: options.ReportStyle = ReportFormat.TEXT,
    notes: Notes = False,
    output: options.Output = None,
    protocol: options.Protocol = None,
    project: options.Project = None,
    mcp_config: options.McpConfig = None,
) -> int:
    """Find what is wrong with servers, or with the one that `-- COMMAND ARG…` starts.

    Each is listed twice. A place is mcp:SERVER and a JSON pointer into the list. Exit code 1 for
    errors, 5 if a server failed, 4 if what was asked for waits for consent.
    """
    from skillctl.cli.lint_report import write
    from skillctl.cli.mcp_check import checked
    from skillctl.cli.mcp_ground import meant
    from skillctl.cli.notice import say

    here, configs = surroundings(), mcp_config or ()
    ground = meant(
        *(here, server, ctx.obj), project=project, mcp_configs=configs, protocol=protocol
    )
    asked = [ground.pick(server)] if server else ground.used
    say(ground.about_files)
    report, code = checked(ground, asked, named=bool(server), notes=notes)
    write(report, style, {}, here, output)
    return code


def call(
    ctx: typer.Context,
    words: Words,
    *,
    wire: TheWire = False,
    approve: run_options.ApproveMode = None,
    protocol: options.Protocol = None,
    project: options.Project = None,
    mcp_config: options.McpConfig = None,
) -> int:
    """Call one tool as an agent would, and print what its model would get.

    Arguments are checked against the schema of the server, guards look at them, and at a terminal
    you are asked. Exit code 1 if the answer is an error, 2 if the call was wrong, 4 if it was
    denied, 5 if the server failed.
    """
    from skillctl.cli.exact import put
    from skillctl.cli.mcp_call import Heard, approvals, called, root_of
    from skillctl.cli.mcp_ground import meant
    from skillctl.cli.notice import say

    here, heard, said = surroundings(), Heard(), _said(words, typed=ctx.obj is not None)
    configs: Sequence[Path] = mcp_config or ()
    ground = meant(
        *(here, said.server, ctx.obj), project=project, mcp_configs=configs, protocol=protocol
    )
    say(ground.about_files)
    root = root_of(here, project) if ctx.obj is None else here.cwd
    try:
        allowed = approvals(ground, approve)
        result = called(here, ground, said, root=root, approvals=allowed, heard=heard)
    finally:
        if wire:
            put(heard.text())
    say(result.notes)
    if not wire:
        put(f"{result.text}\n")
    return 1 if result.is_error else 0


def _said(words: Sequence[str], *, typed: bool) -> Meaning:
    """What the words mean, with the arguments of stdin if they say so."""
    said = meaning(words, typed=typed)
    return said._replace(arguments=sys.stdin.read()) if said.arguments == STDIN else said
