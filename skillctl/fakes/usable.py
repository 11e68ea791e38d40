"""Patterns that do not compile and files that cannot answer: FK008 and FK009 of lint.md."""

import re
from collections.abc import Iterator
from pathlib import Path

from skillctl.fakes.attached import NotAttached, attached
from skillctl.fakes.keys import CHOICES
from skillctl.fakes.outcome import tables_at
from skillctl.policy.patterns import repeats_a_choice
from skillctl.source.closed import Misfit
from skillctl.source.tree import Node

REGEX = "regex"
MISSING_FILE = "missing-file"
ADVICE = "write a regular expression of Python without (a+)* and the like"
REPLIES = tuple(path for path in CHOICES if path.endswith(".reply"))


def unusable(node: Node, folder: Path | None) -> Iterator[Misfit]:
    """What of the replies cannot be used; files are looked for where the folder is known."""
    for path in REPLIES:
        for reply in tables_at(node, path):
            yield from _patterns(reply)
            if folder is not None:
                yield from _file(reply, folder)


def _patterns(reply: Node) -> Iterator[Misfit]:
    table = reply.get("when_regex")
    for entry in table.entries if table else ():
        value = entry.value
        reason = _reason(value.value) if isinstance(value.value, str) else None
        if reason:
            message = f'the pattern of "{entry.key}" {reason}'
            yield Misfit(REGEX, message, value.start, value.end, ADVICE)


def _reason(pattern: str) -> str | None:
    """Why a pattern cannot be tried; None if it can."""
    try:
        re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        position = getattr(error, "pos", None)
        where = "" if position is None else f" at character {position + 1}"
        return f"does not compile{where}: {getattr(error, 'msg', None) or error}"
    if repeats_a_choice(pattern):
        return "could take for ever: it repeats a group that repeats or alternates itself"
    return None


def _file(reply: Node, folder: Path) -> Iterator[Misfit]:
    name = reply.get("file")
    if name is None or not isinstance(name.value, str):
        return
    try:
        attached(folder, name.value)
    except NotAttached as error:
        message = f'the file "{name.value}" {error}'
        advice = "name a file with a JSON object, in the folder of the fake or below"
        yield Misfit(MISSING_FILE, message, name.start, name.end, advice)
