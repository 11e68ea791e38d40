"""A client that writes one line at a time and reads until it is answered, for both drivers."""

import json
import os
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from skillctl.fakes.file import parse_fake
from skillctl.fakes.pipe import Pipe
from skillctl.source.file import decode

HEAD = 'schema = "skillctl.fake/1"\n'


def fake_file(text, path="fake.toml"):
    """The file of a text; the schema line is put before it."""
    return parse_fake(decode(path, (HEAD + text).encode()))


def request(number, method, **params):
    """A line of the client."""
    message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    return json.dumps(message).encode() + b"\n"


def notice(method, **params):
    return json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode() + b"\n"


def call(number, tool, meta=None, **arguments):
    more = {"_meta": meta} if meta else {}
    return request(number, "tools/call", name=tool, arguments=arguments, **more)


def answers(data):
    """The messages in bytes that a fake wrote."""
    return [json.loads(line) for line in data.splitlines()]


def talk(wire, lines, patience):
    """Write each line and read until it is answered, nothing comes for so long, or all ends."""
    output = b""
    for line in lines:
        try:
            wire.write(line)
        except BrokenPipeError:
            break
        output += read_answer(wire, line, patience)
    return output


def read_answer(wire, line, patience):
    wanted, output = next(iter(ids(line)), None), b""
    limit = wire.now() + (patience if wanted is not None else 0.02)
    while True:
        data = wire.read(limit)
        output += data or b""
        if not data or (output.endswith(b"\n") and wanted in ids(output)):
            return output


def ids(data):
    """The ids in lines of which some may be no messages."""
    found = set()
    for line in data.splitlines():
        with suppress(ValueError, AttributeError):
            found.add(json.loads(line).get("id"))
    return found - {None}


class Process:
    """`skillctl fake serve FILE --log LOG` as a real process, with the methods of a wire."""

    def __init__(self, file, log=None, options=()):
        words = [sys.executable, "-m", "skillctl", "fake", "serve", str(file), *options]
        self.log = log
        self.child = subprocess.Popen(
            [*words, *(("--log", str(log)) if log else ())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
        )
        self.banner = self.child.stderr.readline().decode()
        self.errors, self.rest = "", b""

    def now(self):
        return time.monotonic()

    def write(self, data):
        self.child.stdin.write(data)

    def read(self, until):
        fd = self.child.stdout.fileno()
        ready, _, _ = select.select([fd], [], [], max(0.0, until - self.now()))
        return os.read(fd, 65_536) if ready else None

    def close(self, expected=0):
        """Close the input, wait for the end, and give the exit code; `rest` was not read yet.

        What does not end by itself gets the signal that is expected to end it.
        """
        with suppress(BrokenPipeError):
            self.child.stdin.close()
        for number in (signal.SIGTERM, signal.SIGKILL) if expected < 0 else ():
            with suppress(subprocess.TimeoutExpired):
                self.child.wait(0.2)
            self.child.send_signal(number)
            if number == -expected:
                break
        self.rest = self.child.stdout.read()
        self.errors = self.child.stderr.read().decode()
        code = self.child.wait(timeout=30)
        self.child.stdout.close()
        self.child.stderr.close()
        return code

    @property
    def wire_log(self):
        return Path(self.log).read_bytes()


class LoggedPipe(Pipe):
    """A pipe whose wire log is kept."""

    def __init__(self, file):
        self.lines = []
        super().__init__(file, self.lines.append)

    @property
    def wire_log(self):
        return b"".join(self.lines)


def without_times(wire_log):
    """The wire log without what differs from run to run."""
    entries = [json.loads(line) for line in wire_log.splitlines()]
    return [{key: value for key, value in e.items() if key != "v"} for e in entries]
