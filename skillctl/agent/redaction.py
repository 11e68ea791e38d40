"""Taking secrets out of what is kept or shown (agent.md section 10)."""

import re
from collections.abc import Mapping
from typing import cast

from skillctl.policy.secrets import secrets

LEAST_CHARS = 6
UNNAMED = "[redacted]"


class Redactor:
    """Puts `[redacted:NAME]` for named values of 6 characters or more.

    What looks like a key of a known service becomes `[redacted]` without having been named.
    """

    def __init__(self, named: Mapping[str, str]) -> None:
        self._names = {v: n for n, v in named.items() if len(v) >= LEAST_CHARS}
        longest_first = sorted(self._names, key=lambda value: (-len(value), value))
        self._pattern = re.compile("|".join(map(re.escape, longest_first)) or r"(?!)")

    def text(self, text: str) -> str:
        """One text without secrets."""
        text = self._pattern.sub(lambda found: f"[redacted:{self._names[found[0]]}]", text)
        pieces: list[str] = []
        at = 0
        for secret in secrets(text):
            pieces += (text[at : secret.start], UNNAMED)
            at = secret.end
        return "".join((*pieces, text[at:])) if pieces else text

    def value(self, value: object) -> object:
        """A JSON value without secrets in any of its texts."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            table = cast("Mapping[str, object]", value)
            return {self.text(key): self.value(item) for key, item in table.items()}
        if isinstance(value, list | tuple):
            return [self.value(item) for item in value]
        return value
