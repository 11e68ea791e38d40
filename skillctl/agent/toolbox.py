"""All tools of a run behind one door: name, arguments, guards, then the doing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from skillctl.agent.approvals import Answer, Approvals, Asker, Nobody, Question, decide
from skillctl.agent.arguments import Checked, check_arguments, check_values
from skillctl.agent.base import READ_FILE
from skillctl.agent.call_mcp_tool import CALL_MCP_TOOL, Reach
from skillctl.agent.files import FILE_TOOLS
from skillctl.agent.messages import ToolCall
from skillctl.agent.prepared import Prepared, Refused, ToolError, ToolResult
from skillctl.nearest import HALF_REMEMBERED, did_you_mean
from skillctl.policy.arguments import Judge
from skillctl.policy.paths import Area
from skillctl.policy.verdict import ALLOWED, Decision, Verdict
from skillctl.toolspec import ToolSpec

ServerCall = Callable[[ToolSpec, Mapping[str, object]], ToolResult]
SkillCall = Callable[[Mapping[str, object]], ToolResult]
SkillRead = Callable[[Mapping[str, object], Area], Prepared | None]


def read_no_skill(_arguments: Mapping[str, object], _area: Area) -> Prepared | None:
    """No file is one of a skill."""
    return None


def _refuse_invalid(checked: Checked, name: str, schema: str = "") -> None:
    """ToolError with what is wrong with the arguments, and where their schema is to be read."""
    if checked.problems:
        lines = "\n".join(checked.problems)
        told = f"\nits schema: {schema}" if schema else ""
        raise ToolError(f"invalid arguments for {name}; it was not called:\n{lines}{told}")


@dataclass(frozen=True, slots=True)
class Ready:
    """A call that may be asked about and done; `notes` says what could not be checked."""

    call: ToolCall
    question: Question
    notes: tuple[str, ...] = ()

    @property
    def tool(self) -> ToolSpec:
        """The tool that is called."""
        return self.question.tool

    @property
    def name(self) -> str:
        """What a person knows the tool by."""
        return self.question.subject or self.tool.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Toolbox:
    """What a model may call, and who is asked before.

    `server_call` and `skill_call` do what is not built in; they may raise `ToolError`. `skill_read`
    takes a call of `read_file` if that is about a file of an active skill. Relative
    paths in arguments of a server's tool count from its folder in `folders`, else from the root.
    `reach` are the tools that are called through `call_mcp_tool`.
    """

    tools: tuple[ToolSpec, ...]
    area: Area
    server_call: ServerCall
    skill_call: SkillCall
    skill_read: SkillRead = read_no_skill
    approvals: Approvals = field(default_factory=Approvals)
    asker: Asker = field(default_factory=Nobody)
    folders: Mapping[str, Path] = field(default_factory=dict)
    reach: Reach = field(default_factory=Reach)

    def prepare(self, call: ToolCall) -> Ready:
        """Check name, arguments and guards; ToolError with words for the model if one fails."""
        tool = self._named(call.name)
        checked = check_arguments(tool, call.arguments)
        _refuse_invalid(checked, tool.name)
        if tool == CALL_MCP_TOOL:
            return self._reached(call, checked.values)
        prepared = self._prepared(tool, checked.values)
        return Ready(call, Question(tool, checked.values, prepared), checked.notes)

    def _reached(self, call: ToolCall, wanted: Mapping[str, object]) -> Ready:
        """The call of the server's tool that is meant; what follows is the same for both."""
        tool = self.reach.find(wanted)
        inner = wanted.get("arguments")
        checked = check_values(tool, inner if isinstance(inner, dict) else {})
        _refuse_invalid(checked, tool.source, self.reach.schema_of(tool))
        prepared = self._prepared(tool, checked.values)
        asked = Question(tool, checked.values, prepared, subject=tool.source)
        return Ready(call, asked, checked.notes)

    def answer(self, ready: Ready) -> Answer | None:
        """Who allows or denies the call; None if it needs nobody."""
        prepared = ready.question.prepared
        if not prepared.asks and not prepared.verdict.reason:
            return None
        return decide(ready.question, self.approvals, self.asker)

    def _named(self, name: str) -> ToolSpec:
        found = next((tool for tool in self.tools if tool.name == name), None)
        if found is None:
            names = [tool.name for tool in self.tools]
            meant = did_you_mean(name, names, most=3, likeness=HALF_REMEMBERED)
            raise ToolError("; ".join(filter(None, [f'no tool named "{name}"', meant])))
        return found

    def _prepared(self, tool: ToolSpec, arguments: Mapping[str, object]) -> Prepared:
        if tool.server is not None:
            verdict = self._guarded(tool, tool.server, arguments)
            return Prepared(
                run=lambda: self.server_call(tool, arguments), asks=True, verdict=verdict
            )
        if tool.name in FILE_TOOLS:
            of_skill = (
                self.skill_read(arguments, self.area) if tool.name == READ_FILE.name else None
            )
            return of_skill or FILE_TOOLS[tool.name](arguments, self.area)
        return Prepared(run=lambda: self.skill_call(arguments))

    def _guarded(self, tool: ToolSpec, server: str, arguments: Mapping[str, object]) -> Verdict:
        """What the guards say of a server's arguments; Refused if one of them refuses."""
        judge = Judge(self.area, self.folders.get(server, self.area.root))
        found = list(judge.verdicts(arguments, tool.judging_schema))
        for place, verdict in found:
            if verdict.decision is Decision.REFUSE:
                raise Refused(f"{place}: this path may not be used: {verdict.reason}")
        reasons = [f"{place}: {verdict.reason}" for place, verdict in found]
        return Verdict(Decision.CONFIRM, "; ".join(reasons)) if reasons else ALLOWED
