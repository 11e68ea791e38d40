"""The table of tools in a generated skill: foreign text in cells (skills.md section 17)."""

from collections.abc import Iterator, Mapping

from skillctl.cut import safe_cut
from skillctl.policy.text import one_line
from skillctl.tools.generated.paths import FOLDER

MOST_ROWS = 1000
MOST_CELL = 1000
_HEAD = ("| Tool | Description |", "|------|-------------|")
# a backslash, too: one before a pipe or a backtick would take the escape away
_ESCAPED = str.maketrans({"\\": r"\\", "|": r"\|", "`": r"\`", "<": "&lt;"})


def table(tools: Mapping[str, str]) -> Iterator[str]:
    """A line for each tool and its description, by code point; then how many more there are."""
    names = sorted(tools)
    yield from _HEAD
    for name in names[:MOST_ROWS]:
        yield f"| {_escaped(name)} | {_escaped(tools[name])} |"
    more = len(names) - MOST_ROWS
    if more > 0:
        yield ""
        yield f"({more} more {'tool' if more == 1 else 'tools'}; see {FOLDER}/)"


def _escaped(text: str) -> str:
    line = one_line(text, escape_elements=False)
    if len(line) > MOST_CELL:
        line = f"{line[: safe_cut(line, MOST_CELL, 0)]}..."
    return line.translate(_ESCAPED)
