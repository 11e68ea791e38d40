"""The JSON Schema of settings files, made of the table of settings and of the rules."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias, get_args, get_origin

from skillctl.rules.rule import Rule
from skillctl.rules.selection import ALL
from skillctl.rules.setting_words import BY_CODE, BY_GLOB, HOSTS, LISTS, TARGET
from skillctl.rules.targets import config_hosts, known_targets
from skillctl.setting import Row, Who
from skillctl.settings import PRESETS, rows

Schema: TypeAlias = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
TITLE = "skillctl.toml, and [tool.skillctl] of pyproject.toml"
CODE, HOST, TARGETS = ({"$ref": f"#/$defs/{name}"} for name in ("code", "host", "target"))
_WORDS: Mapping[str, Schema] = {
    **dict.fromkeys((*LISTS, BY_GLOB), CODE),
    TARGET: TARGETS,
    HOSTS: HOST,
}


def schema_text(rules: Sequence[Rule[Any]]) -> str:
    """The schema as the file that is published."""
    return json.dumps(settings_schema(rules), indent=1) + "\n"


def settings_schema(rules: Sequence[Rule[Any]]) -> Schema:
    """Every setting with its type, bounds, words and default; nothing else is allowed."""
    whole = _table()
    for row in rows():
        *section, name = row.key.split(".")
        table = whole
        for word in section:
            table = table["properties"].setdefault(word, _table())
        table["properties"][name] = {"description": _help(row), **_value(row), **_default(row)}
    words = {"code": _codes(rules), "host": config_hosts(), "target": known_targets()}
    defs = {name: {"enum": list(known)} for name, known in words.items()}
    return {"$schema": DIALECT, "title": TITLE, **whole, "$defs": defs}


def _table() -> Schema:
    return {"type": "object", "additionalProperties": False, "properties": {}}


def _codes(rules: Iterable[Rule[Any]]) -> list[str]:
    """All words that name rules: codes, the beginnings of codes, names."""
    known = list(rules)
    codes = {rule.code[:length] for rule in known for length in range(1, len(rule.code) + 1)}
    return [ALL, *sorted(codes), *sorted({rule.name for rule in known})]


def _help(row: Row) -> str:
    return row.help if row.who is Who.ANYONE else f"{row.help} ({row.who})"


def _default(row: Row) -> Schema:
    value = row.default
    if isinstance(value, Mapping):
        return {"default": dict(value)}
    return {"default": list(value) if isinstance(value, tuple) else value}


def _value(row: Row) -> Schema:
    """The schema of a value by its type; its words are known of some settings."""
    origin, inner = get_origin(row.kind), get_args(row.kind)
    if origin is tuple:
        return _list(_word(row))
    if origin is None:
        return _plain(row)
    keys = {"propertyNames": CODE} if row.key == BY_CODE else {}
    of_lists = get_origin(inner[1]) is tuple
    values = _list(_word(row)) if of_lists else _word(row)
    return {"type": "object", **keys, "additionalProperties": values}


def _plain(row: Row) -> Schema:
    if row.kind is bool:
        return {"type": "boolean"}
    return _integer(row) if row.kind is int else _word(row)


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _integer(row: Row) -> Schema:
    return {"type": "integer", "minimum": row.least, "maximum": row.most}


def _word(row: Row) -> Schema:
    if row.key in _WORDS:
        return _WORDS[row.key]
    choices = tuple(PRESETS) if row.key == "preset" else row.choices
    return {"enum": list(choices)} if choices else {"type": "string"}
