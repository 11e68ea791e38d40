"""The values of servers that no output may hold (mcp.md section 6)."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from skillctl.policy.masks import named_secrets, names_secret
from skillctl.policy.words import secret_words
from skillctl.servers.model import ServerConfig

USER_INFO = "url"


def secrets_of(configs: Iterable[ServerConfig]) -> dict[str, str]:
    """Each value under the name of its variable, header, key, flag or parameter.

    Where two servers have one name for different values, the later ones stand under a name with
    that of their server.
    """
    found: dict[str, str] = {}
    for config in configs:
        for name, value in _of(config):
            free = found.setdefault(name, value) == value
            if not free:
                found[_unused(f"{name} of {config.name}", value, found)] = value
    return found


def _unused(name: str, value: str, found: Mapping[str, str]) -> str:
    number = 1
    wanted = name
    while found.get(wanted, value) != value:
        number += 1
        wanted = f"{name} {number}"
    return wanted


def _of(config: ServerConfig) -> Iterator[tuple[str, str]]:
    yield from config.env.items()
    yield from config.headers.items()
    yield from _below(config.auth)
    for text in (config.command, *config.args, config.url):
        for name, value in named_secrets(text):
            yield name or USER_INFO, value
            yield name or USER_INFO, value.partition(":")[2]
    for flag, value in pairwise(config.args):
        if flag.startswith("-") and "=" not in flag and names_secret(flag):
            yield flag, value
    words = (config.command, *config.args)
    for index, flag in secret_words(words).items():
        yield flag or words[index - 1], words[index].removeprefix(flag)


def _below(auth: object, key: str = "") -> Iterator[tuple[str, str]]:
    """The strings of an `auth` table whose keys name secrets."""
    if isinstance(auth, str) and names_secret(key):
        yield key, auth
    elif isinstance(auth, Mapping):
        for inner, value in auth.items():
            yield from _below(value, inner)
    elif isinstance(auth, list):
        for value in auth:
            yield from _below(value, key)
