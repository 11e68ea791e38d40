"""What answers one request, why what stands before it does not, and the bytes (`fake explain`).

The request is really made, of a fake with a clock of its own, so nothing here can differ from what
a client would get.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from skillctl.errors import Location
from skillctl.fakes.asked import CAPABILITIES
from skillctl.fakes.effects import Close, Spawn
from skillctl.fakes.eras import VERSION, supported
from skillctl.fakes.match import Call, first_match, mismatches
from skillctl.fakes.model import FakeFile, Fault, Reply
from skillctl.fakes.pipe import Pipe
from skillctl.fakes.protocol import VERSIONS
from skillctl.fakes.reading import pattern
from skillctl.fakes.replies import ASKING, NO_MATCH

CALL, READ, GET = "tools/call", "resources/read", "prompts/get"
MOST_CALLS = 10_000
MOST_READS = 200  # of a request that is answered without an end
HOUR = 3600.0
_REPLY = re.compile(r"\.reply\[(\d+)\]$")
_UNANSWERED = (f".{NO_MATCH}", ".validate_args", "unknown_method")
_BARE = (CALL, READ, GET, "era")  # what was asked for is not there
ACTIONS = {"StopReading": "reads nothing more", "Hang": "does nothing more"}


class NotARequest(ValueError):
    """A JSON value that is no call and no request; says what belongs there."""


class Wanted(NamedTuple):
    """A request, and which one of its kind it is, from 1."""

    method: str
    params: Mapping[str, Any]
    nth: int = 1


@dataclass(frozen=True, slots=True)
class Step:
    """A fault or reply that was looked at: whether it answers, and if not, why."""

    name: str
    location: Location
    answers: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class Explained:
    """The steps up to what answers, lines of the wire log, and what the process does then.

    `matched` is whether a fault or a reply, or else the server itself, had an answer; `why` says
    what was missing if not.
    """

    steps: tuple[Step, ...]
    log: tuple[Mapping[str, Any], ...]
    ending: tuple[str, ...]
    matched: bool
    why: str = ""


def wanted(value: object, nth: int | None = None) -> Wanted:
    """A request from JSON: `{"tool", "arguments"}`, or `{"method", "params"}`, and `nth`."""
    if not isinstance(value, dict):
        raise NotARequest("it is no object")
    number = value.get("nth", 1) if nth is None else nth
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= MOST_CALLS:
        raise NotARequest(f'"nth" is no whole number from 1 to {MOST_CALLS:,}')
    if "method" in value:
        method, params = value["method"], value.get("params", {})
    else:
        name = value.get("tool", value.get("name"))
        method, params = CALL, {"name": name, "arguments": value.get("arguments", {})}
        if not isinstance(name, str):
            raise NotARequest('it has neither "tool" nor "method"')
    if not isinstance(method, str) or not isinstance(params, dict):
        raise NotARequest('"method" is a string, and "params" an object')
    return Wanted(method, params, number)


def explain(file: FakeFile, request: Wanted) -> Explained:
    """Make the request of a new run of the fake, after those before it."""
    entries: list[Mapping[str, Any]] = []
    pipe = Pipe(file, lambda line: entries.append(json.loads(line)))
    try:
        _lead_up(pipe, file, request)
        begun, since = len(entries), round(pipe.now() * 1000)
        _ask(pipe, file, request, request.nth)
    except BrokenPipeError:
        why = f"the fake has ended before this request, with exit code {pipe.exit_code()}"
        return Explained((), (), (), matched=False, why=why)
    log = tuple(_since(since, entry) for entry in entries[begun:] if entry["dir"] != "in")
    causes = [str(entry["cause"]) for entry in log if entry["dir"] == "out"]
    steps = tuple(_steps(file, request, causes))
    why = _refused(causes)
    matched = not why or any(step.answers for step in steps)
    return Explained(steps, log, tuple(_ending(pipe)), matched, "" if matched else _words(why))


def _since(milliseconds: int, entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """An entry of the log with the time since the request."""
    return {**entry, "v": {"ms": entry["v"]["ms"] - milliseconds}}


def _words(cause: str) -> str:
    """What the cause of an error means."""
    if cause.endswith(f".{NO_MATCH}"):
        return "no reply matches"
    if cause.endswith(".validate_args"):
        return "the arguments do not fit the input schema"
    return f"{cause}: there is nothing of that name"


def _lead_up(pipe: Pipe, file: FakeFile, request: Wanted) -> None:
    """What a client does before: a handshake, if the era has one, and the earlier requests."""
    if not _modern(file, request) and request.method != "initialize":
        hello = {"protocolVersion": VERSIONS[-1], "capabilities": {}, "clientInfo": {}}
        _send(pipe, {"id": 0, "method": "initialize", "params": hello})
        _send(pipe, {"method": "notifications/initialized"})
    for number in range(1, request.nth):
        _ask(pipe, file, request, number)


def _modern(file: FakeFile, request: Wanted) -> bool:
    meta = request.params.get("_meta")
    enveloped = isinstance(meta, dict) and VERSION in meta
    return file.server.era == "modern" or (file.server.era == "both" and enveloped)


def _ask(pipe: Pipe, file: FakeFile, request: Wanted, number: int) -> None:
    params = dict(request.params)
    if _modern(file, request):
        given = params.get("_meta")
        usual = {VERSION: supported(file.server)[0], CAPABILITIES: {}}
        params["_meta"] = usual | (given if isinstance(given, dict) else {})
    _send(pipe, {"id": number, "method": request.method, "params": params})


def _send(pipe: Pipe, message: Mapping[str, object]) -> None:
    """Write a message, and let pass all the time that its answer takes."""
    pipe.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
    for _ in range(MOST_READS):
        if not pipe.read(pipe.now() + HOUR):
            return


def _steps(file: FakeFile, request: Wanted, causes: Sequence[str]) -> Iterator[Step]:
    """The faults in their order up to the one that is met, then the replies."""
    met = False
    for index, fault in enumerate(file.faults):
        why = "; ".join(_unlike(fault, request))
        met = not why
        yield Step(f"fault[{index}]", fault.location, met, why)
        if met:
            break
    offered = _offered(file, request)
    if offered is None:
        return
    path, replies, call = offered
    chosen = _chosen(replies, call, causes)
    for index, reply in enumerate(replies):
        why = "" if index == chosen else _against(reply, call)
        if index == chosen and met and not _indexes(causes):
            why = "the fault comes before it"
        yield Step(f"{path}.reply[{index}]", reply.location, not why, why)
        if index == chosen:
            return


def _chosen(replies: Sequence[Reply], call: Call, causes: Sequence[str]) -> int | None:
    """The reply that the log names; where it wrote nothing, the first that matches."""
    named = _indexes(causes)
    if named:
        return named[0]
    return None if _refused(causes) else first_match(replies, call)


def _indexes(causes: Sequence[str]) -> list[int]:
    return [int(found[1]) for cause in causes if (found := _REPLY.search(cause))]


def _refused(causes: Sequence[str]) -> str:
    """The cause that says that nothing was there to answer, if one does."""
    return next((c for c in causes if c.endswith(_UNANSWERED) or c in _BARE), "")


def _unlike(fault: Fault, request: Wanted) -> Iterator[str]:
    """Why a request does not meet a fault."""
    if fault.on != request.method:
        yield f'on is "{fault.on}"'
    elif fault.tool not in (None, request.params.get("name")):
        yield f'tool is "{fault.tool}"'
    elif fault.nth is not None and request.nth not in fault.nth:
        yield f"nth is {', '.join(map(str, sorted(fault.nth)))}; this is number {request.nth}"


def _against(reply: Reply, call: Call) -> str:
    """Why a reply does not answer, key by key."""
    found = "; ".join(map(str, mismatches(reply, call)))
    if found:
        return found
    asks = "it asks for input: the era has no such answer, or its questions are answered"
    return asks if reply.answer == ASKING else "the request is refused before it"


def _offered(file: FakeFile, request: Wanted) -> tuple[str, Sequence[Reply], Call] | None:
    """The replies that a request is about: their path, and the call that they look at."""
    name, given = request.params.get("name"), request.params.get("arguments", {})
    call = Call(given if isinstance(given, dict) else {}, request.nth)
    if request.method == CALL:
        tools = (tool for tool in file.tools if tool.name == name)
        return next(((f"tool.{t.name}", t.replies, call) for t in tools), None)
    if request.method == GET:
        prompts = (prompt for prompt in file.prompts if prompt.name == name)
        return next(((f"prompt.{p.name}", p.replies, call) for p in prompts), None)
    return _readable(file, request) if request.method == READ else None


def _readable(file: FakeFile, request: Wanted) -> tuple[str, Sequence[Reply], Call] | None:
    uri = request.params.get("uri")
    for resource in file.resources:
        if resource.uri == uri:
            return f"resource.{resource.uri}", resource.replies, Call({}, request.nth)
    for template in file.templates if isinstance(uri, str) else ():
        found = pattern(template.uri).fullmatch(str(uri))
        if found:
            call = Call(found.groupdict(), request.nth)
            return f"resource_template.{template.uri}", template.replies, call
    return None


def _ending(pipe: Pipe) -> Iterator[str]:
    """What the process does beside answering."""
    for action in pipe.actions:
        if isinstance(action, Close):
            yield f"it closes its {action.stream}"
        elif not isinstance(action, Spawn):
            yield f"it {ACTIONS[type(action).__name__]}"
    if pipe.exit_code() is not None:
        yield f"it ends with exit code {pipe.exit_code()}"
