"""One thing that is wrong with what a server said, before it is a finding."""

from dataclasses import dataclass

from skillctl.findings import Defect, Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """What is wrong; `path` is a JSON pointer into `{"instructions": …, "tools": […]}`.

    `tool` is the raw name of the tool that it is about; without a severity it is the gravest of
    the defect. Without a path further lines of the message are what was seen.
    """

    defect: Defect
    message: str
    path: str | None = None
    tool: str = ""
    advice: str = ""
    consequence: str = ""
    severity: Severity | None = None
