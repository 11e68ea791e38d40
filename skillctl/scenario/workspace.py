"""The temporary workspace of a scenario: its files, and its skills where a project has them."""

import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from skillctl.errors import SkillctlError
from skillctl.files import is_file, is_folder, is_link, real_path
from skillctl.project_mark import marked_root
from skillctl.report.plain import counted
from skillctl.scenario.model import NamedPath, Scenario

SKILL_FILE = "SKILL.md"
MOST_FILES = 10_000
MOST_BYTES = 256 << 20


def make_workspace(scenario: Scenario, root: Path, skills_root: Path) -> None:
    """Fill a new folder; SkillctlError at the key that names what is not there."""
    root.mkdir()
    if scenario.workspace:
        _refuse_above(scenario.workspace, root)
        _copy(scenario.workspace, scenario.workspace.path, root)
    for name, text in scenario.files.items():
        _write(root, name, text)
    if not real_path(skills_root).is_relative_to(root):
        raise _refusal(f"{skills_root.relative_to(root)} of the workspace is a link that leaves it")
    _copy_skills(scenario.skills, skills_root)


def _refuse_above(item: NamedPath, root: Path) -> None:
    """A folder around the project is never copied: it holds what the scenario is not about."""
    folder = real_path(item.path)
    project = marked_root(real_path(item.folder))
    around = {*project.parents} if project else set()
    if folder == folder.parent or folder in {*around, *root.parents}:
        what = "the whole disk" if folder == folder.parent else "a folder around the project"
        raise SkillctlError(
            f'"workspace" names {what}, {folder}; all of it would be copied',
            hint="name a folder of the project, or the project itself",
            location=item.place.location,
        )


def _write(root: Path, name: str, text: str) -> None:
    """Write one file; a link of the copied workspace must not lead it out of there."""
    path = root / name
    if not real_path(path).is_relative_to(root):
        raise _refusal(f'"{name}" in "files" goes through a link that leaves the workspace')
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    except OSError as error:
        raise _refusal(f'"{name}" in "files" cannot be written: {error.strerror}') from None


def _copy_skills(named: Iterable[NamedPath], skills_root: Path) -> None:
    """Copy each skill folder, or those below a root; a skill of the workspace gives way."""
    taken: dict[str, NamedPath] = {}
    for item in named:
        with _in_words(item):
            folders = _skill_folders(item)
        for folder in folders:
            if folder.name in taken:
                raise _refusal(
                    f'"{folder.name}" is named twice, as {taken[folder.name].shown} and here', item
                )
            taken[folder.name] = item
            target = skills_root / folder.name
            if is_link(target):
                target.unlink()
            shutil.rmtree(target, ignore_errors=True)
            _copy(item, folder, target)


def _skill_folders(item: NamedPath) -> list[Path]:
    """The folder itself if it is a skill, else the skill folders in it, in name order."""
    folder = real_path(item.path)
    if is_file(folder / SKILL_FILE):
        return [folder]
    found = sorted(path.parent for path in folder.glob(f"*/{SKILL_FILE}"))
    if not found:
        raise _refusal(f"there is no skill at {item.shown}: no {SKILL_FILE} in it or below", item)
    return found


def _copy(item: NamedPath, folder: Path, target: Path) -> None:
    with _in_words(item):
        if not is_folder(folder):
            raise _refusal(f"there is no folder at {item.shown}", item)
        counter = _Counter(item)
        shutil.copytree(
            folder,
            target,
            symlinks=True,
            ignore=counter.entries,
            dirs_exist_ok=True,
            copy_function=counter.copy,
        )


class _Counter:
    """Copies files one by one, and stops the copy of a folder that is too large."""

    def __init__(self, item: NamedPath) -> None:
        self.item = item
        self.files = 0
        self.size = 0

    def entries(self, _folder: str, names: list[str]) -> tuple[()]:
        """Count what a folder holds before any of it is copied; nothing is left out."""
        self.files += len(names)
        if self.files > MOST_FILES:
            raise self.too_large(f"{MOST_FILES:,} files and folders")
        return ()

    def copy(self, source: str, target: str) -> str:
        """Copy a regular file; one that may have no end, or never gives anything, is refused."""
        if not is_file(Path(source)):
            raise shutil.SpecialFileError(f"{source} is no regular file")
        self.size += Path(source).stat().st_size
        if self.size > MOST_BYTES:
            raise self.too_large(f"{MOST_BYTES >> 20} MiB")
        return shutil.copy2(source, target)

    def too_large(self, limit: str) -> SkillctlError:
        return SkillctlError(
            f"{self.item.shown} is too large to be copied for a scenario: more than {limit}",
            hint='name a smaller folder, or put what is needed into "files"',
            location=self.item.place.location,
        )


@contextmanager
def _in_words(item: NamedPath) -> Iterator[None]:
    """Turn what can be wrong with a path that a scenario names into a refusal."""
    try:
        yield
    except RecursionError:
        raise _refusal(f"{item.shown} has too many folders inside each other", item) from None
    except (shutil.Error, OSError, ValueError) as error:
        raise _refusal(f"{item.shown} cannot be copied: {_reason(error)}", item) from None


def _reason(error: Exception) -> str:
    """What went wrong; of many files that could not be copied, the first stands for all."""
    if not isinstance(error, shutil.Error) or not isinstance(error.args[0], list):
        return str(error)
    (_, _, why), *others = error.args[0]
    return f"{why}; nor can {counted(len(others), 'other file')}" if others else str(why)


def _refusal(message: str, item: NamedPath | None = None) -> SkillctlError:
    location = item.place.location if item else None
    return SkillctlError(message, hint="paths count from the scenario's folder", location=location)
