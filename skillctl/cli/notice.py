"""Lines for the user on stderr, folded between words where that is a terminal."""

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

HANG = "  "
LEAST = 20  # a terminal that is narrower folds by itself


def say(lines: Iterable[str]) -> None:
    """Print lines to stderr, safe for a terminal; that nobody reads them stops nothing."""
    try:
        for line in lines:
            sys.stderr.write(notice(line))
        sys.stderr.flush()
    except OSError:
        _forget_stderr()


def _forget_stderr() -> None:
    """Let what is still buffered go nowhere, or the interpreter could not end well."""
    with suppress(OSError, ValueError), Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stderr.fileno())


def notice(text: str) -> str:
    """Lines as they are written, safe to look at, with a line end.

    What goes on below is indented. A word that is too wide, as a path may be, stays whole.
    """
    from skillctl.policy.text import visible

    shown, width = visible(text), _width()
    if width >= LEAST:
        shown = "\n".join(_hanging(line, width) for line in shown.split("\n"))
    return f"{shown}\n"


def _hanging(line: str, width: int) -> str:
    from skillctl.report.fold import folded
    from skillctl.report.snippet import columns

    if columns(line) <= width:
        return line
    begin = line[: len(line) - len(line.lstrip())] + HANG
    return f"\n{begin}".join(folded(line, max(width - len(begin), 1), cut=False))


def _width() -> int:
    """The columns of the terminal that stderr is, or as `COLUMNS` says; 0 if it is none."""
    if not sys.stderr.isatty():
        return 0
    said = os.environ.get("COLUMNS", "")
    if said.isdecimal() and int(said):
        return int(said)
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns
    except (OSError, ValueError):
        return 0
