"""The project that a command is about, and the settings that count there."""

from dataclasses import dataclass
from pathlib import Path

from skillctl.cli.surroundings import Surroundings
from skillctl.settings import Settings


@dataclass(frozen=True, slots=True)
class Located:
    """The folder a command is about, that of its project scope if it has one, its settings.

    `notes` say why there is no project, and what of its settings has no effect.
    """

    root: Path
    scope: Path | None
    settings: Settings
    notes: tuple[str, ...]


def locate(
    here: Surroundings, named: Path | None = None, preset: str | None = None, *, bare: bool = False
) -> Located:
    """Find the project, or take the one that is named, and read its settings and the user's.

    `bare`, without any config, only the preset counts, and there is nothing to note.
    """
    from skillctl.settings_file import load_settings
    from skillctl.skills.project import find_project

    found = find_project(here.cwd, here.home, named)
    if bare:
        nowhere = found.root / ".skillctl" / "no-config"
        settings = load_settings(None, nowhere, preset=preset).settings
        return Located(found.root, found.scope, settings, ())
    loaded = load_settings(found.scope, here.config_dir, preset=preset)
    notes = (*filter(None, [found.note]), *loaded.ignored)
    return Located(found.root, found.scope, loaded.settings, notes)
