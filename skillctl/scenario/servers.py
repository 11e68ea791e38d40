"""The fakes of a scenario as servers: configured, agreed to or not, and started in this process."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from skillctl.errors import SkillctlError
from skillctl.fakes.file import load_fake
from skillctl.fakes.ledger import Miss
from skillctl.fakes.model import FakeFile
from skillctl.fakes.pipe import Pipe
from skillctl.mcp.manager import Manager
from skillctl.mcp.wire import Wire
from skillctl.scenario.model import NamedPath, Scenario
from skillctl.servers.model import ServerConfig
from skillctl.servers.standing import Standing

STATES = {"granted": "configured", "missing": "pending", "changed": "pending", "denied": "denied"}


@dataclass(frozen=True, slots=True)
class Fakes:
    """The servers of a scenario and whether each may start; the manager that starts them.

    `runs` holds every start of each fake, by its key.
    """

    standings: tuple[Standing, ...]
    manager: Manager
    runs: Mapping[str, list[Pipe]]

    def misses(self) -> tuple[Miss, ...]:
        """What the files expect of their client and no start of the fake has met."""
        found = ([set(pipe.misses()) for pipe in pipes] for pipes in self.runs.values() if pipes)
        missed = [miss for sets in found for miss in set.intersection(*sets)]
        return tuple(sorted(missed, key=lambda miss: str(miss.location)))


def open_fakes(scenario: Scenario) -> Fakes:
    """Read the fakes of a scenario; SkillctlError where one is missing, wrong or named twice."""
    files: dict[str, FakeFile] = {}
    standings: list[Standing] = []
    for item in scenario.fakes:
        file = _load(item)
        key = item.key or file.server.name
        if key in files:
            raise SkillctlError(
                f'two fakes have the name "{key}"',
                hint="name them apart: fakes = { one = …, other = … }",
                location=item.place.location,
            )
        files[key] = file
        standings.append(_standing(_config(key, item), scenario))
    runs: dict[str, list[Pipe]] = {key: [] for key in files}
    return Fakes(tuple(standings), _manager(standings, files, runs), runs)


def _load(item: NamedPath) -> FakeFile:
    if not os.path.isfile(item.path):  # noqa: PTH113 # Path raises for a name that is too long
        raise SkillctlError(
            f"there is no fake at {item.shown}",
            hint="paths count from the scenario's folder",
            location=item.place.location,
        )
    return load_fake(item.path, item.shown)


def _config(key: str, item: NamedPath) -> ServerConfig:
    return ServerConfig(
        name=key, scope="project", source=item.shown, location=item.place.location, entry={}
    )


def _standing(config: ServerConfig, scenario: Scenario) -> Standing:
    """What the scenario says of consent; a fake is data, so it needs none by itself."""
    consent = scenario.consent.get(f"server:{config.name}", "granted")
    state = STATES[consent]
    reason = "" if state == "configured" else f"the scenario says that consent is {consent}"
    return Standing(config=config, state=state, reason=reason, consent=consent)


def _manager(
    standings: Iterable[Standing], files: Mapping[str, FakeFile], runs: Mapping[str, list[Pipe]]
) -> Manager:
    def start(config: ServerConfig) -> Wire:
        pipe = Pipe(files[config.name])
        runs[config.name].append(pipe)
        return pipe

    return Manager(_startable(standings), start)


def _startable(standings: Iterable[Standing]) -> list[ServerConfig]:
    return [standing.config for standing in standings if standing.state == "configured"]
