"""Standard output that a reader may leave, in UTF-8 whatever the locale says."""

import io
import os
import sys


class PatientFile(io.FileIO):
    """A file that, once nobody reads it any more, takes everything and keeps nothing.

    So `skillctl lint | head` ends quietly, and with the exit code that its findings ask for.
    """

    def write(self, data: bytes | memoryview) -> int:  # type: ignore[override] # what buffers hand in
        """Write, or after a broken pipe pretend to."""
        try:
            return super().write(data) or 0
        except BrokenPipeError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)
            return len(data)


def use_patient_stdout() -> None:
    """Put a patient UTF-8 stream in place of this process's own stdout."""
    if sys.stdout is not sys.__stdout__ or sys.stdout is None:
        return
    sys.stdout.flush()
    raw = PatientFile(sys.stdout.fileno(), "w", closefd=False)
    sys.stdout = io.TextIOWrapper(
        io.BufferedWriter(raw),
        encoding="utf-8",
        errors="surrogateescape",
        newline="",
        line_buffering=raw.isatty(),
    )
