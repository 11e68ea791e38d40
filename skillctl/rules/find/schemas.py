"""Fakes and scenarios are known by the format that they name, whatever the file is called."""

import re

from skillctl.files import open_file

SUFFIX = ".toml"
HEAD_BYTES = 4096
KINDS = {b"fake": "fakes", b"scenario": "scenarios"}
_LINE = rb"(?<![^\r\n])[ \t]*"
_SCHEMA = re.compile(
    _LINE + rb"""(?:schema|"schema"|'schema')[ \t]*=[ \t]*["']skillctl\.(fake|scenario)/"""
)
_HEADER = re.compile(_LINE + rb"\[[^\]\r\n]*\]{1,2}[ \t]*(?:#[^\r\n]*)?(?=[\r\n]|\Z)")
_QUOTES = (b'"""', b"'''")


def kind_of_text(data: bytes) -> str:
    """The kind of a file by its first 4 KiB, in the words of discovery; "" if it is neither.

    The `schema` stands above every table, and in no text of several lines. A file that is not
    UTF-8, or no TOML further down, is still meant as what it says.
    """
    head = data[:HEAD_BYTES]
    if b"s\0" in head:
        head = head.replace(b"\0", b"")
    head = head.removeprefix(b"\xef\xbb\xbf").removeprefix(b"\xff\xfe").removeprefix(b"\xfe\xff")
    match = _SCHEMA.search(head)
    if match is None:
        return ""
    before = head[: match.start()]
    inside = any(before.count(quotes) % 2 for quotes in _QUOTES)
    return "" if inside or _HEADER.search(before) else KINDS[match[1]]


def kind_of_file(path: str) -> str:
    """The kind of a file by its name and its head; "" also if it cannot be read."""
    if not path.endswith(SUFFIX):
        return ""
    try:
        with open_file(path) as file:
            return kind_of_text(file.read(HEAD_BYTES))
    except OSError:
        return ""
