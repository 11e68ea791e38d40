"""Models that need no network: one that calls every tool, one that follows a script."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from skillctl.agent.messages import Reply, Request, ToolCall, ToolMessage, UserMessage
from skillctl.agent.minimal import minimal_arguments
from skillctl.errors import ScriptMismatch
from skillctl.report.plain import counted

TEST_TEXT = "Every tool was called once."
_SHOWN = 300


@dataclass
class TestModel:
    """Calls each offered tool once with the smallest valid arguments, then says a fixed text."""

    __test__ = False  # the name is the field's word for such a model; pytest must not collect it
    name: str = "test"

    def reply(self, request: Request) -> Reply:
        """All calls in the first reply, in the order of the tools; the text in the second."""
        if request.index > 1 or not request.tools:
            return Reply(TEST_TEXT)
        calls = tuple(
            ToolCall(f"call_{number}", tool.name, _json(minimal_arguments(tool.judging_schema)))
            for number, tool in enumerate(request.tools, 1)
        )
        return Reply("", calls, stop="tool_calls")

    def finish(self) -> None:
        """Nothing is left over."""


@dataclass(frozen=True, slots=True)
class ScriptTurn:
    """One reply of a script; `line` is where it stands in the scenario file.

    The name in a call is a final tool name or `server/raw`.
    """

    say: str
    calls: tuple[ToolCall, ...] = ()
    line: int = 0


@dataclass
class ScriptedProvider:
    """Replies with the turns of a script, one per request, and demands that all are used."""

    turns: Sequence[ScriptTurn]
    name: str = "script"
    used: int = field(default=0, init=False)

    def reply(self, request: Request) -> Reply:
        """The next turn; ScriptMismatch with the request if there is none."""
        if self.used >= len(self.turns):
            turns = counted(len(self.turns), "turn")
            raise ScriptMismatch(
                f"unexpected model call {request.index}: the script has {turns}"
                f"\n{describe(request)}",
                hint="add a [[turn]] to the script, or stop the conversation earlier",
            )
        turn = self.turns[self.used]
        self.used += 1
        calls = tuple(replace(call, name=_final_name(call.name, request)) for call in turn.calls)
        return Reply(turn.say, calls, stop="tool_calls" if calls else "stop")

    def finish(self) -> None:
        """ScriptMismatch naming the first unused turn, if there is one."""
        left = len(self.turns) - self.used
        if left:
            turn = self.turns[self.used]
            where = f" (line {turn.line})" if turn.line else ""
            raise ScriptMismatch(
                f"{left} of {counted(len(self.turns), 'turn')} left unused; the first is turn "
                f"{self.used + 1}{where}",
                hint="the run ended earlier than the script: see why, or remove the turn",
            )


def describe(request: Request) -> str:
    """A request in a few lines: number, tools, and the last message."""
    last = request.messages[-1]
    kind = "user" if isinstance(last, UserMessage) else "assistant"
    if isinstance(last, ToolMessage):
        kind = f"result of {last.name}"
    text = last.text if len(last.text) <= _SHOWN else f"{last.text[:_SHOWN]}…"
    tools = ", ".join(tool.name for tool in request.tools) or "none"
    return (
        f"  request {request.index}: {len(request.body)} bytes, "
        f"{counted(len(request.messages), 'message')}\n"
        f"  tools: {tools}\n"
        f"  last message ({kind}): {text}"
    )


def _final_name(name: str, request: Request) -> str:
    return next((tool.name for tool in request.tools if tool.source == name), name)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
