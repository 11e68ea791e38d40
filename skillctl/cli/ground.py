"""What `prompt`, `tools` and `run` have in common: where they stand and what they see."""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import get_terminal_size

from skillctl.agent.assembly import Assembly
from skillctl.agent.ground import Gathered, Ground
from skillctl.cli.items import Places
from skillctl.cli.located import locate
from skillctl.cli.surroundings import Surroundings
from skillctl.consent.opened import Consent
from skillctl.settings import Settings

UNSET = "unset"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted(Places):
    """What the command line says about the view; `bare` is `--no-config`."""

    bare: bool = False


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
    )
    return Standpoint(ground, found.settings, found.notes)


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


def terminal_width() -> int:
    """The columns of the terminal, or as `COLUMNS` says; 80 where there is none."""
    return get_terminal_size((80, 24)).columns


def say(lines: Iterable[str]) -> None:
    """Print lines to stderr, safe for a terminal; that nobody reads them stops nothing."""
    from skillctl.policy.text import visible

    try:
        for line in lines:
            sys.stderr.write(visible(line) + "\n")
        sys.stderr.flush()
    except OSError:
        _forget_stderr()


def _forget_stderr() -> None:
    """Let what is still buffered go nowhere, or the interpreter could not end well."""
    with suppress(OSError, ValueError), Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stderr.fileno())


def put(text: str) -> None:
    """Print exactly this text; a terminal gets it safe to look at and with a line end."""
    from skillctl.agent.writer import encoded
    from skillctl.policy.text import visible

    if sys.stdout.isatty():
        text = visible(text) + ("" if text.endswith("\n") else "\n")
    sys.stdout.flush()
    sys.stdout.buffer.write(encoded(text)[0])
    sys.stdout.buffer.flush()


def first_request(
    seen: Gathered, settings: Settings, task: str | None, *, dialect: str, model: str
) -> Assembly:
    """Request 1 of a run, and on stderr what was cut, replaced or left open in it."""
    from skillctl.agent.assembly import assemble
    from skillctl.agent.dialects.known import wire_model
    from skillctl.agent.messages import UserMessage
    from skillctl.report.plain import counted

    messages = [] if task is None else [UserMessage(task)]
    name = wire_model(model) if model else UNSET
    built = assemble(seen.view, settings, messages, model=name, dialect=dialect)
    say(built.notes)
    if built.replaced:
        what = counted(built.replaced, "half surrogate")
        say([f"no encoding can hold {what}: U+FFFD was put in place"])
    return built
