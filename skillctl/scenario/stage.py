"""What a scenario's run stands on: a workspace of its own, its view, and its tools."""

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from skillctl.agent.approvals import Approvals, Mode
from skillctl.agent.assembly import offered_tools
from skillctl.agent.build import build_view
from skillctl.agent.callers import skill_caller
from skillctl.agent.server_calls import server_caller
from skillctl.agent.skill_files import skill_reader
from skillctl.agent.toolbox import Toolbox
from skillctl.agent.view import View
from skillctl.policy.paths import Area
from skillctl.scenario.model import Scenario
from skillctl.scenario.servers import Fakes, open_fakes
from skillctl.scenario.workspace import make_workspace
from skillctl.settings import DEFAULT_PRESET, Settings, preset_settings
from skillctl.skills.choose import Standing, choose
from skillctl.skills.discover import discover
from skillctl.skills.gather import fingerprint_all
from skillctl.skills.model import SkillSnapshot


@dataclass(frozen=True, slots=True)
class Stage:
    """The frozen view of a run, its settings, what its calls do, and the fakes behind them."""

    view: View
    settings: Settings
    toolbox: Toolbox
    fakes: Fakes


@contextmanager
def stage(scenario: Scenario) -> Iterator[Stage]:
    """Set everything up in a new temporary folder, and take it down again whatever happens.

    No environment, no home folder, no settings file and no consent store plays a part.
    """
    settings = preset_settings(DEFAULT_PRESET)
    with tempfile.TemporaryDirectory(prefix="skillctl-") as folder:
        base = Path(folder).resolve()
        root, home = base / "workspace", base / "home"
        make_workspace(scenario, root, root / settings.skills.project_roots[0])
        skills = _skills(root, home, settings, scenario.consent)
        fakes = open_fakes(scenario)
        with fakes.manager as manager:
            manager.scan()
            view = build_view(skills, fakes.standings, manager.statuses(), mcp=settings.mcp)
            toolbox = Toolbox(
                tools=offered_tools(view, settings),
                area=Area(root=root, home=home),
                server_call=server_caller(manager.call),
                skill_call=skill_caller(skills, settings),
                skill_read=skill_reader(skills, settings),
                approvals=Approvals(Mode.LISTED, scenario.rules, scenario.approval),
            )
            yield Stage(view, settings, toolbox, fakes)


def _skills(
    root: Path, home: Path, settings: Settings, consent: Mapping[str, str]
) -> SkillSnapshot:
    """The skills of the workspace, with the consent that the scenario gives (granted)."""
    found = fingerprint_all(discover(root, home, home / "data", settings), None)
    statuses = {
        (item.source, item.name): Standing(
            consent.get(f"skill:{item.name}", "granted"), "granted by the scenario", item.problem
        )
        for item in found.items
    }
    return choose(found.discovery, statuses, settings)
