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
    r"token|key|password|passwd|secret|signature|credential|(?:^|[-_.])(?:pass|pat|pwd|pw)$",
    re.IGNORECASE,
)
_SECRET_FLAG = re.compile(r"(?:^|[-_.])(?:auth|authorization|bearer|jwt)$", re.IGNORECASE)
_PLAIN_SECRET = re.compile(r"(?:^|[-_.])(?:password|passwd|pwd|secret)$", re.IGNORECASE)
_NAMES_PLACE = re.compile(r"(?:file|path|dir|folder|helper|command|cmd|url)s?$", re.IGNORECASE)
_PATH = re.compile(
    r"\.{0,2}/|~|[A-Za-z]:[/\\]|[a-z][a-z0-9+.-]*://|.*\.(?:py[cz]?|[cm]?[jt]s|(?:ba|z)?sh"
    r"|rb|php|pl|exe|bat|cmd|ps1|jar|so|dll|pem|key|crt|json|toml|ya?ml|env|txt|wasm)$",
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

    What is masked holds no character that a shell acts on and is no path: no code hides behind
    stars.
    """
    return _replaced(masked(text), _INERT, lambda value: value if _PATH.match(value) else MASK)


def starred(text: str) -> str:
    """The same text, as long as before, with `*` for whatever `without_secrets` and more hides."""
    return _replaced(masked(text), _ANY, lambda value: "*" * len(value))


def named_secrets(text: str) -> Iterator[tuple[str, str]]:
    """The values that `starred` hides, each with its name; user info of a URL has none."""
    for form in _ANY:
        for found in _secret(text, form):
            yield found.groupdict().get("name", ""), found["value"]


def names_value(name: str) -> bool:
    """Whether what has this name is a secret itself, and not the place or the source of one."""
    return names_secret(name) and not _NAMES_PLACE.search(name)


def flag_names_secret(word: str) -> bool:
    """Whether a word of a command line is a flag whose value is a secret."""
    return _FLAG.fullmatch(word) is not None and _is_named(word)


def is_inert(value: str) -> bool:
    """Whether a value may stand behind stars: it is no path, no reference and no shell code."""
    inert = _INERT_WORD.fullmatch(value) is not None
    return inert and not _PATH.match(value) and not _PLACEHOLDER.match(value)


def after_flags(words: Sequence[object]) -> frozenset[int]:
    """Which words of a command line are the secret value of the flag before them, by index."""
    return frozenset(
        index
        for index, (flag, value) in enumerate(pairwise(words), 1)
        if isinstance(flag, str) and isinstance(value, str)
        if flag_names_secret(flag) and is_inert(value)
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


def _is_named(name: str) -> bool:
    return names_value(name) or (name.startswith("-") and _SECRET_FLAG.search(name) is not None)


def _named(name: str, value: str) -> bool:
    return _is_named(name) and not _PLACEHOLDER.match(value)


def _assigned(name: str, value: str) -> bool:
    """A flag, a variable in capitals or a plain word for a secret; of others a random value."""
    told = name.startswith("-") or name.isupper() or _PLAIN_SECRET.search(name) is not None
    return guessed(name, value) or (told and _named(name, value))


def _defaulted(name: str, value: str) -> bool:
    """The default of a variable that stands where a secret does."""
    headed = name.lower() == "authorization" or _SECRET_PARAMETER.search(name) is not None
    return _named(name, value) or (headed and not _PLACEHOLDER.match(value))


def _in_prose(name: str, value: str) -> bool:
    """After a blank a word may be the next of a sentence; a secret has a digit."""
    return _named(name, value) and any(character.isdigit() for character in value)


def _headed(name: str, value: str) -> bool:
    """After a colon in prose, too, a word may be the next of a sentence; headers have a hyphen."""
    header = ("-" in name and _named(name, value)) or name.lower() == "authorization"
    return header and len(value) >= LEAST_CHARS and any(c.isdigit() for c in value)


def _forms(user: str, word: str, value: str, inside: str) -> tuple[_Form, ...]:
    """All forms, by the characters that user info, a word, a value and a default may have."""
    named = rf"(?P<name>{_NAME}++)"
    flag = rf"(?P<name>--?[A-Za-z]{_NAME}*+)"
    scheme = rf"(?:{_SCHEME}[ \t]+)?"
    default = r"\$\{[A-Za-z_][A-Za-z0-9_]*+:-"  # one may hold another one
    last, default = f"(?!{default})", f"(?:{default})"
    kinds = (
        (rf"(?<=://)(?P<value>{user})(?=@)", _always),
        (rf"(?<=://){_NAME}*+:{default}+{last}(?P<value>{inside}{{1,256}}+)(?=\}}+@)", _always),
        (
            rf"(?<!{_NAME}){named}(?:=|:[ \t]*+{scheme}){default}+{last}(?P<value>{inside}+)",
            _defaulted,
        ),
        (rf"(?<=[?&#;]){named}=(?P<value>{value}+)", _parameter),
        (rf"(?<!{_NAME}){named}=(?P<value>{value}+)", _assigned),
        (rf"(?<!{_NAME}){flag}:(?P<value>{value}+)", _named),
        (rf'"{flag}"\s*,\s*"(?P<value>{word}+)(?=")', _named),
        (rf'"{flag}"\s*,\s*"{default}+{last}(?P<value>{inside}+)', _named),
        (rf"(?<!{_NAME}){flag}[ \t]+[\"']?{default}*{last}(?P<value>{word}+)", _in_prose),
        (rf'"{named}\\*"\s*:\s*\\*"(?P<value>{word}+?)(?=\\*")', _named),
        (rf"(?<!{_NAME}){named}:[ \t]+{scheme}(?P<value>{value}+)", _headed),
        (rf"\$\{{(?P<name>[A-Za-z_][A-Za-z0-9_]*+):-(?P<value>{inside}+)", _named),
    )
    return tuple(_Form(re.compile(pattern), judge) for pattern, judge in kinds)


_FLAG = re.compile(rf"--?[A-Za-z]{_NAME}*+")
_INERT_CHARACTER = r"[A-Za-z0-9._~%+=-]"
_INERT_WORD = re.compile(f"{_INERT_CHARACTER}+")
_INERT_VALUE = r"[A-Za-z0-9._~%+/:=-]"
_INERT = _forms(r"[A-Za-z0-9._~%+:@-]+", _INERT_CHARACTER, _INERT_VALUE, _INERT_VALUE)
_ODD_USER = (
    r"[^\s/?#\"'<>:@]+:(?!\d+[/?#])[^\s\"'<>]{0,256}"  # a password may hold what a URL may not
)
_IN_WORD = r"[^\s\"'}]"
_ANY = _forms(rf"(?:{_ODD_USER}|[^\s/?#\"'<>\\`]+)", _IN_WORD, r"[^\s\"'&#<>]", _IN_WORD)


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
