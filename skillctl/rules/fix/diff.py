"""A unified diff of one file, without secrets."""

from collections.abc import Callable, Iterator, Sequence
from difflib import unified_diff
from itertools import islice

from skillctl.policy.masks import starred
from skillctl.policy.text import row

CONTEXT = 3
MAX_COMPARED = 2_000  # lines; comparing more of them takes time that grows with their square
_HEAD = 2  # rows that name the file
_NO_LINE_END = "\n\\ No newline at end of file\n"


def unified(name: str, before: bytes, after: bytes, hide: Callable[[str], str] = starred) -> str:
    """What changes between two versions of a text in UTF-8, empty if nothing does.

    Lines end at LF, so that CR and a byte order mark show. A secret is masked, as anywhere: its
    line cannot be patched. `hide` masks a whole text, character by character.
    """
    if before == after:
        return ""
    old, new = before.decode(), after.decode()
    a, b, shown = _lines(old), _lines(new), row(name)
    safe = dict(zip((*a, *b), (*_lines(hide(old)), *_lines(hide(new))), strict=True))
    if max(len(a), len(b)) <= MAX_COMPARED:
        rows = unified_diff(a, b, shown, shown, n=CONTEXT)
    else:
        rows = _one_hunk(shown, a, b)
    head = list(islice(rows, _HEAD))
    return "".join((*head, *(_whole(line[0] + safe.get(line[1:], line[1:])) for line in rows)))


def _lines(text: str) -> list[str]:
    """Lines with their ends; the last one may have none."""
    parts = text.split("\n")
    return [f"{part}\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def _whole(line: str) -> str:
    return line if line.endswith("\n") else line + _NO_LINE_END


def _one_hunk(name: str, old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    """All between the first and the last changed line as one change."""
    least = min(len(old), len(new))
    same = next((n for n in range(least) if old[n] != new[n]), least)
    left = least - same
    tail = next((n for n in range(left) if old[-1 - n] != new[-1 - n]), left)
    start = max(0, same - CONTEXT)
    end = len(old) - tail
    context = old[end : end + CONTEXT]
    added = new[same : len(new) - tail]
    counts = [same - start + size + len(context) for size in (end - same, len(added))]
    yield f"--- {name}\n"
    yield f"+++ {name}\n"
    yield f"@@ -{start + 1},{counts[0]} +{start + 1},{counts[1]} @@\n"
    yield from (f" {line}" for line in old[start:same])
    yield from (f"-{line}" for line in old[same:end])
    yield from (f"+{line}" for line in added)
    yield from (f" {line}" for line in context)
