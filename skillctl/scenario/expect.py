"""What one model call must hold: an expectation and a request give a finding or nothing."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace

from skillctl.agent.messages import Request, ToolMessage
from skillctl.findings import Finding
from skillctl.scenario.model import Expectation
from skillctl.scenario.names import fits, names_of, near_tools
from skillctl.scenario.nearest import Nearest, around, nearest
from skillctl.scenario.verdict import EXPECTATIONS, blame, quoted

Judge = Callable[[Expectation, Request], Finding | None]


def judge(expectation: Expectation, request: Request) -> Finding | None:
    """The finding of an expectation that a request does not meet, or None."""
    return _JUDGES[expectation.key](expectation, request)


def _body_contains(expectation: Expectation, request: Request) -> Finding | None:
    wanted = expectation.wanted.encode()
    if wanted in request.body:
        return None
    found = _missing(expectation, request, "body", request.body)
    escaped = json.dumps(expectation.wanted, ensure_ascii=False)[1:-1]
    if escaped.encode() not in request.body:
        return found
    return replace(found, advice=f"the body holds it as JSON writes it: {escaped}")


def _body_not_contains(expectation: Expectation, request: Request) -> Finding | None:
    wanted = expectation.wanted.encode()
    at = request.body.find(wanted)
    if at < 0:
        return None
    message = f"request {request.index} holds {quoted(expectation.wanted)} at byte {at} of the body"
    shown = around(request.body, at, len(wanted))
    return _finding(expectation, message, _seen(request, "body", shown))


def _system_contains(expectation: Expectation, request: Request) -> Finding | None:
    if expectation.wanted in request.system:
        return None
    return _missing(expectation, request, "system text", request.system.encode())


def _last_result_contains(expectation: Expectation, request: Request) -> Finding | None:
    results = [m.text for m in request.messages if isinstance(m, ToolMessage)]
    if not results:
        message = f"request {request.index} holds no tool result"
        shown = around(request.body, len(request.body), 0)
        return _finding(expectation, message, _seen(request, "body", shown))
    if expectation.wanted in results[-1]:
        return None
    return _missing(expectation, request, "last result", results[-1].encode())


def _tools_include(expectation: Expectation, request: Request) -> Finding | None:
    offered = [names_of(tool) for tool in request.tools]
    if any(fits(expectation.wanted, called) for called in offered):
        return None
    near = near_tools(expectation.wanted, offered)
    message = f"request {request.index} offers no tool {quoted(expectation.wanted)}"
    at = _definition(request, near[0]) if near else (0, 0)
    shown = _seen(request, "body", around(request.body, *at))
    found = _finding(expectation, message, shown)
    return replace(found, advice=f"nearest tools: {', '.join(near)}" if near else None)


def _tools_exclude(expectation: Expectation, request: Request) -> Finding | None:
    offered = [names_of(tool) for tool in request.tools]
    name = next((o.name for o in offered if fits(expectation.wanted, o)), None)
    if name is None:
        return None
    at = _definition(request, name)
    message = (
        f'request {request.index} offers the tool "{name}", which "{expectation.wanted}" excludes'
    )
    return _finding(expectation, message, _seen(request, "body", around(request.body, *at)))


_JUDGES: Mapping[str, Judge] = {
    "body_contains": _body_contains,
    "body_not_contains": _body_not_contains,
    "system_contains": _system_contains,
    "last_result_contains": _last_result_contains,
    "tools_include": _tools_include,
    "tools_exclude": _tools_exclude,
}


def _missing(expectation: Expectation, request: Request, part: str, data: bytes) -> Finding:
    where = f"the {part} of request {request.index}"
    message = f"{where} does not hold {quoted(expectation.wanted)}"
    shown = nearest(data, expectation.wanted.encode())
    return _finding(expectation, message, _seen(request, part, shown))


def _finding(expectation: Expectation, message: str, evidence: str) -> Finding:
    return blame(EXPECTATIONS[expectation.key], expectation.place, message, evidence)


def _seen(request: Request, part: str, shown: Nearest) -> str:
    """Where the nearest bytes stand, and what they are."""
    return f"request {request.index}, {part}, {shown.told}"


def _definition(request: Request, name: str) -> tuple[int, int]:
    """Where the definition of an offered tool names it in the body, and the length of that."""
    written = f'"name":{json.dumps(name)}'.encode()
    return max(0, request.body.find(written)), len(written)
