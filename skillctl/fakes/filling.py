"""Values of a call put into the strings of a reply."""

import json
import re
from collections.abc import Mapping
from typing import Any

_PLACE = re.compile(r"\{\{([A-Za-z0-9_.-]+)\}\}")
_ID = "{{id}}"


def filled(value: Any, arguments: Mapping[str, Any]) -> Any:  # noqa: ANN401 # any JSON value
    """A value with `{{name}}` in its strings replaced by that argument, in one pass.

    An argument that is not a string stands as JSON; a name that is no argument stays as written.
    """
    if isinstance(value, str):
        return _PLACE.sub(lambda match: _argument(arguments, match), value)
    if isinstance(value, dict):
        return {key: filled(inner, arguments) for key, inner in value.items()}
    return [filled(inner, arguments) for inner in value] if isinstance(value, list) else value


def _argument(arguments: Mapping[str, Any], match: re.Match[str]) -> str:
    value = arguments.get(match[1], match[0])
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def with_id(line: str, request_id: int | str) -> str:
    """A raw line with the id of the request, as JSON, in the place of `{{id}}`."""
    return line.replace(_ID, json.dumps(request_id))
