"""Which of its answers `prompt` is to print: one of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

from skillctl.cli.prompt_options import PromptFormat, Section
from skillctl.errors import SkillctlError
from skillctl.skills.tiers import TIERS
from skillctl.tokens import Counting, chosen

VIEWS = ("tokens", "sources", "explain")


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The options of `prompt` that say what is printed; they have the names of its parameters."""

    style: PromptFormat = PromptFormat.TEXT
    section: Section | None = None
    tokens: bool = False
    tokens_method: Counting | None = None
    sources: bool = False
    explain: str | None = None
    against: str | None = None
    invisible: bool = False
    digest: bool = False
    require_all: bool = False
    stable: bool = False
    tiers: int = TIERS

    @classmethod
    def among(cls, given: Mapping[str, Any]) -> Self:
        """Take them from all parameters; SkillctlError if what is asked for cannot be had."""
        choice = cls(**{field.name: given[field.name] for field in fields(cls)})
        choice.refuse_clash()
        chosen(choice.tokens_method)
        return choice

    @property
    def method(self) -> str:
        """How tokens are counted."""
        return chosen(self.tokens_method)

    def refuse_clash(self) -> None:
        """SkillctlError if two things are asked for at once, since only one can be printed."""
        asked = list(self._asked())
        exact = next(self._exact(), None)
        if self.tiers < TIERS and exact:
            raise SkillctlError(
                f"--tiers {self.tiers} and {exact} ask for different things",
                hint="what is sent is not made smaller; leave out one of them",
            )
        if len(asked) > 1:
            raise SkillctlError(
                f"{' and '.join(asked)} ask for different things", hint="give one of them"
            )
        if self.style is PromptFormat.DIFF and not self.against:
            raise SkillctlError(
                "--format diff needs --against", hint="name a snapshot, a body file or ID#N"
            )

    def _asked(self) -> Iterator[str]:
        for name in VIEWS:
            if getattr(self, name):
                yield f"--{name}"
        if self.stable:
            yield "--check-stable"
        if self.against and self.style is not PromptFormat.DIFF:
            yield "--against"
        if self.style is not PromptFormat.TEXT:
            yield f"--format {self.style}"
        if self.section is not None:
            yield "--section"

    def _exact(self) -> Iterator[str]:
        """What is about the bytes that are sent, or about pinned text alone."""
        if self.style in (PromptFormat.BODY, PromptFormat.DIFF):
            yield f"--format {self.style}"
        if self.against:
            yield "--against"
        if self.section is Section.PINNED:
            yield f"--section {self.section}"
