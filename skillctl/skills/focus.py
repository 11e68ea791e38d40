"""What one request is about: it shapes the catalog, and a hint (skills.md sections 6 and 13)."""

from dataclasses import dataclass

from skillctl.globs import matches
from skillctl.skills.model import Skill


@dataclass(frozen=True, slots=True, kw_only=True)
class Focus:
    """What a command line says of a request.

    `files` are relative to the project, with `/`; `budget` is how many characters the catalog may
    have, 0 being no limit; `case_sensitive` is whether two names that differ by case are two files.
    A `subagent` is told of no skill, whatever the files are; it may load one that it knows of.
    """

    files: tuple[str, ...] = ()
    budget: int = 0
    case_sensitive: bool = True
    subagent: bool = False

    def attaches(self, skill: Skill) -> bool:
        """Whether one of the skill's globs fits one of the files."""
        return any(self.fits(skill, file) for file in self.files)

    def fits(self, skill: Skill, file: str) -> bool:
        """Whether one of the skill's globs fits this file."""
        return any(
            matches(pattern, file, case_sensitive=self.case_sensitive)
            for pattern in skill.auto_attach
        )


NO_FOCUS = Focus()
