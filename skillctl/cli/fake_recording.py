"""What `skillctl fake record` does: hear a server out, write the fake, serve it, compare."""

import getpass
import json
import re
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from skillctl.cli.mcp_ground import KnownServer, ServerGround
from skillctl.cli.notice import say
from skillctl.cli.surroundings import Surroundings
from skillctl.errors import Denied, EndpointFailed, Location, SkillctlError
from skillctl.fakes.file import parse_fake
from skillctl.fakes.pipe import Pipe
from skillctl.fakes.recorder.compare import differences
from skillctl.fakes.recorder.file import fake_text
from skillctl.fakes.recorder.model import Recording
from skillctl.fakes.recorder.private import redacted, settled
from skillctl.fakes.recorder.redaction import Redaction
from skillctl.fakes.recorder.volatile import NotAPath, parse_path
from skillctl.fakes.recorder.volatile import Path as Place
from skillctl.files import is_there, replace_file
from skillctl.mcp.client import Client, said_by
from skillctl.mcp.record import Line, ToCall, record
from skillctl.mcp.signals import forget_signals, raise_on_signals
from skillctl.mcp.tap import Tap
from skillctl.mcp.wire import Wire
from skillctl.report.plain import counted
from skillctl.servers.model import Limits
from skillctl.servers.secrets import secrets_of
from skillctl.source.file import decode

USAGE = 'write {"tool": "NAME", "arguments": {…}}, one a line'
DIFFERS = 1
_WAITING = ("pending", "denied")


class Asked(NamedTuple):
    """What the options of the command say, as they are written."""

    calls: Path | None
    out: Path | None
    redact: tuple[str, ...]
    volatile: tuple[str, ...]
    force: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is to be recorded, and how; `command` is that of `--command`."""

    calls: tuple[ToCall, ...]
    out: Path | None
    patterns: tuple[re.Pattern[str], ...]
    places: tuple[Place, ...]
    command: tuple[str, ...] | None


def plan(here: Surroundings, asked: Asked, command: str | None) -> Plan:
    """The options as they are meant; SkillctlError before anything starts if one is wrong."""
    if asked.out is not None and not asked.force and is_there(here.cwd / asked.out):
        raise SkillctlError(
            "the file is there already and was not changed",
            hint="name another one after --out, or add --force",
            location=Location(here.shown(asked.out)),
        )
    return Plan(
        calls=tuple(_calls(here, asked.calls)) if asked.calls else (),
        out=asked.out and here.cwd / asked.out,
        patterns=tuple(map(_pattern, asked.redact)),
        places=tuple(map(_place, asked.volatile)),
        command=None if command is None else _words(command),
    )


def recorded(
    here: Surroundings, ground: ServerGround, name: str | None, asked: Plan
) -> tuple[Recording, list[str]]:
    """What the server said, without what is private, and what its numbers stand for."""
    server = ground.pick(name) if name else _only(ground)
    _insist(server)
    heard: list[Line] = []
    raise_on_signals()
    client = _client(server, Tap(ground.start(server.config), lambda *line: heard.append(line)))
    try:
        found = record(server.config.name, client, heard, asked.calls)
    finally:
        client.close()
        forget_signals()
        say(client.notes)
    redaction = Redaction(_private(here, server), _account(), asked.patterns)
    whole = settled(redacted(found, redaction), asked.places)
    return whole, list(redaction.legend())


def finish(here: Surroundings, asked: Plan, recording: Recording, legend: Sequence[str]) -> int:
    """Write the fake, serve it, and say whether it answers alike."""
    text = fake_text(recording, legend)
    where = "the fake" if asked.out is None else here.shown(asked.out)
    _write(asked.out, text, where)
    fake = parse_fake(decode(where, text.encode()))
    heard: list[Line] = []
    client = Client(
        recording.key,
        Tap(Pipe(fake), lambda *line: heard.append(line)),
        Limits(),
        recording.protocol if recording.modern else "handshake",
    )
    wanted = [ToCall(call.tool, call.arguments) for call in recording.calls]
    again = settled(record(recording.key, client, heard, wanted), asked.places)
    client.close()
    found = list(differences(recording, again))
    numbers = f"{counted(len(recording.tools), 'tool')}, {counted(len(wanted), 'call')}"
    say([f"{where}: {numbers}; {'it answers alike' if not found else 'it differs:'}", *found])
    return DIFFERS if found else 0


def _client(server: KnownServer, wire: Wire) -> Client:
    config = server.config
    return Client(config.name, wire, config.limits, config.protocol)


def _only(ground: ServerGround) -> KnownServer:
    """The one server of a command that was typed; among configured ones one has to be named."""
    if ground.looked_in:
        hint = "skillctl fake record SERVER, or: skillctl fake record -- COMMAND ARG…"
        raise SkillctlError("no server is named", hint=hint)
    return ground.used[0]


def _insist(server: KnownServer) -> None:
    """Raise unless the server may be started."""
    if server.state == "configured":
        return
    words = f"{said_by(server.config.name)}{server.reason or server.state}"
    raise (Denied if server.state in _WAITING else EndpointFailed)(words)


def _private(here: Surroundings, server: KnownServer) -> Mapping[str, str]:
    """Texts that no file may hold, by where they come from."""
    values = secrets_of([server.config])
    named = {f"the value of {name} of its entry": value for name, value in values.items()}
    home = str(here.home)
    return {**named, "the home folder": home if home != "/" else ""}


def _account() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""


def _write(path: Path | None, text: str, shown: str) -> None:
    if path is None:
        sys.stdout.write(text)
        return
    try:
        replace_file(path, text.encode())
    except OSError as error:
        raise SkillctlError(
            f"the fake cannot be written: {error.strerror}", location=Location(shown)
        ) from None


def _words(command: str) -> tuple[str, ...]:
    try:
        return tuple(shlex.split(command))
    except ValueError as error:
        hint = "write it after --, as in: skillctl fake record -- COMMAND ARG…"
        raise SkillctlError(f"--command is no command line: {error}", hint=hint) from None


def _pattern(text: str) -> re.Pattern[str]:
    try:
        return re.compile(text)
    except re.error as error:
        raise SkillctlError(f"--redact {text!r} is no regular expression: {error}") from None


def _place(text: str) -> Place:
    try:
        return parse_path(text)
    except NotAPath as error:
        raise SkillctlError(f"--volatile {text!r} is no path: {error}") from None


def _calls(here: Surroundings, path: Path) -> Iterator[ToCall]:
    """The calls of a file, each line checked before anything starts."""
    shown = here.shown(path)
    try:
        lines = (here.cwd / path).read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        words = f"the calls cannot be read: {error}"
        raise SkillctlError(words, location=Location(shown)) from None
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _call(line, f"{shown}:{number}")


def _call(line: str, shown: str) -> ToCall:
    try:
        value: Any = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    members = value if isinstance(value, dict) else {}
    tool, arguments = members.get("tool", members.get("name")), members.get("arguments", {})
    if not isinstance(tool, str) or not isinstance(arguments, dict):
        raise SkillctlError("this line is no call", hint=USAGE, location=Location(shown))
    return ToCall(tool, arguments)
