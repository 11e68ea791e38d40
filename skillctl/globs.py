"""Matching paths against patterns in a number of steps that no pattern can blow up.

The language is that of skills.md section 13: `?`, `*`, `**`, `**/`, `[a-z]`, `[!a]`, `{a,b}`; a
backslash is a separator; a pattern without `/` is about the last part of the path. A pattern is a
row of cells, and the set of cells that a path has reached is one integer: bit i is set when what
was read so far fits the cells before i.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import prod

MAX_PATTERN = 256
MAX_PATH = 4096
MAX_ALTERNATIVES = 64

_CLASS = r"\[(?P<negated>!?)(?P<members>\][^\]]*|[^\]]+)\]"
_CELL = re.compile(
    rf"(?P<folders>(?:^|(?<=/))(?:\*\*+/)+)|(?P<any>\*\*+)|(?P<star>\*)|(?P<one>\?)|{_CLASS}"
    r"|(?P<literal>.)",
    re.DOTALL,
)
_CHOICE = re.compile(rf"{_CLASS}|\{{(?P<choices>[^{{}}]*)\}}")
_RANGE = re.compile(r"(.)-(.)|(.)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Cell:
    """What one character of a path is compared with; a loop (`star`, `any`) takes any run.

    `**/` is three cells, `folders`, `any` and the separator: the first leads to the second, or past
    all three.
    """

    kind: str
    text: str = ""
    ranges: tuple[tuple[str, str], ...] = ()
    negated: bool = False

    def takes(self, character: str) -> bool:
        """Whether a path moves on to the next cell by this character."""
        if self.kind == "literal":
            return character == self.text
        if self.kind in ("folders", "star", "any") or character == "/":
            return False
        inside = any(low <= character <= high for low, high in self.ranges)
        return self.kind == "one" or inside is not self.negated


@dataclass(frozen=True, slots=True)
class Program:
    """One alternative of a pattern; the integers are sets of cells.

    `loops` are passed by nothing at all and stay for any character but `/`, `free` ones even then.
    """

    cells: tuple[_Cell, ...]
    loops: int
    free: int
    folders: int
    whole_path: bool

    def run(self, path: str) -> tuple[bool, int]:
        """Whether the path fits, and the steps: for each character read, one for each cell."""
        name = path if self.whole_path else path.rpartition("/")[2]
        takers: dict[str, int] = {}
        reached, read = self._pass_over(1), 0
        for character in name:
            read += 1
            if character not in takers:
                takers[character] = _bits(cell.takes(character) for cell in self.cells)
            stay = reached & (self.free if character == "/" else self.loops)
            reached = self._pass_over(stay | (reached & takers[character]) << 1)
            if not reached:
                break
        return bool(reached >> len(self.cells)), read * len(self.cells)

    def _pass_over(self, reached: int) -> int:
        """Add what is reached without reading: parsing leaves no two of one kind side by side."""
        entered = reached & self.folders
        reached |= entered << 1 | entered << 3
        return reached | (reached & self.loops) << 1


def matches(pattern: str, path: str, *, case_sensitive: bool = True) -> bool:
    """Whether a path, relative and with `/`, fits a pattern; a pattern with a defect fits none."""
    if len(path) > MAX_PATH:
        return False
    programs = compiled(pattern if case_sensitive else pattern.lower())
    name = path if case_sensitive else path.lower()
    return not isinstance(programs, str) and any(program.run(name)[0] for program in programs)


def defect(pattern: str) -> str | None:
    """Say why a pattern cannot be used, or None."""
    programs = compiled(pattern)
    return programs if isinstance(programs, str) else None


@lru_cache(maxsize=1024)
def compiled(pattern: str) -> tuple[Program, ...] | str:
    """The alternatives of a pattern as programs, or what is wrong with it."""
    if not pattern:
        return "it is empty"
    if len(pattern) > MAX_PATTERN:
        return f"it has {len(pattern)} characters; the limit is {MAX_PATTERN}"
    parts = _alternatives(pattern.replace("\\", "/"))
    count = prod(len(part) for part in parts)
    if count > MAX_ALTERNATIVES:
        return f"it has {count} alternatives; the limit is {MAX_ALTERNATIVES}"
    cells = [_cells("".join(choice)) for choice in product(*parts)]
    open_signs = {c.text for row in cells for c in row if c.kind == "literal"} & {"[", "{"}
    if open_signs:
        return f"a {min(open_signs)!r} is not closed, or stands inside another one"
    return tuple(_program(row) for row in cells)


def _alternatives(pattern: str) -> list[list[str]]:
    """Cut a pattern into parts, each with its choices."""
    parts: list[list[str]] = []
    end = 0
    for match in _CHOICE.finditer(pattern):
        if match["choices"] is not None:
            parts += [[pattern[end : match.start()]], match["choices"].split(",")]
            end = match.end()
    return [*parts, [pattern[end:]]]


def _cells(pattern: str) -> list[_Cell]:
    cells: list[_Cell] = []
    for match in _CELL.finditer(pattern):
        kind = match.lastgroup or ""
        if kind == "folders":
            cells += (_Cell("folders"), _Cell("any"), _Cell("literal", "/"))
        elif kind == "members":
            ranges = tuple((a or c, b or c) for a, b, c in _RANGE.findall(match["members"]))
            cells.append(_Cell("class", ranges=ranges, negated=bool(match["negated"])))
        else:
            cells.append(_Cell(kind, match[0]))
    return cells


def _program(cells: list[_Cell]) -> Program:
    return Program(
        cells=tuple(cells),
        loops=_bits(cell.kind in ("star", "any") for cell in cells),
        free=_bits(cell.kind == "any" for cell in cells),
        folders=_bits(cell.kind == "folders" for cell in cells),
        whole_path=any(cell.text == "/" for cell in cells),
    )


def _bits(flags: Iterable[bool]) -> int:
    """The set of the places where a flag is true."""
    return sum(1 << place for place, flag in enumerate(flags) if flag)
