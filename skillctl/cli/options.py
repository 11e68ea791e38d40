"""The options that several commands take, each declared once."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Format(StrEnum):
    """How a command prints what it shows."""

    TEXT = "text"
    JSON = "json"


class ReportFormat(StrEnum):
    """How a command prints a report: the formats of `report/`."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    GITHUB = "github"
    JUNIT = "junit"


Style = Annotated[Format, typer.Option("--format", help="How it is printed.")]
ReportStyle = Annotated[ReportFormat, typer.Option("--format", help="How to report.")]
Output = Annotated[Path | None, typer.Option(help="Write the report to this file.")]
Project = Annotated[
    Path | None,
    typer.Option("--project", metavar="DIR", help="The project, instead of finding it."),
]
Preset = Annotated[
    str | None, typer.Option("--preset", metavar="NAME", help="The set of settings to start from.")
]
Skills = Annotated[
    list[Path] | None, typer.Option("--skills", metavar="DIR", help="One more folder of skills.")
]
McpConfig = Annotated[
    list[Path] | None,
    typer.Option("--mcp-config", metavar="FILE", help="Servers of this file, and of no usual one."),
]
NoConfig = Annotated[
    bool,
    typer.Option("--no-config", help="Ignore every skill root, server and settings file."),
]
Dialect = Annotated[
    str, typer.Option("--dialect", metavar="NAME", help="The form of the request body.")
]
ConsentFrom = Annotated[
    Path | None,
    typer.Option(
        "--consent-from",
        metavar="FILE",
        help="For this call, also grant what this allow-list names; it lies outside of the "
        "repository. Without it, SKILLCTL_CONSENT_FROM names one.",
    ),
]
