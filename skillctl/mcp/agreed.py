"""Nothing starts but what was agreed to, looked at again at the last moment (mcp.md section 3)."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from skillctl.mcp.client import ServerFailed
from skillctl.mcp.steps import Failure
from skillctl.mcp.wire import Wire
from skillctl.servers.fingerprint import server_item
from skillctl.servers.model import ServerConfig
from skillctl.servers.standing import Standing
from skillctl.worktree import NotPinned, Workspace

Start: TypeAlias = Callable[[ServerConfig], Wire]


def only_as_agreed(
    standings: Iterable[Standing], look: Callable[[], Workspace], start: Start
) -> Start:
    """A start that fingerprints a server of the repository again and refuses another content.

    `look` opens the workspace anew: what is shared may have changed since consent was read, too.
    """
    agreed = {s.config.name: s.item for s in standings if s.item and s.state == "configured"}

    def checked(config: ServerConfig) -> Wire:
        item = agreed.get(config.name)
        if item and _fingerprint_now(config, look) != item.fingerprint:
            words = "changed between consent and start; not started"
            raise ServerFailed(config.name, Failure("start", words))
        return start(config)

    return checked


def _fingerprint_now(config: ServerConfig, look: Callable[[], Workspace]) -> str:
    try:
        return server_item(config, look()).fingerprint
    except NotPinned as error:
        words = f"cannot be fingerprinted again before its start ({error}); not started"
        raise ServerFailed(config.name, Failure("start", words)) from None
