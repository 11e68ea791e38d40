"""Servers started in an order, and with tools in pages, that no byte may depend on."""

from skillctl.mcp.agreed import Start
from skillctl.mcp.manager import Manager
from skillctl.mcp.repaged import Repaged
from skillctl.mcp.wire import Wire
from skillctl.servers.model import ServerConfig
from skillctl.shuffle import AS_THEY_COME, Orders, Shuffle


def scan_in_turn(manager: Manager, starts: Shuffle) -> None:
    """Start all servers and wait for them: at once, or in an order one after the other."""
    if starts == AS_THEY_COME:
        manager.scan()
        return
    for name in starts.of(manager.statuses()):
        manager.scan([name])


def in_pages(start: Start, orders: Orders) -> Start:
    """A start of servers that split their tools otherwise, if that is asked for."""
    if orders.pages == AS_THEY_COME:
        return start

    def started(config: ServerConfig) -> Wire:
        return Repaged(start(config), orders.pages)

    return started
