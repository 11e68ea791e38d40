"""The child process of a fake: a program that does nothing for a while.

`python sleeper.py PARENT SECONDS OUTLIVE DEAF`: it ends after so many seconds, and earlier when the
process PARENT is no longer its parent, unless OUTLIVE is 1; with DEAF it ignores SIGTERM.
"""

import os
import signal
import sys
import time

STEP = 0.1


def main(parent: int, seconds: int, *, outlive: bool, deaf: bool) -> None:
    """Wait, and look now and then whether there is a reason to end."""
    if deaf:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    end = time.monotonic() + seconds
    while time.monotonic() < end and (outlive or os.getppid() == parent):
        time.sleep(STEP)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), outlive=sys.argv[3] == "1", deaf=sys.argv[4] == "1")
