"""What happens in a run, as the events of agent.md section 10."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

from skillctl.agent.approvals import Answer
from skillctl.agent.arguments import as_value
from skillctl.agent.assembly import Assembly
from skillctl.agent.call_mcp_tool import CALL_MCP_TOOL, Reach, reach_of
from skillctl.agent.dialects.model import Options
from skillctl.agent.limits import Reached
from skillctl.agent.log import SCHEMA, SessionLog
from skillctl.agent.messages import TYPED, Reply, ToolCall, UserMessage
from skillctl.agent.prepared import ToolError, ToolResult
from skillctl.agent.toolbox import Ready
from skillctl.agent.view import View
from skillctl.agent.writer import encoded
from skillctl.errors import SkillctlError
from skillctl.settings import Settings
from skillctl.tokens import ESTIMATE
from skillctl.toolspec import ToolSpec
from skillctl.version import VERSION


class Journal:
    """Writes events and remembers which of them a request is made of."""

    def __init__(self, log: SessionLog) -> None:
        self._log = log
        self._said: list[int] = []
        self._last = b""
        self._tools: dict[str, ToolSpec] = {}
        self._reach = Reach()
        self._calls = 0
        self._open: ToolCall | None = None

    def start(self, settings: Settings, provider: str, assembly: Assembly, root: Path) -> None:
        """`session.start`; `root` is where the tools work."""
        self._log.emit(
            "session.start",
            {"cwd": str(root)},
            schema=SCHEMA,
            id=self._log.session,
            skillctl=VERSION,
            provider=provider,
            model=assembly.said.model,
            dialect=assembly.dialect,
            preset=settings.preset,
            settings_sha256=_digest(asdict(settings)),
            resumed_from=None,
        )

    def view(self, view: View, assembly: Assembly) -> None:
        """`server` for each configured server, then `catalog`: all that the model is told."""
        self._tools = {tool.name: tool for tool in assembly.tools}
        self._reach = reach_of(view)
        for server in view.servers:
            tools = sum(tool.server == server.key for tool in view.tools)
            fields = {"key": server.key, "state": server.state, "protocol": server.protocol}
            self._log.emit("server", **fields, tools=tools, code=None, error=server.error)
        self._log.emit(
            "catalog",
            view=view.hash,
            system=assembly.system,
            tool_list=[
                _sent(tool.name, tool.description, tool.input_schema) for tool in assembly.tools
            ],
            skills=[
                {"name": s.name, "scope": s.scope, "fingerprint": s.fingerprint, "state": "active"}
                for s in view.skills.skills
            ],
            servers=[
                {"key": s.key, "fingerprint": s.fingerprint, "state": s.state} for s in view.servers
            ],
            tools=[
                {"name": t.name, "server": t.server, "raw": t.raw_name, "digest": t.digest}
                for t in assembly.tools
            ],
            absent=[{"name": a.name, "reason": a.reason} for a in assembly.absences],
        )

    def message(self, message: UserMessage) -> None:
        """`message`: what a user said, and where it came from; `skill` if that activates one."""
        place = message.source if message.line is None else f"{message.source}:{message.line}"
        source = "typed" if message.source == TYPED else "scenario"
        number = self._log.emit(
            "message",
            {"place": place},
            role="user",
            source="activation" if message.event else source,
            text=message.whole,
        )
        self._said.append(number)
        if message.event is not None:
            self._log.emit("skill", **message.event)

    def request(self, assembly: Assembly, index: int, view: str) -> None:
        """`request`: enough to make its body again, and the digest to check that with."""
        body = assembly.body
        shared = shared_prefix(self._last, body)
        self._last = body
        self._log.emit(
            "request",
            i=index,
            messages=list(self._said),
            view=view,
            body_sha256=sha256(body).hexdigest(),
            bytes=len(body),
            tokens={"method": ESTIMATE, "n": _quarter(len(body))},
            prefix_bytes=shared,
            prefix_tokens=_quarter(shared),
            options=_chosen(assembly.said.options),
        )

    def response(self, reply: Reply, index: int, milliseconds: int) -> None:
        """`response`: what the model said and what it calls."""
        number = self._log.emit(
            "response",
            {"ms": milliseconds},
            i=index,
            text=reply.text,
            calls=[{"id": c.id, "name": c.name, "args": c.arguments} for c in reply.calls],
            stop=reply.stop,
            usage=asdict(reply.usage),
            opaque=[asdict(one) for one in reply.opaque],
        )
        self._said.append(number)

    def approval(
        self, call: ToolCall, answer: Answer, arguments: Mapping[str, object] | None
    ) -> None:
        """`approval`: who allowed or denied a call, and why."""
        self._log.emit(
            "approval",
            call=call.id,
            decision="allow" if answer.allowed else "deny",
            by=answer.by,
            rule=answer.rule or answer.reason,
            args_before=arguments,
            args_after=arguments,
        )

    def call(self, ready: Ready) -> None:
        """`tool.call`: a call that is being done."""
        notes = {"notes": list(ready.notes)} if ready.notes else {}
        self._open = ready.call  # before anybody hears of it and can interrupt
        self._call(ready.call, ready.tool, ready.question.arguments, **notes)

    def _call(
        self, call: ToolCall, tool: ToolSpec | None, arguments: object, **notes: object
    ) -> None:
        self._calls += 1
        self._log.emit(
            "tool.call",
            call=call.id,
            tool=call.name,
            server=tool.server if tool else None,
            raw=tool.raw_name if tool else None,
            args=arguments,
            segment=self._calls,
            **notes,
        )

    def _meant(self, call: ToolCall) -> tuple[ToolSpec | None, object]:
        """The tool and arguments that a call is about, as far as both can be told."""
        tool, arguments = self._tools.get(call.name), as_value(call.arguments)
        if tool == CALL_MCP_TOOL and isinstance(arguments, dict):
            with suppress(ToolError):
                return self._reach.find(arguments), arguments.get("arguments", {})
        return tool, arguments

    def begun(self, call: ToolCall) -> bool:
        """Whether this call is on its way."""
        return self._open is call

    def result(self, call: ToolCall, result: ToolResult, milliseconds: int | None = None) -> None:
        """`tool.result`, after the `tool.call` of a call that was not even begun.

        Such a call has no attempts. A result without a time is synthetic: the run stopped there.
        """
        begun = self.begun(call)
        if not begun:
            self._call(call, *self._meant(call))
        self._open = None
        if result.event is not None:
            self._log.emit("skill", **result.event)
        full = {} if result.full is None else {"full": result.full}
        number = self._log.emit(
            "tool.result",
            {} if milliseconds is None else {"ms": milliseconds},
            call=call.id,
            tool=call.name,
            is_error=result.is_error,
            text=result.text,
            bytes=len(encoded(result.text)[0]),
            cut=result.cut or result.full is not None,
            synthetic=milliseconds is None,
            attempts=1 if begun else 0,
            **full,
        )
        self._said.append(number)

    def stop(self, error: SkillctlError) -> None:
        """`limit` or `error`: why a run ends early."""
        if isinstance(error, Reached):
            self._log.emit("limit", {"at": error.at}, name=error.name, value=error.value)
        else:
            kind = type(error).__name__
            self._log.emit("error", kind=kind, message=error.message, hint=error.hint)

    def cancel(self) -> None:
        """`cancel`: a signal ends the run, in order (stage 1)."""
        self._log.emit("cancel", stage=1, by="signal")

    def end(self, exit_code: int, reason: str) -> None:
        """`session.end`, with how much was done."""
        events = self._log.events
        kinds = ("request", "tool.call")
        totals = {f"{k.partition('.')[2] or k}s": sum(e["e"] == k for e in events) for k in kinds}
        self._log.emit("session.end", exit=exit_code, reason=reason, totals=totals)


def shared_prefix(one: bytes, other: bytes) -> int:
    """How many first bytes two bodies have in common."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _chosen(options: Options) -> dict[str, object]:
    """The options that are not the usual ones."""
    usual = asdict(Options())
    return {key: value for key, value in asdict(options).items() if value != usual[key]}


def _quarter(size: int) -> int:
    return -(-size // 4)


def _sent(name: str, description: str, schema: Mapping[str, object]) -> dict[str, object]:
    return {"name": name, "description": description, "parameters": schema}


def _digest(value: object) -> str:
    return sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()
