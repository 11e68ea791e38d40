"""`skillctl skills enable` and `disable`: the user's preferences (skills.md sections 5 and 14)."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from skillctl.cli import options
from skillctl.cli.options import Format
from skillctl.cli.skills_seen import Seen, look, put_json, unknown_skill

Names = Annotated[list[str], typer.Argument(metavar="NAME...", help="Names of skills.")]


def enable(
    names: Names,
    *,
    style: options.Style = Format.TEXT,
    project: options.Project = None,
    preset: options.Preset = None,
    skills: options.Skills = None,
) -> int:
    """Enable skills that were disabled; it acts on the next message."""
    return _set(look(project, preset, skills or []), names, style, enabled=True)


def disable(
    names: Names,
    *,
    style: options.Style = Format.TEXT,
    project: options.Project = None,
    preset: options.Preset = None,
    skills: options.Skills = None,
) -> int:
    """Disable skills for you, in every project; it acts on the next message."""
    return _set(look(project, preset, skills or []), names, style, enabled=False)


def _set(seen: Seen, names: Sequence[str], style: Format, *, enabled: bool) -> int:
    """Write all flags at once, and say of each skill what became of it."""
    from skillctl.cli.surroundings import surroundings
    from skillctl.skills.toggle import toggle

    meant = list(dict.fromkeys(name for word in names for name in sorted(_meant(word, seen))))
    lock = surroundings().config_dir / "skills.lock"
    before = toggle(seen.preferences, lock, meant, enabled=enabled)
    changed = [(name, before.enables(name) is not enabled) for name in meant]
    if style is Format.JSON:
        put_json(_as_json(changed, seen.preferences, enabled=enabled))
    else:
        sys.stdout.writelines(_line(*one, enabled=enabled) for one in changed)
    return 0


def _meant(word: str, seen: Seen) -> frozenset[str]:
    """The names that a word stands for: of skills that were found, or that have a flag."""
    from skillctl.cli.items import as_shown
    from skillctl.skills.preferences import load_preferences

    found = {candidate.name for candidate in seen.snapshot.candidates}
    names = as_shown(word, found | set(load_preferences(seen.preferences).said))
    if not names:
        raise unknown_skill(word, seen)
    return names


def _line(name: str, changed: bool, *, enabled: bool) -> str:
    from skillctl.policy.text import row

    word = "enabled" if enabled else "disabled"
    return f"skill {row(name)}: {word if changed else f'was {word} already'}\n"


def _as_json(
    changed: Sequence[tuple[str, bool]], path: Path, *, enabled: bool
) -> dict[str, object]:
    return {
        "schema": "skillctl.skills/1",
        "preferences": str(path),
        "skills": [
            {"name": name, "enabled": enabled, "changed": is_new} for name, is_new in changed
        ],
    }
