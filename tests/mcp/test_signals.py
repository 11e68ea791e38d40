import os
import signal
import threading

import pytest

from skillctl.mcp.signals import die_on_term, raise_on_term


@pytest.fixture(autouse=True)
def _as_it_was():
    before = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGTERM, before)


def test_term_raises_until_it_kills_again():
    raise_on_term()
    with pytest.raises(SystemExit) as ended:
        os.kill(os.getpid(), signal.SIGTERM)
    assert ended.value.code == 143
    die_on_term()
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_a_handler_of_somebody_else_stays():
    def own(number, frame):
        """Do nothing."""

    signal.signal(signal.SIGTERM, own)
    raise_on_term()
    assert signal.getsignal(signal.SIGTERM) is own
    die_on_term()
    assert signal.getsignal(signal.SIGTERM) is own


def test_another_thread_changes_nothing():
    def both():
        raise_on_term()
        die_on_term()

    thread = threading.Thread(target=both)
    thread.start()
    thread.join()
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
