"""Colour by hand-written SGR sequences; a style that is off leaves every text as it is."""

from typing import NamedTuple

from skillctl.findings import Severity

BOLD = "1"
BLUE = "34"
SEVERITY = {Severity.ERROR: "1;31", Severity.WARNING: "1;33", Severity.NOTE: "1;36"}


class Style(NamedTuple):
    """Whether a report is coloured and for how wide a terminal, if for one."""

    on: bool
    width: int | None = None

    def paint(self, text: str, code: str) -> str:
        """Wrap a text in one SGR code, or give it back as it is."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.on and text else text
