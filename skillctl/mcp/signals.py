"""SIGTERM as an exception, so that whatever has to be ended is ended before this process is."""

import signal
import threading
from types import FrameType


def raise_on_term() -> None:
    """From now on SIGTERM raises SystemExit (128 + its number) where it would just kill."""
    if _is_main() and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _terminate)


def die_on_term() -> None:
    """SIGTERM just kills again."""
    if _is_main() and signal.getsignal(signal.SIGTERM) is _terminate:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _is_main() -> bool:
    """Only the main thread may say what a signal does."""
    return threading.current_thread() is threading.main_thread()


def _terminate(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number)
