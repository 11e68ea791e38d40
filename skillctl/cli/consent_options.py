"""The options of `skillctl fingerprint` and `skillctl consent`, declared once."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class ItemKind(StrEnum):
    """The kinds of items that consent is given to."""

    SERVER = "server"
    SKILL = "skill"


Named = Annotated[
    list[str] | None,
    typer.Argument(metavar="NAME|FILE...", help="Only these items, or those of a config file."),
]
Names = Annotated[list[str] | None, typer.Argument(metavar="NAME...", help="The items meant.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="The item meant.")]
Kind = Annotated[ItemKind | None, typer.Option("--kind", help="Which kind of item is meant.")]
Source = Annotated[
    str | None, typer.Option("--source", metavar="S", help="The defining file or folder.")
]
Fingerprint = Annotated[
    str | None, typer.Option("--fingerprint", metavar="F", help="Grant if it is exactly this one.")
]
From = Annotated[
    Path | None, typer.Option("--from", metavar="FILE", help="Grant what this allow-list names.")
]
Canonical = Annotated[
    bool, typer.Option("--canonical", help="Print the text that is hashed, secrets masked.")
]
Expect = Annotated[
    str | None, typer.Option("--expect", metavar="F", help="Exit 1 unless the workspace has it.")
]
Check = Annotated[
    bool, typer.Option("--check", help="Exit 1 if any is changed or missing, 4 if denied.")
]
All = Annotated[bool, typer.Option("--all", help="All decisions about this project.")]
