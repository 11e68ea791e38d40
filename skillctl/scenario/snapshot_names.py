"""The file that a skill has in a snapshot: any name of one makes a file that every system takes."""

import re

_FOREIGN = re.compile(r'[%/\\:*?"<>|\x00-\x1f\x7f]|^\.|[. ]$')
_WRITTEN = re.compile(r"%([0-9A-F]{2})")


def file_name(name: str) -> str:
    """A name in which what cannot stand in one of a file is written as `%3A`."""
    return _FOREIGN.sub(lambda match: f"%{ord(match[0]):02X}", name)


def name_of(file: str) -> str:
    """The name that was written so."""
    return _WRITTEN.sub(lambda match: chr(int(match[1], 16)), file)
