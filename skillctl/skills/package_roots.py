"""What packages of either kind name as folders of skills, within limits (skills.md section 1.5).

Whatever a package names is resolved, and has to lie in that package.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from skillctl.files import because, is_folder, open_file, real_path
from skillctl.report.plain import counted
from skillctl.skills.project import too_wide
from skillctl.skills.roots import Root, SkillFolders

PACKAGE = "package"
MOST_MANIFEST = 256 * 1024
MOST_ENTRIES = 10
_ONE_LEVEL = 1


class Unusable(Exception):
    """A manifest that cannot be used; says why."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A folder that a package names: as it is written, its path, the id of its source.

    `container` is the folder of the package, which has to hold it.
    """

    written: str
    path: Path
    source: str
    container: Path


@dataclass(slots=True)
class Package:
    """The manifest of one installed package; `why_missing` is why its folders may not be there."""

    manifest: Path
    places: SkillFolders
    why_missing: str = ""
    notes: list[str] = field(default_factory=list)

    def roots(self, entries: Sequence[Entry]) -> Iterator[Root]:
        """The folders that can be walked; a note for each other one, and for those too many."""
        for entry in entries[:MOST_ENTRIES]:
            container, real = real_path(entry.container), real_path(entry.path)
            problem = self._problem(entry, container, real)
            if problem:
                self.say(f'the entry "{entry.written}" {problem}: not used')
                continue
            yield Root(
                scope=PACKAGE,
                path=entry.path,
                real=real,
                source=entry.source,
                container=container,
                most_depth=_ONE_LEVEL,
            )
        left = [f'"{entry.written}"' for entry in entries[MOST_ENTRIES:]]
        if left:
            what = f"{counted(len(left), 'entry')} {'is' if len(left) == 1 else 'are'}"
            self.say(f"{what} over the limit of {MOST_ENTRIES}: not used: {', '.join(left)}")

    def _problem(self, entry: Entry, container: Path, real: Path) -> str:
        """Why a folder is not walked; what leads out is not even looked at."""
        if too_wide(container, self.places.home):
            return "lies in a package that is a link to the home folder or above"
        if not real.is_relative_to(container):
            return "leads out of the package"
        if not is_folder(entry.path):
            return f"names no folder{because(entry.path)}{self.why_missing}"
        return ""

    def say(self, words: str) -> None:
        """Keep one line about the manifest."""
        self.notes.append(f"{self.places.shown(self.manifest)}: {words}")


def read_manifest(path: Path) -> str | None:
    """The text of a small file of a package, or None if it is not there; raises Unusable."""
    try:
        with open_file(path) as file:
            data = file.read(MOST_MANIFEST + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise Unusable(f"cannot be read: {error.strerror}") from None
    if len(data) > MOST_MANIFEST:
        raise Unusable(f"is over {MOST_MANIFEST:,} bytes: not read")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unusable("is not UTF-8 text: not read") from None
