"""The frozen view of one run: skills, servers, tools, and what is not there and why."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from skillctl.skills.focus import NO_FOCUS, Focus
from skillctl.skills.model import SkillSnapshot
from skillctl.toolspec import ToolSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class Absence:
    """A skill, server or tool that does not reach the model.

    `reason` is one of disabled, hidden, invalid, shadowed, pending, changed, denied, cut,
    server-failed, filtered, bad-schema, duplicate, surface (agent.md section 3). `alias` is the
    final name of a tool whose raw name is `name`.
    """

    kind: str
    name: str
    reason: str
    detail: str = ""
    remedy: str = ""
    alias: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerView:
    """One configured server as this run sees it; `state` as in mcp.md section 7.

    `consent` is granted, changed, missing, denied, or exempt for a server of the user; `error`
    says why there are no tools of it.
    """

    key: str
    state: str
    fingerprint: str = ""
    protocol: str = ""
    instructions: str = ""
    error: str = ""
    consent: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Instruction:
    """A file of the project that the user wants in every prompt, as it stands there.

    `line` is that of its first text; `marker` stands below it if it was cut; `removed` counts what
    was taken out of it.
    """

    shown: str
    text: str
    line: int = 1
    marker: str = ""
    removed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Everything that shapes the prompt, with one SHA-256 (hex) over it.

    `focus` is what the request is about. `writable` is False where the root is the home folder or
    above it; `notes` are lines for people; `naming` is how the names of tools were made. On the
    surface `skills` the tools are reached through `call_mcp_tool`, and `schemas` says where that of
    each is told, by server and raw name. `instructions` are files that the user wants in every
    prompt.
    """

    skills: SkillSnapshot
    servers: tuple[ServerView, ...] = ()
    tools: tuple[ToolSpec, ...] = ()
    absences: tuple[Absence, ...] = ()
    hash: str = ""
    focus: Focus = NO_FOCUS
    writable: bool = True
    notes: tuple[str, ...] = ()
    naming: str = "double"
    surface: str = "tools"
    schemas: Mapping[tuple[str, str], str] = field(default_factory=dict)
    instructions: tuple[Instruction, ...] = ()
