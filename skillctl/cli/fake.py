"""`skillctl fake`: serve a fake MCP server, or check the files that describe one."""

import os
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from io import FileIO
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from skillctl.cli import options
from skillctl.cli.fake_explain import explain
from skillctl.cli.fake_record import record
from skillctl.cli.options import ReportFormat
from skillctl.cli.streams import PatientError, PatientFile
from skillctl.cli.surroundings import surroundings
from skillctl.errors import Location, SkillctlError
from skillctl.files import because, mode_of, real_path
from skillctl.findings import Case, Report

CHUNK = 65_536
MOST = 2**31 - 1
Write = Callable[[bytes], object]


class Era(StrEnum):
    """The eras of the protocol that a fake can be of."""

    HANDSHAKE = "handshake"
    MODERN = "modern"
    BOTH = "both"


app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    help="Serve, check, explain and record fake MCP servers.",
)


@app.command()
def serve(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The fake, a TOML file.")],
    log: Annotated[
        Path | None,
        typer.Option("--log", metavar="FILE", help="Write each message, in and out, to this file."),
    ] = None,
    era: Annotated[
        Era | None, typer.Option("--era", help="The era of the protocol, instead of the file's.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", min=0, max=MOST, help="The number of the order of a shuffle."),
    ] = None,
) -> int:
    """Run a fake server on stdin and stdout, as its file says.

    Exits as the file says; with 1 if an expectation of the file was not met.
    """
    from skillctl.fakes.file import load_fake
    from skillctl.fakes.stdio import Parent, Streams
    from skillctl.fakes.stdio import serve as serve_fake
    from skillctl.policy.text import row

    parent = Parent()
    fake = load_fake(file, surroundings().shown(file)).changed(era and era.value, seed)
    number = f"{len(fake.tools)} tool{'' if len(fake.tools) == 1 else 's'}"
    banner = f'fake server "{row(fake.server.name)}" with {number}; ends with its client\n'
    say = _writer(sys.stderr.buffer)
    say(f"skillctl: {banner}".encode())
    streams = Streams(
        read=_reader(),
        ready=_waiting(),
        write=_writer(sys.stdout.buffer),
        write_error=say,
        close=lambda name: _close({"stdin": sys.stdin, "stdout": sys.stdout}[name].buffer),
    )
    with _log_file(log, file) as write_log:
        return serve_fake(fake, streams, write_log, parent)


def _reader() -> Callable[[], bytes]:
    """Read from below the buffer of stdin, whose lock would hold up the end of the process."""
    stream = _unbuffered(sys.stdin.buffer)
    return lambda: stream.read(CHUNK) or b""


def _waiting() -> Callable[[float], bool] | None:
    """Wait for something to read or for the end, where the system can wait for a stream."""
    try:
        number = sys.stdin.buffer.fileno()
    except (OSError, ValueError):
        return None
    if os.name != "posix":
        return None
    return lambda seconds: bool(select.select([number], [], [], seconds)[0])


def _close(stream: BinaryIO) -> None:
    """Let go of a stream; its number stays taken, so that no other file gets it."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def _writer(buffered: BinaryIO) -> Write:
    """Write below the buffer, which would keep what a closed pipe did not take."""
    stream = _unbuffered(buffered)

    def write(data: bytes) -> None:
        while data:
            data = data[stream.write(data) :]

    return write


def _unbuffered(stream: BinaryIO) -> BinaryIO:
    raw: BinaryIO = getattr(stream, "raw", stream)
    if isinstance(raw, PatientFile) and not isinstance(
        raw, PatientError
    ):  # a fake must notice that its client has gone
        return FileIO(raw.fileno(), "w", closefd=False)
    return raw


@contextmanager
def _log_file(path: Path | None, fake: Path) -> Iterator[Write]:
    """Open the wire log, if one is wanted; never over the fake itself."""
    if path is None:
        yield lambda _: None
        return
    if real_path(path) == real_path(fake):
        raise SkillctlError(
            "the wire log would replace the fake",
            hint="name another file after --log",
            location=Location(surroundings().shown(path)),
        )
    with _or_refuse(path):
        stream = path.open("wb", buffering=0)
    with stream:
        yield lambda data: _write_log(stream, data, path)


def _write_log(stream: FileIO, data: bytes, path: Path) -> None:
    with _or_refuse(path):
        stream.write(data)


@contextmanager
def _or_refuse(path: Path) -> Iterator[None]:
    """Turn a failure of the file system into words about the wire log."""
    try:
        yield
    except OSError as error:
        raise SkillctlError(
            f"the wire log cannot be written: {error.strerror}",
            location=Location(surroundings().shown(path)),
        ) from None


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Fakes, TOML files.")],
    style: options.ReportStyle = ReportFormat.TEXT,
) -> int:
    """Find what is wrong with fakes; exits with 1 if one of them would be refused."""
    from skillctl.report.fingerprint import with_fingerprints
    from skillctl.report.formats import FORMATS

    _refuse_missing(files)
    cases = tuple(_checked(path) for path in dict.fromkeys(files))
    report = with_fingerprints(Report(cases=cases, files=len(cases)))
    sys.stdout.write(FORMATS[style](report))
    return 1 if report.failed else 0


def _refuse_missing(files: list[Path]) -> None:
    """Name every file that is not there at once."""
    here = surroundings()
    missing = [f"{here.shown(path)}{because(path)}" for path in files if not mode_of(path)]
    if missing:
        raise SkillctlError(f"no such file: {', '.join(missing)}", hint="check the path")


def _checked(path: Path) -> Case:
    from skillctl.fakes.file import check_fake, read_fake

    shown = surroundings().shown(path)
    found = check_fake(read_fake(path, shown), path.parent)
    return Case(kind="fake", name=path.name, path=shown, findings=found)


app.command("explain")(explain)
app.command("record")(record)
