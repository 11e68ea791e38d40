"""Taking secrets out of what is kept or shown (agent.md section 10)."""

import re
from collections.abc import Mapping
from typing import cast

LEAST_CHARS = 6


class Redactor:
    """Puts `[redacted:NAME]` for values of 6 characters or more that have a name."""

    def __init__(self, secrets: Mapping[str, str]) -> None:
        self._names = {v: n for n, v in secrets.items() if len(v) >= LEAST_CHARS}
        longest_first = sorted(self._names, key=lambda value: (-len(value), value))
        self._pattern = re.compile("|".join(map(re.escape, longest_first)))

    def text(self, text: str) -> str:
        """One text without secrets."""
        if not self._names:
            return text
        return self._pattern.sub(lambda found: f"[redacted:{self._names[found[0]]}]", text)

    def value(self, value: object) -> object:
        """A JSON value without secrets in any of its texts."""
        if not self._names:
            return value
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            table = cast("Mapping[str, object]", value)
            return {self.text(key): self.value(item) for key, item in table.items()}
        if isinstance(value, list | tuple):
            return [self.value(item) for item in value]
        return value
