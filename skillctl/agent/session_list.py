"""A line for each session: which, where, with which model, how it ended, what was asked."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import cast

from skillctl.agent.log import Event
from skillctl.agent.session import Session, read_session, session_ids
from skillctl.errors import StoreError
from skillctl.policy.text import row
from skillctl.report.fold import begun, shortened
from skillctl.report.table import fitted, widest
from skillctl.skills.project import shown_path

SCHEMA = "skillctl.sessions/1"
HEAD = ("session", "project", "model", "requests", "end", "task")
_PROJECT, _REQUESTS, _TASK = 1, 3, 5
_MOST_PROJECT, _MOST_TASK, _LEAST = 32, 60, 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """One session; `exit` is None if it did not end, `problem` says why it cannot be read.

    `project` is the root where its tools worked.
    """

    id: str
    time: str = ""
    project: str = ""
    model: str = ""
    requests: int = 0
    exit: int | None = None
    task: str = ""
    problem: str = ""


def summaries(folder: Path) -> list[Summary]:
    """All sessions of a folder, the oldest first; one that cannot be read is named as such."""
    return [_summary(folder / f"{name}.jsonl") for name in session_ids(folder)]


def as_text(found: Sequence[Summary], home: Path, width: int = 80) -> str:
    """A line each under a head, then those that cannot be read, and why."""
    rows = [_cells(summary, home) for summary in found if not summary.problem]
    bad = [f"{row(one.id)}: {row(one.problem)}" for one in found if one.problem]
    table = fitted(_fitting([HEAD, *rows], width), width, right=[_REQUESTS]) if rows else ()
    return "".join(f"{line}\n" for line in (*table, *bad)) or "no sessions\n"


def as_json(found: Sequence[Summary]) -> str:
    """The list as `skillctl.sessions/1`."""
    value = {"schema": SCHEMA, "sessions": [asdict(summary) for summary in found]}
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def _cells(summary: Summary, home: Path) -> tuple[str, ...]:
    project = shown_path(Path(summary.project), None, home) if summary.project else "-"
    return (
        row(summary.id),
        row(project),
        row(summary.model),
        str(summary.requests),
        "unfinished" if summary.exit is None else f"exit {summary.exit}",
        row(summary.task.split("\n", 1)[0]),
    )


def _fitting(rows: Sequence[Sequence[str]], width: int) -> list[tuple[str, ...]]:
    """The rows with project and task in what the others leave of the width, if that is enough."""
    taken = [widest(column) for column in zip(*rows, strict=True)]
    room = width - sum(taken) + taken[_PROJECT] + taken[_TASK] - 2 * (len(HEAD) - 1)
    project = min(taken[_PROJECT], _MOST_PROJECT, max(room // 2, _LEAST))
    task = min(_MOST_TASK, max(room - project, _LEAST))
    return [
        (cells[0], shortened(cells[_PROJECT], project), *cells[2:_TASK], begun(cells[_TASK], task))
        for cells in rows
    ]


def _summary(path: Path) -> Summary:
    try:
        return _of(read_session(path))
    except StoreError as error:
        return Summary(id=path.stem, problem=error.message)


def _of(session: Session) -> Summary:
    start = session.events[0]
    end = next(session.of("session.end"), {})
    message = next(session.of("message"), {})
    changing = cast("Event", start.get("v", {}))
    return Summary(
        id=session.id,
        time=str(changing.get("time", "")),
        project=str(changing.get("cwd", "")),
        model=str(start.get("model", "")),
        requests=sum(1 for _ in session.of("request")),
        exit=cast("int | None", end.get("exit")),
        task=str(message.get("text", "")),
    )
