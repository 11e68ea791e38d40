"""The options of `skillctl run` and `skillctl session`, declared once (agent.md section 12)."""

from enum import StrEnum
from typing import Annotated

import typer

DAY = 86_400


def seconds(text: str | float) -> float:
    """A number of seconds over 0 and of a day at most; a default is one already."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= DAY:  # false for what is not a number, too
        raise typer.BadParameter(f"{text!r} is not a number of seconds over 0 and up to {DAY:,}.")
    return value


class Approve(StrEnum):
    """What needs no question."""

    NONE = "none"
    READ_ONLY = "read-only"
    LISTED = "listed"
    ALL = "all"


Task = Annotated[
    str | None, typer.Argument(metavar="TASK", help="What to do; without it, stdin is read.")
]
Model = Annotated[
    str | None,
    typer.Option(
        "--model",
        metavar="test|script:FILE",
        help="test: calls each tool once. script:FILE: follows the turns of a scenario; its "
        "expectations only skillctl test checks.",
    ),
]
ApproveMode = Annotated[
    Approve | None,
    typer.Option(
        "--approve",
        help="Which calls run without a question. none: built-in tools that only read, which never "
        "ask. read-only: no more than none, since a server's claim to only read is not believed. "
        "listed: also what a rule allows; a run has no rules yet. all: every call. No value lifts "
        "a guard or a missing consent.",
        show_default="none",
    ),
]
MaxTurns = Annotated[
    int | None,
    typer.Option(
        "--max-turns", min=1, metavar="N", help="Most requests to the model.", show_default="20"
    ),
]
MaxToolCalls = Annotated[
    int | None,
    typer.Option(
        "--max-tool-calls", min=0, metavar="N", help="Most calls of tools.", show_default="100"
    ),
]
Timeout = Annotated[
    float | None,
    typer.Option(
        "--timeout",
        parser=seconds,
        metavar="S",
        help="Seconds for all of it, waiting for a person not counted.",
        show_default="600",
    ),
]
Json = Annotated[
    bool, typer.Option("--json", help="Print the session log on stdout, not the final text.")
]
NoLog = Annotated[bool, typer.Option("--no-log", help="Keep the session log in memory only.")]
StrictMcp = Annotated[
    bool,
    typer.Option(
        "--strict-mcp",
        help="Exit with 5 where a file of servers cannot be used, a server does not start, or one "
        "does not keep to the protocol; without it that is only told.",
    ),
]
ToolTimeout = Annotated[
    float | None,
    typer.Option(
        "--tool-timeout",
        parser=seconds,
        metavar="S",
        help="Seconds that a call of a server's tool may be silent, whatever its entry says.",
        show_default="120",
    ),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Print the first request and stop.")]
Id = Annotated[
    str, typer.Argument(metavar="ID", help="A session, the beginning of its id, or last.")
]
Request = Annotated[
    int | None, typer.Option("--request", min=1, metavar="N", help="Only this request.")
]
Body = Annotated[
    bool, typer.Option("--body", help="Print the bytes of that request; needs --request.")
]
