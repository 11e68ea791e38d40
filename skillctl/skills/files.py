"""The files of a skill: what consent covers, and what may be read (skills.md sections 1.4, 4)."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import BinaryIO

from skillctl.files import NotRegularFileError, is_link, mode_of, open_file, real_path
from skillctl.generated_mark import MARK
from skillctl.skills.body import as_given
from skillctl.skills.memory import Memory, Stamp
from skillctl.skills.model import Resource, Skill
from skillctl.skills.package_roots import PACKAGE
from skillctl.skills.roots import GENERATED
from skillctl.skills.walk import FILE_NAME
from skillctl.worktree import (
    NOT_SHARED,
    NotPinned,
    Workspace,
    digest_data,
    digest_file,
    files_below,
    path_name,
)

MOST_FILES = 2000
MOST_BYTES = 64 * 1024 * 1024
MOST_READ = 1_048_576
_BINARY_HEAD = 8192
_SCRIPTS = frozenset(
    (
        *(".py", ".sh", ".bash", ".zsh", ".fish", ".js", ".mjs", ".cjs", ".ts", ".rb", ".pl"),
        *(".php", ".lua", ".r", ".ps1", ".bat", ".cmd"),
    )
)


@dataclass(frozen=True, slots=True)
class Listing:
    """Entries of the canonical form, by path; and the resources, by path."""

    entries: tuple[dict[str, str], ...]
    resources: tuple[Resource, ...]


def list_files(skill: Skill, workspace: Workspace | None, memory: Memory | None = None) -> Listing:
    """Digest every file of a skill that counts; raises NotPinned if that cannot be done.

    With a memory, files that did not change are not read again.
    """
    files = _Files(skill, workspace, memory or Memory())
    try:
        for name in files.names(skill.base):
            files.look_at(name)
    except OSError as error:
        raise NotPinned(f"{skill.folder} cannot be listed: {error.strerror}") from None
    resources = (r for r in files.resources if r.path != FILE_NAME and not is_hidden(r.path))
    return Listing(
        tuple(files.entries[path] for path in sorted(files.entries)),
        tuple(sorted(resources, key=lambda resource: resource.path)),
    )


def is_hidden(path: str) -> bool:
    """Whether a part of a relative path begins with a dot."""
    return any(part.startswith(".") for part in path.split("/") if part not in (".", ".."))


def within(skill: Skill, real: Path) -> bool:
    """Whether a real path is one that links of a skill may lead to, and no part of it is hidden."""
    roots = [skill.base] if skill.root is None else [skill.base, skill.root]
    inside = [real.relative_to(root).as_posix() for root in roots if real.is_relative_to(root)]
    return bool(inside) and not is_hidden(inside[0])


def text_of(data: bytes) -> str | None:
    """The text of a file, or None if it is binary."""
    if b"\0" in data[:_BINARY_HEAD]:
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None


class _Files:
    """Collects the files of one skill within the limits on their number and size."""

    def __init__(self, skill: Skill, workspace: Workspace | None, memory: Memory) -> None:
        self.skill, self.memory = skill, memory
        self.own = skill.base / FILE_NAME
        shared = skill.scope != PACKAGE and _is_shared(workspace, skill.base / FILE_NAME)
        self.workspace = workspace if shared else None
        self.entries: dict[str, dict[str, str]] = {}
        self.resources: list[Resource] = []
        self.bytes = 0

    def names(self, folder: Path) -> tuple[str, ...]:
        """What counts below a real folder: the shared files, or all of them outside of sharing."""
        return self.workspace.shared_below(folder) if self.workspace else files_below(folder)

    def look_at(self, name: str) -> None:
        """Take a file, or a link and what it leads to; what marks a generated skill is no part."""
        path = self.skill.base / name
        if self.skill.scope == GENERATED and name == MARK:
            return
        if not is_link(path):
            if real_path(path.parent).is_relative_to(self.skill.base):
                self._take(path, name, name)
            return
        link = os.readlink(path)  # noqa: PTH115 # the text as stored: Path drops "./"
        self._enter(name, {"link": link})
        real = real_path(path)
        taken = len(self.resources)
        if within(self.skill, real):
            for inner in self._targets(real):
                shown = f"{name}/{inner}" if inner else name
                self._take(real / inner, shown, self._relative(real / inner), link)
        if len(self.resources) == taken:
            self.resources.append(Resource(path=name, size=0, sha256="", link=link, kind="leaves"))

    def _targets(self, real: Path) -> Iterator[str]:
        """The files that a link makes reachable, relative to its target; "" for the target."""
        mode = mode_of(real)
        if S_ISDIR(mode):
            yield from (n for n in self.names(real) if not is_link(real / n))
        elif S_ISREG(mode) and self._counts(real):
            yield ""

    def _counts(self, real: Path) -> bool:
        """Whether the target of a link is a file that consent covers."""
        if self.workspace:
            return _is_shared(self.workspace, real)
        return NOT_SHARED.isdisjoint(self._relative(real).split("/"))

    def _take(self, path: Path, shown: str, name: str, link: str | None = None) -> None:
        """Digest one regular file; a FIFO, socket or device is never opened."""
        try:
            with open_file(path) as file:
                size = os.fstat(file.fileno()).st_size
                if path_name(name) not in self.entries:
                    self.bytes += size
                    self._check_bytes()
                resource = self._recalled(path, shown, file, link)
        except NotRegularFileError:
            return
        except OSError as error:
            raise NotPinned(
                f"{self.skill.folder}/{shown} cannot be read: {error.strerror}"
            ) from None
        self._enter(name, {"sha256": resource.sha256})
        self.resources.append(resource)

    def _recalled(self, path: Path, shown: str, file: BinaryIO, link: str | None) -> Resource:
        """A file, read again only if it changed; `SKILL.md` was read with its skill."""
        key = ("resource", path, shown, link, self.skill.sha256 if path == self.own else "")
        stamp = Stamp.of(os.fstat(file.fileno()))
        return self.memory.recall(key, stamp, partial(self._resource, path, shown, file, link))

    def _resource(self, path: Path, shown: str, file: BinaryIO, link: str | None) -> Resource:
        size = os.fstat(file.fileno()).st_size
        if path == self.own and self.skill.sha256:
            return Resource(path=shown, size=size, sha256=self.skill.sha256, link=link)
        data = file.read(MOST_READ + 1)
        if len(data) > MOST_READ:
            digest = digest_file(path, MOST_BYTES)
            return Resource(path=shown, size=size, sha256=digest, link=link, kind="large")
        text = text_of(data)
        return Resource(
            path=shown,
            size=len(data),
            sha256=digest_data(data),
            link=link,
            kind="binary" if text is None else _kind(shown),
            characters=len(as_given(text)) if text else 0,
        )

    def _enter(self, name: str, entry: dict[str, str]) -> None:
        path = path_name(name)
        whole = entry | {"path": path}
        if self.entries.setdefault(path, whole) != whole:
            raise NotPinned(f"{self.skill.folder} has two files that are both named {path}")
        if len(self.entries) > MOST_FILES:
            raise NotPinned(f"{self.skill.folder} has more than {MOST_FILES:,} files")

    def _check_bytes(self) -> None:
        if self.bytes > MOST_BYTES:
            raise NotPinned(f"the files of {self.skill.folder} are over {MOST_BYTES:,} bytes")

    def _relative(self, path: Path) -> str:
        return Path(os.path.relpath(path, self.skill.base)).as_posix()


def _is_shared(workspace: Workspace | None, path: Path) -> bool:
    name = workspace.relative(path) if workspace else None
    return bool(workspace and name and workspace.is_shared(name))


def _kind(path: str) -> str:
    suffix = Path(path).suffix.lower()
    plain_script = not suffix and path.startswith("scripts/")
    return "script" if suffix in _SCRIPTS or plain_script else "text"
