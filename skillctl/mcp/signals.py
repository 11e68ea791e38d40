"""INT, TERM and HUP while servers run: the first ends them in order, the second kills them all."""

import os
import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import TypeAlias

from skillctl.mcp.process import kill_all

Handler: TypeAlias = Callable[[int, FrameType | None], object] | int

# what each of them does where nobody said otherwise
_USUAL: dict[signal.Signals, Handler] = {
    signal.SIGINT: signal.default_int_handler,
    signal.SIGTERM: signal.SIG_DFL,
    signal.SIGHUP: signal.SIG_DFL,
}


def raise_on_signals() -> None:
    """From now on TERM and HUP raise SystemExit (128 + number), as INT raises KeyboardInterrupt.

    After the first of the three the next one kills all servers and ends this process at once.
    """
    for number, usual in _USUAL.items():
        if _is_main() and signal.getsignal(number) is usual:
            signal.signal(number, _end)


def forget_signals() -> None:
    """They do again what they usually do; once one of them came, the next one still kills."""
    for number, usual in _USUAL.items():
        if _is_main() and signal.getsignal(number) is _end:
            signal.signal(number, usual)


def _is_main() -> bool:
    """Only the main thread may say what a signal does."""
    return threading.current_thread() is threading.main_thread()


def _end(number: int, _frame: FrameType | None) -> None:
    """One exception, and only one: what it ends is not disturbed by another."""
    _pass(_end, _kill)
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    raise SystemExit(128 + number)


def _kill(number: int, _frame: FrameType | None) -> None:
    """No lock, no exception, no way back: whoever holds down Ctrl-C leaves nothing behind."""
    _pass(_kill, signal.SIG_IGN)
    kill_all()
    os._exit(128 + number)


def _pass(old: Handler, new: Handler) -> None:
    for number in _USUAL:
        if signal.getsignal(number) is old:
            signal.signal(number, new)
