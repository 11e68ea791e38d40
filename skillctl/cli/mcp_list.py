"""What `skillctl mcp list` prints: every configured server, as it stands before anything starts."""

import json
from collections.abc import Iterator

from skillctl.cli.mcp_ground import KnownServer, ServerGround
from skillctl.cli.mcp_text import joined, paragraph, table
from skillctl.mcp.environment import server_environment
from skillctl.policy.text import row
from skillctl.servers.model import SPOKEN_TRANSPORT, said_by

SCHEMA = "skillctl.mcp-list/1"
HEAD = ("server", "scope", "source", "transport", "state", "consent", "fingerprint")
_DIGITS = len("sha256:") + 12


def list_text(ground: ServerGround, *, env: bool) -> str:
    """The table, then every finding; values of variables and headers are never printed."""
    if not ground.servers:
        texts = (ground.nothing, *ground.findings)
        return joined(line for text in texts for line in paragraph(text))
    return joined(_lines(ground, env=env))


def list_json(ground: ServerGround) -> str:
    """One document in ASCII; what is absent is null."""
    document = {
        "schema": SCHEMA,
        "servers": [_row(ground, server) for server in ground.servers],
        "findings": list(findings(ground)),
    }
    return json.dumps(document, indent=2) + "\n"


def findings(ground: ServerGround) -> Iterator[str]:
    """Everything that is odd about the files and the servers, each once."""
    yield from ground.findings
    told = frozenset(ground.findings)
    for server in ground.servers:
        words = _reason(server)
        line = f"{said_by(server.config.name)}{words}"
        if words and line not in told:
            yield line


def _lines(ground: ServerGround, *, env: bool) -> Iterator[str]:
    yield from table(HEAD, [_cells(server) for server in ground.servers])
    for text in findings(ground):
        yield from paragraph(text)
    for server in ground.used if env else ():
        if names := _names(ground, server):
            words = f"environment: {', '.join(map(row, names))}"
            yield from paragraph(f"{said_by(server.config.name)}{words}")


def _cells(server: KnownServer) -> tuple[str, ...]:
    config = server.config
    return (
        config.name,
        config.scope,
        _place(server),
        config.transport,
        server.state,
        server.consent,
        server.fingerprint[:_DIGITS] or "-",
    )


def _place(server: KnownServer) -> str:
    location = server.config.location
    return f"{location.path}:{location.start.line}" if location.start else location.path


def _reason(server: KnownServer) -> str:
    """Why it cannot start, unless a finding about its file says so anyway."""
    if server.state in ("configured", "shadowed"):
        return ""
    return "" if server.state == "unresolved" and server.config.problems else server.reason


def _names(ground: ServerGround, server: KnownServer) -> list[str]:
    """The names of the variables that a server gets; only a process of ours has an environment."""
    if server.config.transport != SPOKEN_TRANSPORT:
        return []
    inherit, entry = ground.settings.mcp.inherit_env, server.config.env
    return sorted(server_environment(ground.environment, entry, server_id="", inherit=inherit))


def _row(ground: ServerGround, server: KnownServer) -> dict[str, object]:
    config = server.config
    return {
        "name": config.name,
        "scope": config.scope,
        "source": config.source,
        "line": config.location.start.line if config.location.start else None,
        "transport": config.transport,
        "state": server.state,
        "reason": server.reason or None,
        "consent": server.consent,
        "fingerprint": server.fingerprint or None,
        "shadowed_by": config.shadowed_by,
        "problems": list(config.problems),
        "warnings": list(config.warnings),
        "environment": _names(ground, server),
    }
