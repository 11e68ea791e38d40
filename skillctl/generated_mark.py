"""The mark of a skill folder that was generated for a server: only such a folder is ours.

The file and its keys are those of the host that invented such folders (skills.md section 17).
"""

import json
from pathlib import Path
from stat import S_ISDIR

from skillctl.files import open_file
from skillctl.settings import GENERATED_MARK, MANAGED_BY

MARK = GENERATED_MARK
_MOST_BYTES = 65_536


def marked_server(folder: Path) -> str | None:
    """The server that a real folder was generated for; None if it was not, or is a link."""
    try:
        if not S_ISDIR(folder.lstat().st_mode):
            return None
        with open_file(folder / MARK) as file:
            data = json.loads(file.read(_MOST_BYTES))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or data.get("managed_by") != MANAGED_BY:
        return None
    server = data.get("server")
    return server if isinstance(server, str) else None
