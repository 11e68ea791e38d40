"""A usable skill, a candidate with its status, and the frozen snapshot that a run sees."""

from dataclasses import dataclass
from pathlib import Path

from skillctl.consent.item import grant_command


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource:
    """A file of a skill beside `SKILL.md`: path relative to the base, and what was agreed to.

    `kind` is text, script, binary, large (over what is read) or leaves (a link out of the skill,
    which has no digest); `characters` counts those of a text as the model is given it.
    """

    path: str
    size: int
    sha256: str
    link: str | None = None
    kind: str = "text"
    characters: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """A valid skill: what an agent may be told, and where each part stands.

    `body` is the text after the front matter, `text` the whole file, `sha256` its digest; `line` is
    the line of `description`, `attach_line` that of the globs of `auto_attach`, `body_line` the
    first after the front matter. `shown` is the path
    of `SKILL.md` as the prompt prints it, `folder` that of its folder, `base` the real folder,
    `root` the real skills root it was found under.
    `source` and `fingerprint` are those of consent (skills.md section 4); a skill of the user has
    them, too, so that a change of it is seen. `outside` is where the base lies if not in its
    project.
    """

    name: str
    description: str
    body: str
    scope: str
    base: Path
    shown: str
    source: str
    line: int
    fingerprint: str = ""
    resources: tuple[Resource, ...] = ()
    auto_attach: tuple[str, ...] = ()
    attach_line: int = 0
    body_line: int = 0
    model_invocable: bool = True
    user_invocable: bool = True
    text: str = ""
    sha256: str = ""
    folder: str = ""
    root: Path | None = None
    outside: str = ""
    allowed_tools: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A skill folder that discovery found, usable or not, and what became of it.

    `status` is one of active, shadowed, disabled, pending, changed, denied, invalid, cut, or hidden
    for the skill of a server that is not ready; `reason` says why in words (skills.md section 3).
    `which` is its source, if a grant has to name that since the name is not enough.
    """

    name: str
    scope: str
    path: str
    status: str
    reason: str
    skill: Skill | None = None
    which: str = ""

    @property
    def place(self) -> str:
        """Its path, and where its files really are if that is outside of what it comes with."""
        outside = self.skill.outside if self.skill else ""
        return f"{self.path} (outside: {outside})" if outside else self.path

    @property
    def grant(self) -> str:
        """The command that consents to it."""
        return grant_command(self.name, source=self.which)


@dataclass(frozen=True, slots=True)
class SkillSnapshot:
    """The skills of one run in model order, with one hash over all that shapes their text.

    `candidates` are in order of precedence; `notes` are all that was reported on the way;
    `looked_in` are the roots, as they are printed; what was `passed` over is told only to somebody
    who misses a skill.
    """

    skills: tuple[Skill, ...]
    hash: str
    candidates: tuple[Candidate, ...] = ()
    notes: tuple[str, ...] = ()
    looked_in: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()

    def get(self, name: str) -> Skill | None:
        """The active skill of that name, or None."""
        return next((s for s in self.skills if s.name == name), None)

    def named(self, name: str) -> tuple[Candidate, ...]:
        """All candidates of a name in order of precedence."""
        return tuple(c for c in self.candidates if c.name == name)
