"""What the log tells of a skill that somebody used (agent.md section 10, event `skill`)."""

from skillctl.skills.tool import SkillUse


def use_event(use: SkillUse) -> dict[str, object]:
    """The fields of the event."""
    return {
        "name": use.name,
        "act": use.act,
        "resource": use.resource,
        "fingerprint": use.fingerprint,
        "by": use.by,
    }
