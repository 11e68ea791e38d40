"""`skillctl fake explain`: what a fake answers to one request, and why (harness.md section 1)."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from skillctl.cli.surroundings import surroundings
from skillctl.errors import Location, SkillctlError

STDIN = Path("-")
USAGE = 'write {"tool": "NAME", "arguments": {…}}, or {"method": "…", "params": {…}}'

File = Annotated[Path, typer.Argument(metavar="FILE", help="The fake, a TOML file.")]
CallFile = Annotated[
    Path,
    typer.Argument(
        metavar="CALL.json",
        help='A call {"tool", "arguments"} or a request {"method", "params"}; - for stdin.',
    ),
]
Nth = Annotated[
    int | None,
    typer.Option("--nth", min=1, metavar="N", help="Which request of its kind it is (1)."),
]


def explain(file: File, call: CallFile, nth: Nth = None) -> int:
    """Say which fault or reply answers a request, why those before it do not, and the bytes.

    The bytes are lines of the wire log. Exits with 1 if nothing matches.
    """
    from skillctl.cli.fake_explained import lines
    from skillctl.fakes import explain as explaining
    from skillctl.fakes.file import load_fake

    shown = surroundings().shown(call)
    fake = load_fake(file, surroundings().shown(file))
    try:
        request = explaining.wanted(_json(call, shown), nth)
    except explaining.NotARequest as wrong:
        raise SkillctlError(
            f"this is no request: {wrong}", hint=USAGE, location=Location(shown)
        ) from None
    found = explaining.explain(fake, request)
    sys.stdout.write("".join(f"{line}\n" for line in lines(request, found)))
    return 0 if found.matched else 1


def _json(path: Path, shown: str) -> object:
    """The value in a file, or on stdin."""
    try:
        data = sys.stdin.buffer.read() if path == STDIN else path.read_bytes()
        return json.loads(data)
    except OSError as error:
        words = f"the call cannot be read: {error.strerror}"
        raise SkillctlError(words, location=Location(shown)) from None
    except (ValueError, RecursionError) as error:
        words = f"the call is not JSON: {error}"
        raise SkillctlError(words, hint=USAGE, location=Location(shown)) from None
