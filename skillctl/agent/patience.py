"""A word for who waits: which servers are still starting after a while."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from skillctl.mcp.manager import SCAN_SECONDS, Manager

SILENT_SECONDS = 2.0


@contextmanager
def patience(
    manager: Manager, tell: Callable[[str], object], longest: float = SCAN_SECONDS
) -> Iterator[None]:
    """Call `tell` once, in a thread of its own, if servers still start after a while.

    `longest` is how many seconds they are waited for at most.
    """
    timer = threading.Timer(SILENT_SECONDS, _tell, (manager, tell, longest))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()


def _tell(manager: Manager, tell: Callable[[str], object], longest: float) -> None:
    found = [name for name, status in manager.statuses().items() if status.state == "starting"]
    if found:
        names = ", ".join(f'"{name}"' for name in found)
        noun = "server" if len(found) == 1 else "servers"
        tell(f"waiting for {noun} {names} (up to {longest:g} s)")
