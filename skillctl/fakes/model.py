"""A fake server file that is right: what the core works from."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from skillctl.errors import Location
from skillctl.fakes.protocol import VERSIONS

EVERY = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """`[server]`: who it says it is, and how it treats requests and lists."""

    name: str = "fake"
    version: str = "1.0.0"
    title: str | None = None
    instructions: str | None = None
    protocol: tuple[str, ...] = VERSIONS
    answer: str | None = None
    page_size: int | None = None
    unknown_method: str = "error"
    omit: frozenset[str] = frozenset()
    validate_args: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """How the process ends: its code, what it says on stderr, how much it still writes."""

    code: int = 0
    stderr: str = ""
    after_bytes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Process:
    """`[process]`: what happens before the first message; times in milliseconds."""

    start_delay_ms: int = 0
    stderr: tuple[str, ...] = ()
    stdout_before: tuple[bytes, ...] = ()
    exit_at_start: Leave | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """`[[tool.reply]]`: `match` and `answer` are keys of the file, with their values.

    `location` is the match key; times are milliseconds.
    """

    match: str
    wanted: Any
    answer: str
    value: Any
    location: Location
    delay_ms: int = 0
    progress: tuple[float, ...] = ()
    template: bool = False
    is_error: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """`[[tool]]`: its definition as it is listed, and its replies.

    `input_schema` judges arguments; None for a raw `definition`, which may be wrong on purpose.
    """

    name: str
    definition: Mapping[str, Any]
    location: Location
    input_schema: Mapping[str, Any] | None = None
    hidden: bool = False
    replies: tuple[Reply, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """`[[fault]]`: which request (`nth` from 1; EVERY is all) and the effects by their keys."""

    on: str
    effects: Mapping[str, Any]
    location: Location
    tool: str | None = None
    nth: frozenset[int] | None = EVERY


@dataclass(frozen=True, slots=True)
class Moment:
    """The `count`th message of a method, from 1, as in `tools/call#2`."""

    method: str
    count: int

    def __str__(self) -> str:
        return f"{self.method}#{self.count}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """`[[event]]`: what happens after a moment; no moment is the start."""

    after: Moment | None
    location: Location
    notify: str | None = None
    set_tools: tuple[str, ...] | None = None
    stderr: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Expect:
    """`[[expect]]`: what the client must have sent by the end; no count is at least once."""

    method: str
    location: Location
    of: Moment | None = None
    count: int | None = None
    within_ms: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FakeFile:
    """A whole file."""

    path: str
    server: Server = Server()
    process: Process = Process()
    tools: tuple[Tool, ...] = ()
    faults: tuple[Fault, ...] = ()
    events: tuple[Happening, ...] = ()
    expects: tuple[Expect, ...] = ()
