"""How a server is launched on Windows (mcp.md section 5.6): a pure function, the same everywhere.

Batch files are run by `cmd.exe`, which reads a command line by rules of its own: quotes are
doubled, and a percent sign is followed by an empty slice of a variable that always exists, so that
no part can end its quotes or name a variable.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from ntpath import isabs, join, splitdrive, splitext

_PROGRAMS = frozenset({".exe", ".com"})
_BATCH_FILES = frozenset({".cmd", ".bat"})
_LINE_BREAKS = ("\r", "\n")
_PERCENT = "%%cd:~,%"
_BEFORE_QUOTE = re.compile(r'(\\*)("|\Z)')


class CannotLaunch(Exception):
    """A command that Windows cannot start, or that would not receive its arguments; says why."""


def windows_launch(
    command: str,
    args: Sequence[str],
    path: str,
    pathext: str,
    comspec: str,
    exists: Callable[[str], bool],
) -> list[str] | str:
    """What to hand to `CreateProcess`: arguments for a program, one command line for a batch file.

    `path` and `pathext` are lists separated by `;` as in the environment; `comspec` is the path of
    `cmd.exe`; `exists` says whether a file does. Raises CannotLaunch.
    """
    program = _find(command, path, pathext, exists)
    if program is None:
        where = "" if _has_folder(command) else f" in PATH ({path})"
        raise CannotLaunch(f'program "{command}" not found{where}')
    for number, part in enumerate((program, *args)):
        label = f"argument {number}" if number else "the path of the program"
        if "\0" in part:
            raise CannotLaunch(f"{label} holds a NUL character; no program can receive it")
    kind = splitext(program)[1].lower()
    if kind in _PROGRAMS:
        return [program, *args]
    if kind not in _BATCH_FILES:
        raise CannotLaunch(f'"{program}" is not started by itself: name the program that runs it')
    for number, part in enumerate((program, *args)):
        if any(character in part for character in _LINE_BREAKS):
            label = f"argument {number}" if number else "the path of the program"
            raise CannotLaunch(f"{label} holds a line break; a {kind} program cannot receive it")
    return f'"{comspec}" /d /s /c "{" ".join(_quoted(part) for part in (program, *args))}"'


def _find(command: str, path: str, pathext: str, exists: Callable[[str], bool]) -> str | None:
    """The first file that is there: folder by folder, the name as it is written before others."""
    endings = [ending for ending in pathext.split(";") if ending]
    written = splitext(command)[1].lower() in {ending.lower() for ending in endings}
    names = [*([command] if written else []), *(command + ending for ending in endings)]
    return next((file for file in _files(command, names, path) if exists(file)), None)


def _files(command: str, names: Sequence[str], path: str) -> Iterator[str]:
    """Where to look: never in the working directory, unless the command says so itself."""
    if _has_folder(command):
        yield from names
        return
    for folder in (part.strip('"') for part in path.split(";")):
        if isabs(folder):
            yield from (join(folder, name) for name in names)


def _has_folder(command: str) -> bool:
    return bool(splitdrive(command)[0]) or "\\" in command or "/" in command


def _quoted(part: str) -> str:
    """One part of a command line for `cmd.exe`."""
    doubled = _BEFORE_QUOTE.sub(lambda found: found[1] * 2 + found[2] * 2, part)
    return f'"{doubled.replace("%", _PERCENT)}"'
