"""A fake server file that is right: what the core works from."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
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
    era: str = "handshake"
    capabilities: Mapping[str, Any] | None = None
    cursor: str = "normal"
    seed: int = 0
    shuffle: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """How the process ends: its code, what it says on stderr, how much it still writes."""

    code: int = 0
    stderr: str = ""
    after_bytes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Helper:
    """`[process.helper]`: a child that stays for so many seconds, and no longer than its parent.

    `group` is the process group it is in: the same one, its own, that of its own session.
    """

    group: str = "same"
    ignore: frozenset[str] = frozenset()
    outlive: bool = False
    seconds: int = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Process:
    """`[process]`: how it starts, writes and ends; times in milliseconds."""

    start_delay_ms: int = 0
    stderr: tuple[str, ...] = ()
    stderr_bytes: int = 0
    stdout_before: tuple[bytes, ...] = ()
    bom: bool = False
    crlf: bool = False
    ignore: frozenset[str] = frozenset()
    stop_reading: bool = False
    exit_at_start: Leave | None = None
    helper: Helper | None = None


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
    progress_every_ms: int = 0
    progress_endless: bool = False
    logs: tuple[Mapping[str, Any], ...] = ()
    template: bool = False
    is_error: bool = False
    meta: Mapping[str, Any] | None = None


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
class Resource:
    """`[[resource]]` or `[[resource_template]]`: its definition as listed, and what reading gives.

    `uri` is the URI or the template of URIs; `mime` is that of the contents.
    """

    uri: str
    definition: Mapping[str, Any]
    location: Location
    mime: str | None = None
    replies: tuple[Reply, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """`[[prompt]]`: its definition as it is listed, and what getting it gives."""

    name: str
    definition: Mapping[str, Any]
    location: Location
    required: tuple[str, ...] = ()
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


@dataclass(frozen=True, slots=True)
class Elapsed:
    """So many milliseconds after the start, as in `ms:500`."""

    ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """`[[event]]`: what happens after a moment or a time; without one at the start.

    `expect` is how the client has to answer the `request`, within so many milliseconds.
    """

    after: Moment | Elapsed | None
    location: Location
    notify: str | None = None
    set_tools: tuple[str, ...] | None = None
    stderr: tuple[str, ...] = ()
    raw: str | None = None
    request: str | None = None
    expect: str | None = None
    within_ms: int | None = None


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
    resources: tuple[Resource, ...] = ()
    templates: tuple[Resource, ...] = ()
    prompts: tuple[Prompt, ...] = ()
    lists: Mapping[str, str] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()
    events: tuple[Happening, ...] = ()
    expects: tuple[Expect, ...] = ()

    def changed(self, era: str | None, seed: int | None) -> "FakeFile":
        """With another era and another number of its order, where these are given."""
        era = self.server.era if era is None else era
        seed = self.server.seed if seed is None else seed
        return replace(self, server=replace(self.server, era=era, seed=seed))
