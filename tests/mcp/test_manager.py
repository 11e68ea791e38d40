import os
import random
import threading
from dataclasses import replace

import pytest

from skillctl.mcp.client import ServerFailed
from skillctl.mcp.manager import Manager
from skillctl.mcp.process import Grace
from skillctl.mcp.stdio import start_stdio
from skillctl.mcp.steps import Failure
from skillctl.mcp.wire import ProcessWire
from skillctl.servers.model import Limits
from tests.mcp.servers import HELLO, STUBBORN, config_of
from tests.mcp.tape import TapeWire, polite
from tests.mcp.test_server import Slow, config
from tests.timing import SOON


def manager_of(wires, **options):
    """A manager over prepared wires by name."""

    def start(wanted):
        wire = wires[wanted.name]
        if isinstance(wire, Exception):
            raise wire
        return wire

    return Manager([config(name) for name in wires], start, **options)


def states(manager):
    return {name: status.state for name, status in manager.statuses().items()}


def test_nothing_starts_before_it_is_needed():
    manager = manager_of({"a": TapeWire(), "b": TapeWire()})
    assert states(manager) == {"a": "configured", "b": "configured"}
    manager.close()
    assert states(manager) == {"a": "configured", "b": "configured"}


def test_order_is_by_name_whatever_the_order_of_configs_and_starts():
    names = ["b", "Z", "a", "é", "A"]
    for seed in range(5):
        random.Random(seed).shuffle(names)
        with manager_of({name: TapeWire() for name in names}) as manager:
            manager.scan()
            assert list(states(manager)) == ["A", "Z", "a", "b", "é"]
            assert set(states(manager).values()) == {"ready"}


def test_all_start_at_the_same_time():
    barrier = threading.Barrier(3, timeout=30)

    def server(message):
        if message.get("method") == "initialize":
            barrier.wait()
        return polite(message)

    with manager_of({name: TapeWire(server) for name in "abc"}) as manager:
        manager.scan()
        assert set(states(manager).values()) == {"ready"}


def test_one_hung_others_ready_and_late_ones_join_next_time():
    slow = Slow()
    with manager_of({"a": TapeWire(), "hung": slow}, scan_seconds=0.1) as manager:
        manager.scan()
        assert states(manager) == {"a": "ready", "hung": "starting"}
        assert manager.call("a", "x", {})["content"] == []
        manager.scan()
        assert states(manager) == {"a": "ready", "hung": "starting"}
        words = 'server "hung": was not ready within 0.1 s; it is not waited for any longer'
        assert manager.statuses()["hung"].reason == words
        assert manager.news() == (words,)
    assert slow.closed
    assert states(manager) == {"a": "stopped", "hung": "stopped"}


def test_a_limit_of_the_server_that_ends_with_the_scan_is_what_it_failed_at(tmp_path, monkeypatch):
    monkeypatch.setattr("skillctl.mcp.manager.MOMENT", SOON)
    body = "sys.stderr.write('no database\\n'); sys.stderr.flush(); sys.stdin.read()"
    hung = config_of(tmp_path, body, limits=Limits(start=2))
    with Manager([hung], lambda c: start_stdio(c, os.environ), scan_seconds=1) as manager:
        manager.scan()
        assert manager.statuses()["tiny"].reason == (
            'server "tiny": no answer to initialize within 2 s; last lines of its stderr:\n'
            "  no database"
        )


def test_who_was_not_waited_for_yet_is_not_late():
    with manager_of({"hung": Slow()}) as manager:
        manager.begin()
        assert manager.statuses()["hung"].reason == ""


def test_only_those_asked_for_start():
    with manager_of({"a": TapeWire(), "b": TapeWire()}) as manager:
        manager.scan(["b"])
        assert states(manager) == {"a": "configured", "b": "ready"}


def test_a_failure_is_told_once_and_harms_no_other():
    broken = ServerFailed("bad", Failure("start", "not started: x"))
    with manager_of({"bad": broken, "good": TapeWire()}) as manager:
        manager.scan()
        assert states(manager) == {"bad": "failed", "good": "ready"}
        assert manager.news() == ('server "bad": not started: x',)
        manager.scan()
        assert manager.news() == ()


def test_a_bug_in_a_start_is_raised_where_it_is_waited_for():
    manager = manager_of({"a": ZeroDivisionError("bug"), "b": TapeWire()})
    with pytest.raises(ZeroDivisionError):
        manager.scan()
    assert states(manager)["b"] == "ready"
    manager.close()


def test_a_server_that_is_none_of_this_run():
    with manager_of({"a": TapeWire()}) as manager, pytest.raises(ServerFailed) as failed:
        manager.call("z", "x", {})
    assert str(failed.value) == 'server "z": is no server of this run'


def test_notes_of_all_servers():
    noisy = TapeWire(lambda message: [b"banner\n", *polite(message)])
    with manager_of({"a": TapeWire(), "b": noisy}) as manager:
        manager.scan()
        (note,) = manager.notes()
        assert note.startswith('server "b": 3 lines on stdout are not JSON-RPC:')


def test_calls_go_to_the_server_that_is_named():
    def named(name):
        def server(message):
            replies = polite(message)
            if message.get("method") == "tools/call":
                replies[0]["result"] = {"content": [name]}
            return replies

        return server

    with manager_of({name: TapeWire(named(name)) for name in "ab"}) as manager:
        assert manager.call("b", "x", {}) == {"content": ["b"]}
        assert manager.call("a", "x", {}) == {"content": ["a"]}


@pytest.fixture
def _little_patience(monkeypatch):
    monkeypatch.setattr("skillctl.mcp.stdio.GRACE", Grace(eof=0.5, rest=0.05, term=0.5))


@pytest.mark.usefixtures("_little_patience")
def test_real_servers_stop_at_the_same_time(tmp_path, monkeypatch):
    meet, close = threading.Barrier(4), ProcessWire.close

    def close_together(wire):
        meet.wait(SOON)  # breaks unless all four are being closed
        close(wire)

    monkeypatch.setattr(ProcessWire, "close", close_together)
    stubborn = f"child({STUBBORN!r})\n{HELLO}"
    configs = [config_of(tmp_path, stubborn, key=f"s{n}", OWN="1") for n in range(4)]
    with Manager(configs, lambda c: start_stdio(c, os.environ)) as manager:
        manager.scan()
        assert set(states(manager).values()) == {"ready"}
    assert len(manager.notes()) == 4


def test_a_crashed_server_is_started_again_for_the_next_call(tmp_path):
    body = "serve(die=lambda a: os._exit(3), hello=lambda a: text('hi'))"
    servers = [config_of(tmp_path, body)]
    with Manager(servers, lambda c: start_stdio(c, os.environ)) as manager:
        with pytest.raises(ServerFailed, match="exited with code 3"):
            manager.call("tiny", "die", {})
        assert manager.call("tiny", "hello", {})["content"][0]["text"] == "hi"


def test_case_41_each_name_reaches_its_own_server(shared, tmp_path):
    folder = shared / "cases" / "41-separator-ambiguity"
    configs = [
        replace(config_of(tmp_path, key=key), args=(str(folder / script),))
        for key, script in (("a", "sa.py"), ("a__b", "sb.py"))
    ]
    with Manager(configs, lambda c: start_stdio(c, os.environ)) as manager:
        for server, tool in (("a", "b__c"), ("a__b", "c")):
            result = manager.call(server, tool, {})
            assert result["content"][0]["text"] == f"server {server}, tool {tool}"


def test_others_take_their_place_and_what_is_the_same_runs_on():
    wires = {name: TapeWire() for name in "abcd"}
    with manager_of({name: wires[name] for name in "abc"}) as manager:
        manager.scan()
        fresh = {"b": TapeWire(), "d": wires["d"]}
        manager.renew(
            [config(name) for name in "dba"], lambda wanted: fresh[wanted.name], same=("a", "gone")
        )
        assert states(manager) == {"a": "ready", "b": "configured", "d": "configured"}
        assert [wires[name].closed for name in "abc"] == [False, True, True]
        manager.scan()
        assert set(states(manager).values()) == {"ready"}
        with pytest.raises(ServerFailed, match="is no server of this run"):
            manager.call("c", "get", {})
    assert wires["a"].closed
    assert fresh["b"].closed
