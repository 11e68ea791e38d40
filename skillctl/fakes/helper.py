"""Starting the child process of a fake: a sleeper of this interpreter, never anything else."""

import os
import sys
from pathlib import Path

from skillctl.fakes.model import Helper

PROGRAM = Path(__file__).with_name("sleeper.py")


def command(helper: Helper, parent: int) -> list[str]:
    """The words of the command line; -I keeps what surrounds the process out of it."""
    words = [sys.executable, "-I", "-S", str(PROGRAM), str(parent), str(helper.seconds)]
    return [*words, str(int(helper.outlive)), str(int("SIGTERM" in helper.ignore))]


def start_helper(helper: Helper) -> int:
    """Start it with the output of this process, as children of servers have it; gives its id."""
    import subprocess  # noqa: PLC0415 # few fakes have a helper

    child = subprocess.Popen(  # noqa: S603 # our own program
        command(helper, os.getpid()),
        stdin=subprocess.DEVNULL,
        start_new_session=helper.group == "session",
        process_group=0 if helper.group == "own" else None,
    )
    _KEPT.append(child)
    return child.pid


_KEPT: list[object] = []  # a child that is forgotten would be complained about
