"""`prompt --require-all`: what is not in the prompt although it was configured."""

from collections.abc import Iterator

from skillctl.agent.assembly import Assembly
from skillctl.agent.ground import Gathered
from skillctl.agent.tool_table import FAILED, OUT_OF_ORDER, WAITING
from skillctl.cli.notice import say
from skillctl.policy.text import row

WAITS = ("pending", "changed")


def told_code(built: Assembly, seen: Gathered, *, required: bool) -> int:
    """Say what is missing; the exit code of it where all is required.

    What waits for consent is told as an absence, and here only where it decides.
    """
    failed = ", ".join(_failed(seen))
    waiting = ", ".join(_waiting(built)) if required else ""
    code = FAILED if failed else WAITING if waiting else 0
    begin = f"exit code {code}: " if required else ""
    if failed:
        say([f"{begin}out of order, hence not in the prompt: {failed}"])
    if waiting:
        say([f"{'' if failed else begin}without consent, hence not in the prompt: {waiting}"])
    return code if required else 0


def _failed(seen: Gathered) -> Iterator[str]:
    """Servers, and files whose servers nobody knows."""
    for server in seen.view.servers:
        if server.state in OUT_OF_ORDER:
            yield f"server {row(server.key)}"
    for file in seen.broken:
        yield f"the servers of {row(file)}"


def _waiting(built: Assembly) -> list[str]:
    return sorted({f"{a.kind} {row(a.name)}" for a in built.absences if a.reason in WAITS})
