"""Files of the project that the user wants in every prompt (agent.md section 1, part 2).

They are named in the user's own settings alone, so a repository cannot put one there.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from skillctl.agent.provenance import Origin, Piece, Traced
from skillctl.agent.view import Instruction, View
from skillctl.cut import safe_cut
from skillctl.policy.paths import Access, Area, judge_path
from skillctl.policy.text import clean, one_line, row
from skillctl.policy.verdict import Decision
from skillctl.source.file import SourceFile
from skillctl.source.read import Unreadable, read_source

PART = "instructions"
TITLE = (
    "# Project instructions\n\n"
    "The user has chosen these files of the project as instructions for every task."
)
ALL_CHARS = 6000
LEAST_CHARS = 200
MAX_BYTES = 1_048_576


@dataclass(frozen=True, slots=True)
class Instructions:
    """The files that stand in the prompt, in order, and a line for what does not."""

    files: tuple[Instruction, ...] = ()
    notes: tuple[str, ...] = ()


def read_instructions(names: Sequence[str], project: Path | None, area: Area) -> Instructions:
    """Read the files that were named; all that lies outside of the project is left out."""
    files: list[Instruction] = []
    notes: list[str] = []
    left = ALL_CHARS
    for name in dict.fromkeys(map(os.path.normpath, names)):
        found = _read(name, area) if project else "there is no project that it could be in"
        if isinstance(found, str):
            notes.append(f"instructions {row(name)}: not in the prompt: {found}")
            continue
        fitting = _within(found, left)
        notes += _told(found, fitting)
        if fitting:
            left -= len(fitting.text) + len(fitting.marker)
            files.append(fitting)
    return Instructions(tuple(files), tuple(notes))


def instructions_pieces(view: View) -> Traced:
    """The section with all files, each under its name; empty if there is none."""
    pieces = [Piece(TITLE, Origin(PART))] if view.instructions else []
    for file in view.instructions:
        pieces += _pieces(file)
    return Traced(tuple(pieces))


def _pieces(file: Instruction) -> Iterator[Piece]:
    first = Origin(PART, file.shown, file.line, file.shown)
    yield Piece(f"\n\n## {one_line(file.shown)}\n\n", first)
    *lines, last = file.text.split("\n")
    for number, text in enumerate([*(f"{line}\n" for line in lines), last], file.line):
        yield Piece(text, replace(first, line=number))
    if file.marker:
        yield Piece(file.marker, Origin(PART, item=file.shown))


def _read(name: str, area: Area) -> Instruction | str:
    """One file as it stands in a prompt, or why it does not."""
    judged = judge_path(name, Access.READ, area)
    if judged.verdict.decision is not Decision.ALLOW:
        return judged.verdict.reason
    if not judged.path.is_relative_to(area.root):
        return "it is outside the workspace"
    shown = Path(name)
    if shown.is_absolute():
        shown = judged.path.relative_to(area.root)
    source = read_source(judged.path, shown.as_posix(), MAX_BYTES)
    if isinstance(source, Unreadable):
        return f"the file {source.reason}"
    if not isinstance(source, SourceFile):
        return f"line {source.line} is not UTF-8 text"
    cleaned = clean(source.text)
    text = cleaned.text.rstrip()
    body = text.lstrip("\n")
    if not body:
        return "the file is empty"
    line = 1 + len(text) - len(body)
    return Instruction(shown=shown.as_posix(), text=body, line=line, removed=cleaned.removed)


def _within(file: Instruction, left: int) -> Instruction | None:
    """The file, or whole lines of its beginning and a line about the rest, or nothing."""
    if len(file.text) <= left:
        return file
    if left < LEAST_CHARS:
        return None
    keep = left - len(_marker(len(file.text)))
    line_end = file.text.rfind("\n", 0, keep)
    text = file.text[: line_end if line_end > keep // 2 else safe_cut(file.text, keep, 0)]
    return replace(file, text=text, marker=_marker(len(file.text) - len(text)))


def _marker(count: int) -> str:
    return f"\n[... {count} characters left out]"


def _told(whole: Instruction, fitting: Instruction | None) -> Iterator[str]:
    """What of a file does not reach the model."""
    name = f"instructions {row(whole.shown)}"
    if fitting is None:
        yield f"{name}: not in the prompt: all files together have {ALL_CHARS:,} characters"
        return
    if fitting.marker:
        yield (
            f"{name}: cut from {len(whole.text):,} to {len(fitting.text):,} characters; "
            f"all files together have {ALL_CHARS:,}"
        )
    if whole.removed:
        what = "character does" if whole.removed == 1 else "characters do"
        yield f"{name}: {whole.removed} control or hidden {what} not reach the model"
