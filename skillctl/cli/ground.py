"""What `prompt`, `tools` and `run` have in common: where they stand and what they see."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import get_terminal_size

from skillctl.agent.assembly import Assembly
from skillctl.agent.dialects.model import Options
from skillctl.agent.ground import Gathered, Ground
from skillctl.agent.messages import Message
from skillctl.cli.items import Places
from skillctl.cli.located import locate
from skillctl.cli.notice import say
from skillctl.cli.surroundings import Surroundings
from skillctl.consent.opened import Consent
from skillctl.errors import SkillctlError
from skillctl.files import real_path
from skillctl.globs import MAX_PATH
from skillctl.servers.model import AS_WRITTEN, Told
from skillctl.settings import Settings, with_values
from skillctl.skills.focus import Focus

UNSET = "unset"
_CASELESS = ("darwin", "win32")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted(Places):
    """What the command line says about the view; `bare` is `--no-config`.

    `files` are what the task is about; `catalog_budget` is in characters, 0 being no limit.
    `fakes` are files of fake servers; `surface` is that of the settings if it is empty. `told` is
    about every server.
    """

    bare: bool = False
    files: tuple[str, ...] = ()
    catalog_budget: int = 0
    fakes: tuple[Path, ...] = ()
    subagent: bool = False
    surface: str = ""
    told: Told = AS_WRITTEN

    def to_servers(self, protocol: str | None, idle: float | None) -> "Wanted":
        """The same with what is said of every server."""
        return replace(self, told=Told(protocol=str(protocol or ""), idle=idle))

    def on(self, surface: str | None) -> "Wanted":
        """The same on a surface, if one is named."""
        return replace(self, surface=surface or "")

    def about(
        self, files: Sequence[str] | None, catalog_budget: int, *, subagent: bool = False
    ) -> "Wanted":
        """The same with what one request is about, and whether it is that of a subagent."""
        return replace(
            self,
            files=tuple(files or ()),
            catalog_budget=catalog_budget,
            subagent=subagent,
        )

    def beside(self, fakes: Sequence[Path] | None) -> "Wanted":
        """The same with fake servers beside the configured ones."""
        if fakes and self.bare:
            raise SkillctlError(
                "--no-config leaves out every server, so --fake has no effect",
                hint="give one of the two",
            )
        return replace(self, fakes=tuple(fakes or ()))


def wanted_by(
    project: Path | None,
    preset: str | None,
    skills: Sequence[Path] | None,
    mcp_configs: Sequence[Path] | None,
    allow_list: Path | None,
    *,
    bare: bool,
) -> Wanted:
    """What the options of a command line say that several commands take."""
    return Wanted(
        project=project,
        preset=preset,
        skills=tuple(skills or ()),
        mcp_configs=tuple(mcp_configs or ()),
        allow_list=allow_list,
        bare=bare,
    )


@dataclass(frozen=True, slots=True)
class Standpoint:
    """The ground of a command, its settings, and lines for the user."""

    ground: Ground
    settings: Settings
    notes: tuple[str, ...]


def standpoint(here: Surroundings, wanted: Wanted) -> Standpoint:
    """Find the project and read the settings; without any config only the preset counts."""
    found = locate(here, wanted.project, wanted.preset, bare=wanted.bare)
    focus, outside = _focus(here, found.root, wanted)
    ground = Ground(
        root=found.root,
        project=found.scope,
        home=here.home,
        config_dir=here.config_dir,
        data_dir=here.data_dir,
        state_dir=here.state_dir,
        environment=here.environment,
        skill_roots=tuple(here.cwd / path for path in wanted.skills),
        mcp_configs=tuple(here.cwd / path for path in wanted.mcp_configs),
        allow_list=None if wanted.bare else here.allow_list(wanted.allow_list),
        fakes=tuple(Path(here.shown(path)) for path in wanted.fakes),
        told=wanted.told,
        focus=focus,
        virtual_env=here.virtual_env,
    )
    named = {"mcp.surface": wanted.surface} if wanted.surface else {}
    return Standpoint(ground, with_values(found.settings, named), (*found.notes, *outside))


def _focus(here: Surroundings, root: Path, wanted: Wanted) -> tuple[Focus, list[str]]:
    """What the request is about, its files from the root; and a line for each that fits nothing."""
    paths = {file: _below(here.cwd / file, real_path(root)) for file in wanted.files}
    focus = Focus(
        files=tuple(dict.fromkeys(path for path in paths.values() if path)),
        budget=wanted.catalog_budget,
        case_sensitive=sys.platform not in _CASELESS,
        subagent=wanted.subagent,
    )
    lost = {file: "lies outside of the project" for file, path in paths.items() if not path}
    lost |= {
        file: f"has {len(path):,} characters; the limit is {MAX_PATH:,}"
        for file, path in paths.items()
        if len(path) > MAX_PATH
    }
    return focus, [f"--file {file}: {why}, so no skill fits it" for file, why in lost.items()]


def _below(path: Path, root: Path) -> str:
    """A path from the root, as it is spelled or else as its folder really is; empty if outside."""
    spelled = Path(os.path.normpath(path))
    for way in (spelled, real_path(spelled.parent) / spelled.name):
        if way.is_relative_to(root) and way != root:
            return way.relative_to(root).as_posix()
    return ""


@contextmanager
def gathered(
    stand: Standpoint,
    wanted: Wanted,
    seconds: float | None = None,
    consent: Consent | None = None,
) -> Iterator[Gathered]:
    """The view; its servers are ended at the end, whatever happens.

    They are waited for as long as usual, and not longer than `seconds`.
    """
    from skillctl.agent.gather import gather_view, no_config

    if wanted.bare:
        seen = no_config(stand.ground)
    else:
        seen = gather_view(
            stand.ground,
            stand.settings,
            tell=lambda line: say([line]),
            seconds=seconds,
            consent=consent,
        )
    with seen:
        say(stand.notes)
        say(seen.view.notes)
        if not seen.view.writable:
            say(["the root is the home folder or above it: no tool that writes is offered"])
        yield seen


def terminal_width(otherwise: int = 80) -> int:
    """The columns of the terminal, or as `COLUMNS` says; another number where there is none."""
    return get_terminal_size((otherwise, 24)).columns


def request_of(
    seen: Gathered,
    settings: Settings,
    messages: Sequence[Message],
    *,
    dialect: str,
    model: str,
    options: Options | None = None,
) -> Assembly:
    """The request with these messages, and on stderr what was cut, replaced or left open in it."""
    from skillctl.agent.assembly import assemble
    from skillctl.agent.dialects.known import wire_model
    from skillctl.report.plain import counted

    name = wire_model(model) if model else UNSET
    built = assemble(seen.view, settings, messages, model=name, dialect=dialect, options=options)
    say(built.notes)
    if built.replaced:
        what = counted(built.replaced, "half surrogate")
        say([f"no encoding can hold {what}: U+FFFD was put in place"])
    return built
