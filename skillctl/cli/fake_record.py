"""`skillctl fake record`: a real server becomes a fake (harness.md section 1)."""

from pathlib import Path
from typing import Annotated

import typer

from skillctl.cli import options
from skillctl.cli.surroundings import surroundings
from skillctl.errors import SkillctlError

Server = Annotated[
    str | None,
    typer.Argument(metavar="[SERVER]", help="Which server; before -- COMMAND, the name it gets."),
]
Command = Annotated[
    str | None,
    typer.Option("--command", metavar="TEXT", help="A command line, in place of -- COMMAND ARG…"),
]
Calls = Annotated[
    Path | None,
    typer.Option(
        "--calls",
        metavar="F.jsonl",
        help='Also make these calls, one {"tool", "arguments"} a line; nobody is asked.',
    ),
]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="F", help="Write the fake here, not to stdout.")
]
Redact = Annotated[
    list[str] | None,
    typer.Option("--redact", metavar="REGEX", help="Take out what matches this, too."),
]
Volatile = Annotated[
    list[str] | None,
    typer.Option(
        "--volatile",
        metavar="JSONPATH",
        help="This place of results, such as $.structuredContent.time, differs from call to call.",
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Replace the file of --out if it is there.")]


def record(
    ctx: typer.Context,
    server: Server = None,
    *,
    command: Command = None,
    calls: Calls = None,
    out: Out = None,
    redact: Redact = None,
    volatile: Volatile = None,
    force: Force = False,
    protocol: options.Protocol = None,
    project: options.Project = None,
    mcp_config: options.McpConfig = None,
) -> int:
    """Make a fake from a server: it lists the same and answers recorded calls alike.

    Values of the server's environment and headers, keys of known services, the home folder and
    the name of the account become [redacted:N]. The fake is served and compared: exit code 1 if
    it differs, 4 if the server waits for consent, 5 if it fails.
    """
    from skillctl.cli.fake_recording import Asked, finish, plan, recorded
    from skillctl.cli.mcp_ground import meant
    from skillctl.cli.notice import say

    if command is not None and ctx.obj is not None:
        raise SkillctlError("there are two commands", hint="give one of --command and --")
    here = surroundings()
    asked = plan(
        here, Asked(calls, out, tuple(redact or ()), tuple(volatile or ()), force), command
    )
    ground = meant(
        *(here, server, ctx.obj if command is None else asked.command),
        project=project,
        mcp_configs=mcp_config or (),
        protocol=protocol,
    )
    say(ground.about_files)
    return finish(here, asked, *recorded(here, ground, server, asked))
