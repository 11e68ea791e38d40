"""Which fields of an event hold text of others: only there are secrets taken out.

The names of fields, of events, and the words of a fixed list stay, so that a value such as
`session` or `message` in a server's environment leaves a log that can be read.
"""

from collections.abc import Callable, Mapping
from typing import cast

_V = {"v.cwd", "v.place"}
FREE: Mapping[str, frozenset[str]] = {
    kind: frozenset(fields | _V)
    for kind, fields in {
        "session.start": set[str](),
        "server": {"error"},
        "catalog": {
            *("system", "tool_list.name", "tool_list.description", "tool_list.parameters"),
            *("tools.name", "tools.raw", "absent.name"),
        },
        "message": {"text"},
        "request": set[str](),
        "response": {"text", "calls.name", "calls.args"},
        "approval": {"rule", "args_before", "args_after"},
        "tool.call": {"tool", "raw", "args", "notes"},
        "tool.result": {"tool", "text", "full"},
        "skill": {"resource"},
        "limit": set[str](),
        "cancel": set[str](),
        "error": {"message", "hint"},
        "session.end": {"reason"},
    }.items()
}


def redacted(
    kind: str, fields: Mapping[str, object], clean: Callable[[object], object]
) -> dict[str, object]:
    """The fields of an event with `clean` done to what others wrote."""
    return cast("dict[str, object]", _walked(fields, FREE[kind], "", clean))


def _walked(
    value: object, free: frozenset[str], path: str, clean: Callable[[object], object]
) -> object:
    if path in free:
        return clean(value)
    if isinstance(value, Mapping):
        return {k: _walked(v, free, f"{path}.{k}".lstrip("."), clean) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_walked(item, free, path, clean) for item in value]
    return value
