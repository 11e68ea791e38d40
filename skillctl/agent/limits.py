"""The limits of a run, each checked before a request or a call is made (agent.md section 9)."""

from collections.abc import Callable
from dataclasses import InitVar, dataclass, field

from skillctl.errors import LimitReached


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a run may do; `timeout` is in seconds, None for no limit."""

    max_turns: int = 20
    max_tool_calls: int = 100
    timeout: float | None = None


class Reached(LimitReached):
    """One limit: its name, its value, and how far the run had come."""

    def __init__(self, name: str, value: float, at: float) -> None:
        option = f"--{name.replace('_', '-')}"
        super().__init__(f"limit {name} reached: {value:g}", hint=f"{option} sets it for this run")
        self.name = name
        self.value = value
        self.at = at


@dataclass
class Meter:
    """Counts requests and calls of a run and the time that it took.

    `earlier` are the requests of earlier user messages, each of which may have so many. `waited`
    gives the seconds spent waiting for a person, which do not count. The time counts from `began`,
    or from now.
    """

    limits: Limits
    clock: Callable[[], float]
    waited: Callable[[], float] = lambda: 0.0
    began: InitVar[float | None] = None
    requests: int = 0
    earlier: int = 0
    calls: int = 0
    started: float = field(init=False)

    def __post_init__(self, began: float | None) -> None:
        self.started = self.clock() if began is None else began

    def message(self) -> None:
        """Begin another user message."""
        self.earlier = self.requests

    def request(self) -> None:
        """Count a request about to be made; Reached if it may not be."""
        made = self.requests - self.earlier
        if made >= self.limits.max_turns:
            raise Reached("max_turns", self.limits.max_turns, made)
        self._check_time()
        self.requests += 1

    def call(self) -> None:
        """Count a tool call about to be made; Reached if it may not be."""
        if self.calls >= self.limits.max_tool_calls:
            raise Reached("max_tool_calls", self.limits.max_tool_calls, self.calls)
        self._check_time()
        self.calls += 1

    def over(self) -> bool:
        """Whether the time of the run is over."""
        timeout = self.limits.timeout
        return timeout is not None and self._spent() >= timeout

    def _spent(self) -> float:
        return self.clock() - self.started - self.waited()

    def _check_time(self) -> None:
        timeout = self.limits.timeout
        if timeout is not None and (spent := self._spent()) >= timeout:
            raise Reached("timeout", timeout, round(spent, 3))
