"""Which files of a workspace a commit can change, and what is in them (mcp.md section 4.2).

Consent to a server or a skill covers *shared* files only: those that git tracks or would add. A
rebuilt `dist/` never asks again, and a pull always does.
"""

import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePath
from typing import BinaryIO
from unicodedata import normalize

from skillctl.files import is_file, is_link, open_file, real_path

FILE_LIMIT = 256 * 1024 * 1024
NOT_SHARED = frozenset(
    (".git", "node_modules", ".venv", "venv", "__pycache__", ".DS_Store", "Thumbs.db")
)
_TEXT_HEAD = 8000  # a NUL byte among these makes a file binary, as git sees it
_CHUNK = 1 << 20
_MOST_LINKS = 40
_GIT_SECONDS = 120


class NotPinned(Exception):
    """A file, or the whole workspace, that has no digest; says which and why."""


@dataclass(frozen=True, slots=True)
class Workspace:
    """The project as consent sees it; all paths are real paths.

    `tree` is the work tree that holds `root`, `top` the main one that linked work trees share;
    without git both are `root`. `listed` are the shared files relative to `root`, None outside a
    work tree, where every file but a fixed list is shared. With a `problem` nothing of the
    repository can be fingerprinted.
    """

    root: Path
    tree: Path
    top: Path
    listed: frozenset[str] | None = None
    problem: str = ""

    @property
    def project(self) -> str:
        """The root relative to its work tree, "." if they are the same."""
        return self.root.relative_to(self.tree).as_posix()

    def is_shared(self, path: str) -> bool:
        """Whether a commit can change this path, which is relative to the root."""
        if self.listed is None:
            return NOT_SHARED.isdisjoint(path.split("/"))
        return path in self.listed

    def relative(self, path: Path) -> str | None:
        """A real path relative to the root with `/`, or None outside of it."""
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else None

    def holds(self, path: Path) -> bool:
        """Whether a path lies in the project or its work tree, as written or by its real path."""
        return lies_in(path, (self.root, self.tree, self.top))

    def shared_below(self, folder: Path) -> tuple[str, ...]:
        """The shared files below a folder of the workspace, relative to it, by code point."""
        inside = self.relative(folder)
        if self.listed is None or inside is None:
            return files_below(folder)
        prefix = "" if inside == "." else f"{inside}/"
        names = (n.removeprefix(prefix) for n in self.listed if n.startswith(prefix))
        return tuple(sorted(n for n in names if _is_leaf(folder / n)))


def open_workspace(root: Path, environment: Mapping[str, str]) -> Workspace:
    """Ask git once which files are shared; no program that the repository names is run.

    `environment` is that of this process; git gets it without the variables that steer git.
    """
    root = real_path(root)
    if not any(os.path.lexists(folder / ".git") for folder in (root, *root.parents)):
        return Workspace(root, root, root)
    try:
        git = _Git(environment)
        tree, top = git.work_trees(root)
        return Workspace(root, tree, top, frozenset(git.listed(root, tree)))
    except NotPinned as problem:
        return Workspace(root, root, root, frozenset(), str(problem))


def files_below(folder: Path) -> tuple[str, ...]:
    """Every file and link below a folder but the fixed list, relative to it, by code point."""
    return tuple(sorted(_walk(folder)))


def lies_in(path: Path, folders: Iterable[Path]) -> bool:
    """Whether a path, as written or by its real path, lies in one of some real folders."""
    ways = (Path(os.path.abspath(path)), real_path(path))  # noqa: PTH100 # links are kept
    return any(way.is_relative_to(folder) for folder in folders for way in ways)


def path_name(path: str) -> str:
    """A path as a fingerprint holds it: the same on systems that decompose letters."""
    return normalize("NFC", path)


def pin(workspace: Workspace, path: Path) -> Iterator[dict[str, str]]:
    """Say what a commit can change about an absolute path: links on the way, and the file.

    Gives `{"link", "path"}` for each shared link and `{"path", "sha256"}` for a shared regular
    file; nothing for what is not shared or not there.
    """
    rest = list(path.parts[1:])
    here, links = Path(path.anchor), 0
    while rest:
        part = rest.pop(0)
        here = here.parent if part == ".." else here / part
        if not is_link(here):
            continue
        links += 1
        if links > _MOST_LINKS:
            return
        target = _link(here)
        if (name := workspace.relative(here)) and workspace.is_shared(name):
            yield {"link": target, "path": path_name(name)}
        rest = [*PurePath(target).parts, *rest]
        here = here.parent
    name = workspace.relative(here)
    if name and workspace.is_shared(name) and is_file(here):
        yield {"path": path_name(name), "sha256": digest_file(here)}


def digest_file(path: Path, limit: int = FILE_LIMIT) -> str:
    """SHA-256 (hex) of a file; in text CRLF counts as LF, so checkout settings do not matter."""
    try:
        with open_file(path) as file:
            size = os.fstat(file.fileno()).st_size
            if size > limit:
                raise NotPinned(f"{path} is {size:,} bytes; limit {limit:,}")
            return _digest(file)
    except OSError as error:
        raise NotPinned(f"{path} cannot be read: {error.strerror}") from None


def digest_data(data: bytes) -> str:
    """SHA-256 (hex) as `digest_file` gives it for a file of these bytes."""
    text = b"\0" not in data[:_TEXT_HEAD]
    return sha256(data.replace(b"\r\n", b"\n") if text else data).hexdigest()


def _digest(file: BinaryIO) -> str:
    total = sha256()
    chunk = file.read(_CHUNK)
    text = b"\0" not in chunk[:_TEXT_HEAD]
    carried = b""
    while chunk:
        chunk = carried + chunk
        carried = b"\r" if text and chunk.endswith(b"\r") else b""
        chunk = chunk[: len(chunk) - len(carried)]
        total.update(chunk.replace(b"\r\n", b"\n") if text else chunk)
        chunk = file.read(_CHUNK)
    total.update(carried)
    return total.hexdigest()


def _is_leaf(path: Path) -> bool:
    """Whether there is a file or a link; a deleted file is still listed, and so is a submodule."""
    return is_link(path) or is_file(path)


def _walk(root: Path) -> Iterator[str]:
    """Every file below a folder that is not on the fixed list, however deep it lies."""
    waiting = [(root, "")]
    while waiting:
        folder, prefix = waiting.pop()
        for entry in _entries(folder):
            if entry.name in NOT_SHARED:
                continue
            if entry.is_dir(follow_symlinks=False):
                waiting.append((Path(entry.path), f"{prefix}{entry.name}/"))
            else:
                yield prefix + entry.name


def _link(path: Path) -> str:
    """The text of a link as it is stored."""
    try:
        return os.readlink(path)  # noqa: PTH115 # Path drops "./"
    except OSError as error:
        raise NotPinned(f"{path} cannot be read: {error.strerror}") from None


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        return list(os.scandir(folder))
    except OSError as error:
        raise NotPinned(f"{folder} cannot be read: {error.strerror}") from None


def _is_linked(tree: Path, own: Path) -> bool:
    """Whether a linked work tree is named by its repository in turn, so that neither is forged."""
    try:
        with open_file(own / "gitdir") as file:
            back = file.read(_CHUNK)
    except OSError:
        return False
    return real_path(os.fsdecode(back.strip())) == real_path(tree / ".git")


class _Git:
    """Runs git so that neither the repository's settings nor ours make it run another program."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        """Look for git in absolute folders only: `.` in PATH may be the repository."""
        places = environment.get("PATH", os.defpath).split(os.pathsep)
        path = os.pathsep.join(p for p in places if Path(p).is_absolute())
        program = shutil.which("git", path=path)
        if program is None:
            raise NotPinned("git is not installed, and which files are shared is git's to say")
        # a committed folder that looks like a bare repository must not answer for its files
        explicit = ("-c", "safe.bareRepository=explicit")
        self.command = (program, "-c", "core.fsmonitor=false", *explicit)
        kept = {k: v for k, v in environment.items() if not k.startswith("GIT_")}
        self.environment = kept | {"GIT_NO_LAZY_FETCH": "1"}

    def work_trees(self, root: Path) -> tuple[Path, Path]:
        """The work tree that holds the root, and the main work tree of its repository."""
        words = ("--show-toplevel", "--git-dir", "--git-common-dir")
        lines = os.fsdecode(self.run(root, "rev-parse", *words)).splitlines()
        if len(lines) != len(words):
            raise NotPinned(f"git gives no work tree for {root}")
        tree, own, common = (real_path(root / line) for line in lines)
        if not root.is_relative_to(tree):
            raise NotPinned(f"git names {tree} as the work tree, which does not hold {root}")
        if own == common:
            return tree, tree
        if not _is_linked(tree, own):
            raise NotPinned(f"{tree} is no work tree that the repository {common} knows of")
        return tree, common.parent if common.name == ".git" else common

    def listed(self, folder: Path, tree: Path) -> Iterator[str]:
        """The shared files below a folder; a nested repository is asked in its turn."""
        for name in self.names(folder, "-co", "--exclude-standard"):
            if name.endswith("/"):
                yield from (name + n for n in self.listed(folder / name, folder / name))
            else:
                yield name
        if is_file(tree / ".gitmodules"):
            yield from self.names(folder, "-c", "--recurse-submodules")

    def names(self, folder: Path, *flags: str) -> Iterator[str]:
        """One listing of files."""
        data = self.run(folder, "ls-files", *flags, "-z")
        return (os.fsdecode(name) for name in data.split(b"\0") if name)

    def run(self, folder: Path, *words: str) -> bytes:
        """Run one command to its end and give what it printed."""
        try:
            done = subprocess.run(  # noqa: S603 # the absolute path of git, fixed words
                [*self.command, *words],
                cwd=folder,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
                timeout=_GIT_SECONDS,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise NotPinned(f"git {words[0]} failed in {folder}: {error}") from None
        if done.returncode:
            said = done.stderr.decode(errors="replace").strip() or f"exit {done.returncode}"
            raise NotPinned(f"git {words[0]} failed in {folder}: {said}")
        return done.stdout
