"""The four built-in tools that read and write files, each behind the path guard."""

import io
import os
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from difflib import unified_diff
from pathlib import Path

from skillctl.agent.listing import find_files, list_folder
from skillctl.agent.prepared import Prepared, Refused, ToolError, ToolResult
from skillctl.agent.reading import MAX_LINES, read_lines
from skillctl.agent.shorten import shorten
from skillctl.agent.writing import MAX_BYTES, target, write
from skillctl.policy.paths import Access, Area, Judged, judge_path
from skillctl.policy.verdict import Decision
from skillctl.report.plain import counted, one_row

DIFF_LINES = 4000
Arguments = Mapping[str, object]
_LOOK = os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW  # a pipe must not make anybody wait


@contextmanager
def _in_words() -> Iterator[None]:
    """What the file system refuses (a name too long, a loop of links) is told to the model."""
    try:
        yield
    except OSError as error:
        raise ToolError(f"the path cannot be used: {error.strerror or error}") from error
    except RuntimeError as error:  # a loop of links, or folders too deep
        raise ToolError("the path cannot be used: it is too deep or a loop") from error


@_in_words()
def prepare_read(arguments: Arguments, area: Area) -> Prepared:
    """`read_file`: a window of lines."""
    judged = _judged(arguments, Access.READ, area)
    shown = _shown(judged.path, area)
    offset, limit = (_number(arguments, k, d) for k, d in (("offset", 1), ("limit", MAX_LINES)))
    return _reader(judged, arguments, area, lambda: read_lines(judged.path, shown, offset, limit))


@_in_words()
def prepare_list(arguments: Arguments, area: Area) -> Prepared:
    """`list_dir`: the entries of a folder."""
    judged = _judged(arguments, Access.READ, area)
    return _reader(
        judged, arguments, area, lambda: list_folder(judged.path, _shown(judged.path, area))
    )


@_in_words()
def prepare_glob(arguments: Arguments, area: Area) -> Prepared:
    """`glob`: files by pattern."""
    judged = _judged(arguments, Access.READ, area)
    pattern = str(arguments["pattern"])
    return _reader(judged, arguments, area, lambda: find_files(judged.path, area.root, pattern))


@_in_words()
def prepare_write(arguments: Arguments, area: Area) -> Prepared:
    """`write_file`: a whole file, after a question with the difference."""
    judged = _judged(arguments, Access.WRITE, area)
    data = _encoded(str(arguments["content"]))
    shown = _shown(judged.path, area)
    to = target(judged.path, shown)

    @_in_words()
    def run() -> ToolResult:
        new = write(to, data)
        return ToolResult(f"{'Wrote new file' if new else 'Replaced'} {shown} ({len(data)} bytes)")

    return Prepared(
        run=run,
        verdict=judged.verdict,
        asks=True,
        preview=lambda: difference(judged.path, shown, data),
    )


FILE_TOOLS: dict[str, Callable[[Arguments, Area], Prepared]] = {
    "read_file": prepare_read,
    "list_dir": prepare_list,
    "glob": prepare_glob,
    "write_file": prepare_write,
}


def difference(path: Path, shown: str, data: bytes) -> str:
    """What a write would change, as a unified diff; sizes alone where that would be too long."""
    name = one_row(shown)
    try:
        old = _text_there(path)
    except (OSError, UnicodeDecodeError):
        old = None
    if old is None:
        return f"{name}: {len(data)} bytes; what is there is binary or too large: not shown"
    before, after = _lines(old), _lines(data.decode())
    if len(before) + len(after) > DIFF_LINES:
        return f"{name}: replaces {counted(len(before), 'line')} by {counted(len(after), 'line')}"
    lines = unified_diff(before, after, f"a/{name}", f"b/{name}")
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


def _text_there(path: Path) -> str | None:
    """The text of a file, empty if there is none; None if it is too large or no regular file."""
    try:
        descriptor = os.open(path, _LOOK)
    except FileNotFoundError:
        return ""
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None
        data = file.read(MAX_BYTES + 1)
    return data.decode() if len(data) <= MAX_BYTES else None


def _lines(text: str) -> list[str]:
    """Lines as files have them: only LF ends one."""
    return list(io.StringIO(text, newline="\n"))


def _reader(judged: Judged, arguments: Arguments, area: Area, text: Callable[[], str]) -> Prepared:
    """A call that only reads; its text is cut, the whole is kept for the log.

    The path is judged again when the call is made: while a person was asked, a folder of it may
    have become a link to elsewhere.
    """

    @_in_words()
    def run() -> ToolResult:
        if _judged(arguments, Access.READ, area) != judged:
            raise ToolError("the path changed after it was checked; nothing was read")
        full = text()
        short = shorten(full)
        return ToolResult(short, full=None if short == full else full)

    return Prepared(run=run, verdict=judged.verdict)


def _judged(arguments: Arguments, access: Access, area: Area) -> Judged:
    text = str(arguments.get("path", "."))
    judged = judge_path(text, access, area)
    if judged.verdict.decision is Decision.REFUSE:
        raise Refused(f"$.path: {text!r} may not be used: {judged.verdict.reason}")
    return judged


def _shown(path: Path, area: Area) -> str:
    """A path as the model knows it: relative to the root where that can be."""
    return str(path.relative_to(area.root)) if path.is_relative_to(area.root) else str(path)


def _number(arguments: Arguments, key: str, default: int) -> int:
    value = arguments.get(key, default)
    return int(value) if isinstance(value, int | float) else default


def _encoded(content: str) -> bytes:
    try:
        data = content.encode()
    except UnicodeEncodeError as error:
        raise ToolError(
            f"content holds half a surrogate pair at character {error.start + 1}"
        ) from None
    if len(data) > MAX_BYTES:
        raise ToolError(f"content is {len(data)} bytes; the limit of write_file is {MAX_BYTES}")
    return data
