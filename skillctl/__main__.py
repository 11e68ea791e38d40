"""Entry point of `skillctl` and of `python -m skillctl`."""

import gc
import os
import signal
import sys

INTERRUPTED = 130


def main() -> int:
    """Run the command line; before it runs and after it ran, an interrupt ends it without a word.

    Names of files are UTF-8 whatever the locale says: the same files have the same names, and so
    the same fingerprint, everywhere. Modules live as long as the process: no collector looks
    through them, neither at work nor at the end (a seventh of lint of one file, measured).
    """
    told = "utf8" in sys._xoptions  # noqa: SLF001 # documented, and has no other name
    if sys.getfilesystemencoding() != "utf-8" and not told:
        words = (sys.executable, "-X", "utf8", *sys.orig_argv[1:])
        os.execv(sys.executable, words)  # noqa: S606 # this program again, with its own words
    usual = signal.getsignal(signal.SIGINT)
    heard = usual is signal.default_int_handler
    if heard:
        signal.signal(signal.SIGINT, _leave)
    from skillctl.cli.app import main as run  # noqa: PLC0415 # takes most of the time of a start

    gc.freeze()
    try:
        if heard:
            signal.signal(signal.SIGINT, usual)
        return run()
    finally:
        gc.freeze()
        if heard:
            signal.signal(signal.SIGINT, _leave)


def _leave(*_: object) -> None:
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main())
