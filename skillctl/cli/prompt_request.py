"""The request that `prompt` is about, from the command line, a reference and the settings."""

from dataclasses import dataclass, field, replace

from skillctl.agent.assembly import Assembly
from skillctl.agent.dialects.known import spoken
from skillctl.agent.ground import Gathered
from skillctl.cli.activating import Activating
from skillctl.cli.ground import Standpoint, request_of
from skillctl.cli.notice import say
from skillctl.cli.prompt_reference import Reference, read_reference
from skillctl.cli.surroundings import Surroundings
from skillctl.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The request that is meant: what the command line says of it."""

    task: str | None
    model: str
    dialect: str
    reference: Reference | None = None
    active: Activating = field(default_factory=Activating)

    def activating(self, active: Activating) -> "Asked":
        """The same with a skill that the user activates, or none."""
        return replace(self, active=active)


def read_asked(
    here: Surroundings,
    stand: Standpoint,
    task: str | None,
    model: str | None,
    dialect: str | None,
    against: str | None,
) -> Asked:
    """The command line, then what is compared with, then the settings."""
    if against is None:
        spec = model or stand.settings.run.model
        return Asked(task=task, model=spec, dialect=spoken(dialect, spec))
    kept = read_reference(against, here)
    say(kept.notes)
    spec = model or kept.model or stand.settings.run.model
    form = spoken(dialect, spec, kept.dialect) if kept.dialect else spoken(dialect, spec)
    return Asked(task=task, model=spec, dialect=form, reference=kept)


def build_request(seen: Gathered, settings: Settings, asked: Asked) -> Assembly:
    """The request; without a task it says what that one said which it is compared with."""
    kept = asked.reference
    said = asked.active.messages(seen.view.skills, asked.task)
    if kept is None or kept.messages is None or said:
        return request_of(seen, settings, said, dialect=asked.dialect, model=asked.model)
    return request_of(
        *(seen, settings, kept.messages),
        options=kept.options,
        dialect=asked.dialect,
        model=asked.model,
    )
