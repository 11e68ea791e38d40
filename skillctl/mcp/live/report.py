"""All remarks on one server as the case of a report."""

from collections.abc import Callable, Iterator

from skillctl.errors import Location
from skillctl.findings import Case, Finding, Severity
from skillctl.mcp.live.defects import NO_LIST, PROTOCOL
from skillctl.mcp.live.dialects import dialect_remarks
from skillctl.mcp.live.entries import entry_remarks
from skillctl.mcp.live.heard import Heard
from skillctl.mcp.live.names import name_remarks
from skillctl.mcp.live.order import order_remarks
from skillctl.mcp.live.remark import Remark
from skillctl.mcp.notes import HARMLESS
from skillctl.servers.model import said_by

SCHEME = "mcp:"


def case_of(heard: Heard, hidden: Callable[[str], str] = str, *, notes: bool = False) -> Case:
    """What was found at one server; `hidden` takes its secrets out, `notes` keeps style remarks.

    A place is `mcp:` with the key of the server, and a JSON pointer into what it said.
    """
    place = place_of(heard.key)
    found = [_finding(remark, place, hidden) for remark in remarks(heard)]
    kept = tuple(f for f in found if notes or f.severity > Severity.NOTE)
    return Case(kind="server", name=place, path=place, findings=kept)


def place_of(key: str) -> str:
    """Where findings on a server are: no file, but what it says."""
    return f"{SCHEME}{key}"


def remarks(heard: Heard) -> Iterator[Remark]:
    """Everything that is wrong with a server, as far as it got."""
    if heard.failure:
        yield Remark(defect=NO_LIST, message=heard.failure, advice=heard.advice)
    else:
        yield from entry_remarks(heard.listed.tools, heard.instructions)
        yield from name_remarks(heard)
        yield from dialect_remarks(heard.listed.tools)
        if heard.again is not None:
            yield from order_remarks(heard.listed.tools, heard.again.tools)
    yield from map(_protocol, _unsaid(heard))


def _unsaid(heard: Heard) -> Iterator[str]:
    """The notes in words, each once, without the name of the server."""
    again = heard.again.notes if heard.again else ()
    yield from dict.fromkeys(
        note.removeprefix(said_by(heard.key)) for note in (*heard.notes, *again)
    )


def _protocol(words: str) -> Remark:
    grave = not words.startswith(HARMLESS)
    return Remark(
        defect=PROTOCOL,
        message=words,
        advice="send only what the specification has; logs go to stderr" if grave else "",
        severity=Severity.ERROR if grave else Severity.WARNING,
    )


def _finding(remark: Remark, place: str, hidden: Callable[[str], str]) -> Finding:
    defect = remark.defect
    tool = f'tool "{remark.tool}" ' if remark.tool else ""
    message, more = f"{tool}at {remark.path}: {remark.message}", ""
    if remark.path is None:
        message, _, more = remark.message.partition("\n")
    return Finding(
        code=defect.code,
        name=defect.name,
        severity=remark.severity or defect.severities[0],
        message=hidden(message),
        consequence=remark.consequence or defect.consequence,
        location=Location(place),
        kind=defect.kind,
        subject=hidden(remark.tool),
        security=defect.security,
        field=remark.path if remark.path is None else hidden(remark.path),
        advice=remark.advice or None,
        evidence=(hidden(more),) if more else (),
    )
