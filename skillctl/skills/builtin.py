"""The skills that come with skillctl; each is off until the user names it (skills.md 1.2)."""

from collections.abc import Sequence
from pathlib import Path

from skillctl.files import real_path
from skillctl.skills.roots import Root

FOLDER = real_path(Path(__file__).parent.parent / "builtin_skills")
SETTING = "skills.builtin"


def builtin_skills() -> dict[str, Path]:
    """The folder of each skill, by name."""
    return {folder.name: folder for folder in sorted(FOLDER.iterdir()) if folder.is_dir()}


def builtin_roots(names: Sequence[str]) -> tuple[list[Root], list[str]]:
    """The folders of those that are named, in order of name; and a line for each unknown name.

    A name is looked up and never made part of a path.
    """
    known = builtin_skills()
    roots = [
        Root("builtin", folder, folder, source=f"builtin:{name}")
        for name, folder in known.items()
        if name in names
    ]
    there = f"there are {', '.join(known)}"
    unknown = (name for name in dict.fromkeys(names) if name not in known)
    return roots, [f'{SETTING} names "{name}", which does not exist: {there}' for name in unknown]


def why_off(name: str) -> str:
    """Why there is no skill of a name that one of skillctl has; empty if none of these has it."""
    words = f"it comes with skillctl and is off: name it in {SETTING} of your own settings"
    return words if name in builtin_skills() else ""
