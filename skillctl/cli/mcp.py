"""`skillctl mcp`: which servers are configured, and what they offer (mcp.md section 11)."""

import sys
from typing import Annotated

import typer

from skillctl.cli import options
from skillctl.cli.mcp_author import Server, call, check
from skillctl.cli.options import Format
from skillctl.cli.surroundings import surroundings
from skillctl.errors import SkillctlError
from skillctl.tokens import Counting, chosen

app = typer.Typer(
    no_args_is_help=True, add_completion=False, help="List, check and call MCP servers."
)


Env = Annotated[bool, typer.Option("--env", help="Name the variables that each server gets.")]


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


app.command("check")(check)
app.command("call")(call)
