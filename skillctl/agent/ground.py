"""Where a command stands, and what was seen from there."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from skillctl.agent.view import View
from skillctl.files import real_path
from skillctl.mcp.manager import Manager
from skillctl.policy.paths import Area
from skillctl.servers.model import AS_WRITTEN, Told
from skillctl.servers.standing import Standing
from skillctl.shuffle import AS_FOUND, Orders
from skillctl.skills.focus import NO_FOCUS, Focus
from skillctl.skills.memory import Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """Where a command stands: its folders and environment, and what the command line adds.

    `root` is where the tools work; `project` is the root of the project scope, or None. `fakes`
    are files of fake servers that stand beside the configured ones; `told` is about them all.
    `orders` are those that what has none of its own is taken in.
    """

    root: Path
    project: Path | None
    home: Path
    config_dir: Path
    data_dir: Path
    state_dir: Path
    environment: Mapping[str, str]
    skill_roots: tuple[Path, ...] = ()
    mcp_configs: tuple[Path, ...] = ()
    allow_list: Path | None = None
    fakes: tuple[Path, ...] = ()
    told: Told = AS_WRITTEN
    focus: Focus = NO_FOCUS
    orders: Orders = AS_FOUND
    virtual_env: Path | None = None

    @property
    def sessions(self) -> Path:
        """The folder of session logs."""
        return self.state_dir / "sessions"

    @property
    def area(self) -> Area:
        """Where the built-in tools may go."""
        return Area(
            root=real_path(self.root),
            home=real_path(self.home),
            protected=(real_path(self.config_dir), real_path(self.sessions)),
        )


@dataclass(frozen=True, slots=True)
class Gathered:
    """A view and the servers behind it, which end when it is closed.

    `secrets` are the values that no log may hold, by name; `folders` those that servers run in;
    `broken` are the files whose servers are lost, since they could not be used. `standings` and
    `memory` are what a later look goes on from: the servers that may run, and what was read.
    """

    view: View
    manager: Manager
    secrets: Mapping[str, str]
    folders: Mapping[str, Path]
    broken: tuple[str, ...] = ()
    standings: tuple[Standing, ...] = ()
    memory: Memory = field(default_factory=Memory, compare=False, repr=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.manager.close()
