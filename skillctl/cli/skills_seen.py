"""What the commands about skills see: the skills of a project, and the settings that count."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from skillctl.cli.located import Located
from skillctl.cli.surroundings import Surroundings, surroundings
from skillctl.errors import SkillctlError
from skillctl.nearest import did_you_mean
from skillctl.policy.text import row
from skillctl.settings import Settings
from skillctl.skills.discover import Discovery
from skillctl.skills.model import SkillSnapshot
from skillctl.skills.roots import SkillFolders, folders_of

MOST_NEAR = 3


@dataclass(frozen=True, slots=True)
class Seen:
    """The skills of a command and the settings it runs under; `preferences` is that file.

    `places` are the folders that skills are looked for below, `cwd` is where the command is run.
    """

    snapshot: SkillSnapshot
    settings: Settings
    preferences: Path
    places: SkillFolders
    cwd: Path


def look(
    project: Path | None,
    preset: str | None,
    skills: Sequence[Path],
    *,
    again: bool = False,
    name: str = "",
) -> Seen:
    """Find the project, read the settings, gather the skills; a second time without any notes.

    Where the `name` is that of a server's skill, those that were made are looked at, too.
    """
    from skillctl.cli.located import locate
    from skillctl.cli.notice import say
    from skillctl.consent.opened import open_consent
    from skillctl.skills.discover import discover
    from skillctl.skills.gather import gather_skills, skills_need_consent
    from skillctl.skills.preferences import load_preferences, preferences_path

    here = surroundings()
    found = locate(here, project, preset)
    say(() if again else found.notes)
    extra = [here.cwd / path for path in skills]
    discovery = discover(
        *(found.scope, here.home, here.data_dir, found.settings, extra),
        virtual_env=here.virtual_env,
    )
    discovery = _with_made(name, discovery, found, here)
    consent = open_consent(
        *(found.root, here.config_dir, here.environment, here.allow_list()),
        needed=skills_need_consent(discovery),
    )
    preferences = preferences_path(found.settings.skills, here.home, here.config_dir)
    enabled = load_preferences(preferences)
    say(() if again else enabled.notes)
    others = _servers(here, found.scope) if skills_need_consent(discovery) else ()
    snapshot = gather_skills(discovery, consent, found.settings, enabled, others=others)
    snapshot = replace(snapshot, notes=(*consent.notes, *snapshot.notes))
    places = folders_of(found.scope, here.home, here.data_dir)
    return Seen(snapshot, found.settings, preferences, places, here.cwd)


def _with_made(name: str, discovery: Discovery, found: Located, here: Surroundings) -> Discovery:
    """The same with the skill of a server, on whichever surface, if one is meant.

    Where no real server of the name has one, it is that of the fake that was written last.
    """
    from skillctl.skills.discover import discover_generated, with_generated
    from skillctl.skills.generated import PREFIX, fake_folders, generated_folder

    if not name.startswith(PREFIX):
        return discovery
    places = folders_of(found.scope, here.home, here.data_dir)
    real = generated_folder(found.settings.mcp, here.home, here.data_dir)
    folders = (real, *fake_folders(here.data_dir))
    made = (discover_generated(places, folder) for folder in folders)
    meant = ([one for one in items if one.name == name] for items in made)
    return with_generated(discovery, next(filter(None, meant), []))


def _servers(here: Surroundings, project: Path | None) -> tuple[str, ...]:
    """The names of the servers of the project: a skill may have the same."""
    from skillctl.servers.load import load_servers
    from skillctl.servers.standing import server_names

    return server_names(load_servers(project, here.config_dir, here.environment))


def unknown_skill(name: str, seen: Seen) -> SkillctlError:
    """An error that says what else lies there under that name, or what the user may have meant."""
    from skillctl.skills.builtin import why_off
    from skillctl.skills.elsewhere import elsewhere
    from skillctl.skills.missed import missed

    names = [row(candidate.name) for candidate in seen.snapshot.candidates]
    looked_in = f"looked in: {', '.join(seen.snapshot.looked_in)}"
    near = did_you_mean(name, names, looked_in, most=MOST_NEAR)
    lines = (*missed(name, seen.snapshot), *elsewhere(name, seen.places, seen.settings, seen.cwd))
    words = "\n  ".join((f'no skill named "{row(name)}"', *lines))
    return SkillctlError(words, hint=why_off(name) or _never_made(name, seen) or near)


def _never_made(name: str, seen: Seen) -> str:
    """Where the skill of a server would be, and what makes it; empty for any other name."""
    from skillctl.skills.generated import generated_folder, on_surface

    made = on_surface(name)
    folder = generated_folder(seen.settings.mcp, seen.places.home, seen.places.data_dir)
    return f"{made}; they stand in {row(seen.places.shown(folder))}" if made else ""


def put_json(value: object) -> None:
    """Print JSON in which whatever is not plain is escaped."""
    import json

    sys.stdout.write(json.dumps(value, indent=2) + "\n")
