"""What a user puts before a message on the command line: `--skill NAME [--args TEXT]`."""

from collections.abc import Sequence
from dataclasses import dataclass

from skillctl.agent.messages import UserMessage
from skillctl.cli.notice import say
from skillctl.errors import SkillctlError
from skillctl.skills.model import SkillSnapshot


@dataclass(frozen=True, slots=True)
class Activating:
    """The skill that is activated, if any, and what was typed behind its name.

    Nobody does that for a `subagent`.
    """

    skill: str | None = None
    arguments: str | None = None
    subagent: bool = False

    def __post_init__(self) -> None:
        """Arguments are those of a skill, and a skill is activated by a user."""
        if self.subagent and self.skill is not None:
            raise SkillctlError(
                "--subagent and --skill ask for different things",
                hint="only a user activates a skill; a subagent gets its task from a model",
            )
        if self.arguments is not None and self.skill is None:
            raise SkillctlError(
                "--args needs --skill", hint="name the skill that takes these arguments"
            )

    def messages(self, snapshot: SkillSnapshot, task: str | None) -> Sequence[UserMessage]:
        """What the user says: the skill, then the task; on stderr what the user should know.

        SkillctlError if the skill cannot be activated.
        """
        own = [] if task is None else [UserMessage(task)]
        if self.skill is None:
            return own
        from skillctl.agent.activation import activatable, activation_message
        from skillctl.skills.activation import activation

        made = activation(activatable(snapshot, self.skill), self.arguments)
        say(made.notes)
        return [activation_message(made), *own]
