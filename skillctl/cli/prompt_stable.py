"""`prompt --check-stable`: eight builds of a request, each with something varied."""

import pickle
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from skillctl.agent.assembly import Assembly
from skillctl.agent.stability import FACTORS, Built, Request, build, difference, request_again
from skillctl.agent.stability import varied as varied_ground
from skillctl.cli.ground import Standpoint
from skillctl.drift.change import Drift
from skillctl.errors import SkillctlError
from skillctl.policy.text import row

SEED = 1
STABLE, UNSTABLE = 0, 1
_SECONDS = 600
_SOURCES = Path(__file__).resolve().parents[2]
_RUN = "import sys; sys.path.insert(0, {!r}); from skillctl.cli.stable_child import main; main()"


@dataclass(frozen=True, slots=True)
class Process:
    """What surrounds a child process; it works in a new empty folder, too."""

    hash_seed: str
    zone: str
    locale: str

    @property
    def variables(self) -> Mapping[str, str]:
        """The variables that tell it so."""
        return {
            "PYTHONHASHSEED": self.hash_seed,
            "TZ": self.zone,
            "LC_ALL": self.locale,
            "LANG": self.locale,
        }

    @property
    def words(self) -> str:
        """What is varied."""
        values = ", ".join(f"{name}={value}" for name, value in self.variables.items())
        return f"the process ({values}, another working directory)"


CHILDREN = (
    Process("0", "Pacific/Kiritimati", "C"),
    Process("1", "America/St_Johns", "tr_TR.UTF-8"),
)


def check_stable(
    stand: Standpoint, built: Assembly, *, bare: bool, seed: int = SEED
) -> tuple[str, int]:
    """One digest if all builds are equal, else lines about the first that is not; the exit code."""
    usual = Built(built.body, built.spans())
    for words, other in _builds(stand, request_again(built, bare=bare), seed):
        lines = [*difference(usual, other, words)]
        if lines:
            lines += _remedy(usual, other)
            return "".join(f"{line}\n" for line in lines), UNSTABLE
    return sha256(usual.body).hexdigest(), STABLE


def _builds(stand: Standpoint, request: Request, seed: int) -> Iterator[tuple[str, Built]]:
    """Each build after the first, made when it is asked for, with what was varied."""
    for factor, words in FACTORS.items():
        ground = varied_ground(stand.ground, factor, seed)
        yield words, build(ground, stand.settings, request)
    for process in CHILDREN:
        yield process.words, _elsewhere(stand, request, process)


def _elsewhere(stand: Standpoint, request: Request, process: Process) -> Built:
    """A build in a process of its own, which works in another folder."""
    ground = replace(stand.ground, fakes=tuple(path.absolute() for path in stand.ground.fakes))
    with tempfile.TemporaryDirectory(prefix="skillctl-") as folder:
        done = subprocess.run(  # noqa: S603 # our own interpreter and code
            [sys.executable, "-c", _RUN.format(str(_SOURCES))],
            input=pickle.dumps((ground, stand.settings, request)),
            capture_output=True,
            cwd=folder,
            env={**stand.ground.environment, **process.variables},
            timeout=_SECONDS,
            check=False,
        )
    if done.returncode:
        last = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise SkillctlError(
            f"a build in another process ended with {done.returncode}: {last}",
            hint="try it without --check-stable first",
        )
    built: Built = pickle.loads(done.stdout)  # noqa: S301 # our own child wrote it
    return built


def _remedy(usual: Built, other: Built) -> Iterator[str]:
    """What helps where servers send their schemas with keys in another order each time."""
    from skillctl.scenario.body_text import body_snapshot
    from skillctl.scenario.snapshot_changes import compare

    changes = compare(*(body_snapshot(one.body) for one in (usual, other)))
    tools = {
        change.item.removeprefix("tools/")
        for change in changes
        if change.drift is Drift.ORDER_ONLY and change.item.startswith("tools/")
    }
    names = ", ".join(sorted(tools))
    if names:
        yield (
            f"remedy: {row(names)}: a schema has its keys in another order each "
            'time; set schema-keys = "sorted" in [mcp] of the settings'
        )
