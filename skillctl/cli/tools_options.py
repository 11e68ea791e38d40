"""The options of `skillctl tools`, declared once (agent.md section 4)."""

from typing import Annotated

import typer

Names = Annotated[list[str] | None, typer.Argument(metavar="NAME...", help="Only these tools.")]
Missing = Annotated[
    bool, typer.Option("--allow-missing", help="Exit 0 although the tools of a server are missing.")
]
