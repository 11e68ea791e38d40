"""Text of a repository before a terminal: control and hidden characters shown, secrets masked."""

import re

from skillctl.policy.secrets import guessed, masked
from skillctl.policy.text import visible

MASK = "***"
# what is masked holds no character that a shell acts on: no code hides behind stars
_USER_INFO = re.compile(r"(?<=://)[A-Za-z0-9._~%+:-]+(?=@)")
_PAIR = re.compile(r"(?<![A-Za-z0-9_.-])([A-Za-z0-9_.-]++)=([A-Za-z0-9._~%+/:=-]+)")
_NEXT = re.compile(r"\"(--?[A-Za-z0-9_.-]+)\",\"([A-Za-z0-9._~%+/:=-]+)\"")
_QUERY = re.compile(r"(?<=[?&])([A-Za-z0-9_.-]++)=([A-Za-z0-9._~%+/:=-]+)")
_SECRET_NAME = re.compile(r"token|key|password|passwd|secret|signature", re.IGNORECASE)
_LEAST_QUERY = 6


def safe(text: str) -> str:
    r"""One line that can be printed: `\u{202E}` for what hides, stars for what is secret."""
    return visible(without_secrets(text)).replace("\n", "\\n")


def without_secrets(text: str) -> str:
    """Mask keys of known services, user info and secret values of URLs, values named as secrets."""
    text = _USER_INFO.sub(MASK, masked(text))
    text = _QUERY.sub(_masked_query, text)
    text = _PAIR.sub(lambda found: _masked_pair(found, "="), text)
    return _NEXT.sub(lambda found: _masked_pair(found, '","'), text)


def _masked_query(found: re.Match[str]) -> str:
    name, value = found.groups()
    secret = _SECRET_NAME.search(name) and len(value) >= _LEAST_QUERY and "${" not in value
    return f"{name}={MASK}" if secret else found.group()


def _masked_pair(found: re.Match[str], joiner: str) -> str:
    name, value = found.groups()
    whole = found.group()
    return whole.replace(f"{joiner}{value}", joiner + MASK) if guessed(name, value) else whole
