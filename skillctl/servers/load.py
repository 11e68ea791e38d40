"""Which servers are configured, from which file, and whose entry counts (mcp.md section 1)."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from unicodedata import normalize

from skillctl.errors import SkillctlError
from skillctl.files import because, is_file, is_there, real_path
from skillctl.policy.text import clean, row
from skillctl.servers.config_file import FileProblem, read_config_file
from skillctl.servers.model import ServerConfig, Servers, said_by
from skillctl.servers.resolve import Origin
from skillctl.shuffle import AS_FOUND, Orders
from skillctl.trees import work_trees

PROJECT_FILES = (".mcp.json", ".gbs/mcp.json")
USER_FILE = "mcp.json"
_FOREIGN = re.compile(r"[^A-Za-z0-9_-]")


@dataclass(frozen=True, slots=True)
class _File:
    """A file that may hold servers; of two entries of one name the later file's counts."""

    path: Path
    shown: str
    origin: Origin


def load_servers(
    project: Path | None,
    config_dir: Path,
    environment: Mapping[str, str],
    *,
    mcp_configs: Sequence[Path] = (),
    orders: Orders = AS_FOUND,
) -> Servers:
    """Read all files and settle whose entry counts; nothing is started.

    Without a project there are no project files. `mcp_configs` replace all other files, and one of
    them that cannot be used ends the command (SkillctlError with line and column).
    """
    root = real_path(project) if project else None
    trees = work_trees(root, config_dir) if root else ()
    named = _named_files(mcp_configs, root, trees)
    files = list(named if mcp_configs else _usual_files(root, config_dir))
    configs: list[tuple[int, ServerConfig]] = []
    problems: list[tuple[_File, FileProblem]] = []
    for rank, file in orders.files.of(enumerate(files)):
        read = read_config_file(file.path, file.shown, file.origin, environment, orders.keys)
        if isinstance(read, FileProblem):
            problems.append((file, read))
        else:
            configs += ((rank, config) for config in read)
    if problems and mcp_configs:
        raise SkillctlError(problems[0][1].message, location=problems[0][1].location)
    settled = _settled(configs)
    found = (f"{p.location}: {p.message}; no server of this file is used" for _, p in problems)
    return Servers(
        configs=settled,
        findings=(*found, *_about(settled)),
        broken=tuple(file.shown for file, _ in problems),
        broken_user_file=any(file.origin.scope == "user" for file, _ in problems),
    )


def _usual_files(root: Path | None, config_dir: Path) -> Iterator[_File]:
    for name in PROJECT_FILES if root else ():
        path = (root or Path()) / name
        if is_there(path):
            yield _project_file(path, name, root or Path())
    if is_there(config_dir / USER_FILE):
        yield _any_file(config_dir / USER_FILE, root)


def _named_files(
    paths: Sequence[Path], root: Path | None, trees: Sequence[Path]
) -> Iterator[_File]:
    for path in paths:
        if not is_file(path):
            words = f"--mcp-config {path}: no file there{because(path)}"
            raise SkillctlError(words, hint="check the path")
        yield _any_file(path, root, trees)


def _any_file(path: Path, root: Path | None, trees: Sequence[Path] = ()) -> _File:
    """A file that lies in the project, by its path or its real path, is the repository's.

    So is one that lies beside the project in its work tree.
    """
    whole = Path(os.path.abspath(path))  # noqa: PTH100 # the path as written, links kept
    beside = real_path(path.parent) / path.name
    for way in (whole, beside, real_path(path)):
        if root is not None and way.is_relative_to(root):
            return _project_file(way, way.relative_to(root).as_posix(), root)
        tree = next((tree for tree in trees if root and way.is_relative_to(tree)), None)
        if root is not None and tree is not None:
            inside = _project_file(way, way.relative_to(tree).as_posix(), tree)
            name = PurePath(os.path.relpath(way, root)).as_posix()
            origin = replace(inside.origin, source=normalize("NFC", name))
            return _File(way, name, origin)
    origin = Origin(
        scope="user", source=str(whole), base=whole.parent, default_cwd=root or whole.parent
    )
    return _File(whole, str(whole), origin)


def _project_file(path: Path, name: str, root: Path) -> _File:
    """Relative paths count from the file's folder; a dot-folder stands for the one around it."""
    parts = Path(name).parts[:-1]
    depth = next((i for i, part in enumerate(parts) if part.startswith(".")), len(parts))
    base = root.joinpath(*parts[:depth])
    source = normalize("NFC", name)
    return _File(path, name, Origin(scope="project", source=source, base=base, default_cwd=base))


def _settled(configs: Iterable[tuple[int, ServerConfig]]) -> tuple[ServerConfig, ...]:
    """Mark every entry but the one that counts: the user beats the repository, then the later.

    Each comes with the rank of its file.
    """
    ranked = sorted(configs, key=lambda pair: (pair[1].scope == "user", pair[0]))
    winners = {config.name: config for _, config in ranked}
    settled = [
        config if config is winners[config.name] else _shadowed(config, winners[config.name])
        for _, config in reversed(ranked)
    ]
    return tuple(sorted(settled, key=lambda config: config.name))


def _shadowed(config: ServerConfig, winner: ServerConfig) -> ServerConfig:
    return replace(config, shadowed_by=winner.source)


def _about(configs: tuple[ServerConfig, ...]) -> Iterator[str]:
    """Everything to be said about the entries, each line beginning with the server's name."""
    winners = {c.name: c for c in configs if c.shadowed_by is None}
    of_user: dict[str, list[str]] = {}
    for config in winners.values():
        if config.scope == "user":
            of_user.setdefault(_folded(config.name), []).append(config.name)
    for config in configs:
        winner = winners[config.name]
        said: list[str] = [*config.problems, *config.warnings]
        if config is not winner:
            said.append(_shadow_words(config, winner))
        elif config.scope == "project":
            alike = of_user.get(_folded(config.name), ())
            said += (f'looks like the user\'s server "{row(n)}", but is another one' for n in alike)
        for words in said:
            yield f"{said_by(config.name)}{words}"


def _shadow_words(config: ServerConfig, winner: ServerConfig) -> str:
    places = f"{winner.location} is used, {config.location} is not"
    if winner.scope == config.scope:
        return f"defined twice: {places}"
    if winner.disabled and not config.disabled:
        return f"switched off by the user, and the project cannot switch it on: {places}"
    return f"shadowed by the user's server of that name: {places}"


def _folded(name: str) -> str:
    """What two names have in common that a person or a model takes for one."""
    return _FOREIGN.sub("_", clean(name).text.casefold())
