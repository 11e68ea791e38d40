"""A scenario as it was read: a fixed view, a scripted model, and what is expected of the run."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from skillctl.agent.approvals import Rule
from skillctl.agent.dialects.known import DEFAULT_DIALECT
from skillctl.agent.messages import ToolCall
from skillctl.errors import Location


@dataclass(frozen=True, slots=True)
class ScenarioPlace:
    """Where something stands in the scenario file, with the text of that line."""

    location: Location
    line: str

    @property
    def number(self) -> int:
        """The number of the line, 0 where it is not known."""
        return self.location.start.line if self.location.start else 0


@dataclass(frozen=True, slots=True)
class NamedPath:
    """A file or folder that a scenario names; `shown` is its path in messages.

    `key` is empty where a fake names itself; `folder` is the one that the scenario lies in.
    """

    path: Path
    shown: str
    place: ScenarioPlace
    key: str = ""
    folder: Path = Path()


@dataclass(frozen=True, slots=True)
class Expectation:
    """What one model call must hold: a key of `turn.expect` and one wanted text or tool name."""

    key: str
    wanted: str
    place: ScenarioPlace


@dataclass(frozen=True, slots=True)
class Turn:
    """One reply of the scripted model, and what the request before it must hold.

    A call names a tool by its final name or as `server/raw`.
    """

    place: ScenarioPlace
    expectations: tuple[Expectation, ...]
    say: str
    calls: tuple[ToolCall, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCalled:
    """A tool was called: at least once, or exactly `times`, with these arguments if given."""

    place: ScenarioPlace
    tool: str
    times: int | None = None
    args: Mapping[str, object] | None = None
    args_subset: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True)
class NotCalled:
    """No tool whose name matches this glob was called."""

    place: ScenarioPlace
    pattern: str


@dataclass(frozen=True, slots=True)
class Order:
    """Tools were called in this order, others between them allowed."""

    place: ScenarioPlace
    tools: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SkillActivated:
    """The skill's instructions were loaded."""

    place: ScenarioPlace
    skill: str


@dataclass(frozen=True, slots=True)
class TextContains:
    """The final answer holds this text."""

    place: ScenarioPlace
    wanted: str


@dataclass(frozen=True, slots=True)
class Exit:
    """The run ended with this exit code."""

    place: ScenarioPlace
    code: int


Assertion: TypeAlias = ToolCalled | NotCalled | Order | SkillActivated | TextContains | Exit


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """One scenario file, valid. Limits that it leaves out are None; `place` is its `prompt`.

    `matrix` holds the dialects that it is run in; without one it is run in `dialect`.
    """

    path: str
    name: str
    prompt: str
    place: ScenarioPlace
    description: str = ""
    tags: tuple[str, ...] = ()
    skills: tuple[NamedPath, ...] = ()
    fakes: tuple[NamedPath, ...] = ()
    workspace: NamedPath | None = None
    files: Mapping[str, str] = field(default_factory=dict)
    max_turns: int | None = None
    max_tool_calls: int | None = None
    approval: str = "ask"
    rules: tuple[Rule, ...] = ()
    consent: Mapping[str, str] = field(default_factory=dict)
    dialect: str = DEFAULT_DIALECT
    matrix: tuple[str, ...] = ()
    turns: tuple[Turn, ...] = ()
    assertions: tuple[Assertion, ...] = ()

    @property
    def cells(self) -> "tuple[Scenario, ...]":
        """The scenario once for each dialect of its matrix, the dialect named in brackets."""
        return tuple(
            replace(self, name=f"{self.name}[{one}]", dialect=one, matrix=()) for one in self.matrix
        ) or (self,)
