"""The session log: one JSON object a line, flushed per line (agent.md section 10)."""

import os
import stat
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, cast

from skillctl.agent.free_text import redacted
from skillctl.agent.writer import encoded, written
from skillctl.errors import StoreError
from skillctl.files import make_private_folder, mode_of
from skillctl.policy.redaction import Redactor

SCHEMA = "skillctl.session/1"
BLOB_BYTES = 1024
Event = Mapping[str, object]


def line(event: Event) -> bytes:
    """One event as a line of the log, with its texts whole."""
    return written(event)[0] + b"\n"


def utc_now() -> str:
    """The time as an event holds it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class SessionLog:
    """Events of one run, kept in memory and, if there is a folder, written as they happen.

    What changes from run to run stands under `v` only. `listen` gets each event as it happens;
    `notices` says what was put right in the folder.
    """

    def __init__(
        self,
        session: str,
        *,
        folder: Path | None = None,
        redactor: Redactor | None = None,
        now: Callable[[], str] = utc_now,
        listen: Callable[[Event], object] | None = None,
    ) -> None:
        self.session = session
        self.events: list[Event] = []
        self.notices: list[str] = []
        self._redactor = redactor or Redactor({})
        self._now = now
        self._listen = listen
        self._folder = folder
        self._file = self._open(folder) if folder else None

    def hide(self, redactor: Redactor) -> None:
        """Take out other values from now on: servers that came later have secrets of their own."""
        self._redactor = redactor

    def emit(self, kind: str, volatile: Event | None = None, /, **fields: object) -> int:
        """Add an event and give its number; StoreError if it cannot be written."""
        number = len(self.events) + 1
        changing = {"time": self._now(), **(volatile or {})}
        clean = redacted(kind, {**fields, "v": changing}, self._redactor.value)
        event = {"e": kind, "n": number, **clean}
        self.events.append(event)
        if self._file is not None:
            self._write(self._file, event)
        if self._listen is not None:
            self._listen(event)
        return number

    def close(self) -> None:
        """Close the file; more events stay in memory."""
        if self._file is not None:
            with suppress(OSError):
                self._file.close()
            self._file = None

    def _open(self, folder: Path) -> BinaryIO:
        try:
            for each in (folder, folder / "blobs"):
                make_private_folder(each)
                self._close_to_others(each)
            return _private(folder / f"{self.session}.jsonl")
        except OSError as error:
            raise StoreError(
                f"no session log can be written in {folder}: {error.strerror}",
                hint="--no-log runs without one",
            ) from error

    def _close_to_others(self, folder: Path) -> None:
        """Take from others what they may do in a folder that was there already."""
        mode = stat.S_IMODE(folder.stat().st_mode)
        if mode & 0o077:
            folder.chmod(0o700)
            self.notices.append(
                f"{folder} was open to other users (mode {mode:04o}); now it is 0700"
            )

    def _write(self, file: BinaryIO, event: Event) -> None:
        try:
            file.write(line(cast("Event", self._stored(event))))
            file.flush()
        except OSError as error:
            self.close()
            raise StoreError(
                f"the session log {self.session} cannot be written: {error.strerror}",
                hint="--no-log runs without one",
            ) from error

    def _stored(self, value: object) -> object:
        """A value with each long text as a reference to a blob."""
        if isinstance(value, str):
            data = encoded(value)[0]
            return self._blob(data) if len(data) > BLOB_BYTES else value
        if isinstance(value, Mapping):
            return {key: self._stored(item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [self._stored(item) for item in value]
        return value

    def _blob(self, data: bytes) -> Event:
        digest = sha256(data).hexdigest()
        path = cast("Path", self._folder) / "blobs" / digest
        if not mode_of(path):
            temporary = path.with_name(f".{digest}.{os.getpid()}")
            with _private(temporary) as file:
                file.write(data)
            temporary.replace(path)
        return {"$blob": digest, "bytes": len(data)}


def _private(path: Path) -> BinaryIO:
    """A new file that only its owner reads (0600)."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    return os.fdopen(os.open(path, flags, 0o600), "wb")
