"""A tool call between its checks and its doing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from skillctl.policy.verdict import ALLOWED, Verdict


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What the model gets back; `full` is the whole text where `text` is a part of it.

    `cut` tells that it is a part, also where the whole is not kept. `event` holds the fields of a
    `skill` event, where a call activated a skill or read a resource.
    """

    text: str
    is_error: bool = False
    full: str | None = None
    event: Mapping[str, object] | None = None
    cut: bool = False


class ToolError(Exception):
    """A call cannot be done; the words go to the model and the run goes on."""


class Refused(ToolError):
    """A guard refuses a call; no flag lifts it and nobody is asked."""


def _no_preview() -> str:
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A call that passed its checks: how it is done, what the guards say, whether it asks.

    `preview` says what will change, for a person who is asked; `run` may raise `ToolError`.
    """

    run: Callable[[], ToolResult]
    verdict: Verdict = ALLOWED
    asks: bool = False
    preview: Callable[[], str] = _no_preview
