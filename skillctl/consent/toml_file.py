"""Reading the TOML files of consent: every defect has its line and column."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from skillctl.errors import Location, SkillctlError
from skillctl.source.file import SourceFile, Undecodable
from skillctl.source.read import Unreadable, read_source
from skillctl.source.toml_text import parse_toml
from skillctl.source.tree import Node

Refusal: TypeAlias = Callable[[str, Location], SkillctlError]

_MOST_BYTES = 64 * 1024 * 1024


def read_toml(path: Path, refusal: Refusal) -> tuple[SourceFile, Node]:
    """Read a file, or raise what `refusal` makes of the reason and its place."""
    source = read_source(path, str(path), _MOST_BYTES)
    if isinstance(source, Unreadable):
        raise refusal(f"the file {source.reason}", Location(str(path)))
    if isinstance(source, Undecodable):
        raise refusal(f"line {source.line} is not UTF-8 text", Location(str(path)))
    node, problems = parse_toml(source)
    if node is None:
        place = source.location(problems[0].start, problems[0].end)
        raise refusal(f"not valid TOML: {problems[0].message}", place)
    return source, node
