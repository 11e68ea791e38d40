"""Two request bodies compared where no other file of a snapshot tells what they hold.

That are what is said, the options around it, and tools that are sent otherwise than before. Each
change of a body reaches the model or its endpoint, so none is cosmetic (harness.md section 7).
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from skillctl.drift.change import ABSENT, Change, Drift, below, change, order_change, same
from skillctl.scenario.body_parts import BodyParts, NoBody, parts_of

Placed = tuple[str, Change]


def compare_bodies(
    old: Mapping[str, bytes], new: Mapping[str, bytes], told: Collection[str]
) -> Iterator[Change]:
    """The changes of the bodies by their files; tools that are `told` have changes already.

    Where they have no form in common, the first two are compared as far as forms are alike.
    """
    shared = [(name, old[name], new[name]) for name in old if name in new]
    for name, was, now in shared or _first(old, new):
        try:
            before, after = parts_of(was), parts_of(now)
        except NoBody:
            continue
        found = _in_one_form if shared else _in_two_forms
        for item, one in found(before, after, told):
            yield Change(one.drift, item or name, one.path, one.old, one.new, one.reason)


def _first(
    old: Mapping[str, bytes], new: Mapping[str, bytes]
) -> Iterator[tuple[str, bytes, bytes]]:
    for (_, was), (name, now) in zip(old.items(), new.items(), strict=False):
        yield name, was, now
        return


def _in_one_form(old: BodyParts, new: BodyParts, told: Collection[str]) -> Iterator[Placed]:
    for name, tool in old.tools.items():
        if name in new.tools and f"tools/{name}" not in told:
            yield from ((f"tools/{name}", one) for one in _values("$", tool, new.tools[name]))
    yield from (("", one) for one in _values("$", old.frame, new.frame))
    path = f"$.{old.said}"
    yield from (("", one) for one in _values(path, _placed(old), _placed(new)))


def _placed(parts: BodyParts) -> list[Any]:
    """The messages, each at its place in the body."""
    own = len(parts.frame[parts.said]) - 1
    return [None] * own + parts.messages


def _in_two_forms(old: BodyParts, new: BodyParts, told: Collection[str]) -> Iterator[Placed]:
    """Options of one name, and what is said as words."""
    del told
    parts = {"tools", "system", "instructions", old.said, new.said}
    for key in old.frame.keys() & new.frame.keys() - parts:
        yield from (("", one) for one in _values(below("$", key), old.frame[key], new.frame[key]))
    was, now = (" ".join(_words(one.messages)) for one in (old, new))
    if was != now:
        yield "", change(Drift.PROMPT_ONLY, f"$.{new.said}", was, now, "what is said")


def _words(value: object) -> Iterator[str]:
    """The texts of messages, whatever they stand in."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _words(one)
    elif isinstance(value, dict):
        for key in ("content", "text", "output", "arguments", "input"):
            yield from _words(value.get(key))


def _values(path: str, old: Any, new: Any) -> Iterator[Change]:  # noqa: ANN401 # any JSON values
    """Where two values differ; a list that grew or shrank does so at its end."""
    if same(old, new):
        return
    if isinstance(old, dict) and isinstance(new, dict):
        yield from order_change(path, old, new)
        for key in dict.fromkeys((*old, *new)):
            yield from _values(below(path, key), old.get(key, ABSENT), new.get(key, ABSENT))
    elif isinstance(old, list) and isinstance(new, list):
        for at in range(max(len(old), len(new))):
            was, now = (one[at] if at < len(one) else ABSENT for one in (old, new))
            yield from _values(f"{path}[{at}]", was, now)
    else:
        reason = "new" if old is ABSENT else "gone" if new is ABSENT else ""
        yield change(Drift.PROMPT_ONLY, path, old, new, reason)
