"""What a plain YAML scalar is: a string only if YAML 1.1 *and* 1.2 read one (lint.md 3.1)."""

import re
from datetime import date, datetime

_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE = frozenset({"yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"})
_FALSE = frozenset({"no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"})
_INTEGER = re.compile(
    r"[-+]?(?:0b[01_]+|0o[0-7]+|0x[0-9a-fA-F_]+|[0-9][0-9_]*(?P<sexagesimal>(?::[0-5]?[0-9])+)?)"
)
_FLOAT = re.compile(
    r"[-+]?(?:(?:[0-9][0-9_]*\.?|\.[0-9])[0-9_]*(?:[eE][-+]?[0-9]+)?"
    r"|[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|\.(?:inf|Inf|INF))|\.(?:nan|NaN|NAN)"
)
_DATE = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}"
    r":[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::?[0-9]{2})?))?"
)
_STRING_TAGS = frozenset({"!", "tag:yaml.org,2002:str"})
_NAMED = _NULL | _TRUE | _FALSE
_SPECIAL_START = frozenset("-+.0123456789")


def plain_value(text: str, tag: str | None) -> tuple[str, object]:
    """The kind and value of a plain scalar; a tag that makes it a string is heeded, no other is."""
    if tag in _STRING_TAGS:
        return "string", text
    if text in _NAMED:
        return ("null", None) if text in _NULL else ("boolean", text in _TRUE)
    if text[0] not in _SPECIAL_START:
        return "string", text
    integer = _INTEGER.fullmatch(text)
    if integer:
        return "number", text if integer["sexagesimal"] else _integer(text)
    if _FLOAT.fullmatch(text):
        return "number", _float(text)
    return ("date", _date(text)) if _DATE.fullmatch(text) else ("string", text)


def _integer(text: str) -> int | str:
    """The number as YAML 1.2 reads it, or the text where it reads none."""
    try:
        return int(text, 0 if text.lstrip("-+")[:2] in ("0b", "0o", "0x") else 10)
    except ValueError:
        return text


def _float(text: str) -> float | str:
    try:
        return float(text.replace(".inf", "inf").replace(".nan", "nan").replace("_", ""))
    except ValueError:
        return text


def _date(text: str) -> date | str:
    """The date or time that is meant, or the text where the calendar has no such day."""
    try:
        return date.fromisoformat(text) if len(text) == len("2024-01-31") else _moment(text)
    except ValueError:
        return text


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)
