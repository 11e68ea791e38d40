"""The options of `skillctl prompt` and `skillctl tools`, declared once (agent.md section 3)."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Format(StrEnum):
    """What `prompt` prints."""

    TEXT = "text"
    BODY = "body"
    JSON = "json"


class Section(StrEnum):
    """Which part of the prompt is printed as text."""

    SYSTEM = "system"
    SKILLS = "skills"
    MCP = "mcp"
    TOOLS = "tools"
    MESSAGES = "messages"


class TableFormat(StrEnum):
    """How `tools` prints its table."""

    TEXT = "text"
    JSON = "json"


Task = Annotated[str | None, typer.Argument(metavar="TASK", help="What the user asks for.")]
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
ConsentFrom = Annotated[
    Path | None,
    typer.Option(
        "--consent-from",
        metavar="FILE",
        help="For this call, also grant what this allow-list names; it lies outside of the "
        "repository. Without it, SKILLCTL_CONSENT_FROM names one.",
    ),
]
NoConfig = Annotated[
    bool,
    typer.Option("--no-config", help="Ignore every skill root, server and settings file."),
]
Dialect = Annotated[
    str, typer.Option("--dialect", metavar="NAME", help="The form of the request body.")
]
Model = Annotated[
    str | None, typer.Option("--model", metavar="NAME", help="The model that the body names.")
]
Style = Annotated[Format, typer.Option("--format", help="A section, the request body, or all.")]
Part = Annotated[
    Section | None,
    typer.Option("--section", help="Only this part of the text.", show_default="system"),
]
Digest = Annotated[
    bool, typer.Option("--sha256", help="Print the digest of what would be printed.")
]
Tokens = Annotated[bool, typer.Option("--tokens", help="Print what each part weighs in tokens.")]
Explain = Annotated[
    str | None,
    typer.Option("--explain", metavar="NAME", help="Say why a skill, server or tool is there."),
]
Sources = Annotated[
    bool, typer.Option("--sources", help="Print each line beside the place it comes from.")
]
Invisible = Annotated[
    bool, typer.Option("--show-invisible", help="Show hidden characters as \\u{200B}.")
]
Names = Annotated[list[str] | None, typer.Argument(metavar="NAME...", help="Only these tools.")]
Table = Annotated[TableFormat, typer.Option("--format", help="How the table is printed.")]
Missing = Annotated[
    bool, typer.Option("--allow-missing", help="Exit 0 although a server is not there.")
]
