"""Places of results that differ from call to call, such as times and ids (`--volatile`)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

Path: TypeAlias = tuple[str | int | None, ...]  # None is every member

_STEP = re.compile(
    r"\.(?P<name>[A-Za-z_$][A-Za-z0-9_$-]*)|\[(?P<index>\d+)\]|\['(?P<quoted>[^']+)'\]"
    r"|(?P<every>\[\*\]|\.\*)"
)

MARK = "{{volatile"


class NotAPath(ValueError):
    """A text that is no path of the forms that are known here."""


def parse_path(text: str) -> Path:
    """`$.content[0].text`, `$.items[*]['an id']`: steps by name, by index, to every member."""
    if not text.startswith("$"):
        raise NotAPath("a path begins with $")
    steps: list[str | int | None] = []
    at = 1
    while at < len(text):
        found = _STEP.match(text, at)
        if found is None:
            raise NotAPath(f"no step at character {at + 1}: write .name, ['name'], [0] or [*]")
        steps.append(_step(found))
        at = found.end()
    return tuple(steps)


def _step(found: re.Match[str]) -> str | int | None:
    if found["every"]:
        return None
    return int(found["index"]) if found["index"] else found["name"] or found["quoted"]


def marked(value: Any, paths: Sequence[Path]) -> Any:  # noqa: ANN401 # any JSON value
    """A result with a mark in each place that is volatile.

    A mark is written as a template is, so that an argument can be put there by its name; as it is,
    it names the place, and a fake leaves it as written.
    """
    for path in paths:
        value = _replaced(value, path, "")
    return value


def has_mark(value: object) -> bool:
    """Whether some text of a value is a mark."""
    if isinstance(value, str):
        return value.startswith(MARK)
    if isinstance(value, Mapping):
        return any(map(has_mark, value.values()))
    return isinstance(value, list) and any(map(has_mark, value))


def _replaced(value: Any, path: Path, name: str) -> Any:  # noqa: ANN401 # as above
    if not path:
        return f"{MARK}{name}}}}}"
    members = dict(_members(value, path[0]))
    changed = {key: _replaced(inner, path[1:], f"{name}.{key}") for key, inner in members.items()}
    if isinstance(value, Mapping):
        return {key: changed.get(key, inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [changed.get(index, inner) for index, inner in enumerate(value)]
    return value


def _members(value: object, step: str | int | None) -> Iterator[tuple[str | int, Any]]:
    """The members of a value that a step leads to."""
    pairs: Iterator[tuple[Any, Any]] = iter(())
    if isinstance(value, Mapping):
        pairs = iter(value.items())
    elif isinstance(value, list):
        pairs = iter(enumerate(value))
    yield from ((key, inner) for key, inner in pairs if step is None or key == step)
