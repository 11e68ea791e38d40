"""Looking again before a user's message: what was gathered, as it is now (skills.md section 5)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from skillctl.agent.gather import gather_view
from skillctl.agent.ground import Gathered, Ground
from skillctl.agent.renewal import renewed
from skillctl.mcp.agreed import Start
from skillctl.settings import Settings


@dataclass(frozen=True, slots=True)
class Reloaded:
    """What is there for the next message, and a line about what changed, if anything did."""

    seen: Gathered
    words: str = ""


def reload(
    before: Gathered,
    ground: Ground,
    settings: Settings,
    start: Start | None = None,
    tell: Callable[[str], object] = lambda _: None,
) -> Reloaded:
    """Look at everything again; the very view from before if nothing changed.

    Installing, editing, enabling and granting act here, and so does a consent that lapsed: a server
    whose entry or files changed is ended. If preferences or the store cannot be read any more it is
    a StoreError, and what was gathered before is still whole.
    """
    fresh = gather_view(ground, settings, start, tell, earlier=before)
    renewal = renewed(before.view, fresh.view)
    secrets = _all_secrets(before.secrets, fresh.secrets)
    return Reloaded(replace(fresh, view=renewal.view, secrets=secrets), renewal.words)


def _all_secrets(before: Mapping[str, str], now: Mapping[str, str]) -> dict[str, str]:
    """What no log may hold: what was said of earlier servers may still be quoted."""
    changed = {f"{k} (before)": v for k, v in before.items() if k in now and v != now[k]}
    return {**before, **now, **changed}
