"""What `run --strict-mcp` does not let pass: files and servers that are not as they should be."""

from collections.abc import Iterator

from skillctl.agent.ground import Gathered
from skillctl.mcp.notes import HARMLESS
from skillctl.policy.text import row
from skillctl.servers.model import said_by

LOST = ("failed", "skipped", "starting", "unresolved")


def complaints(seen: Gathered) -> tuple[str, ...]:
    """All that is wrong so far, a line each; a server that waits for consent is not wrong."""
    return tuple(dict.fromkeys(_complaints(seen)))


def _complaints(seen: Gathered) -> Iterator[str]:
    yield from (f"{row(file)} cannot be used" for file in seen.broken)
    for server in seen.view.servers:
        if server.state in LOST:
            yield f"{said_by(server.key)}{server.error or server.state}"
    for name, status in seen.manager.statuses().items():
        if status.state in LOST:
            yield status.reason or f"{said_by(name)}{status.state}"
        harmless = tuple(f"{said_by(name)}{words}" for words in HARMLESS)
        yield from (note for note in status.notes if not note.startswith(harmless))
