import threading
from types import SimpleNamespace

import pytest

from skillctl.agent.patience import SILENT_SECONDS, patience


class Servers:
    """A manager whose servers are in these states."""

    def __init__(self, **states):
        self.states = states

    def statuses(self):
        return {name: SimpleNamespace(state=state) for name, state in self.states.items()}


def told(servers, monkeypatch):
    """What is told while somebody waits for a while."""
    lines, done = [], threading.Event()

    def tell(line):
        lines.append(line)
        done.set()

    monkeypatch.setattr("skillctl.agent.patience.SILENT_SECONDS", 0.01)
    with patience(servers, tell):
        done.wait(0.3)
    return lines


@pytest.mark.parametrize(
    ("servers", "lines"),
    [
        (Servers(a="starting", b="ready"), ['waiting for server "a" (up to 30 s)']),
        (Servers(a="starting", b="starting"), ['waiting for servers "a", "b" (up to 30 s)']),
        (Servers(a="ready", b="failed"), []),
        (Servers(), []),
    ],
)
def test_who_is_waited_for_is_told_once(servers, lines, monkeypatch):
    assert told(servers, monkeypatch) == lines


def test_nothing_is_told_of_who_is_quick():
    lines = []
    with patience(Servers(a="starting"), lines.append):
        pass
    assert lines == []
    assert SILENT_SECONDS == 2


def test_the_end_of_waiting_may_be_an_exception():
    lines, before = [], threading.active_count()
    with pytest.raises(KeyboardInterrupt), patience(Servers(a="starting"), lines.append):
        raise KeyboardInterrupt
    assert (lines, threading.active_count()) == ([], before)
