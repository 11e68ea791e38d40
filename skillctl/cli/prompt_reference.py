"""What `prompt --against` compares with: a snapshot, a body file, or a request of a session."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from skillctl.agent.dialects.model import Options
from skillctl.agent.messages import Message, UserMessage
from skillctl.cli.surroundings import Surroundings
from skillctl.errors import Location, SkillctlError, StoreError
from skillctl.files import is_file, is_folder, open_file
from skillctl.scenario.snapshot_folder import Snapshot

MOST_BYTES = 64 << 20
_REQUEST = re.compile(r"(?P<session>[^#]+)#(?P<number>[0-9]{1,9})")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A request body that was kept, and what it says about how it was made.

    `model`, `dialect`, `messages` and `options` take the place of what the command line leaves out;
    they are empty or None where a reference does not tell. `snapshot` is the whole of one.
    """

    shown: str
    bodies: dict[str, bytes]
    model: str = ""
    dialect: str = ""
    messages: Sequence[Message] | None = None
    options: Options | None = None
    snapshot: Snapshot | None = None
    notes: tuple[str, ...] = ()

    def body(self, dialect: str) -> bytes:
        """The body to compare one of this dialect with; SkillctlError if it was not kept."""
        found = self.bodies.get(dialect) or self.bodies.get("")
        if found is None:
            raise SkillctlError(
                f"{self.shown} holds no body of {dialect}, but of {', '.join(self.bodies)}",
                hint=f"name one of them with --dialect, or keep it with: {_ACCEPT} {dialect}",
                location=Location(self.shown),
            )
        return found


_ACCEPT = "skillctl snapshot accept --dialect"


def read_reference(given: str, here: Surroundings) -> Reference:
    """Read what was named; SkillctlError with its place if it is not there or cannot be used."""
    path = here.cwd / given
    if is_folder(path):
        return _snapshot(path, given)
    request = _REQUEST.fullmatch(given)
    if is_file(path) or not request:
        return Reference(shown=given, bodies={"": _file(path, given)})
    return _request(here, given, request["session"], int(request["number"]))


def _snapshot(path: Path, shown: str) -> Reference:
    from skillctl.scenario.snapshot import MODEL, TASK
    from skillctl.scenario.snapshot_changes import refuse_malformed
    from skillctl.scenario.snapshot_folder import read_snapshot

    snapshot = read_snapshot(path, shown)
    refuse_malformed(snapshot, shown)
    return Reference(
        shown=shown,
        bodies=dict(zip(snapshot.dialects, snapshot.bodies.values(), strict=True)),
        model=MODEL,
        dialect=next(iter(snapshot.dialects)),
        messages=[UserMessage(TASK, TASK)],
        snapshot=snapshot,
    )


def _file(path: Path, shown: str) -> bytes:
    hint = "name a folder of skillctl snapshot, a file with a request body, or ID#N of a session"
    try:
        with open_file(path) as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        words = f"there is nothing to compare with: {error.strerror}"
        raise SkillctlError(words, hint=hint, location=Location(shown)) from None
    if len(data) > MOST_BYTES or not data:
        words = "it is empty" if not data else f"it is over {MOST_BYTES:,} bytes"
        raise SkillctlError(f"no request body: {words}", hint=hint, location=Location(shown))
    return data


def _request(here: Surroundings, shown: str, session: str, number: int) -> Reference:
    from skillctl.agent.session import read_session, render_request, session_path

    try:
        found = read_session(session_path(here.state_dir / "sessions", session))
        rendered = render_request(found, number)
    except StoreError as error:
        error.location = error.location or Location(shown)
        raise
    notes = found.notices
    if not rendered.exact:
        redacted = ", ".join(rendered.redacted) or "nothing that we can name"
        notes += (f"{shown} is compared as its log has it, not as it was sent: {redacted}",)
    return Reference(
        shown=shown,
        bodies={rendered.dialect: rendered.body},
        model=rendered.said.model,
        dialect=rendered.dialect,
        messages=rendered.said.messages,
        options=rendered.said.options,
        notes=notes,
    )
