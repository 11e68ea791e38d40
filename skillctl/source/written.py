"""A text as a value of a file that we write: YAML, JSON, TOML."""

import re

_PLAIN_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[- ][A-Za-z0-9]+)*")
_NOT_WRITABLE = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def yaml_text(text: str) -> str:
    """A text as a YAML scalar of one line that any parser reads as this string."""
    from skillctl.source.yaml_scalars import plain_value  # noqa: PLC0415 # import budget

    if _PLAIN_WORD.fullmatch(text) and plain_value(text, None)[0] == "string":
        return text
    if "'" not in text and not _NOT_WRITABLE.search(text) and '"' in text:
        return f"'{text}'"
    return json_text(text)


def json_text(text: str) -> str:
    """A text as a string of JSON, which is one of YAML and of TOML, too; readable as it is."""
    import json  # noqa: PLC0415 # import budget: only where something is mended

    return _NOT_WRITABLE.sub(
        lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False)
    )
