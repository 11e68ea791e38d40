"""Taking out of a recording what is nobody else's business, and saying what was taken."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from skillctl.policy.secrets import secrets

LEAST = 6  # characters; shorter values, such as `1` or `true`, stand everywhere
COMMON_USERS = frozenset({"root", "user", "users", "admin", "guest", "ubuntu", "debian", "node"})
LEAST_USER = 3


class Found(NamedTuple):
    """A place in a text, and where what stands there comes from."""

    start: int
    end: int
    origin: str


class Redaction:
    """Puts `[redacted:N]` for private texts; the same text has the same number everywhere.

    `named` are texts by where they come from, `user` the name of the account, which counts as a
    word of its own, `patterns` what the caller wants out beside them.
    """

    def __init__(
        self,
        named: Mapping[str, str],
        user: str = "",
        patterns: Sequence[re.Pattern[str]] = (),
    ) -> None:
        self._named = {origin: text for origin, text in named.items() if len(text) >= LEAST}
        self._patterns = [
            (pattern, f"a match of --redact {pattern.pattern}") for pattern in patterns
        ]
        if len(user) >= LEAST_USER and user.lower() not in COMMON_USERS:
            word = re.compile(rf"(?<![A-Za-z0-9]){re.escape(user)}(?![A-Za-z0-9])")
            self._patterns.append((word, "the name of the account"))
        self._numbers: dict[str, int] = {}
        self._origins: dict[int, str] = {}

    def text(self, text: str) -> str:
        """One text without what is private."""
        pieces: list[str] = []
        at = 0
        for start, end, origin in _apart(sorted(self._places(text), key=_first)):
            number = self._number(text[start:end], origin)
            pieces += (text[at:start], f"[redacted:{number}]")
            at = end
        return "".join((*pieces, text[at:]))

    def value(self, value: Any) -> Any:  # noqa: ANN401 # any JSON value
        """A JSON value of which every text and key is without what is private."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            return {self.text(key): self.value(inner) for key, inner in value.items()}
        return [self.value(inner) for inner in value] if isinstance(value, list) else value

    def legend(self) -> Iterator[str]:
        """What each number stands for, without telling it."""
        for number, origin in self._origins.items():
            yield f"[redacted:{number}] stands for {origin}"

    def _places(self, text: str) -> Iterator[Found]:
        for origin, private in self._named.items():
            for found in re.finditer(re.escape(private), text):
                yield Found(*found.span(), origin)
        for secret in secrets(text):
            yield Found(secret.start, secret.end, f"a secret that begins with {secret.prefix}")
        for pattern, origin in self._patterns:
            for found in pattern.finditer(text):
                if found[0]:
                    yield Found(*found.span(), origin)

    def _number(self, private: str, origin: str) -> int:
        number = self._numbers.setdefault(private, len(self._numbers) + 1)
        self._origins.setdefault(number, origin)
        return number


def _first(found: Found) -> tuple[int, int]:
    """Places in their order; of those that begin alike the longest first."""
    return found.start, -found.end


def _apart(places: Sequence[Found]) -> Iterator[Found]:
    """Places that overlap as one, under the origin of the first."""
    held: Found | None = None
    for found in places:
        if held and found.start < held.end:
            held = held._replace(end=max(held.end, found.end))
            continue
        if held:
            yield held
        held = found
    if held:
        yield held
