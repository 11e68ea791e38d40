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
    typer.Argument(
        metavar="NAME|FILE...", help="Only these servers and skills, or those of a config file."
    ),
]
Names = Annotated[list[str] | None, typer.Argument(metavar="NAME...", help="Servers and skills.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="A server or skill.")]
Kind = Annotated[
    ItemKind | None,
    typer.Option("--kind", help="Which is meant, if a server and a skill share a name."),
]
Source = Annotated[
    str | None,
    typer.Option(
        "--source", metavar="PATH", help="Which is meant, by its column source in the status."
    ),
]
Fingerprint = Annotated[
    str | None,
    typer.Option(
        "--fingerprint",
        metavar="SHA256",
        help="Grant without a question if the content has exactly this fingerprint.",
    ),
]
From = Annotated[
    Path | None, typer.Option("--from", metavar="FILE", help="Grant what this allow-list names.")
]
Canonical = Annotated[
    bool, typer.Option("--canonical", help="Print the text that is hashed, secrets masked.")
]
Expect = Annotated[
    str | None,
    typer.Option(
        "--expect",
        metavar="SHA256",
        help="Exit 1 unless the workspace, the last line, has this one.",
    ),
]
Check = Annotated[
    bool, typer.Option("--check", help="Exit 1 if any is changed or missing, 4 if denied.")
]
All = Annotated[bool, typer.Option("--all", help="All decisions about this project.")]
