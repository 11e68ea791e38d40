"""`skillctl mcp`: which servers are configured, and what they offer (mcp.md section 11)."""

import sys
from typing import Annotated

import typer

from skillctl.cli import options, run_options
from skillctl.cli.options import Format, ReportFormat
from skillctl.cli.surroundings import surroundings
from skillctl.errors import SkillctlError
from skillctl.tokens import Counting, chosen

app = typer.Typer(
    no_args_is_help=True, add_completion=False, help="List MCP servers and their tools."
)


Env = Annotated[bool, typer.Option("--env", help="Name the variables that each server gets.")]
Server = Annotated[
    str | None,
    typer.Argument(
        metavar="[SERVER]", help="Only this server; before -- COMMAND, the name it gets."
    ),
]


@app.command("list")
def list_servers(
    ctx: typer.Context,
    style: options.Style = Format.TEXT,
    env: Env = False,
    project: options.Project = None,
    mcp_config: options.McpConfig = None,
) -> int:
    """List the configured servers, where they come from and whether they may start; start none."""
    from skillctl.cli.mcp_ground import configured
    from skillctl.cli.mcp_list import list_json, list_text

    if ctx.obj is not None:
        raise SkillctlError("`mcp list` takes no command", hint="skillctl mcp tools -- COMMAND")
    ground = configured(surroundings(), project, mcp_config or ())
    sys.stdout.write(list_json(ground) if style is Format.JSON else list_text(ground, env=env))
    return 0


@app.command("tools")
def tools(
    ctx: typer.Context,
    server: Server = None,
    *,
    style: options.Style = Format.TEXT,
    tokens_method: options.TokensMethod = None,
    protocol: options.Protocol = None,
    project: options.Project = None,
    mcp_config: options.McpConfig = None,
) -> int:
    """Start servers that were agreed to, or `-- COMMAND ARG…`, and print what they offer.

    Exit code 5 if one of them failed or a file of them cannot be used, 4 if the one that was named
    waits for consent.
    """
    from skillctl.cli.mcp_ground import meant, started
    from skillctl.cli.notice import say

    method = chosen(tokens_method or Counting.ESTIMATE)
    ground = meant(
        *(surroundings(), server, ctx.obj),
        project=project,
        mcp_configs=mcp_config or (),
        protocol=protocol,
    )
    asked = [ground.pick(server)] if server else ground.used
    say(ground.about_files)
    with started(ground, asked) as manager:
        # imported while the servers start
        from skillctl.cli.mcp_tools import exit_code, report, tools_json, tools_text

        manager.scan()
        statuses = manager.statuses()
    notes = {name: status.notes for name, status in manager.statuses().items()}
    reports = report(ground, asked, statuses, notes)
    if style is Format.TEXT and not asked:
        sys.stdout.write(f"{ground.nothing}\n")
    printed = tools_json if style is Format.JSON else tools_text
    sys.stdout.write(printed(reports, method))
    return exit_code(reports, named=bool(server), broken=ground.broken)


@app.command("check")
def check(
    ctx: typer.Context,
    server: Server = None,
    *,
    style: options.ReportStyle = ReportFormat.TEXT,
    notes: Annotated[
        bool, typer.Option("--notes", help="Also say where providers see another schema.")
    ] = False,
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

    here = surroundings()
    ground = meant(
        *(here, server, ctx.obj), project=project, mcp_configs=mcp_config or (), protocol=protocol
    )
    asked = [ground.pick(server)] if server else ground.used
    say(ground.about_files)
    report, code = checked(ground, asked, named=bool(server), notes=notes)
    write(report, style, {}, here, output)
    return code


@app.command("call")
def call(
    ctx: typer.Context,
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="[SERVER] TOOL [JSON]",
            help="Which tool, by its raw name or the agent's, and its arguments as one JSON "
            "object, or - for stdin. Before -- COMMAND, SERVER may be left out.",
        ),
    ],
    *,
    wire: Annotated[
        bool, typer.Option("--wire", help="Print the JSON-RPC lines instead, > out and < in.")
    ] = False,
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
    from skillctl.cli.ground import put
    from skillctl.cli.mcp_call import STDIN, Heard, approvals, called, meaning, root_of
    from skillctl.cli.mcp_ground import meant
    from skillctl.cli.notice import say

    here, heard = surroundings(), Heard()
    said = meaning(words, typed=ctx.obj is not None)
    if said.arguments == STDIN:
        said = said._replace(arguments=sys.stdin.read())
    ground = meant(
        *(here, said.server, ctx.obj),
        project=project,
        mcp_configs=mcp_config or (),
        protocol=protocol,
    )
    say(ground.about_files)
    try:
        result = called(
            *(here, ground, said),
            root=here.cwd if ctx.obj is not None else root_of(here, project),
            approvals=approvals(ground, approve),
            heard=heard,
        )
    finally:
        if wire:
            put(heard.text())
    say(result.notes)
    if not wire:
        put(f"{result.text}\n")
    return 1 if result.is_error else 0
