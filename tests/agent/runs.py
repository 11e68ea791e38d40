"""A run in memory: a scripted model, tools that answer from a table, a clock that ticks."""

import json

from skillctl.agent.approvals import Approvals, Mode, Nobody
from skillctl.agent.assembly import offered_tools
from skillctl.agent.dialects.known import DEFAULT_DIALECT
from skillctl.agent.limits import Limits
from skillctl.agent.log import SessionLog
from skillctl.agent.loop import run_task
from skillctl.agent.messages import ToolCall
from skillctl.agent.prepared import ToolResult
from skillctl.agent.providers import ScriptedProvider, ScriptTurn
from skillctl.agent.toolbox import Toolbox
from skillctl.policy.paths import Area
from skillctl.settings import Settings

SETTINGS = Settings(preset="p")


class Clock:
    """Every look at it takes a second."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        self.now += 1
        return self.now


def call(number, name, /, **arguments):
    return ToolCall(f"call_{number}", name, json.dumps(arguments))


def say(text, *calls):
    return ScriptTurn(text, calls)


def toolbox(seen, root, *, server_call=None, **more):
    def answers(tool, arguments):
        return ToolResult(f"{tool.raw_name} {json.dumps(arguments)}")

    fields = {"approvals": Approvals(Mode.ALL), "asker": Nobody(), **more}
    return Toolbox(
        tools=offered_tools(seen, SETTINGS),
        area=Area(root=root, home=root.parent / "home"),
        server_call=server_call or answers,
        skill_call=fields.pop("skill_call", lambda _: ToolResult("")),
        **fields,
    )


def play(seen, root, *turns, task="Do it.", log=None, limits=None, **more):
    """Run a script; gives the outcome, the log, and the provider."""
    log = log or SessionLog("s1", now=lambda: "T")
    model = more.pop("provider", None) or ScriptedProvider(turns)
    time = {"clock": more.pop("clock", None) or Clock(), "began": more.pop("began", None)}
    form = {"dialect": more.pop("dialect", DEFAULT_DIALECT)}
    settings = more.pop("settings", SETTINGS)
    box = toolbox(seen, root, **more)
    outcome = run_task(seen, settings, task, model, box, limits or Limits(), log, **time, **form)
    return outcome, log, model


def of(log, kind):
    return [event for event in log.events if event["e"] == kind]
