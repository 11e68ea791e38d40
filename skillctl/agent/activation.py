"""A skill that the user activates, as a message before the user's own (skills.md section 11)."""

from collections.abc import Iterable

from skillctl.agent.messages import TYPED, Message, UserMessage
from skillctl.agent.provenance import Origin, Piece, Traced
from skillctl.agent.skill_events import use_event
from skillctl.errors import Denied, SkillctlError
from skillctl.nearest import did_you_mean
from skillctl.policy.text import row
from skillctl.skills.activation import Activation, ActivationPiece
from skillctl.skills.generated import on_surface
from skillctl.skills.missed import missed
from skillctl.skills.model import Skill, SkillSnapshot
from skillctl.skills.tool import SkillUse
from skillctl.skills.why import unavailable

ACTIVATION = "activation:"
MOST_NEAR = 3
_UNDECIDED = ("pending", "changed", "denied")


def activation_message(made: Activation) -> UserMessage:
    """The message, each piece of it with its source, and what the log tells of it."""
    skill = made.skill
    use = SkillUse(skill.name, "activated", "", skill.fingerprint, by="user")
    return UserMessage(
        made.text,
        skill.shown,
        skill.line,
        own=Traced(tuple(Piece(piece.text, _origin(piece, skill)) for piece in made.pieces)),
        event=use_event(use),
    )


def _origin(piece: ActivationPiece, skill: Skill) -> Origin:
    part = f"{ACTIVATION}{skill.name}"
    if piece.is_typed:
        return Origin(part, TYPED, item=skill.name)
    if piece.line is None:
        return Origin(part, item=skill.name)
    return Origin(part, skill.shown, piece.line, skill.name, skill.fingerprint)


def activated_names(messages: Iterable[Message]) -> tuple[str, ...]:
    """The skills that the user activated in a conversation."""
    users = (message for message in messages if isinstance(message, UserMessage))
    return tuple(str(user.event["name"]) for user in users if user.event)


def activatable(snapshot: SkillSnapshot, name: str) -> Skill:
    """The skill that a user may activate by this name.

    Denied if only consent is missing, else SkillctlError; nothing is sent then.
    """
    skill = snapshot.get(name)
    if skill is not None and skill.user_invocable:
        return skill
    if skill is not None:
        raise SkillctlError(
            f'skill "{row(name)}" cannot be activated by the user (user-invocable: false in '
            f"{row(skill.shown)})",
            hint="leave --skill out: the model may load it by itself",
        )
    raise _inactive(snapshot, name)


def _inactive(snapshot: SkillSnapshot, name: str) -> SkillctlError:
    """Why there is no active skill of this name, and what helps."""
    candidates = snapshot.named(name)
    if not candidates:
        known = [row(s.name) for s in snapshot.skills]
        meant = did_you_mean(name, known, most=MOST_NEAR)
        words = "\n  ".join((f'no skill named "{row(name)}"', *missed(name, snapshot)))
        there = f"available: {', '.join(known) or 'none'}"
        return SkillctlError(words, hint=meant or on_surface(name) or there)
    waiting = next((one for one in candidates if one.status in _UNDECIDED), None)
    why, _, remedy = unavailable(waiting or candidates[0]).partition("; ")
    kind = Denied if waiting else SkillctlError
    return kind(row(f'skill "{name}" is {why}'), hint=row(remedy) or None)
