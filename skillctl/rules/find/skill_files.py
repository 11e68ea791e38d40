"""Which file in a folder is a skill (lint.md section 1.2)."""

import os
from collections.abc import Sequence
from pathlib import Path

from skillctl.files import open_file
from skillctl.rules.find.found import is_skill_name
from skillctl.skills.document import FILE_NAME
from skillctl.source.file import BOM

SKILLS_FOLDER = "skills"
_HEAD_BYTES = 4096
_FIELDS = (b"\nname:", b"\ndescription:", b"\rname:", b"\rdescription:")


def skill_in(folder: Path) -> str | None:
    """The skill file in a folder, or None."""
    try:
        with os.scandir(folder) as entries:
            found = sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return None
    return skill_file(found, in_root=SKILLS_FOLDER in folder.parts)


def skill_file(entries: Sequence[os.DirEntry[str]], *, in_root: bool) -> str | None:
    """The skill file among the entries of a folder.

    In another case than `SKILL.md` a file counts below a skills root, or if it begins as a skill.
    """
    alike = [entry for entry in entries if is_skill_name(entry.name)]
    exact = next((entry.path for entry in alike if entry.name == FILE_NAME), None)
    return exact or next((e.path for e in alike if in_root or _begins_as_skill(e)), None)


def _begins_as_skill(entry: os.DirEntry[str]) -> bool:
    try:
        with open_file(entry.path) as file:
            head = file.read(_HEAD_BYTES)
    except OSError:
        return False
    head = head.removeprefix(BOM)
    return head.startswith(b"---") and any(field in head for field in _FIELDS)
