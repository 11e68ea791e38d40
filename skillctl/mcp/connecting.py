"""How a server is met: by the handshake first, without it where the server wants that.

Mcp.md section 5.1: nearly every server answers `initialize` at once, and one that knows only the
newer era answers it with an error, so nobody waits for a probe.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from skillctl.mcp import modern
from skillctl.mcp.envelope import METHOD_NOT_FOUND
from skillctl.mcp.notes import Note
from skillctl.mcp.operations import ServerInfo, refused, shown
from skillctl.mcp.steps import Ask, Failed, Failure, Speak, Steps, Tell

AUTO, BY_HANDSHAKE = "auto", "handshake"
INITIALIZE, DISCOVER = "initialize", "server/discover"
HANDSHAKE = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
MODERN = modern.VERSIONS[-1]
SPOKEN = (*HANDSHAKE, *modern.VERSIONS)
_ALLOWED = {AUTO: SPOKEN, BY_HANDSHAKE: HANDSHAKE}
_POINTS_TO_MODERN = (METHOD_NOT_FOUND, modern.VERSION_UNSUPPORTED)
_POINTS_ELSEWHERE = (*_POINTS_TO_MODERN, modern.INVALID_PARAMS)


@dataclass(eq=False)
class _Declined(Exception):
    """A server that does not want this version; `offered` are those that it names, if it does."""

    failure: Failure
    offered: Sequence[str] | None = None


def connect(protocol: str = AUTO) -> Steps[ServerInfo]:
    """Agree on a version and learn who the server is; each version is tried once at most."""
    allowed = _ALLOWED.get(protocol, (protocol,))
    version = HANDSHAKE[-1] if HANDSHAKE[-1] in allowed else allowed[-1]
    tried: list[str] = []
    refusals: list[Failure] = []
    while version:
        tried.append(version)
        try:
            return (yield from _meet(version))
        except _Declined as declined:
            refusals.append(_reason(declined, allowed, tried))
            version = _next(declined, allowed, tried)
    last = refusals[-1]
    more = "".join(f"; before that it {failure.text}" for failure in refusals[-2::-1])
    if allowed != SPOKEN and last.code in _POINTS_ELSEWHERE:
        more += f"; only {_span(allowed)} was asked for"
    raise Failed(replace(last, text=last.text + more, code=None, data=None))


def as_agreed(info: ServerInfo) -> str:
    """What to ask for when the same server is started again: the era in which it was met."""
    return info.protocol if info.protocol in modern.VERSIONS else BY_HANDSHAKE


def _next(declined: _Declined, allowed: Sequence[str], tried: Sequence[str]) -> str:
    """The version to try after one was declined, or none."""
    offered = declined.offered
    if offered is None:
        known = declined.failure.code in _POINTS_TO_MODERN
        offered = modern.VERSIONS if known else ()
    return next((v for v in reversed(allowed) if v in offered and v not in tried), "")


def _reason(declined: _Declined, allowed: Sequence[str], tried: Sequence[str]) -> Failure:
    """Why a version was declined; who offers only what is not spoken here is told that."""
    if declined.offered is None or set(declined.offered) & set(tried):
        return declined.failure
    return _not_common(declined.offered, allowed)


def _meet(version: str) -> Steps[ServerInfo]:
    """Try one version, in the way of its era."""
    method = DISCOVER if version in modern.VERSIONS else INITIALIZE
    yield Speak(version)
    try:
        if method == DISCOVER:
            return (yield from _discover(version))
        return (yield from _initialize(version))
    except Failed as failed:
        failure = failed.failure
        raise _Declined(refused(method, failure), modern.versions_in(failure)) from None


def _initialize(version: str) -> Steps[ServerInfo]:
    """The handshake: any older version that is spoken here is as good as the one offered."""
    params = {"protocolVersion": version, "capabilities": {}, "clientInfo": modern.CLIENT}
    result = yield from _answer(INITIALIZE, params)
    protocol = result.get("protocolVersion")
    if protocol not in HANDSHAKE:
        raise _offers([protocol])
    about = result.get("serverInfo")
    if not isinstance(about, dict):
        yield Note("the answer to initialize has no serverInfo")
    info = yield from _server_info(INITIALIZE, result, about, str(protocol))
    yield Tell("notifications/initialized")
    return info


def _discover(version: str) -> Steps[ServerInfo]:
    """Without a handshake; the server names the versions that it supports."""
    result = yield from _answer(DISCOVER, {})
    supported = result.get("supportedVersions")
    if not isinstance(supported, list):
        yield Note("the answer to server/discover does not list its supportedVersions")
    elif version not in supported:
        raise _offers(supported)
    meta = result.get("_meta")
    about = meta.get(modern.SERVER_INFO) if isinstance(meta, dict) else None
    return (yield from _server_info(DISCOVER, result, about, version))


def _answer(method: str, params: Mapping[str, object]) -> Steps[Mapping[str, object]]:
    """The answer to the first request, which has to be an object and complete."""
    result = yield Ask(method, params, method)
    if not isinstance(result, dict):
        raise Failed(Failure("protocol", f"answered {method} with {shown(result)}"))
    if modern.result_type(result) == modern.INPUT_REQUIRED:
        raise Failed(Failure("protocol", f"answered {method}: {modern.input_asked(result)}"))
    return cast("Mapping[str, object]", result)


def _server_info(
    method: str, result: Mapping[str, object], about: object, protocol: str
) -> Steps[ServerInfo]:
    """Whatever is missing or odd in the first answer is noted and does no harm."""
    known = about if isinstance(about, dict) else {}
    capabilities = result.get("capabilities")
    if not isinstance(capabilities, dict):
        yield Note(f"the capabilities in the answer to {method} are no object")
    instructions = result.get("instructions")
    if instructions is not None and not isinstance(instructions, str):
        yield Note(f"the instructions in the answer to {method} are no string, ignored")
    return ServerInfo(
        name=str(known.get("name", "")),
        version=str(known.get("version", "")),
        protocol=protocol,
        instructions=instructions if isinstance(instructions, str) else "",
        has_tools="tools" in capabilities if isinstance(capabilities, dict) else None,
        announces=_announces(capabilities),
    )


def _announces(capabilities: object) -> bool:
    """Whether a server claims to say when its list of tools is another one."""
    tools = capabilities.get("tools") if isinstance(capabilities, dict) else None
    return isinstance(tools, dict) and tools.get("listChanged") is True


def _offers(versions: Sequence[object]) -> _Declined:
    """A server that answers well, but for another version."""
    offered = tuple(name if isinstance(name, str) else shown(name) for name in versions)
    return _Declined(_not_common(offered, SPOKEN), offered)


def _not_common(offered: Sequence[str], allowed: Sequence[str]) -> Failure:
    """No version is spoken on both sides, or none of those that were asked for."""
    named = ", ".join(offered) or "no version at all"
    known = not set(offered).isdisjoint(SPOKEN)
    reason = f"only {_span(allowed)} was asked for" if known else f"skillctl speaks {_span(SPOKEN)}"
    return Failure("protocol", f"offers protocol {named}; {reason}")


def _span(versions: Sequence[str]) -> str:
    return " … ".join(dict.fromkeys((versions[0], versions[-1])))
