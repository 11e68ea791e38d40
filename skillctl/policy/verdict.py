"""What a guard answers (agent.md section 7)."""

from dataclasses import dataclass
from enum import StrEnum


class Decision(StrEnum):
    """Allow; confirm: a person must say yes, whatever the flags; refuse: no flag lifts it."""

    ALLOW = "allow"
    CONFIRM = "confirm"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A decision and, unless it is allow, the rule behind it in words."""

    decision: Decision
    reason: str = ""


ALLOWED = Verdict(Decision.ALLOW)
