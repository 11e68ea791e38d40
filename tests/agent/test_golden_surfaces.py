"""One conversation on both surfaces, as the session log has it: golden/surface (mcp.md 10)."""

import json
import shutil
import tomllib
from dataclasses import dataclass

import pytest

from skillctl.agent.approvals import Approvals, Mode, Nobody, Rule
from skillctl.agent.base import BUILTIN_TOOLS
from skillctl.agent.callers import equip
from skillctl.agent.gather import gather_view
from skillctl.agent.limits import Limits
from skillctl.agent.log import SessionLog
from skillctl.agent.loop import run_task
from skillctl.agent.providers import ScriptedProvider
from skillctl.settings import preset_settings, with_values
from tests.agent.runs import call, of, say
from tests.conftest import golden_cases

SERVER = "weather"
SURFACES = ("skills", "tools")


@dataclass(frozen=True)
class Case:
    """A conversation, and how each surface says it."""

    about: dict

    def turns(self, surface):
        """First what a model has to read, then its calls, a turn each, then the last words."""
        reads = [f"~/.keen/skills/mcp:{SERVER}/{name}" for name in self.about["reads"]]
        acts = [("read_file", {"path": path}) for path in reads if surface == "skills"]
        for one in self.about["call"]:
            through = {"server": SERVER, **one}
            direct = (f"mcp__{SERVER}__{one['tool']}", one["arguments"])
            acts.append(("call_mcp_tool", through) if surface == "skills" else direct)
        asked = [say("", call(n, name, **given)) for n, (name, given) in enumerate(acts, 1)]
        return (*asked, say("It is 18C."))


def played(case, project, surface):
    """The log of the conversation, and how it ended."""
    about = tomllib.loads((case / "case.toml").read_text())
    settings = with_values(preset_settings(about["preset"]), {"mcp.surface": surface})
    shutil.copytree(case / "input", project.root, dirs_exist_ok=True)
    project.grant(settings=settings)
    log = SessionLog("s1", now=lambda: "T")
    allowed = Approvals(Mode.LISTED, (Rule(f"{SERVER}/get_*", "allow"),))
    ground = project.ground()
    with gather_view(ground, settings, project.pipe) as seen:
        box = equip(seen, settings, ground.area, approvals=allowed, asker=Nobody())
        model = ScriptedProvider(Case(about).turns(surface))
        outcome = run_task(seen.view, settings, about["task"], model, box, Limits(), log)
    return outcome, log


NOT_KEPT = {"v", "n", "messages", "settings_sha256", "skillctl", "view", "tool_list"}


def lines(log):
    """What was told, called and answered; without what differs from run to run, and requests."""
    for event in log.events:
        if event["e"] == "request":
            continue
        kept = {key: value for key, value in event.items() if key not in NOT_KEPT}
        if event["e"] == "catalog":
            kept["system"] = event["system"].partition("\n\n")[2]
            built_in = [t.name for t in BUILTIN_TOOLS]
            kept["tools"] = [t for t in event["tools"] if t["name"] not in built_in]
        yield json.dumps(kept, ensure_ascii=False) + "\n"


@pytest.mark.parametrize("case", golden_cases("surface"))
def test_golden(case, project, golden):
    for surface in SURFACES:
        outcome, log = played(case, project, surface)
        assert (outcome.text, outcome.exit_code) == ("It is 18C.", 0)
        assert "".join(lines(log)) == golden(f"session.{surface}.jsonl")


@pytest.mark.parametrize("case", golden_cases("surface"))
def test_below_the_surface_all_is_the_same(case, project):
    logs = {surface: played(case, project, surface)[1] for surface in SURFACES}
    skills, tools = ([*below(log)] for log in logs.values())
    assert skills == tools
    assert [call["raw"] for call, *_ in tools] == ["get_forecast"] * 3
    assert [result["is_error"] for *_, result in tools] == [True, False, True]


def below(log):
    """Each call of the server's tools, who allowed it, and what came back, names apart."""
    for made in of(log, "tool.call"):
        if made["server"] == SERVER:
            allowed = [e for e in of(log, "approval") if e["call"] == made["call"]]
            (result,) = [e for e in of(log, "tool.result") if e["call"] == made["call"]]
            text = result["text"] if allowed else result["text"].split("\n")[1]
            yield (
                *(only(e, "raw", "args", "notes") for e in (made,)),
                [only(e, "decision", "by", "rule", "args_before", "args_after") for e in allowed],
                {"text": text, **only(result, "is_error", "cut", "synthetic", "attempts")},
            )


def only(event, *names):
    return {name: event.get(name) for name in names}


@pytest.mark.parametrize("case", golden_cases("surface"))
def test_the_model_reads_the_skill_and_the_schema(case, project):
    _, log = played(case, project, "skills")
    acts = [(e["name"], e["act"], e["resource"]) for e in of(log, "skill")]
    assert acts == [
        ("mcp:weather", "activated", ""),
        ("mcp:weather", "resource", "schemas/get_forecast.json"),
    ]
    skill, schema, wrong, *_ = [e["text"] for e in of(log, "tool.result")]
    assert "| get_forecast | Forecast of one city |" in skill
    assert '"$schema": "https://json-schema.org/draft/2020-12/schema"' in schema
    assert wrong == (
        "invalid arguments for weather/get_forecast; it was not called:\n"
        "$.city: expected string, got number\n"
        "its schema: ~/.keen/skills/mcp:weather/schemas/get_forecast.json"
    )
