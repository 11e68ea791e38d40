"""A toolbox with all that is not built in: the tools of servers, and the `skill` tool."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from skillctl.agent.approvals import Approvals, Asker
from skillctl.agent.assembly import offered_tools
from skillctl.agent.call_mcp_tool import reach_of
from skillctl.agent.ground import Gathered
from skillctl.agent.prepared import ToolResult
from skillctl.agent.server_calls import server_caller
from skillctl.agent.skill_events import use_event
from skillctl.agent.skill_files import skill_reader
from skillctl.agent.toolbox import SkillCall, Toolbox
from skillctl.policy.paths import Area
from skillctl.settings import Settings
from skillctl.skills.model import SkillSnapshot
from skillctl.skills.tool import SkillTool


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
