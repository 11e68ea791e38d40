"""The options of `skillctl tools`, declared once (agent.md section 4)."""

from enum import StrEnum
from typing import Annotated

import typer

from skillctl.agent.tool_schema import SchemaView
from skillctl.agent.tool_table import Order


class ToolsFormat(StrEnum):
    """How the table is printed."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


Names = Annotated[list[str] | None, typer.Argument(metavar="NAME...", help="Only these tools.")]
Schema = Annotated[
    SchemaView | None,
    typer.Option(
        "--schema",
        help="Only the schema of the tool NAME. served: as the server sent it. sent: as the model "
        "gets it. diff: each place that was changed, and the rule that changed it.",
    ),
]
Style = Annotated[ToolsFormat, typer.Option("--format", help="How it is printed.")]
Sort = Annotated[
    Order,
    typer.Option(
        "--sort",
        help="model: as they are sent. tokens: heaviest first. server: by server, in it heaviest "
        "first.",
    ),
]
Server = Annotated[
    str,
    typer.Option(
        "--server",
        metavar="KEY",
        help="Only the tools of this server, or builtin.",
        show_default="all servers",
    ),
]
Budget = Annotated[
    int | None,
    typer.Option(
        "--budget",
        metavar="N",
        min=1,
        help="Tokens that shares are of.",
        show_default="the setting run.context-window",
    ),
]
MaxTokens = Annotated[
    int | None,
    typer.Option(
        "--max-tokens",
        metavar="N",
        min=0,
        help="Exit 1 if the whole list takes more tokens than this, by the printed method.",
    ),
]
Missing = Annotated[
    bool, typer.Option("--allow-missing", help="Exit 0 although the tools of a server are missing.")
]
