"""What a server may run and its fingerprint does not cover, in words (mcp.md section 4.6).

Only the forms of mcp.md section 4.2 pin a file. What else names one is told here as far as it shows
in the text: a hint for the reader, no promise that there is nothing more.
"""

import json
import os
import re
from collections.abc import Collection, Iterator, Mapping
from itertools import islice

from skillctl.files import is_file, is_folder, real_path
from skillctl.servers.expand import has_variables
from skillctl.servers.fingerprint import MOST_NAMES
from skillctl.servers.loaders import loads_code
from skillctl.servers.model import ServerConfig
from skillctl.servers.named_files import MODULE_FILES, effective_cwd, own_path, program_name
from skillctl.worktree import NOT_SHARED, Workspace, path_name

LAUNCHERS = frozenset(
    (
        *("sh", "bash", "dash", "zsh", "ksh", "fish", "cmd", "powershell", "pwsh", "busybox"),
        *("env", "nohup", "time", "nice", "timeout", "xargs", "exec", "command", "sudo", "direnv"),
        *("uv", "uvx", "pipx", "poetry", "pdm", "hatch", "rye", "pixi", "conda", "mise", "asdf"),
        *("npx", "npm", "pnpm", "pnpx", "yarn", "bun", "bunx", "make", "gmake", "just", "task"),
        *("docker", "podman", "nix", "nix-shell", "cargo", "go", "dotnet", "ssh"),
    )
)
_BETWEEN = re.compile(r"[\s'\"`;|&<>(){}=:,@$]+")
_MODULE = re.compile(r"\w+(\.\w+)*")
_PYTHON = re.compile(r"python|pypy")


def not_pinned(
    config: ServerConfig, files: Collection[str], workspace: Workspace, search_path: str
) -> Iterator[str]:
    """One line per thing; `files` are the pinned ones, `search_path` is the user's own PATH."""
    entry = config.entry
    if config.transport == "stdio" and not files:
        yield "no file of the repository is pinned by this command line; it may still run some"
    yield f"not pinned: {_usual(config, files)}"
    program = program_name(entry)
    if program in LAUNCHERS:
        yield f'not pinned: what else of the repository "{program}" runs; it starts other programs'
    for words in filter(None, (unpinned_program(entry), _searched(config, workspace, search_path))):
        yield f"not pinned: {words}; another file of that name may come to run unasked"
    for place, text in _all_texts(entry):
        if has_variables(text):
            yield f"not pinned: {place} holds a variable, so no file is taken from it"
    for name, place in _named(config, files, workspace).items():
        yield f"not pinned: {json.dumps(name, ensure_ascii=False)}, which {place} seems to name"


def _usual(config: ServerConfig, files: Collection[str]) -> str:
    """What no form of an entry pins."""
    if config.transport != "stdio" and not files:
        return "what runs at the other end"
    loaded = "what those files load in turn, " if files else ""
    return f"{loaded}what a runner downloads, folders that are only named as data"


def unpinned_program(entry: Mapping[str, object]) -> str:
    """Why no file is taken for the program though the entry itself says where to look for it.

    A PATH of the entry that holds a variable names no file (mcp.md section 4.2, item 2).
    """
    path = own_path(entry)
    if not _is_bare(entry.get("command")) or path is None or not has_variables(path):
        return ""
    return f'the program "{entry["command"]}", since env.PATH holds a variable'


def _is_bare(command: object) -> bool:
    """Whether a command is a name that is searched for."""
    return isinstance(command, str) and bool(command) and not re.search(r"[/\\]", command)


def _searched(config: ServerConfig, workspace: Workspace, search_path: str) -> str:
    """Whether the user's own PATH leads into the repository."""
    entry = config.entry
    if config.cwd is None or not _is_bare(entry.get("command")) or own_path(entry):
        return ""
    found = []
    for part in search_path.split(os.pathsep):
        inside = workspace.relative(real_path(config.cwd / part))
        if inside is not None and NOT_SHARED.isdisjoint(inside.split("/")):
            found.append(part or ".")
    if not found:
        return ""
    folders = ", ".join(json.dumps(part, ensure_ascii=False) for part in dict.fromkeys(found))
    return f'the program "{entry["command"]}", which your PATH looks for in {folders}, too'


def _named(config: ServerConfig, files: Collection[str], workspace: Workspace) -> Mapping[str, str]:
    """What is in the workspace, is not pinned, and looks named; by path, with the first place."""
    entry = config.entry
    cwd = effective_cwd(entry, config.base or workspace.root)
    found: dict[str, str] = {}
    if cwd is None:
        return found
    texts = [row for row in _all_texts(entry) if _may_run(row[0])]
    modules = any(_PYTHON.search(text) for _, text in texts)
    rows = ((place, path) for place, text in texts for path in _paths(text, modules=modules))
    for place, path in islice(rows, MOST_NAMES):
        name = workspace.relative(real_path(cwd / path))
        if name and _counts(name, workspace) and path_name(name) not in files:
            found.setdefault(path_name(name), place)
    return found


def _may_run(place: str) -> bool:
    """Whether a text may decide what runs; other variables may hold secrets, and are not read."""
    field, _, name = place.partition(".")
    return field in ("command", "args") or place.startswith("args[") or loads_code(name)


def _counts(name: str, workspace: Workspace) -> bool:
    """Whether a path is a shared file, or a folder other than the whole project."""
    place = workspace.root / name
    if is_folder(place):
        return name != "." and NOT_SHARED.isdisjoint(name.split("/"))
    return is_file(place) and workspace.is_shared(name)


def _paths(text: str, *, modules: bool) -> Iterator[str]:
    """The pieces of a text between what parts words, each also without the letter of an option."""
    for word in dict.fromkeys(_BETWEEN.split(text)):
        option = (word.lstrip("-"), word[2:]) if word.startswith("-") else ()
        for path in filter(None, (word, *option)):
            yield path
            if modules and _MODULE.fullmatch(path):
                yield from (path.replace(".", "/") + end for end in MODULE_FILES)


def _all_texts(entry: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """The strings of the command line, each with the name of its place."""
    for key in ("command", "args", "env", "cwd"):
        value = entry.get(key)
        if isinstance(value, str):
            yield key, value
        elif isinstance(value, list):
            yield from ((f"{key}[{i}]", v) for i, v in enumerate(value) if isinstance(v, str))
        elif isinstance(value, Mapping):
            yield from ((f"{key}.{k}", v) for k, v in value.items() if isinstance(v, str))
