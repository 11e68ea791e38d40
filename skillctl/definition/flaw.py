"""One thing that is wrong with a definition."""

from dataclasses import dataclass

from skillctl.findings import Defect


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is wrong, and where: a JSON pointer (RFC 6901) from the definition."""

    defect: Defect
    path: str
    message: str
    advice: str
