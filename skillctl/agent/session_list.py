"""A line for each session: when, with which model, how it ended, and what was asked."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import cast

from skillctl.agent.log import Event
from skillctl.agent.session import Session, read_session, session_ids
from skillctl.errors import StoreError
from skillctl.policy.text import visible
from skillctl.report.plain import counted

SCHEMA = "skillctl.sessions/1"
_TASK = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """One session; `exit` is None if it did not end, `problem` says why it cannot be read."""

    id: str
    time: str = ""
    model: str = ""
    requests: int = 0
    exit: int | None = None
    task: str = ""
    problem: str = ""


def summaries(folder: Path) -> list[Summary]:
    """All sessions of a folder, the oldest first; one that cannot be read is named as such."""
    return [_summary(folder / f"{name}.jsonl") for name in session_ids(folder)]


def as_text(found: Sequence[Summary]) -> str:
    """A line each."""
    return "".join(f"{visible(_line(summary))}\n" for summary in found) or "no sessions\n"


def as_json(found: Sequence[Summary]) -> str:
    """The list as `skillctl.sessions/1`."""
    value = {"schema": SCHEMA, "sessions": [asdict(summary) for summary in found]}
    return json.dumps(value, ensure_ascii=False, indent=2)


def _line(summary: Summary) -> str:
    if summary.problem:
        return f"{summary.id}  {summary.problem}"
    ended = "unfinished" if summary.exit is None else f"exit {summary.exit}"
    task = summary.task.split("\n", 1)[0]
    shown = task if len(task) <= _TASK else f"{task[:_TASK]}…"
    requests = counted(summary.requests, "request")
    return f"{summary.id}  {summary.model}  {requests}  {ended}  {shown}"


def _summary(path: Path) -> Summary:
    try:
        return _of(read_session(path))
    except StoreError as error:
        return Summary(id=path.stem, problem=error.message)


def _of(session: Session) -> Summary:
    start = session.events[0]
    end = next(session.of("session.end"), {})
    message = next(session.of("message"), {})
    return Summary(
        id=session.id,
        time=str(cast("Event", start.get("v", {})).get("time", "")),
        model=str(start.get("model", "")),
        requests=sum(1 for _ in session.of("request")),
        exit=cast("int | None", end.get("exit")),
        task=str(message.get("text", "")),
    )
