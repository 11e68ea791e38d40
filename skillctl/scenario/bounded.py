"""Work that may take only so long, and what it may not leave behind."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

T = TypeVar("T")


class _Work(threading.Thread, Generic[T]):
    """A thread that keeps the result of its work, or what it raised."""

    def __init__(self, work: Callable[[], T]) -> None:
        super().__init__(daemon=True)
        self.work = work
        self.result: list[T] = []
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self.result.append(self.work())
        except BaseException as error:  # noqa: BLE001 # raised again where it is waited for
            self.error = error


def within_seconds(work: Callable[[], T], seconds: float) -> T:
    """The result of the work; TimeoutError if it takes longer, and the work is given up then.

    An interrupt is answered at once, since the caller only waits.
    """
    thread = _Work(work)
    thread.start()
    thread.join(seconds)
    if thread.error is not None:
        raise thread.error
    if not thread.result:
        raise TimeoutError
    return thread.result[0]


def child_processes(proc: Path = Path("/proc")) -> dict[int, str]:
    """The running children of this process with their program names, where /proc tells them."""
    found: dict[int, str] = {}
    for children in proc.glob("self/task/*/children"):
        for number in _text(children).split():
            program, state = _program(_text(proc / number / "stat"))
            if state not in ("", "Z"):
                found[int(number)] = program
    return found


def _text(path: Path) -> str:
    """A file of /proc, which may be gone by now."""
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""


def _program(stat: str) -> tuple[str, str]:
    """Program name and state from a line like `12 (name) S …`; the name may hold anything."""
    head, _, rest = stat.rpartition(")")
    return head.partition("(")[2], rest.strip()[:1]
