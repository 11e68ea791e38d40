"""Snapshots on disk (harness.md section 7): read whole or refused, written whole or not at all."""

import errno
import hashlib
import os
import shutil
import stat
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from skillctl.errors import Location, SkillctlError, StoreError
from skillctl.files import because, is_folder, is_link, mode_of, obstacle, open_file
from skillctl.scenario.snapshot_leftovers import NEW, OLD, held

SCHEMA = "skillctl.snapshot/1"
META = "meta.toml"
TAKE = "take one with: skillctl snapshot take"
RESTORE = "bring it back from version control, or remove the folder and take a new snapshot"
READABLE = "make it readable for yourself, then try again"
MISSING = "the snapshot is not whole: this file is missing"
MOST_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """What reaches the model as files by their relative names, and how it came about.

    `about` holds the strings of `meta.toml`; `tokens` counts per part by the method in `about`.
    """

    files: Mapping[str, bytes]
    about: Mapping[str, str] = field(default_factory=dict)
    dialects: tuple[str, ...] = ()
    tokens: Mapping[str, int] = field(default_factory=dict)

    @property
    def bodies(self) -> dict[str, bytes]:
        """The request body of each dialect by its file; an empty one where a file is missing."""
        names = map(body_file, self.dialects)
        return {name: self.files.get(name, b"") for name in names}


def body_file(dialect: str) -> str:
    """The file of a snapshot that holds the body of a dialect."""
    return f"body.{dialect}.json"


def read_snapshot(folder: Path, shown: str) -> Snapshot:
    """Read a snapshot; StoreError naming the file if it was edited by hand or is not whole."""
    if is_link(folder) or not is_folder(folder):
        words = f"there is no snapshot folder at {shown}{because(folder)}"
        raise SkillctlError(words, hint=TAKE)
    if not (mode_of(folder / META) or obstacle(folder / META)):
        raise StoreError(MISSING, hint=RESTORE, location=Location(f"{shown}/{META}"))
    files = _read_all(folder, shown)
    meta = _meta(files.pop(META, None), f"{shown}/{META}")
    digests = _strings(meta.get("sha256"))
    for name in sorted(digests.keys() | files.keys()):
        _check(name, files.get(name), digests.get(name), shown)
    dialects = meta.get("dialects")
    return Snapshot(
        files=files,
        about=_strings(meta),
        dialects=tuple(map(str, dialects)) if isinstance(dialects, list) else (),
        tokens=_numbers(meta.get("tokens")),
    )


def _read_all(folder: Path, shown: str) -> dict[str, bytes]:
    try:
        return dict(_files(folder, shown))
    except RecursionError:
        raise StoreError(f"{shown} has too many folders inside each other", hint=RESTORE) from None
    except OSError as error:
        name = error.filename or shown
        raise StoreError(f"{name} cannot be read: {error.strerror}", hint=READABLE) from None


def _files(folder: Path, shown: str) -> Iterator[tuple[str, bytes]]:
    """Every file below the folder; a link could lead anywhere, so it is refused."""
    for path in (folder, *sorted(folder.rglob("*"))):
        name = path.relative_to(folder).as_posix()
        mode = mode_of(path)
        if is_link(path) or not (stat.S_ISDIR(mode) or stat.S_ISREG(mode)):
            raise StoreError(f"{shown}/{name} is not a regular file", hint="remove it")
        if stat.S_ISDIR(mode) and not os.access(path, os.R_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), f"{shown}/{name}")
        if stat.S_ISREG(mode):
            with open_file(path) as file:
                data = file.read(MOST_BYTES + 1)
            if len(data) > MOST_BYTES:
                raise StoreError(f"{shown}/{name} is over {MOST_BYTES:,} bytes")
            yield name, data


def _meta(data: bytes | None, shown: str) -> dict[str, object]:
    """The content of `meta.toml`, of a schema that this version can read."""
    place = Location(shown)
    if data is None:
        raise StoreError(MISSING, hint=RESTORE, location=place)
    try:
        meta = tomllib.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise StoreError(f"not valid TOML: {error}", hint=TAKE, location=place) from None
    schema = str(meta.get("schema"))
    if schema != SCHEMA:
        raise StoreError(
            f"the snapshot has the schema {schema!r}; this version of skillctl reads {SCHEMA}",
            hint=f"use the version that wrote it: {meta.get('skillctl', 'unknown')}",
            location=place,
        )
    return meta


def _check(name: str, data: bytes | None, digest: str | None, shown: str) -> None:
    """Compare one file with its digest in `meta.toml`."""
    place = Location(f"{shown}/{name}")
    if data is None:
        raise StoreError(MISSING, hint=RESTORE, location=place)
    if digest is None:
        raise StoreError(
            "this file does not belong to the snapshot", hint="remove it", location=place
        )
    if sha256(data) != digest:
        raise StoreError(
            "digest mismatch: the file was changed after the snapshot was taken",
            hint=RESTORE,
            location=place,
        )


def write_new(folder: Path, shown: str, snapshot: Snapshot) -> None:
    """Write a snapshot where there is none yet."""
    if os.path.lexists(folder):
        raise SkillctlError(
            f"there is something at {shown} already; nothing was written",
            hint="compare with: skillctl snapshot check; replace it with: skillctl snapshot accept",
        )
    _write_beside(folder, shown, snapshot, replacing=False)


def replace(folder: Path, shown: str, snapshot: Snapshot) -> None:
    """Put a new snapshot in the place of the old one; what a reader finds is whole."""
    _write_beside(folder, shown, snapshot, replacing=True)


def _write_beside(folder: Path, shown: str, snapshot: Snapshot, *, replacing: bool) -> None:
    """Write all files beside the folder first, then let folders change places.

    No system call swaps two folders everywhere, so for a moment there is none; `settle` puts the
    old one back if the process is killed in that moment.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
        try:
            with held(beside):
                _write(beside / NEW, snapshot)
                if replacing:
                    folder.rename(beside / OLD)
                (beside / NEW).rename(folder)
        finally:
            if os.path.lexists(beside / OLD) and not os.path.lexists(folder):
                (beside / OLD).rename(folder)
            shutil.rmtree(beside)
    except OSError as error:
        raise StoreError(
            f"{shown} cannot be written: {error.strerror}", hint="the old state was kept"
        ) from None


def _write(folder: Path, snapshot: Snapshot) -> None:
    for name, data in {**snapshot.files, META: meta_bytes(snapshot)}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())


def meta_bytes(snapshot: Snapshot) -> bytes:
    """The content of `meta.toml`, with the digest of every other file."""
    import tomli_w  # noqa: PLC0415 # only writing needs it

    meta: dict[str, object] = {"schema": SCHEMA, **snapshot.about}
    meta["dialects"] = list(snapshot.dialects)
    meta["tokens"] = dict(snapshot.tokens)
    meta["sha256"] = {name: sha256(data) for name, data in sorted(snapshot.files.items())}
    return tomli_w.dumps(meta).encode()


def sha256(data: bytes) -> str:
    """The SHA-256 in hex."""
    return hashlib.sha256(data).hexdigest()


def _strings(value: object) -> dict[str, str]:
    """The strings of a table, but its schema."""
    table = value if isinstance(value, dict) else {}
    return {k: v for k, v in table.items() if isinstance(v, str) and k != "schema"}


def _numbers(value: object) -> dict[str, int]:
    table = value if isinstance(value, dict) else {}
    return {k: v for k, v in table.items() if isinstance(v, int)}
