"""Calls of tools that are not built in: those of servers, and the `skill` tool."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from skillctl.agent.approvals import Approvals, Asker
from skillctl.agent.assembly import offered_tools
from skillctl.agent.call_mcp_tool import reach_of
from skillctl.agent.ground import Gathered
from skillctl.agent.prepared import ToolError, ToolResult
from skillctl.agent.skill_events import use_event
from skillctl.agent.skill_files import skill_reader
from skillctl.agent.structured import structured_problem
from skillctl.agent.toolbox import ServerCall, SkillCall, Toolbox
from skillctl.errors import EndpointFailed
from skillctl.mcp.client import RpcError
from skillctl.policy.paths import Area
from skillctl.policy.text import row
from skillctl.settings import Settings
from skillctl.skills.model import SkillSnapshot
from skillctl.skills.tool import SkillTool
from skillctl.tools.results import result_text, rpc_error_text
from skillctl.toolspec import ToolSpec

RawCall = Callable[[str, str, Mapping[str, object]], Mapping[str, object]]


def _untold(_server: str, _words: str) -> None:
    """Where nobody is told what was odd."""


def server_caller(call: RawCall, note: Callable[[str, str], None] = _untold) -> ServerCall:
    """Call a server's tool by its raw name; its failure is an error for the model.

    `note` gets what is odd about a result: the server, and the words.
    """

    def run(tool: ToolSpec, arguments: Mapping[str, object]) -> ToolResult:
        server, raw_name = str(tool.server), str(tool.raw_name)
        try:
            raw = call(server, raw_name, arguments)
        except RpcError as error:
            said = partial(rpc_error_text, server, raw_name, error.code, error.text)
            return _result(said)
        except EndpointFailed as failure:
            raise ToolError(str(failure)) from failure
        problem = structured_problem(tool, raw)
        if problem:
            note(server, f'tool "{row(raw_name)}" {problem}')
        return _result(partial(result_text, server, raw_name, raw))

    return run


def _result(said: Callable[..., tuple[str, bool]]) -> ToolResult:
    """What a server said, and whether the model gets only a part of it."""
    text, is_error = said()
    return ToolResult(text, is_error, cut=len(said(limit=sys.maxsize)[0]) > len(text))


def skill_caller(
    snapshot: SkillSnapshot, settings: Settings, activated: Sequence[str] = ()
) -> SkillCall:
    """Answer calls of the `skill` tool, and remember for one run what was shown.

    The user has activated some skills already.
    """
    return answer_of(SkillTool(snapshot, settings, activated))


def answer_of(tool: SkillTool) -> SkillCall:
    """Answer calls of the `skill` tool by one that goes on for several messages."""

    def run(arguments: Mapping[str, object]) -> ToolResult:
        answer = tool.call(arguments)
        if answer.use is None:
            return ToolResult(answer.text, is_error=True)
        return ToolResult(answer.text, event=use_event(answer.use))

    return run


def equip(
    seen: Gathered,
    settings: Settings,
    area: Area,
    *,
    approvals: Approvals,
    asker: Asker,
    activated: Sequence[str] = (),
) -> Toolbox:
    """The toolbox of one run over what was gathered, and the skills that the user activated."""
    return Toolbox(
        tools=offered_tools(seen.view, settings),
        area=area,
        server_call=server_caller(seen.manager.call, seen.manager.note),
        skill_call=skill_caller(seen.view.skills, settings, activated),
        skill_read=skill_reader(seen.view.skills, settings, activated),
        approvals=approvals,
        asker=asker,
        folders=seen.folders,
        reach=reach_of(seen.view),
    )


def equip_again(toolbox: Toolbox, seen: Gathered, settings: Settings, tool: SkillTool) -> Toolbox:
    """The toolbox of another message; the `skill` tool knows what it has shown already."""
    tool.renew(seen.view.skills)
    return replace(
        toolbox,
        tools=offered_tools(seen.view, settings),
        skill_call=answer_of(tool),
        skill_read=skill_reader(seen.view.skills, settings, tool.activated),
        folders=seen.folders,
        reach=reach_of(seen.view),
    )
