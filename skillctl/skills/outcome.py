"""What became of one candidate, in a line for whoever has just put it there."""

from skillctl.skills.model import Candidate
from skillctl.skills.why import unavailable


def outcome(candidate: Candidate) -> str:
    """Whether it is used, and what helps if it is not."""
    if candidate.status == "active":
        return f"active, {candidate.reason}"
    return candidate.reason if candidate.status == "shadowed" else unavailable(candidate)
