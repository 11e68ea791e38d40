"""Turning skills on and off in the preferences: whole, under a lock, nothing else touched.

The text of the file is changed only where a flag stands, so that whatever else is in there, its
order and its form stay (skills.md section 5). Nothing but a wish of the user leads here.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from skillctl.errors import StoreError
from skillctl.files import make_private_folder, replace_file
from skillctl.lock import locked
from skillctl.skills.preferences import (
    FLAGS,
    Preferences,
    load_preferences,
    read_preferences,
)
from skillctl.source.file import BOM, SourceFile
from skillctl.source.json_text import parse_json
from skillctl.source.tree import Node

_INDENT = "  "
_BLANK = " \t\r\n"
_NEW = "{}\n"


class _Edit(NamedTuple):
    """A piece of the text and what stands there instead."""

    start: int
    end: int
    text: str


def toggle(path: Path, lock: Path, names: Sequence[str], *, enabled: bool) -> Preferences:
    """Enable or disable skills by name, all or none; gives what was said before.

    A name that is enabled because nothing is said of it is left so. Raises StoreError; the file is
    unchanged then.
    """
    try:
        for folder in (lock.parent, path.parent):
            make_private_folder(folder)
        with locked(lock, "no skill was enabled or disabled"):
            before = load_preferences(path)
            wanted = {name: enabled for name in names if before.enables(name) is not enabled}
            if wanted:
                replace_file(path, _changed(path, wanted))
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}; not changed") from None
    return before


def _changed(path: Path, wanted: Mapping[str, bool]) -> bytes:
    """The bytes of the file with these flags."""
    file = read_preferences(path)
    text = with_flags(file.source.text if file else _NEW, wanted)
    try:
        return (BOM if file and file.source.bom else b"") + text.encode()
    except UnicodeEncodeError:
        raise StoreError("a name that is not UTF-8 text cannot be stored; not changed") from None


def with_flags(text: str, wanted: Mapping[str, bool]) -> str:
    """A text of preferences in which these names have these flags; others stay as they stand."""
    root, _ = parse_json(SourceFile("", b"", text))
    flags = root.get(FLAGS) if root else None
    stated = [entry for entry in flags.entries if entry.key in wanted] if flags else []
    edits = [_Edit(e.value.start, e.value.end, json.dumps(wanted[e.key])) for e in stated]
    known = {entry.key for entry in stated}
    fresh = [_member(name, flag) for name, flag in wanted.items() if name not in known]
    if flags and fresh:
        edits.append(_added(text, flags, fresh, 1))
    elif root and fresh:
        end = "\r\n" if "\r\n" in text else "\n"
        edits.append(_added(text, root, [f'"{FLAGS}": {{{_lines(fresh, 1, end)}}}'], 0))
    for edit in sorted(edits, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def _member(name: str, flag: bool) -> str:  # noqa: FBT001 # a value, not a switch
    return f"{json.dumps(name, ensure_ascii=False)}: {json.dumps(flag)}"


def _added(text: str, node: Node, members: Sequence[str], depth: int) -> _Edit:
    """Put members behind the last one of an object, apart from it as that is from what is before.

    An empty object gets a line for each, as this module writes them.
    """
    if not node.entries:
        end = "\r\n" if "\r\n" in text else "\n"
        return _Edit(node.start + 1, node.end - 1, _lines(members, depth, end))
    last = node.entries[-1]
    before = text[: last.start]
    gap = before[len(before.rstrip(_BLANK)) :]
    if len(node.entries) == 1:
        gap = gap or " "
    at = last.value.end
    return _Edit(at, at, "".join(f",{gap}{member}" for member in members))


def _lines(members: Sequence[str], depth: int, end: str) -> str:
    """Members of an object at a depth, each on a line of its own."""
    inner = end + _INDENT * (depth + 1)
    return inner + f",{inner}".join(members) + end + _INDENT * depth
