"""The options of `skillctl lint`, declared once (lint.md section 1.3)."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Level(StrEnum):
    """The severities as words."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Machine(StrEnum):
    """The platforms that are judged for."""

    LINUX = "linux"
    MACOS = "macos"
    WINDOWS = "windows"


class FailOn(StrEnum):
    """The severities that may fail a run, and never."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"
    NEVER = "never"


Paths = Annotated[
    list[Path] | None, typer.Argument(help="Files and folders; - is stdin.", show_default=".")
]
Select = Annotated[list[str] | None, typer.Option(metavar="CODES", help="Run these rules only.")]
ExtendSelect = Annotated[
    list[str] | None,
    typer.Option(
        metavar="CODES", help="Run these rules beside the default ones and those of the settings."
    ),
]
Ignore = Annotated[
    list[str] | None,
    typer.Option(metavar="CODES", help="Do not run these; what the settings leave out runs."),
]
ExtendIgnore = Annotated[
    list[str] | None,
    typer.Option(metavar="CODES", help="Do not run these, nor those that the settings leave out."),
]
Target = Annotated[
    list[str] | None,
    typer.Option(metavar="HOST", help="Judge as this host does.", show_default="any"),
]
Platform = Annotated[
    Machine | None, typer.Option(help="Judge for this machine.", show_default="this one")
]
CheckEnv = Annotated[
    bool, typer.Option("--check-env", help="Look variables of configs up in the environment.")
]
User = Annotated[
    bool, typer.Option("--user", help="Read the user's own configs, too, for MC302 and MC303.")
]
UserConfig = Annotated[
    list[Path] | None, typer.Option(metavar="FILE", help="Read this config as one of the user's.")
]
Severity = Annotated[Level, typer.Option(help="Least severity shown.")]
Fail = Annotated[
    FailOn | None, typer.Option(help="Exit 1 from this severity on.", show_default="error")
]
Fix = Annotated[bool, typer.Option("--fix", help="Mend what is safe to mend, in the files.")]
Diff = Annotated[
    bool, typer.Option("--diff", help="Print what --fix would change, and exit 1 if it would.")
]
Isolated = Annotated[
    bool, typer.Option("--isolated", help="Heed no settings and no suppression comment.")
]
AllowEmpty = Annotated[
    bool, typer.Option("--allow-empty", help="Exit 0 if there is nothing to check.")
]
Jobs = Annotated[
    int | None, typer.Option(min=0, metavar="N", help="Processes.", show_default="0, automatic")
]
Statistics = Annotated[bool, typer.Option("--statistics", help="List all, and counts per rule.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="Print only the findings.")]
ShowSuppressed = Annotated[
    bool, typer.Option("--show-suppressed", help="List what was silenced, too.")
]
Config = Annotated[Path | None, typer.Option(help="Use this settings file.")]
StdinFilename = Annotated[
    Path | None, typer.Option(help="The name under which the text of - is judged.")
]
