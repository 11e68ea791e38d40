"""Putting a mended file in its place, or the reason why that is refused (lint.md section 6)."""

import os
from pathlib import Path

from skillctl.files import replace_file


def refusal(path: Path, top: Path) -> str:
    """Why a file is not written to, whatever the fix; empty if it may be.

    `top` is the root of the project; a link that stays in it is followed.
    """
    around = top if path.is_relative_to(top) else path.parent
    target = Path(os.path.realpath(path))
    if not target.is_relative_to(os.path.realpath(around)):
        return "the file is a link out of the project"
    try:
        locked = target.stat().st_mode & 0o222 == 0
    except OSError as error:
        return f"the file cannot be read: {error.strerror}"
    return "the file is read-only" if locked or not os.access(target, os.W_OK) else ""


def write(path: Path, before: bytes, after: bytes) -> str:
    """Put new bytes in the place of those that were read; gives the reason if that is refused.

    A link stays a link: what it leads to is written.
    """
    try:
        if path.read_bytes() != before:
            return "the file has changed since it was read"
        replace_file(path, after)
    except OSError as error:
        return f"the file cannot be written: {error.strerror}"
    return ""
