"""The one type that leaves every checker, and the one type that enters every format."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum, StrEnum
from typing import NamedTuple

from skillctl.errors import Location


class Severity(IntEnum):
    """How much a finding weighs; compares by weight."""

    NOTE = 1
    WARNING = 2
    ERROR = 3

    def __str__(self) -> str:
        return self.name.lower()


class Safety(StrEnum):
    """Whether a fix keeps the meaning for certain."""

    SAFE = "safe"
    UNSAFE = "unsafe"


class Edit(NamedTuple):
    """Replace the bytes `start` to `end` (offsets in the file as stored) of `path` by `text`."""

    path: str
    start: int
    end: int
    text: str


class Absent(Enum):
    """In the intent of a fix: the key is taken away."""

    ABSENT = "absent"


class Fix(NamedTuple):
    """A repair in words and as edits.

    `intent` maps the JSON pointer of every value that the edits change to its new value.
    """

    safety: Safety
    message: str
    edits: tuple[Edit, ...]
    intent: Mapping[str, object] = {}


class Related(NamedTuple):
    """A second place that a finding speaks of."""

    location: Location
    message: str


class Defect(NamedTuple):
    """A kind of finding that a command other than lint reports, declared once.

    `kind` is the kind of thing that has it; `what` says in a sentence what is wrong, `why` why that
    matters and how to mend it; `severities` are all that it may have, the gravest first. `example`
    is a text that has it; `renames` tells that a misspelt key can be renamed for certain.
    `commands` are further ones that report it by the same code.
    """

    code: str
    name: str
    kind: str
    consequence: str
    what: str
    why: str
    severities: tuple[Severity, ...] = (Severity.ERROR,)
    example: str = ""
    renames: bool = False
    security: bool = False
    commands: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One defect: what, where, what follows from it, and what to do.

    `line` is the text of the source line at `location.start`, for the caret display; `field` is a
    JSON pointer; `subject` is the skill, server or scenario the finding is about; `evidence` holds
    further lines for a reader, such as the nearest bytes of a failed expectation. `unsaid` counts
    those of a flood for which this one stands; its message tells them.
    """

    code: str
    name: str
    severity: Severity
    message: str
    consequence: str
    location: Location
    kind: str
    subject: str = ""
    line: str | None = None
    security: bool = False
    targets: tuple[str, ...] = ()
    field: str | None = None
    related: tuple[Related, ...] = ()
    fix: Fix | None = None
    advice: str | None = None
    evidence: tuple[str, ...] = ()
    fingerprint: str = ""
    unsaid: int = 0

    @property
    def order(self) -> tuple[str, int, str]:
        """The order of every output: path, byte offset, code."""
        start = self.location.start
        return (self.location.path, start.offset if start else -1, self.code)


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One thing that was checked (a skill, a config, a scenario cell) and what was found.

    `skipped` says why a case was not run; `output` is what a reader may want of a failed one.
    """

    kind: str
    name: str
    path: str
    findings: tuple[Finding, ...] = ()
    suppressed: tuple[Finding, ...] = ()
    seconds: float | None = None
    properties: tuple[tuple[str, str], ...] = ()
    output: str = ""
    skipped: str | None = None


NOT_ENTERED = "not entered"


class Skipped(NamedTuple):
    """A path that was not checked, and why; of a folder that settings exclude, `NOT_ENTERED`."""

    path: str
    reason: str


class Alias(NamedTuple):
    """A second name of something that was checked under its first name."""

    path: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The result of a check, ready for any format; `command` is the command that checked.

    `repairs` tells whether that command can repair what it finds (`--fix`); `fixed` findings are
    gone, `withheld` ones stand among the rest, since their fix was not safe enough to be made.
    """

    cases: tuple[Case, ...]
    skipped: tuple[Skipped, ...] = ()
    aliases: tuple[Alias, ...] = ()
    root: str = "."
    targets: tuple[str, ...] = ("any",)
    platform: str = ""
    files: int = 0
    fail_on: Severity | None = Severity.ERROR
    least: Severity = Severity.WARNING
    command: str = "lint"
    baselined: int = 0
    fixed: int = 0
    withheld: int = 0
    repairs: bool = False
    here: str = ""
    docs: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings in the order of every output."""
        return tuple(sorted((f for c in self.cases for f in c.findings), key=lambda f: f.order))

    @property
    def suppressed(self) -> tuple[Finding, ...]:
        """All findings that a comment or a setting silenced, in the same order."""
        return tuple(sorted((f for c in self.cases for f in c.suppressed), key=lambda f: f.order))

    def count(self, severity: Severity) -> int:
        """How many findings have exactly this severity."""
        return sum(1 for case in self.cases for f in case.findings if f.severity is severity)

    def kinds(self) -> Counter[str]:
        """How many cases there are of each kind."""
        return Counter(case.kind for case in self.cases)

    @property
    def failed(self) -> bool:
        """Whether any finding is at or above the failing level."""
        return any(self.fails(finding) for finding in self.findings)

    def fails(self, finding: Finding) -> bool:
        """Whether this one finding is at or above the failing level."""
        return self.fail_on is not None and finding.severity >= self.fail_on
