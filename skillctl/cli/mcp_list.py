"""What `skillctl mcp list` prints: every configured server, as it stands before anything starts."""

import json
from collections.abc import Iterator

from skillctl.cli.mcp_ground import ServerGround
from skillctl.cli.mcp_text import joined, paragraph, table
from skillctl.mcp.environment import server_environment
from skillctl.servers.standing import Standing

SCHEMA = "skillctl.mcp-list/1"
HEAD = ("SERVER", "SCOPE", "SOURCE", "TRANSPORT", "STATE", "CONSENT", "FINGERPRINT")
_DIGITS = len("sha256:") + 12


def list_text(ground: ServerGround, *, env: bool) -> str:
    """The table, then every finding; values of variables and headers are never printed."""
    if not ground.standings:
        nothing = f"no servers are configured; looked in: {', '.join(ground.looked_in)}"
        return joined(line for text in (nothing, *ground.findings) for line in paragraph(text))
    return joined(_lines(ground, env=env))


def list_json(ground: ServerGround) -> str:
    """One document in ASCII; what is absent is null."""
    document = {
        "schema": SCHEMA,
        "servers": [_row(ground, standing) for standing in ground.standings],
        "findings": list(findings(ground)),
    }
    return json.dumps(document, indent=2) + "\n"


def findings(ground: ServerGround) -> Iterator[str]:
    """Everything that is odd about the files and the servers, each once."""
    yield from ground.findings
    told = "\n".join(ground.findings)
    for standing in ground.standings:
        words = _reason(standing)
        if words and words not in told:
            yield f'server "{standing.config.name}": {words}'


def _lines(ground: ServerGround, *, env: bool) -> Iterator[str]:
    yield from table(HEAD, [_cells(standing) for standing in ground.standings])
    for text in findings(ground):
        yield from paragraph(text)
    for standing in ground.used if env else ():
        names = ", ".join(_names(ground, standing))
        yield from paragraph(f'server "{standing.config.name}": environment: {names}')


def _cells(standing: Standing) -> tuple[str, ...]:
    config, item = standing.config, standing.item
    return (
        config.name,
        config.scope,
        _place(standing),
        config.transport,
        standing.state,
        standing.consent,
        item.fingerprint[:_DIGITS] if item and item.fingerprint else "-",
    )


def _place(standing: Standing) -> str:
    location = standing.config.location
    return f"{location.path}:{location.start.line}" if location.start else location.path


def _reason(standing: Standing) -> str:
    """Why it cannot start, unless a finding about its file says so anyway."""
    said_elsewhere = ("configured", "shadowed", "unresolved")
    return "" if standing.state in said_elsewhere else standing.reason


def _names(ground: ServerGround, standing: Standing) -> list[str]:
    """The names of the variables that a server gets."""
    inherit, entry = ground.settings.mcp.inherit_env, standing.config.env
    return sorted(server_environment(ground.environment, entry, server_id="", inherit=inherit))


def _row(ground: ServerGround, standing: Standing) -> dict[str, object]:
    config, item = standing.config, standing.item
    return {
        "name": config.name,
        "scope": config.scope,
        "source": config.source,
        "line": config.location.start.line if config.location.start else None,
        "transport": config.transport,
        "state": standing.state,
        "reason": standing.reason or None,
        "consent": standing.consent,
        "fingerprint": (item.fingerprint if item else None) or None,
        "shadowed_by": config.shadowed_by,
        "problems": list(config.problems),
        "warnings": list(config.warnings),
        "environment": _names(ground, standing),
    }
