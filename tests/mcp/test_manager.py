import os
import random
import threading
import time
from dataclasses import replace

import pytest

from skillctl.mcp.client import ServerFailed
from skillctl.mcp.manager import MOMENT, Manager
from skillctl.mcp.process import Grace
from skillctl.mcp.stdio import start_stdio
from skillctl.mcp.steps import Failure
from skillctl.mcp.wire import ProcessWire
from skillctl.servers.model import Limits
from tests.mcp.servers import HELLO, STUBBORN, config_of
from tests.mcp.tape import TapeWire, polite
from tests.mcp.test_server import Slow, config, listing
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


@pytest.mark.slow
def test_servers_that_ignore_everything_are_gone_within_five_seconds(tmp_path):
    deaf = "signal.signal(signal.SIGTERM, signal.SIG_IGN)"
    body = f"{deaf}\nchild({STUBBORN!r})\nserve()\ntime.sleep(60)"
    configs = [config_of(tmp_path, body, key=f"s{n}", OWN="1") for n in range(4)]
    with Manager(configs, lambda c: start_stdio(c, os.environ)) as manager:
        manager.scan()
        begun = time.monotonic()
    assert 4 <= time.monotonic() - begun < 5 + MOMENT
    assert set(states(manager).values()) == {"stopped"}
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


CHANGED = {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}


def names(manager, server):
    return [tool["name"] for tool in manager.statuses()[server].tools.tools]


def boundary(manager, wires, same):
    """What happens between two messages: renew, then scan."""
    manager.renew([config(name) for name in wires], lambda wanted: wires[wanted.name], same)
    manager.scan()


def test_lists_that_changed_are_taken_between_messages_and_not_before():
    pages = {"a": [["x"], ["z", "y"]], "b": [["one"], ["never asked for"]]}
    wires = {name: TapeWire(listing(*pages[name])) for name in "ab"}
    with manager_of(wires) as manager:
        manager.scan()
        wires["a"].items.append(CHANGED)
        manager.scan()
        assert names(manager, "a") == ["x"]
        boundary(manager, wires, "ab")
        assert (names(manager, "a"), names(manager, "b")) == (["z", "y"], ["one"])
    assert [wires[name].methods().count("initialize") for name in "ab"] == [1, 1]


def test_what_ended_is_started_again_between_messages_what_failed_is_not():
    first, second = TapeWire(), TapeWire(listing(["new"]))
    refused = ServerFailed("bad", Failure("start", "not started: x"))
    wires = {"a": first, "bad": refused}
    starts = []

    def start(wanted):
        starts.append(wanted.name)
        wire = {"a": [first, second], "bad": [refused]}[wanted.name][starts.count(wanted.name) - 1]
        if isinstance(wire, Exception):
            raise wire
        return wire

    configs = [config(name) for name in wires]
    with Manager(configs, start) as manager:
        manager.scan()
        first.items.append(("exit", 1))
        manager.renew(configs, start, wires)
        manager.scan()
        assert states(manager) == {"a": "ready", "bad": "failed"}
        assert names(manager, "a") == ["new"]
        assert sorted(starts) == ["a", "a", "bad"]
        assert manager.news() == ('server "bad": not started: x',)
        assert manager.news() == ()


def test_a_failure_that_comes_again_after_a_change_is_told_again():
    words = ('server "bad": not started: x',)

    def refuse(_config):
        raise ServerFailed("bad", Failure("start", "not started: x"))

    with Manager([config("bad")], refuse) as manager:
        for same, told in (((), words), (("bad",), ()), ((), words)):
            manager.renew([config("bad")], refuse, same)
            manager.scan()
            assert manager.news() == told


@pytest.mark.parametrize(("asked", "tried"), [(None, "ab"), (["b"], "b"), (["none"], "")])
def test_what_failed_is_tried_again_when_asked_to(asked, tried):
    refused = {name: ServerFailed(name, Failure("start", "no")) for name in "ab"}
    wires = {**refused, "c": TapeWire()}
    with manager_of(wires) as manager:
        manager.scan()
        assert len(manager.news()) == 2
        manager.retry(asked)
        assert [name for name, state in states(manager).items() if state == "configured"] == list(
            tried
        )
        manager.scan()
        assert manager.news() == tuple(f'server "{name}": no' for name in tried)
        wires["a"] = TapeWire()
        manager.retry()
        manager.scan()
        assert states(manager) == {"a": "ready", "b": "failed", "c": "ready"}


class Late(TapeWire):
    """Says nothing until it is told to go on."""

    def __init__(self):
        super().__init__()
        self.go = threading.Event()

    def read(self, until):
        self.go.wait(SOON)
        return super().read(until)


def test_who_was_late_is_not_waited_for_again_and_joins_when_it_is_ready():
    late = Late()
    wires = {"a": TapeWire(), "late": late}
    with manager_of(wires, scan_seconds=0.01) as manager:
        manager.scan()
        assert states(manager) == {"a": "ready", "late": "starting"}
        begun = time.monotonic()
        for _ in range(5):
            boundary(manager, wires, ("a", "late"))
        assert time.monotonic() - begun < MOMENT
        assert len(manager.news()) == 1
        late.go.set()
        while manager.statuses()["late"].state == "starting":
            time.sleep(0.005)
        boundary(manager, wires, ("a", "late"))
        assert states(manager) == {"a": "ready", "late": "ready"}
        assert manager.news() == ()


def test_what_is_due_begins_though_nobody_waited_for_it_before():
    wire = TapeWire(listing(["x"], ["y"]))
    with manager_of({"a": wire}) as manager:
        for tools in ("x", "y"):
            manager.begin()
            until = time.monotonic() + SOON
            while names(manager, "a") != [tools] and time.monotonic() < until:
                time.sleep(0.005)
            assert names(manager, "a") == [tools]
            time.sleep(0.05)  # its thread ends
            wire.items.append(CHANGED)
            manager.renew([config("a")], manager_of, ["a"])


def test_who_begins_while_another_is_late_is_not_late():
    with manager_of({"hung": Slow(), "new": Slow()}, scan_seconds=0.01) as manager:
        manager.scan(["hung"])
        manager.begin()
        reasons = {name: status.reason for name, status in manager.statuses().items()}
        assert reasons["hung"]
        assert not reasons["new"]
