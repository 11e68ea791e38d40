"""Views, tools and skills for the tests of the agent, made by hand."""

from pathlib import Path

from skillctl.agent.view import ServerView, View
from skillctl.skills.model import Skill, SkillSnapshot
from skillctl.toolspec import ToolSpec

EMPTY = View(skills=SkillSnapshot((), "h0"), hash="v0")


def skill(name="notes", **more):
    fields = {
        "name": name,
        "description": f"Does {name}. Use when asked.",
        "body": "Read the file first.\n",
        "scope": "project",
        "base": Path("/p/.agents/skills") / name,
        "shown": f".agents/skills/{name}/SKILL.md",
        "source": f".agents/skills/{name}",
        "line": 3,
        "fingerprint": f"sha256:{name}",
    }
    return Skill(**fields | more)


def tool(server="weather", raw="get", **more):
    fields = {
        "name": f"mcp__{server}__{raw}",
        "description": f"{raw} of {server}",
        "input_schema": {
            "type": "object",
            "properties": {"city": {"type": "string"}},
            "required": ["city"],
        },
        "server": server,
        "raw_name": raw,
        "digest": f"d-{server}-{raw}",
    }
    return ToolSpec(**fields | more)


def server(key="weather", instructions="", **more):
    return ServerView(**{"key": key, "state": "ready", "instructions": instructions} | more)


def view(skills=(), servers=(), tools=(), **more):
    snapshot = SkillSnapshot(tuple(skills), "h1")
    return View(skills=snapshot, servers=tuple(servers), tools=tuple(tools), hash="v1", **more)
