"""What `skillctl fake explain` prints."""

import json
from collections.abc import Iterator

from skillctl.cli.mcp_text import table
from skillctl.fakes.explain import Explained, Step, Wanted
from skillctl.policy.text import row

HEAD = ("looked at", "place", "result")


def lines(request: Wanted, found: Explained) -> Iterator[str]:
    """The request, what was looked at, what was missing, the wire log, the end of the process.

    A line of the log is JSON in ASCII: it stands for the exact bytes.
    """
    what = json.dumps(request.params, ensure_ascii=False, separators=(",", ":"))
    yield row(f"{request.method} {what}, number {request.nth}")
    if found.steps:
        yield from table(HEAD, [*map(_cells, found.steps)], "  ")
    if not found.matched:
        yield row(found.why)
    for entry in found.log:
        members = {key: value for key, value in entry.items() if key != "n"}
        yield json.dumps(members, separators=(",", ":"))
    yield from found.ending


def _cells(step: Step) -> tuple[str, str, str]:
    return (step.name, str(step.location), "answers" if step.answers else f"no: {step.why}")
