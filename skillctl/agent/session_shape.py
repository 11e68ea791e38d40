"""What each event of a log must hold so that it can be shown and sent again (agent.md section 10).

`docs/session.schema.json` says all of it; here stand the fields and their types, for a log that
somebody else may have changed.
"""

from collections.abc import Iterator, Mapping

_Text = (str,)
_Whole = (int,)
_Number = (int, float)
_Flag = (bool,)
_Object = (dict,)
_MaybeText = (str, type(None))
_MaybeObject = (dict, type(None))
_Any = (object,)
# a tuple of types, an object by its fields, or a list of one kind of entry
Shape = tuple[type, ...] | dict[str, "Shape"] | list["Shape"]

_CALL: Shape = {"id": _Text, "name": _Text, "args": _Text}
SHAPES: Mapping[str, dict[str, Shape]] = {
    "session.start": {
        **dict.fromkeys(("schema", "id", "skillctl", "provider", "model", "dialect"), _Text),
        "preset": _Text,
        "settings_sha256": _Text,
        "resumed_from": _MaybeText,
    },
    "server": {
        **dict.fromkeys(("key", "state", "protocol", "error"), _Text),
        "tools": _Whole,
        "code": (int, type(None)),
    },
    "catalog": {
        "view": _Text,
        "system": _Text,
        "tool_list": [{"name": _Text, "description": _Text, "parameters": _Object}],
        "skills": [dict.fromkeys(("name", "scope", "fingerprint", "state"), _Text)],
        "servers": [dict.fromkeys(("key", "fingerprint", "state"), _Text)],
        "tools": [{"name": _Text, "server": _MaybeText, "raw": _MaybeText, "digest": _Text}],
        "absent": [{"name": _Text, "reason": _Text}],
    },
    "message": {"role": _Text, "source": _Text, "text": _Text},
    "request": {
        "i": _Whole,
        "messages": [_Whole],
        "view": _Text,
        "body_sha256": _Text,
        "bytes": _Whole,
        "tokens": {"method": _Text, "n": _Whole},
        "prefix_bytes": _Whole,
        "prefix_tokens": _Whole,
        "options": _Object,
    },
    "response": {
        "i": _Whole,
        "text": _Text,
        "calls": [_CALL],
        "stop": _Text,
        "opaque": [{"dialect": _Text, "place": _Whole, "item": _Object}],
        "usage": dict.fromkeys(("input", "output", "cached"), _Whole),
    },
    "approval": {
        **dict.fromkeys(("call", "decision", "by", "rule"), _Text),
        **dict.fromkeys(("args_before", "args_after"), _MaybeObject),
    },
    "tool.call": {
        "call": _Text,
        "tool": _Text,
        "server": _MaybeText,
        "raw": _MaybeText,
        "args": _Any,
        "segment": _Whole,
    },
    "tool.result": {
        "call": _Text,
        "tool": _Text,
        "is_error": _Flag,
        "text": _Text,
        "bytes": _Whole,
        "cut": _Flag,
        "synthetic": _Flag,
        "attempts": _Whole,
    },
    "skill": dict.fromkeys(("name", "act", "resource", "fingerprint", "by"), _Text),
    "limit": {"name": _Text, "value": _Number},
    "cancel": {"stage": _Whole, "by": _Text},
    "error": {"kind": _Text, "message": _Text, "hint": _MaybeText},
    "session.end": {
        "exit": _Whole,
        "reason": _Text,
        "totals": {"requests": _Whole, "calls": _Whole},
    },
}
_EVERY: dict[str, Shape] = {"n": _Whole, "v": {"time": _Text}}
_NAMES = {str: "a text", int: "an integer", float: "a number", bool: "true or false"}
_NAMES |= {dict: "an object", type(None): "null"}


def misfits(event: Mapping[str, object]) -> Iterator[str]:
    """What an event of a known kind lacks, or holds in another type."""
    return _misfits(event, {**_EVERY, **SHAPES[str(event["e"])]}, "")


def _misfits(value: object, shape: Shape, path: str) -> Iterator[str]:
    if isinstance(shape, dict):
        yield from _in_object(value, shape, path)
    elif isinstance(shape, list):
        yield from _in_list(value, shape[0], path)
    elif not _is(value, shape):
        yield f'"{path}" is not {" or ".join(_NAMES[kind] for kind in shape)}'


def _in_object(value: object, shape: Mapping[str, Shape], path: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f'"{path}" is not an object'
        return
    for name, inner in shape.items():
        below = f"{path}.{name}".lstrip(".")
        if name in value:
            yield from _misfits(value[name], inner, below)
        else:
            yield f'"{below}" is missing'


def _in_list(value: object, shape: Shape, path: str) -> Iterator[str]:
    if not isinstance(value, list):
        yield f'"{path}" is not a list'
        return
    for index, item in enumerate(value):
        yield from _misfits(item, shape, f"{path}[{index}]")


def _is(value: object, kinds: tuple[type, ...]) -> bool:
    """Whether a value is of one of the types; true and false are no numbers."""
    if isinstance(value, bool):
        return bool in kinds or object in kinds
    return isinstance(value, kinds)
