"""The era without a handshake (mcp.md section 5.1): its envelope, its results, its errors."""

from collections.abc import Mapping
from dataclasses import replace

from skillctl.mcp.steps import Failure
from skillctl.version import VERSION

VERSIONS = ("2026-07-28",)
CLIENT: Mapping[str, str] = {"name": "skillctl", "version": VERSION}
COMPLETE, INPUT_REQUIRED = "complete", "input_required"
HEADER_MISMATCH, CAPABILITY_MISSING, VERSION_UNSUPPORTED = -32020, -32021, -32022
INVALID_PARAMS = -32602  # with which a handshake may refuse a version
_OURS = "io.modelcontextprotocol/"
SERVER_INFO = f"{_OURS}serverInfo"


def envelope(version: str) -> dict[str, object]:
    """What `_meta` of every request says; nothing in the handshake era."""
    if version not in VERSIONS:
        return {}
    return {
        f"{_OURS}protocolVersion": version,
        f"{_OURS}clientInfo": dict(CLIENT),
        f"{_OURS}clientCapabilities": {},
    }


def result_type(result: Mapping[str, object]) -> object:
    """What a result calls itself; one without a type is complete."""
    return result.get("resultType", COMPLETE)


def input_asked(result: Mapping[str, object]) -> str:
    """The words for a result that asks for input instead of giving something."""
    requests = result.get("inputRequests")
    given = requests.values() if isinstance(requests, dict) else ()
    methods = [request.get("method") for request in given if isinstance(request, dict)]
    named = ", ".join(dict.fromkeys(method for method in methods if isinstance(method, str)))
    what = named or "it does not say which"
    return f"the server asks for input ({what}); not supported in this run"


def versions_in(failure: Failure) -> tuple[str, ...] | None:
    """The versions that an error names as supported, as those of both eras do; else None."""
    if failure.code not in (VERSION_UNSUPPORTED, INVALID_PARAMS):
        return None
    supported = _member(failure.data, "supported")
    if not isinstance(supported, list):
        return None
    return tuple(version for version in supported if isinstance(version, str))


def in_words(failure: Failure) -> Failure:
    """An error of this era with what its code means."""
    meaning = _meaning(failure)
    return replace(failure, text=f"{meaning}: {failure.text}") if meaning else failure


def _meaning(failure: Failure) -> str:
    if failure.code == HEADER_MISMATCH:
        return "the headers of the request do not fit the request"
    if failure.code == CAPABILITY_MISSING:
        required = _member(failure.data, "requiredCapabilities")
        names = f" ({', '.join(required)})" if isinstance(required, dict) and required else ""
        return f"the server needs a capability that this client does not have{names}"
    if failure.code == VERSION_UNSUPPORTED:
        versions = ", ".join(versions_in(failure) or ())
        return f"the server does not speak this version{versions and f', but {versions}'}"
    return ""


def _member(data: object, name: str) -> object:
    return data.get(name) if isinstance(data, dict) else None
