"""What of an item may be printed (mcp.md sections 4.1, 4.6 and 6); never what is hashed."""

import re
from collections.abc import Mapping
from typing import Any

from skillctl.consent.item import is_secret_key
from skillctl.policy.masks import MASK, is_inert, names_value, without_secrets
from skillctl.policy.words import hidden_words

_SECRET_TABLE = re.compile("credentials?", re.IGNORECASE)


def shown_entry(entry: Mapping[str, Any]) -> dict[str, Any]:
    """An entry of the same structure, with each string masked that is a secret or holds one.

    What only bears the name of a secret stays, if it is a path or shell code.
    """
    shown = {key: _member(key, value, named=False) for key, value in entry.items()}
    command, args = entry.get("command"), entry.get("args")
    if isinstance(command, str):
        words = args if isinstance(args, list) else []
        shown["command"], *hidden = hidden_words([command, *words])
        if words:
            shown["args"] = hidden
    return shown


def shown_form(form: Mapping[str, Any]) -> dict[str, Any]:
    """A canonical object to look at; what stands in it as a digest already stays one."""
    entry = form.get("entry")
    if not isinstance(entry, Mapping):
        return dict(form)
    kept = {key: value for key, value in entry.items() if is_secret_key(key)}
    return {**form, "entry": {**shown_entry(entry), **kept}}


def _member(key: str, value: Any, *, named: bool) -> Any:  # noqa: ANN401 # JSON
    if is_secret_key(key) or _SECRET_TABLE.fullmatch(key):
        return _masked(value)
    return _shown(value, named=named or names_value(key))


def _shown(value: Any, *, named: bool) -> Any:  # noqa: ANN401 # JSON
    if isinstance(value, Mapping):
        return {key: _member(key, inner, named=named) for key, inner in value.items()}
    if isinstance(value, list):
        return [_shown(inner, named=named) for inner in hidden_words(value)]
    if isinstance(value, str):
        return MASK if named and is_inert(value) else without_secrets(value)
    return value


def _masked(value: Any) -> Any:  # noqa: ANN401 # JSON
    """Each string of a value masked, whatever it holds."""
    if isinstance(value, Mapping):
        return {key: _masked(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_masked(inner) for inner in value]
    return MASK if isinstance(value, str) else value
