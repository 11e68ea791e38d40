"""Keywords of JSON Schema that hold no schemas: whether a new value allows less than the old one.

Each function takes a path, the old and the new value (`ABSENT` where there is none), which differ
in their text, and gives the changes.
"""

from collections.abc import Iterator

from skillctl.drift.change import ABSENT, Change, Drift, change, dumped

UNDECIDED = "it cannot be decided whether less is allowed now, which counts as breaking"
NARROWER = "less is allowed now"
WIDER = "more is allowed now"
LATEST_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_TYPES = frozenset(("array", "boolean", "integer", "null", "number", "object", "string"))


def undecided(path: str, old: object, new: object) -> Iterator[Change]:
    """A change whose effect is not known."""
    yield change(Drift.BREAKING, path, old, new, UNDECIDED)


def wording(path: str, old: object, new: object) -> Iterator[Change]:
    """A change that a model reads and no validator minds."""
    reordered = ABSENT not in (old, new) and _unordered(old) == _unordered(new)
    yield change(Drift.ORDER_ONLY if reordered else Drift.PROMPT_ONLY, path, old, new)


def types(path: str, old: object, new: object) -> Iterator[Change]:
    """`type`: a smaller set of types is narrower."""
    was, now = _type_set(old), _type_set(new)
    if was is None or now is None:
        return undecided(path, old, new)
    return _sets(path, (old, new), (was, now))


def values(path: str, old: object, new: object) -> Iterator[Change]:
    """`enum`, and `const` as a list of one: a smaller set of values is narrower."""
    if not all(value is ABSENT or isinstance(value, list) for value in (old, new)):
        return undecided(path, old, new)
    was, now = (
        frozenset(_form(item) for item in value) if isinstance(value, list) else None
        for value in (old, new)
    )
    return _sets(path, (old, new), (was, now))


def lower_bound(path: str, old: object, new: object) -> Iterator[Change]:
    """`minimum` and `exclusiveMinimum`: higher is tighter."""
    return _bound(path, (old, new), float("-inf"), 1)


def least_count(path: str, old: object, new: object) -> Iterator[Change]:
    """`minLength` and its kin, which are 0 where they are absent: higher is tighter."""
    return _bound(path, (old, new), 0, 1)


def upper_bound(path: str, old: object, new: object) -> Iterator[Change]:
    """`maximum`, `maxLength` and their kin: lower is tighter."""
    return _bound(path, (old, new), float("inf"), -1)


def restriction(path: str, old: object, new: object) -> Iterator[Change]:
    """`pattern` and its kin: one that comes narrows, one that goes widens."""
    if old is ABSENT:
        yield change(Drift.BREAKING, path, old, new, NARROWER)
    elif new is ABSENT:
        yield change(Drift.PROMPT_ONLY, path, old, new, WIDER)
    else:
        yield from undecided(path, old, new)


def unique_items(path: str, old: object, new: object) -> Iterator[Change]:
    """`uniqueItems`: false and absent are the same."""
    was, now = (value is not ABSENT and value is not False for value in (old, new))
    if was == now:
        return wording(path, old, new)
    return restriction(path, old if was else ABSENT, new if now else ABSENT)


def dialect(path: str, old: object, new: object) -> Iterator[Change]:
    """`$schema` is never sent (mcp.md section 8.3); another dialect may mean something else."""
    was, now = (LATEST_DIALECT if v is ABSENT else str(v).rstrip("#") for v in (old, new))
    if was == now:
        yield change(Drift.COSMETIC, path, old, new)
    else:
        yield from undecided(path, old, new)


def _sets(
    path: str, texts: tuple[object, object], sets: tuple[frozenset[str] | None, ...]
) -> Iterator[Change]:
    """Compare what is allowed, None standing for anything."""
    was, now = sets
    if was == now:
        yield from wording(path, *texts)
    elif now is None or (was is not None and was <= now):
        yield change(Drift.PROMPT_ONLY, path, *texts, WIDER)
    else:
        yield change(Drift.BREAKING, path, *texts, NARROWER)


def _bound(path: str, bounds: tuple[object, object], loosest: float, sign: int) -> Iterator[Change]:
    """Compare two bounds; `sign` is 1 if a higher one is tighter, -1 if a lower one is."""
    was, now = (loosest if bound is ABSENT else _number(bound) for bound in bounds)
    if was is None or now is None:
        yield from undecided(path, *bounds)
    elif was == now:
        yield from wording(path, *bounds)
    elif sign * was < sign * now:
        yield change(Drift.BREAKING, path, *bounds, NARROWER)
    else:
        yield change(Drift.PROMPT_ONLY, path, *bounds, WIDER)


def _number(value: object) -> float | None:
    """A number; not the boolean that a bound is in the oldest dialects."""
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _type_set(value: object) -> frozenset[str] | None:
    """All types that are allowed, a number being also an integer; None if this is no type."""
    if value is ABSENT:
        return _TYPES
    words = [value] if isinstance(value, str) else value
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        return None
    known = frozenset((*words, "integer") if "number" in words else words)
    return known if known <= _TYPES else None


def _unordered(value: object) -> list[str] | str:
    """A value whose order plays no part."""
    if isinstance(value, list):
        return sorted(dumped(item, sort=True) for item in value)
    return dumped(value, sort=True)


def _form(value: object) -> str:
    """Equal JSON values give equal texts: 1 and 1.0, and objects in any order."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return dumped(value, sort=True)
