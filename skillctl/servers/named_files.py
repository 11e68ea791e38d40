"""Which files a server's command line names (mcp.md section 4.2, items 2 to 6).

Only what stands in the entry counts, never this machine's environment, so that every clone of a
commit gives the same answer.
"""

import os
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path

from skillctl.files import real_path
from skillctl.servers.expand import has_variables
from skillctl.worktree import Workspace

LONGEST = 4096
_BLANKS = re.compile(r"[ \t\r\n\f\v]+")
_PYTHON = re.compile(r"python|python3(\.\d+)?|pypy3")
_INTERPRETERS = frozenset(("node", "bun", "deno", "tsx", "ts-node", "ruby", "php"))
_FOLDER_FILES = ("__main__.py", "index.js", "index.mjs", "index.cjs", "package.json")
MODULE_FILES = (".py", "/__main__.py", "/__init__.py")
_MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
_PACKAGE_RUNNERS = frozenset(("npm", "pnpm", "yarn", "bun"))


def named_files(entry: Mapping[str, object], base: Path, workspace: Workspace) -> Iterator[Path]:
    """Give absolute paths that the entry may name; many are no file at all.

    Without a known working directory (its text holds a variable) relative paths name nothing.
    """
    cwd = effective_cwd(entry, base)
    program = program_name(entry)
    for text in texts(entry):
        for candidate in candidates(text):
            yield from _paths(candidate, cwd, interpreted=_is_interpreter(program))
    if cwd is not None:
        yield from _searched(entry, cwd, workspace)
        yield from _modules(entry, cwd, program)
        yield from _recipes(program, cwd)


def texts(entry: Mapping[str, object]) -> Iterator[str]:
    """The strings of an entry that may name files, as written."""
    args, env = entry.get("args"), entry.get("env")
    values = (
        entry.get("command"),
        *(args if isinstance(args, list) else ()),
        *(env.values() if isinstance(env, Mapping) else ()),
    )
    return (value for value in values if isinstance(value, str))


def candidates(text: str) -> Iterator[str]:
    """What in a string may be a path: all of it, a piece of it, what follows an equals sign."""
    if has_variables(text):
        return
    pieces = [text]
    if _BLANKS.search(text):
        pieces += map(_unquoted, _BLANKS.split(text))
    for piece in pieces:
        for part in (piece, piece.partition("=")[2]):
            path = part.removeprefix("file://")
            if path and len(path) <= LONGEST and "\0" not in path:
                yield path


def program_name(entry: Mapping[str, object]) -> str:
    """The base name of the command, without `.exe`."""
    command = entry.get("command")
    if not isinstance(command, str) or has_variables(command):
        return ""
    return re.split(r"[/\\]", command)[-1].removesuffix(".exe")


def own_path(entry: Mapping[str, object]) -> str | None:
    """The PATH that an entry sets for its server."""
    env = entry.get("env")
    path = env.get("PATH") if isinstance(env, Mapping) else None
    return path if isinstance(path, str) else None


def effective_cwd(entry: Mapping[str, object], base: Path) -> Path | None:
    """The folder that relative paths count from; None if its text holds a variable."""
    written = entry.get("cwd")
    if not isinstance(written, str):
        return base
    return None if has_variables(written) else base / written


def _paths(candidate: str, cwd: Path | None, *, interpreted: bool) -> Iterator[Path]:
    """The file; for an interpreter, a folder stands for what it would run in there."""
    if cwd is None and not Path(candidate).is_absolute():
        return
    path = (cwd or Path()) / candidate
    yield path
    if interpreted and os.path.isdir(path):  # noqa: PTH112 # Path raises on names too long
        yield from (path / name for name in _FOLDER_FILES)


def _searched(entry: Mapping[str, object], cwd: Path, workspace: Workspace) -> Iterator[Path]:
    """A command without separator, in the entry's own PATH: every shared file of that name.

    Not the first alone: which of them runs depends on what is executable, and that is no content.
    """
    command, path = entry.get("command"), own_path(entry)
    if not isinstance(command, str) or path is None:
        return
    if not command or re.search(r"[/\\]", command) or has_variables(command + path):
        return
    for folder in dict.fromkeys((*path.split(":"), *path.split(";"))):  # as each system reads it
        name = workspace.relative(real_path(cwd / folder) / command)
        if name and workspace.is_shared(name):
            yield cwd / folder / command


def _modules(entry: Mapping[str, object], cwd: Path, program: str) -> Iterator[Path]:
    """What `python -m a.b` runs below the working directory."""
    args = entry.get("args")
    if not _PYTHON.fullmatch(program) or not isinstance(args, list):
        return
    for flag, module in pairwise(args):
        if flag == "-m" and isinstance(module, str) and not has_variables(module):
            path = module.replace(".", "/")
            yield from (cwd / f"{path}{end}" for end in MODULE_FILES)


def _recipes(program: str, cwd: Path) -> Iterator[Path]:
    """The file in which a runner looks up what its arguments mean."""
    if program in _PACKAGE_RUNNERS:
        yield cwd / "package.json"
    elif program in ("make", "gmake"):
        found = (cwd / name for name in _MAKEFILES)
        yield from list(filter(os.path.isfile, found))[:1]
    elif program == "just":
        yield cwd / "justfile"


def _is_interpreter(program: str) -> bool:
    return program in _INTERPRETERS or _PYTHON.fullmatch(program) is not None


def _unquoted(piece: str) -> str:
    """A piece without one pair of outer quotes."""
    quoted = len(piece) > 1 and piece[0] == piece[-1] and piece[0] in "\"'"
    return piece[1:-1] if quoted else piece
