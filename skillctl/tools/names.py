"""The name under which a model sees a server's tool (mcp.md section 8.1)."""

import re
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256

LONGEST = 64
FIRST_WORD = "mcp"
JOINERS = {"double": "__", "single": "_"}
_FOREIGN = re.compile(r"[^A-Za-z0-9_-]")
_SHORT_HASH, _LONG_HASH = (55, 8), (47, 16)


def clean_name(text: str) -> str:
    """Put `_` for every character that a provider does not take in a tool name."""
    return _FOREIGN.sub("_", text)


def plain_name(key: str, raw: str, naming: str = "double") -> str:
    """The joined parts; not yet told apart from others, and of any length."""
    return JOINERS[naming].join((FIRST_WORD, clean_name(key), clean_name(raw)))


def first_words(naming: str) -> str:
    """With what every name of a server's tool begins."""
    return FIRST_WORD + JOINERS[naming]


def agent_names(
    server_keys: Sequence[str], key: str, tools: Sequence[str], *, naming: str = "double"
) -> dict[str, str]:
    """Raw tool name -> agent name, for one server's own list.

    Depends on the configured keys and this list only, never on order or on what runs. A name is
    looked up, never split again.
    """
    raw_names = sorted(set(tools))
    plain = {raw: plain_name(key, raw, naming) for raw in raw_names}
    hashed_ones = _hashed_ones(plain, unsafe=_unsafe(server_keys, key, JOINERS[naming]))
    names = {raw: _hashed(plain[raw], key, raw, _SHORT_HASH) for raw in hashed_ones}
    names = {raw: names.get(raw, plain[raw]) for raw in raw_names}
    taken = Counter(names.values())
    for raw in hashed_ones:
        if taken[names[raw]] > 1:
            names[raw] = _hashed(plain[raw], key, raw, _LONG_HASH)
    return names


def known_names(
    server_keys: Sequence[str], key: str, tools: Sequence[str]
) -> dict[str, frozenset[str]]:
    """Raw tool name -> every name that people may know it by, whatever the naming is now.

    What a filter says must not come to nothing because names are made in another way.
    """
    ways = [agent_names(server_keys, key, tools, naming=naming) for naming in JOINERS]
    return {
        raw: frozenset(
            (raw, *(way[raw] for way in ways), *(plain_name(key, raw, n) for n in JOINERS))
        )
        for raw in set(tools)
    }


def is_hashed(key: str, raw: str, name: str, *, naming: str = "double") -> bool:
    """Whether an agent name is not simply the joined parts."""
    return name != plain_name(key, raw, naming)


def _unsafe(server_keys: Sequence[str], key: str, joiner: str) -> bool:
    """Whether names of this server could be taken for those of another one."""
    own = clean_name(key)
    others = [clean_name(other) for other in set(server_keys) if other != key]
    if not own or own in others:
        return True
    if joiner == JOINERS["double"]:
        return joiner in own or own.endswith("_")
    return any(a.startswith(f"{b}_") for other in others for a, b in ((own, other), (other, own)))


def _hashed_ones(plain: dict[str, str], *, unsafe: bool) -> list[str]:
    """The raw names whose plain agent name is too long, unsafe, or that of two tools."""
    taken = Counter(plain.values())
    return [
        raw
        for raw, name in plain.items()
        if unsafe or len(name) > LONGEST or (taken[name] > 1 and clean_name(raw) != raw)
    ]


def _hashed(name: str, key: str, raw: str, form: tuple[int, int]) -> str:
    """The first characters of a name and the first hex digits of server NUL tool."""
    kept, digits = form
    digest = sha256(f"{key}\0{raw}".encode("utf-8", "surrogatepass")).hexdigest()
    return f"{name[:kept]}_{digest[:digits]}"
