"""The options that several commands take, each declared once."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from skillctl.tokens import FRAMING, Counting


class Format(StrEnum):
    """How a command prints what it shows."""

    TEXT = "text"
    JSON = "json"


class SurfaceName(StrEnum):
    """How a model reaches the tools of servers."""

    TOOLS = "tools"
    SKILLS = "skills"
    AUTO = "auto"


class ProtocolName(StrEnum):
    """How a server is met: by the handshake, without it, or by whichever it knows."""

    AUTO = "auto"
    HANDSHAKE = "handshake"
    MODERN = "2026-07-28"


class ReportFormat(StrEnum):
    """How a command prints a report: the formats of `report/`."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    GITHUB = "github"
    JUNIT = "junit"


Style = Annotated[Format, typer.Option("--format", help="How it is printed.")]
_HOW_TO_REPORT = typer.Option("--format", help="How to report.")
ReportStyle = Annotated[ReportFormat, _HOW_TO_REPORT]
ReportStyleOrSetting = Annotated[ReportFormat | None, _HOW_TO_REPORT]
Output = Annotated[Path | None, typer.Option(help="Write the report to this file.")]
Project = Annotated[
    Path | None,
    typer.Option(
        "--project",
        metavar="DIR",
        help="The folder of the project; without it, the nearest from here up that holds .git or "
        "settings of skillctl, else this one.",
    ),
]
Protocol = Annotated[
    ProtocolName | None,
    typer.Option("--protocol", help="Speak so to the servers, whatever their entries say."),
]
Preset = Annotated[
    str | None,
    typer.Option("--preset", metavar="NAME", help="The named set of settings to start from."),
]
Skills = Annotated[
    list[Path] | None,
    typer.Option("--skills", metavar="DIR", help="Look for skills in this folder, too."),
]
McpConfig = Annotated[
    list[Path] | None,
    typer.Option(
        "--mcp-config",
        metavar="FILE",
        help="Take servers from this file alone, not from .mcp.json and the like.",
    ),
]
Files = Annotated[
    list[str] | None,
    typer.Option(
        "--file",
        metavar="PATH",
        help="A file that the task is about: skills whose autoAttach fits it come first, and a "
        "hint below the task names them. May be given several times.",
    ),
]
ActivatedSkill = Annotated[
    str | None,
    typer.Option(
        "--skill",
        metavar="NAME",
        help="Activate this skill: its text goes before the task, as a message of the user.",
    ),
]
SkillArguments = Annotated[
    str | None,
    typer.Option(
        "--args",
        metavar="TEXT",
        help="With --skill: what stands in the text for $ARGUMENTS and $1 to $9.",
    ),
]
CatalogBudget = Annotated[
    int,
    typer.Option(
        "--catalog-budget",
        min=0,
        metavar="N",
        help="Characters that the catalog of skills may have; 0 = no limit.",
    ),
]
Fakes = Annotated[
    list[Path] | None,
    typer.Option(
        "--fake",
        metavar="FILE",
        help="Serve this file as a server of yours, in this process; no consent is needed. It "
        "takes the place of a server of its name. May be given several times.",
    ),
]
Tiers = Annotated[
    int,
    typer.Option(
        "--tiers",
        min=3,
        max=4,
        help="With 3, what is printed leaves out tier 4, scripts and assets, and the text of "
        "pinned skills. What a model gets does not change.",
    ),
]
Surface = Annotated[
    SurfaceName | None,
    typer.Option(
        "--surface",
        help="How the model reaches servers: by a tool for each of theirs, by a skill for each "
        "server and one tool that calls them, or by skills where the tools are over 10,000 tokens.",
        show_default="that of the settings",
    ),
]
NoConfig = Annotated[
    bool,
    typer.Option("--no-config", help="Without any skills, servers and settings files."),
]
Dialect = Annotated[
    str | None,
    typer.Option(
        "--dialect",
        metavar="NAME",
        help="The form of the request body: openai-chat, openai-responses or anthropic-messages.",
        show_default="that of the model, else openai-chat",
    ),
]
TokensMethod = Annotated[
    Counting | None,
    typer.Option(
        "--tokens-method",
        help="How tokens are counted. estimate: UTF-8 bytes / 4, alike on every machine. exact: "
        f"by o200k_base, which needs the extra `tokens`; {FRAMING}.",
        show_default="exact where the extra is installed; of `mcp tools`: estimate",
    ),
]
ConsentFrom = Annotated[
    Path | None,
    typer.Option(
        "--consent-from",
        metavar="FILE",
        help="For this call, also grant what this allow-list names; it lies outside of the "
        "repository. The variable SKILLCTL_CONSENT_FROM names one for every command.",
    ),
]
