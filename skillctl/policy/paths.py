"""The path guard: which files a tool may read or write (agent.md section 7.1).

Guards catch accidents and known tricks; they are no sandbox.
"""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from skillctl.policy.verdict import ALLOWED, Decision, Verdict


class Access(StrEnum):
    """What somebody wants to do with a path."""

    READ = "read"
    WRITE = "write"


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """Where tools may go; every path is absolute and resolved.

    `protected` holds the folders of consent and session logs; `readable` holds what may be read
    although it lies outside the root (files of active skills, artifacts of cut results).
    """

    root: Path
    home: Path
    protected: tuple[Path, ...] = ()
    readable: tuple[Path, ...] = ()

    @property
    def writable(self) -> bool:
        """Whether write tools make sense: not in the home folder, a folder above it, or `/`."""
        return not self.home.is_relative_to(self.root)


@dataclass(frozen=True, slots=True)
class Judged:
    """A path as it was resolved, and what the guard says about it."""

    path: Path
    verdict: Verdict


CLOSED_FOLDERS = frozenset({".git", ".skillctl"})

SENSITIVE_FOLDERS = frozenset({".aws", ".ssh"})
SENSITIVE_NAMES = frozenset({".npmrc", ".netrc", ".pypirc"})
SENSITIVE_STARTS = (".env", "id_")
SENSITIVE_ENDS = (".pem", ".key")

STEERING_FOLDERS = frozenset(
    {
        *(".claude", ".cursor", ".vscode", ".gemini", ".codex"),
        *(".agents", ".gbs", ".kiro", ".roo", ".windsurf", ".continue", ".zed", ".opencode"),
        *(".github", ".circleci", ".buildkite", ".gitlab"),
        *(".githooks", ".husky"),
    }
)
STEERING_NAMES = frozenset(
    {
        *(".mcp.json", "mcp.json", "mcp_config.json", "skillctl.toml", "skill.md"),
        *("opencode.json", "opencode.jsonc", "claude.md", "agents.md", "gemini.md"),
        *(".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".profile", ".inputrc"),
        *(".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout", ".kshrc", ".cshrc", ".tcshrc"),
        *(".login", "config.fish", ".gitconfig", ".gitmodules"),
        *("makefile", "gnumakefile", "justfile"),
        *(".gitlab-ci.yml", ".travis.yml", "azure-pipelines.yml", "bitbucket-pipelines.yml"),
        *("jenkinsfile", ".drone.yml", ".pre-commit-config.yaml", "lefthook.yml"),
    }
)


def judge_path(
    text: str, access: Access, area: Area, real: Callable[[str], str] = os.path.realpath
) -> Judged:
    """Resolve a path as a tool was given it (relative to the root) and judge it.

    `real` resolves the deepest existing ancestor through links and appends the rest.
    """
    if "\0" in text or not _encodable(text):
        return Judged(area.root, _refuse("the path holds a character that no path can hold"))
    try:
        path = Path(real(str(area.root / expanded(text, area.home))))
    except (OSError, RuntimeError):  # a chain of links that is too long
        return Judged(area.root, _refuse("the path cannot be resolved"))
    return Judged(path, _judge(path, access, area))


def expanded(text: str, home: Path) -> Path:
    """A path as it was given, with the home folder for a first `~`."""
    if text == "~" or text.startswith("~/"):
        return home / text[2:]
    return Path(text)


def _encodable(text: str) -> bool:
    try:
        text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return False
    return True


def _judge(path: Path, access: Access, area: Area) -> Verdict:
    """The table of agent.md section 7.1, the most restrictive row first."""
    if lies_in_any(path, area.protected):
        return _refuse("consent and session logs are closed to tools")
    if not path.is_relative_to(area.root):
        opened = access is Access.READ and any(path.is_relative_to(p) for p in area.readable)
        return ALLOWED if opened else _refuse("it is outside the workspace")
    parts = _folded(path.relative_to(area.root))
    closed = CLOSED_FOLDERS.intersection(parts)
    if closed:
        return _refuse(f"{min(closed)} is closed to tools")
    if access is Access.WRITE and not area.writable:
        return _refuse("the workspace is the home folder or lies above it, so nothing is written")
    return _confirmed(parts, access)


def _confirmed(parts: list[str], access: Access) -> Verdict:
    """The rows that a person may allow."""
    name = parts[-1] if parts else ""
    if is_sensitive(parts):
        return Verdict(Decision.CONFIRM, "such files often hold secrets")
    if access is Access.WRITE and (name in STEERING_NAMES or STEERING_FOLDERS.intersection(parts)):
        return Verdict(Decision.CONFIRM, "it steers agents, shells, builds or CI")
    return ALLOWED


def is_sensitive(parts: list[str]) -> bool:
    """Whether a path, as its parts in lower case, is one that often holds secrets."""
    name = parts[-1] if parts else ""
    return bool(
        SENSITIVE_FOLDERS.intersection(parts)
        or name in SENSITIVE_NAMES
        or name.startswith(SENSITIVE_STARTS)
        or name.endswith(SENSITIVE_ENDS)
    )


def lies_in_any(path: Path, folders: Iterable[Path]) -> bool:
    """Whether a path is in one of some folders, spelled in any case."""
    own = _folded(path)
    return any(own[: len(parts)] == parts for parts in map(_folded, folders))


def _folded(path: Path) -> list[str]:
    return [part.casefold() for part in path.parts]


def _refuse(reason: str) -> Verdict:
    return Verdict(Decision.REFUSE, reason)
