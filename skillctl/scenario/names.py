"""Tools by the names that a scenario may use: the final name, or `server/raw`."""

from collections.abc import Iterable
from typing import NamedTuple

from skillctl.globs import matches
from skillctl.nearest import HALF_REMEMBERED, near_names
from skillctl.toolspec import ToolSpec


class Called(NamedTuple):
    """The names of one tool; `source` is `server/raw`, empty for a tool of ours."""

    name: str
    source: str = ""


def names_of(tool: ToolSpec) -> Called:
    """The names of an offered tool."""
    return Called(tool.name, tool.source if tool.server is not None else "")


def fits(pattern: str, called: Called) -> bool:
    """Whether a glob names a tool; one with a slash is about `server/raw`."""
    return matches(pattern, called.source if "/" in pattern else called.name)


def near_tools(name: str, known: Iterable[Called]) -> list[str]:
    """Up to three known names that look like this one, the nearest first."""
    names = {(called.source if "/" in name else called.name): called.name for called in known}
    return [names[near] for near in near_names(name, names, 3, HALF_REMEMBERED)]
