"""Skills that were made for servers: known by their mark, shown while their server is ready.

They stand in one folder, which may also be a root of the user's own skills (skills.md section 1.2).
"""

import os
from collections.abc import Iterator
from pathlib import Path
from stat import S_ISREG

from skillctl.errors import SkillctlError
from skillctl.files import real_path
from skillctl.generated_mark import marked_server
from skillctl.policy.text import row
from skillctl.settings import McpSettings
from skillctl.skills.roots import GENERATED, Root
from skillctl.skills.walk import FILE_NAME, Found

PREFIX = "mcp:"
NOT_SHOWN = "it is shown where the surface is skills, while its server is ready"
FAKES = "fakes"  # of the data folder
_DEFAULT = "generated"
_HOME = "~/"


def generated_folder(mcp: McpSettings, home: Path, data_dir: Path) -> Path:
    """Where generated skills stand: as the user says, from the home folder or the data folder.

    Raises SkillctlError for what is no path, or leads out of the folder it counts from.
    """
    named = mcp.generated_dir
    strange = "\0" in named or ".." in Path(named).parts
    if strange or (named.startswith("~") and not named.startswith(_HOME)):
        raise SkillctlError(
            f"mcp.generated-dir is {row(named)!r}, which is no folder that can be used",
            hint="name a folder below ~/, an absolute one, or one in the data folder",
        )
    if named.startswith(_HOME):
        return home / named.removeprefix(_HOME)
    return data_dir / (named or _DEFAULT)


def on_surface(name: str) -> str:
    """What makes the skill of a server, if a name is that of one; else empty."""
    words = "(--surface skills, or mcp.surface)"
    made = f"prompt, tools and run make the skills of servers where the surface is skills {words}"
    return made if name.startswith(PREFIX) else ""


def fake_folders(data_dir: Path) -> list[Path]:
    """Where the skills of fakes stand, the folder that was written last first."""
    try:
        found = [Path(entry.path) for entry in os.scandir(data_dir / FAKES) if entry.is_dir()]
        return sorted(found, key=lambda folder: (-folder.stat().st_mtime_ns, folder.name))
    except OSError:
        return []


def find_generated(folder: Path) -> Iterator[Found]:
    """The generated skills of a folder by code point; what is not ours, or a link, is none."""
    real = real_path(folder)
    root = Root(GENERATED, folder, real)
    try:
        names = sorted(entry.name for entry in os.scandir(real))
    except OSError:
        return
    for name in names:
        file = real / name / FILE_NAME
        if not name.startswith(".") and marked_server(file.parent) and _is_regular(file):
            yield Found(file, folder / name, 1, root)


def expected_name(base: Path) -> str:
    """The name that the skill in a generated folder has to have."""
    return f"{PREFIX}{marked_server(base)}"


def _is_regular(file: Path) -> bool:
    try:
        return S_ISREG(file.lstat().st_mode)
    except OSError:
        return False
