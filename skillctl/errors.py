"""Where something is, and the tree of errors that end a command.

SkillctlError            2  usage, settings, or nothing to check
├── StoreError           2  a file of ours cannot be read or must not be changed
├── LimitReached         3  turns, calls, tokens or time
├── Denied               4  denied, or approval needed and nobody there to ask
├── EndpointFailed       5  a model endpoint or an MCP server failed
└── ScriptMismatch       6  an unexpected model call, or turns left over

A defect in a file that is being checked is a `Finding`, never one of these.
"""

from typing import ClassVar, NamedTuple


class Position(NamedTuple):
    """A place in a text: line and column (code points) from 1, offset in bytes of the file."""

    line: int
    column: int
    offset: int


class Location(NamedTuple):
    """A file as it is printed and, where known, the part of it that is meant (end exclusive).

    As text it is always one line: a file name may hold line ends, which could forge a message.
    """

    path: str
    start: Position | None = None
    end: Position | None = None

    def __str__(self) -> str:
        path = self.path.replace("\n", "\\n").replace("\r", "\\r")
        if self.start is None:
            return path
        return f"{path}:{self.start.line}:{self.start.column}"


class SkillctlError(Exception):
    """We cannot do what was asked; says why, where, and what to do about it."""

    exit_code: ClassVar[int] = 2

    def __init__(
        self, message: str, *, hint: str | None = None, location: Location | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.location = location


class StoreError(SkillctlError):
    """A file of ours (consent, preferences, session) cannot be used; it was not changed."""


class LimitReached(SkillctlError):
    """A limit of the run was reached."""

    exit_code = 3


class Denied(SkillctlError):
    """Somebody or nobody was asked, and the answer was not yes."""

    exit_code = 4


class EndpointFailed(SkillctlError):
    """A model endpoint or an MCP server failed."""

    exit_code = 5


class ScriptMismatch(SkillctlError):
    """A scripted model was called more often, or less often, than its script says."""

    exit_code = 6
