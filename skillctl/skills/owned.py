"""Skills that are the user's own, or skillctl's, whatever a repository links to them.

Scope follows where a file lies (skills.md section 1.1): another way to a skill of the user is one
more name of it, and takes nothing away.
"""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from skillctl.skills.roots import Root, SkillFolders
from skillctl.skills.walk import Walk

_BUILTIN = "builtin"


class Owned:
    """What the roots of the user and of skillctl hold; they are walked only if it is asked for."""

    def __init__(self, roots: Sequence[Root], places: SkillFolders) -> None:
        """Take all roots of a command."""
        self._roots = [root for root in roots if root.scope in ("user", _BUILTIN)]
        self._builtin = [root.real for root in roots if root.scope == _BUILTIN]
        self._places = places

    def folder_of(self, file: Path) -> Path | None:
        """The folder by which the user has the skill of a real file; None if it is not theirs."""
        if self._is_builtin(file) or self._places.scope_of(file.parent) == "user":
            return self._ways.get(file)
        return None

    @cached_property
    def _ways(self) -> dict[Path, Path]:
        ways: dict[Path, list[Path]] = {}
        for root in self._roots:
            Walk(root, self._places, ways).run()
        return {file: folders[0] for file, folders in ways.items()}

    def _is_builtin(self, file: Path) -> bool:
        return any(file.is_relative_to(real) for real in self._builtin)
