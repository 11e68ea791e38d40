"""Taking secrets out of what is kept or shown (agent.md section 10, mcp.md section 6)."""

import json
import re
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator, Mapping
from typing import cast
from urllib.parse import quote, quote_plus

from skillctl.policy.secrets import secrets

LEAST_CHARS = 6
UNNAMED = "[redacted]"
_PERCENT = re.compile("%[0-9A-F]{2}")


class Redactor:
    """Puts `[redacted:NAME]` for named values of 6 characters or more, also in encoded forms.

    What looks like a key of a known service becomes `[redacted]` without having been named.
    """

    def __init__(self, named: Mapping[str, str]) -> None:
        kept = {value: name for name, value in named.items() if len(value) >= LEAST_CHARS}
        self._names = {form: name for value, name in kept.items() for form in _encoded(value)}
        self._names |= kept
        self._beginnings: dict[str, list[str]] = {}
        for form in self._names:
            self._beginnings.setdefault(form[:LEAST_CHARS], []).append(form)

    def text(self, text: str) -> str:
        """One text without secrets; those whose beginning it does not hold cost no time."""
        pieces: list[str] = []
        at = 0
        for start, end, name in _apart(sorted(self._found(text), key=lambda f: (f[0], -f[1]))):
            pieces += (text[at:start], f"[redacted:{name}]")
            at = end
        return _without_known("".join((*pieces, text[at:])) if pieces else text)

    def held(self, text: str) -> frozenset[str]:
        """The names of the values that a text holds in some form."""
        return frozenset(name for _, _, name in self._found(text))

    def _found(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Where a form of a value stands in a text, with its name; forms may overlap."""
        starts = range(len(text) - LEAST_CHARS + 1) if self._beginnings else ()
        begun = {b for at in starts if (b := text[at : at + LEAST_CHARS]) in self._beginnings}
        for form in (form for beginning in begun for form in self._beginnings[beginning]):
            at = text.find(form)
            while at >= 0:
                yield at, at + len(form), self._names[form]
                at = text.find(form, at + len(form))

    def value(self, value: object) -> object:
        """A JSON value of foreign making without secrets in any of its texts and keys."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            table = cast("Mapping[str, object]", value)
            return {self.text(key): self.value(item) for key, item in table.items()}
        if isinstance(value, list | tuple):
            return [self.value(item) for item in value]
        return value


def _apart(found: list[tuple[int, int, str]]) -> Iterator[tuple[int, int, str]]:
    """Places in order, those that overlap as one under the name of the first."""
    start, end, name = 0, 0, ""
    for begin, stop, other in found:
        if begin < end:
            end = max(end, stop)
            continue
        if end:
            yield start, end, name
        start, end, name = begin, stop, other
    if end:
        yield start, end, name


def _without_known(text: str) -> str:
    """The text without keys of known services."""
    pieces: list[str] = []
    at = 0
    for secret in secrets(text):
        pieces += (text[at : secret.start], UNNAMED)
        at = secret.end
    return "".join((*pieces, text[at:])) if pieces else text


def _encoded(value: str) -> Iterator[str]:
    """The value as a URL, a JSON text or a base64 text would hold it."""
    data = value.encode(errors="surrogatepass")
    for form in (quote(data, safe=""), quote(data), quote_plus(data)):
        yield form
        yield _PERCENT.sub(lambda found: found[0].lower(), form)
    for ascii_only in (True, False):
        yield json.dumps(value, ensure_ascii=ascii_only)[1:-1]
    for encode in (b64encode, urlsafe_b64encode):
        yield encode(data).decode()
        for shift in range(3):
            yield _inside(encode(bytes(shift) + data).decode(), shift, len(data))


def _inside(coded: str, shift: int, size: int) -> str:
    """The characters of a base64 text that only the value decides: whole groups of six bits."""
    return coded[-(-shift * 8 // 6) : (shift + size) * 8 // 6]
