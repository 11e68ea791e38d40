"""Secrets told by where they stand: in a URL, after a flag, in a header (mcp.md section 6)."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from skillctl.policy.secrets import guessed, masked

MASK = "***"
LEAST_CHARS = 6
_NAME = "[A-Za-z0-9_.-]"
_SECRET_NAME = re.compile(
    r"token|key|password|passwd|secret|signature|credential|(?:^|[-_.])(?:pass|pat|pwd)$",
    re.IGNORECASE,
)
_SECRET_PARAMETER = re.compile(r"(?:^|[-_.])(?:sig|code|auth|jwt|sid|session)$", re.IGNORECASE)
_SCHEME = "(?:Bearer|Basic|Token|Bot)"
_PLACEHOLDER = re.compile(r"[<$\[{*]|\.\.\.")
_REFERENCE = re.compile(r"\$\{|^[<$\[{*]")


def names_secret(name: str) -> bool:
    """Whether what has this name is a secret: a flag, a variable, a key of a table."""
    return _SECRET_NAME.search(name) is not None


def without_secrets(text: str) -> str:
    """Mask keys of known services, user info and secret values of URLs, values named as secrets.

    What is masked holds no character that a shell acts on: no code hides behind stars.
    """
    return _replaced(masked(text), _INERT, lambda _: MASK)


def starred(text: str) -> str:
    """The same text, as long as before, with `*` for whatever `without_secrets` and more hides."""
    return _replaced(masked(text), _ANY, lambda value: "*" * len(value))


def named_secrets(text: str) -> Iterator[tuple[str, str]]:
    """The values that `starred` hides, each with its name; user info of a URL has none."""
    for form in _ANY:
        for found in _secret(text, form):
            yield found.groupdict().get("name", ""), found["value"]


def after_flags(words: Sequence[object]) -> frozenset[int]:
    """Which words of a command line are the secret value of the flag before them, by index."""
    return frozenset(
        index
        for index, (flag, value) in enumerate(pairwise(words), 1)
        if isinstance(flag, str) and isinstance(value, str)
        if _FLAG.fullmatch(flag) and _INERT_WORD.fullmatch(value) and _named(flag, value)
    )


@dataclass(frozen=True, slots=True)
class _Form:
    """A pattern with a `value`, which may have a `name`, and what tells whether it is secret."""

    pattern: re.Pattern[str]
    is_secret: Callable[[str, str], bool]


def _always(_name: str, value: str) -> bool:
    return not _PLACEHOLDER.match(value)


def _parameter(name: str, value: str) -> bool:
    secret = names_secret(name) or _SECRET_PARAMETER.search(name) is not None
    return secret and len(value) >= LEAST_CHARS and not _REFERENCE.search(value)


def _named(name: str, value: str) -> bool:
    return names_secret(name) and not _PLACEHOLDER.match(value)


def _assigned(name: str, value: str) -> bool:
    return guessed(name, value) or (name.startswith("-") and _named(name, value))


def _in_prose(name: str, value: str) -> bool:
    """After a blank a word may be the next of a sentence; a secret has a digit."""
    return _named(name, value) and any(character.isdigit() for character in value)


def _headed(name: str, value: str) -> bool:
    """After a colon in prose, too, a word may be the next of a sentence; headers have a hyphen."""
    header = ("-" in name and _named(name, value)) or name.lower() == "authorization"
    return header and len(value) >= LEAST_CHARS and any(c.isdigit() for c in value)


def _forms(user: str, word: str, value: str) -> tuple[_Form, ...]:
    """All forms, by the characters that user info, a plain word and a value may have."""
    named = rf"(?P<name>{_NAME}++)"
    flag = rf"(?P<name>--?[A-Za-z]{_NAME}*+)"
    kinds = (
        (rf"(?<=://)(?P<value>{user})(?=@)", _always),
        (rf"(?<=[?&#;]){named}=(?P<value>{value}+)", _parameter),
        (rf"(?<!{_NAME}){named}=(?P<value>{value}+)", _assigned),
        (rf'"{flag}"\s*,\s*"(?P<value>{word}+)(?=")', _named),
        (rf"(?<!{_NAME}){flag}[ \t]+[\"']?(?P<value>{word}+)", _in_prose),
        (rf'"{named}\\*"\s*:\s*\\*"(?P<value>{word}+?)(?=\\*")', _named),
        (rf"(?<!{_NAME}){named}:[ \t]+(?:{_SCHEME}[ \t]+)?(?P<value>{value}+)", _headed),
        (rf"\$\{{(?P<name>[A-Za-z_][A-Za-z0-9_]*+):-(?P<value>{word}+)", _named),
    )
    return tuple(_Form(re.compile(pattern), judge) for pattern, judge in kinds)


_FLAG = re.compile(rf"--?[A-Za-z]{_NAME}*+")
_INERT_CHARACTER = r"[A-Za-z0-9._~%+=-]"
_INERT_WORD = re.compile(f"{_INERT_CHARACTER}+")
_INERT = _forms(r"[A-Za-z0-9._~%+:@-]+", _INERT_CHARACTER, r"[A-Za-z0-9._~%+/:=-]")
_ODD_USER = (
    r"[^\s/?#\"'<>:@]+:(?!\d+[/?#])[^\s\"'<>]{0,256}"  # a password may hold what a URL may not
)
_ANY = _forms(rf"(?:{_ODD_USER}|[^\s/?#\"'<>\\`]+)", r"[^\s\"'}]", r"[^\s\"'&#<>]")


def _replaced(text: str, forms: tuple[_Form, ...], mask: Callable[[str], str]) -> str:
    """The text with a mask for each value that a form takes for a secret."""
    for form in forms:
        pieces: list[str] = []
        at = 0
        for found in _secret(text, form):
            pieces += (text[at : found.start("value")], mask(found["value"]))
            at = found.end("value")
        text = "".join((*pieces, text[at:]))
    return text


def _secret(text: str, form: _Form) -> Iterator[re.Match[str]]:
    for found in form.pattern.finditer(text):
        if form.is_secret(found.groupdict().get("name", ""), found["value"]):
            yield found
