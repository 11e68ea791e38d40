"""The options of `skillctl prompt`, declared once (agent.md section 3)."""

from enum import StrEnum
from typing import Annotated

import typer


class PromptFormat(StrEnum):
    """What `prompt` prints."""

    TEXT = "text"
    BODY = "body"
    JSON = "json"
    DIFF = "diff"


class Section(StrEnum):
    """Which part of the prompt is printed as text."""

    SYSTEM = "system"
    SKILLS = "skills"
    MCP = "mcp"
    PINNED = "pinned"
    TOOLS = "tools"
    MESSAGES = "messages"


Task = Annotated[
    str | None,
    typer.Argument(metavar="TASK", help="What the user asks for; it goes into the body."),
]
Model = Annotated[
    str | None, typer.Option("--model", metavar="NAME", help="The model that the body names.")
]
Style = Annotated[
    PromptFormat,
    typer.Option(
        "--format",
        help="text: one section. body: the bytes of the request. json: all, with sources. diff: "
        "what is not as in --against, then how much each change matters.",
    ),
]
Part = Annotated[
    Section | None,
    typer.Option("--section", help="Only this part of the text.", show_default="system"),
]
Digest = Annotated[
    bool, typer.Option("--sha256", help="Print the digest of what would be printed.")
]
Tokens = Annotated[bool, typer.Option("--tokens", help="Print how many tokens each part takes.")]
Explain = Annotated[
    str | None,
    typer.Option(
        "--explain", metavar="NAME", help="Say why a skill, server or tool is there, or is not."
    ),
]
Sources = Annotated[
    bool, typer.Option("--sources", help="Print each line beside the place it comes from.")
]
Against = Annotated[
    str | None,
    typer.Option(
        "--against",
        metavar="SNAPSHOT",
        help="Compare with what was kept: a snapshot folder, a file with a request body, or a "
        "request of a session (ID#3). Exits with 1 if they differ. Without TASK and --model, those "
        "of a snapshot or session count.",
    ),
]
Subagent = Annotated[
    bool,
    typer.Option(
        "--subagent",
        help="The request of a subagent: it may load skills, but is told of none: no catalog, no "
        "pinned text, no hint.",
    ),
]
RequireAll = Annotated[
    bool,
    typer.Option(
        "--require-all",
        help="Exit 4 if a skill or server is left out since it waits for consent, 5 if a server or "
        "a file that has some is out of order.",
    ),
]
Stable = Annotated[
    bool,
    typer.Option(
        "--check-stable",
        help="Build the request 8 times, each with something varied that no byte may depend on "
        "(orders of files, folders, keys, starts, pages; two processes), and print its digest; or "
        "exit 1 with the first byte that differs.",
    ),
]
Invisible = Annotated[
    bool, typer.Option("--show-invisible", help="Show hidden characters as \\u{200B}.")
]
