"""Standard streams that a caller may close, fill up or leave, in UTF-8 whatever the locale says."""

import io
import os
import sys
from contextlib import suppress
from typing import TextIO

from skillctl.errors import SkillctlError


class PatientFile(io.FileIO):
    """A file that, once nobody reads it any more, takes everything and keeps nothing.

    So `skillctl lint | head` ends quietly, and with the exit code that its findings ask for.
    """

    def write(self, data: bytes | memoryview) -> int:  # type: ignore[override] # what buffers hand in
        """Write, or after a broken pipe pretend to; SkillctlError if the disk is full."""
        try:
            return super().write(data) or 0
        except OSError as error:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)
            self.fails(error)
            return len(data)

    def fails(self, error: OSError) -> None:
        """Say once that what was printed is lost; a reader that left knows."""
        if not isinstance(error, BrokenPipeError):
            raise SkillctlError(
                f"stdout cannot be written: {error.strerror}",
                hint="give it a file, a pipe or a terminal that takes the output",
            ) from None


class PatientError(PatientFile):
    """Stderr: that nobody can be told changes nothing about what happens."""

    def fails(self, error: OSError) -> None:
        """Say nothing, for there is nowhere to say it."""


def use_patient_streams() -> None:
    """Put patient streams in place of this process's own stdout and stderr.

    A standard stream that is closed is opened first: nothing can be read from stdin, writing to
    stdout fails, and stderr goes nowhere. So no file that is opened later takes its number.
    """
    for number, flags in enumerate((os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)):
        _occupy(number, flags)
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)), "utf-8")
    if sys.stdout is sys.__stdout__:
        sys.stdout = _patient(sys.stdout, PatientFile(1, "w", closefd=False), "surrogateescape")
    if sys.stderr is sys.__stderr__:
        sys.stderr = _patient(sys.stderr, PatientError(2, "w", closefd=False), "backslashreplace")


def _occupy(number: int, flags: int) -> None:
    """Open nothing under the number of a standard stream that is closed."""
    try:
        os.fstat(number)
    except OSError:
        found = os.open(os.devnull, flags)
        if found != number:
            os.dup2(found, number)
            os.close(found)


def _patient(old: TextIO | None, raw: io.FileIO, errors: str) -> io.TextIOWrapper:
    """A stream in the place of one that may be closed, and that has written nothing yet."""
    if old is not None:
        old.flush()
    return io.TextIOWrapper(
        io.BufferedWriter(raw),
        encoding="utf-8",
        errors=errors,
        newline="",
        line_buffering=raw.isatty() or isinstance(raw, PatientError),
    )


def forget_typed() -> None:
    """Drop what waits at the terminal; a system without such a call keeps it."""
    with suppress(ImportError, OSError, ValueError):
        import termios

        with suppress(termios.error):
            termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
