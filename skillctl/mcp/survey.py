"""Who is alive: the processes of this machine as `/proc` tells them; elsewhere nobody is seen."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")
SURVEYED = (PROC / "self" / "stat").exists()


@dataclass(frozen=True, slots=True)
class Process:
    """One process; `started` tells it from a later one with the same number."""

    pid: int
    parent: int
    group: int
    started: int


def living(proc: Path = PROC) -> dict[int, Process]:
    """All processes that are not just waiting to be reaped, by number."""
    try:
        numbers = [int(entry.name) for entry in proc.iterdir() if entry.name.isdigit()]
    except OSError:
        return {}
    return {process.pid: process for pid in numbers for process in _read(proc, pid)}


def below(roots: Iterable[int], alive: dict[int, Process]) -> set[int]:
    """The children of some processes, and theirs."""
    children: dict[int, list[int]] = {}
    for process in alive.values():
        children.setdefault(process.parent, []).append(process.pid)
    found: set[int] = set()
    pending = list(roots)
    while pending:
        pending += (fresh := set(children.get(pending.pop(), ())) - found)
        found |= fresh
    return found


def bearing(token: bytes, alive: dict[int, Process], proc: Path = PROC) -> set[int]:
    """The processes whose environment holds a text."""
    return {pid for pid in alive if token in _environment(proc, pid)}


def _environment(proc: Path, pid: int) -> bytes:
    try:
        return (proc / str(pid) / "environ").read_bytes()
    except OSError:
        return b""


def _read(proc: Path, pid: int) -> Iterator[Process]:
    """The line `stat` of one process; its name, in brackets, may hold anything."""
    try:
        line = (proc / str(pid) / "stat").read_text("utf-8", "replace")
    except OSError:
        return
    state, parent, group, *rest = line.rpartition(")")[2].split()
    if state not in ("Z", "X", "x"):
        yield Process(pid, int(parent), int(group), int(rest[16]))
