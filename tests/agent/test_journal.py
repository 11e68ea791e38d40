import json
from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from skillctl.agent.assembly import assemble
from skillctl.agent.call_mcp_tool import reach_of
from skillctl.agent.journal import Journal, shared_prefix
from skillctl.agent.log import SessionLog
from skillctl.agent.messages import UserMessage
from skillctl.settings import Settings
from skillctl.version import VERSION
from tests.agent.runs import SETTINGS, call, of, play, say
from tests.agent.views import server, skill, tool, view

SEEN = view(
    [skill()],
    [server(fingerprint="sha256:w", protocol="2025-11-25")],
    [tool(), tool(raw="set")],
)


def logged(tmp_path):
    root = tmp_path.resolve()
    turns = (say("Hm.", call(1, "mcp__weather__get", city="Paris")), say("18C."))
    return play(SEEN, root, *turns)[1]


def fields(event, *names):
    return {name: event[name] for name in names}


def test_the_first_event_says_who_and_with_what(tmp_path):
    first = logged(tmp_path).events[0]
    assert list(first) == [
        *("e", "n", "schema", "id", "skillctl", "provider", "model", "dialect", "preset"),
        *("settings_sha256", "resumed_from", "v"),
    ]
    assert fields(first, "schema", "id", "skillctl", "provider", "model", "dialect", "preset") == {
        "schema": "skillctl.session/1",
        "id": "s1",
        "skillctl": VERSION,
        "provider": "script",
        "model": "script",
        "dialect": "openai-chat",
        "preset": "p",
    }


def test_settings_are_told_apart_by_their_digest(tmp_path):
    digest = logged(tmp_path).events[0]["settings_sha256"]
    assert len(digest) == 64
    assert digest == logged(tmp_path).events[0]["settings_sha256"]
    first = assemble(SEEN, Settings(), [UserMessage("")], model="m")
    log = SessionLog("s2")
    Journal(log).start(Settings(), "m", first, tmp_path)
    assert log.events[0]["settings_sha256"] != digest
    assert log.events[0]["v"]["cwd"] == str(tmp_path)


def test_each_server_then_the_catalog(tmp_path):
    log = logged(tmp_path)
    (event,) = of(log, "server")
    assert fields(event, "key", "state", "protocol", "tools", "code", "error") == {
        "key": "weather",
        "state": "ready",
        "protocol": "2025-11-25",
        "tools": 2,
        "code": None,
        "error": "",
    }
    (catalog,) = of(log, "catalog")
    first = assemble(SEEN, SETTINGS, [UserMessage("Do it.")], model="script")
    assert catalog["system"] == first.system
    sent = [t["function"] for t in json.loads(first.body)["tools"]]
    assert catalog["tool_list"] == sent
    assert catalog["skills"] == [
        {"name": "notes", "scope": "project", "fingerprint": "sha256:notes", "state": "active"}
    ]
    assert catalog["servers"] == [{"key": "weather", "fingerprint": "sha256:w", "state": "ready"}]
    assert catalog["tools"][-1] == {
        "name": "mcp__weather__set",
        "server": "weather",
        "raw": "set",
        "digest": "d-weather-set",
    }


def test_a_request_names_the_events_it_is_made_of_and_its_digest(tmp_path):
    log = logged(tmp_path)
    one, two = of(log, "request")
    kinds = {e["n"]: e["e"] for e in log.events}
    assert [kinds[n] for n in one["messages"]] == ["message"]
    assert [kinds[n] for n in two["messages"]] == ["message", "response", "tool.result"]
    body = assemble(SEEN, SETTINGS, [UserMessage("Do it.")], model="script").body
    assert fields(one, "i", "view", "body_sha256", "bytes", "tokens", "options") == {
        "i": 1,
        "view": "v1",
        "body_sha256": sha256(body).hexdigest(),
        "bytes": len(body),
        "tokens": {"method": "bytes/4", "n": -(-len(body) // 4)},
        "options": {},
    }
    assert (one["prefix_bytes"], two["prefix_bytes"]) == (0, len(body) - 2)
    assert two["prefix_tokens"] == -(-(len(body) - 2) // 4)


def test_response_call_and_result(tmp_path):
    log = logged(tmp_path)
    response = of(log, "response")[0]
    assert fields(response, "i", "text", "calls", "stop", "usage") == {
        "i": 1,
        "text": "Hm.",
        "stop": "tool_calls",
        "calls": [{"id": "call_1", "name": "mcp__weather__get", "args": '{"city": "Paris"}'}],
        "usage": {"input": 0, "output": 0, "cached": 0},
    }
    (made,) = of(log, "tool.call")
    assert fields(made, "call", "tool", "server", "raw", "args", "segment") == {
        "call": "call_1",
        "tool": "mcp__weather__get",
        "server": "weather",
        "raw": "get",
        "args": {"city": "Paris"},
        "segment": 1,
    }
    (result,) = of(log, "tool.result")
    assert fields(result, "call", "is_error", "text", "bytes", "cut", "synthetic", "attempts") == {
        "call": "call_1",
        "is_error": False,
        "text": 'get {"city": "Paris"}',
        "bytes": 21,
        "cut": False,
        "synthetic": False,
        "attempts": 1,
    }
    assert result["v"]["ms"] > 0


def test_without_v_two_runs_are_equal(tmp_path):
    runs = [
        [{k: x for k, x in e.items() if k != "v"} for e in logged(tmp_path).events] for _ in "12"
    ]
    assert runs[0] == runs[1]


@given(st.binary(max_size=50), st.binary(max_size=50), st.binary(max_size=50))
def test_shared_prefix(head, one, other):
    found = shared_prefix(head + one, head + other)
    a, b = head + one, head + other
    assert found >= len(head)
    assert a[:found] == b[:found]
    assert found == min(len(a), len(b)) or a[found] != b[found]


def test_options_that_are_not_the_usual_ones_and_opaque_items_are_logged():
    from skillctl.agent.dialects.model import Options
    from skillctl.agent.messages import Opaque, Reply

    options = Options(seed=7, cache="off", include=("x",))
    first = assemble(SEEN, SETTINGS, [UserMessage("")], model="m", options=options)
    journal = Journal(log := SessionLog("s1"))
    journal.request(first, 1, "v")
    journal.response(Reply("", (), opaque=(Opaque("d", 1, {"z": 1, "a": 2}),)), 1, 0)
    assert of(log, "request")[0]["options"] == {"seed": 7, "include": ["x"], "cache": "off"}
    (item,) = of(log, "response")[0]["opaque"]
    assert item == {"dialect": "d", "place": 1, "item": {"z": 1, "a": 2}}
    assert list(item["item"]) == ["z", "a"]


def test_a_call_through_another_tool_names_server_and_tool(tmp_path):
    seen = view(servers=[server()], tools=[tool()], surface="skills")
    inner = {"city": "Paris"}
    through = call(1, "call_mcp_tool", server="mcp:weather", tool="get", arguments=inner)
    wrong = call(2, "call_mcp_tool", server="weather", tool="got")
    bare = call(3, "call_mcp_tool", server="weather", tool="get")
    turns = (say("", through, wrong, bare), say("Done."))
    _, log, _ = play(seen, tmp_path, *turns, reach=reach_of(seen))
    first, second, third = of(log, "tool.call")
    same = {"tool": "call_mcp_tool"}
    assert fields(first, "tool", "server", "raw", "args") == (
        same | {"server": "weather", "raw": "get", "args": inner}
    )
    assert fields(second, "tool", "server", "raw") == same | {"server": None, "raw": None}
    assert fields(third, "tool", "server", "raw", "args") == (
        same | {"server": "weather", "raw": "get", "args": {}}
    )
    assert of(log, "approval")[0]["args_after"] == inner
