import json

import pytest

from skillctl.fakes.explain import MOST_CALLS, NotARequest, Wanted, explain, wanted
from skillctl.fakes.file import parse_fake
from skillctl.source.file import decode

FAKE = """
schema = "skillctl.fake/1"
[server]
name = "weather"
[[tool]]
name = "today"
input_schema.type = "object"
input_schema.properties = { city = { type = "string" }, days = { type = "integer" } }
[[tool.reply]]
when = { city = "Paris", days = 1 }
text = "18 degrees"
[[tool.reply]]
when_call = 2
text = "second"
delay_ms = 500
[[tool.reply]]
when_regex = { city = "^R" }
crash = { code = 3 }
[[tool]]
name = "any"
[[tool.reply]]
default = true
text = "yes"
[[fault]]
on = "tools/list"
no_reply = true
[[fault]]
on = "tools/call"
tool = "any"
nth = [2, 4]
prefix = "LOG "
[[fault]]
on = "tools/call"
tool = "any"
nth = 3
no_reply = true
[[resource]]
uri = "a://b"
text = "body"
[[resource_template]]
uri_template = "c://{id}"
[[resource_template.reply]]
when = { id = "1" }
text = "one"
[[prompt]]
name = "ask"
[[prompt.reply]]
when_missing = "x"
text = "hello"
"""


def made(text=FAKE):
    return parse_fake(decode("w.toml", text.encode()))


def asked(name, nth=1, **arguments):
    return explain(made(), wanted({"tool": name, "arguments": arguments, "nth": nth}))


def steps(found):
    return [(step.name, step.answers, step.why) for step in found.steps]


FAULTS = [
    ("fault[0]", False, 'on is "tools/list"'),
    ("fault[1]", False, 'tool is "any"'),
    ("fault[2]", False, 'tool is "any"'),
]


@pytest.mark.parametrize(
    ("value", "nth", "expected"),
    [
        ({"tool": "t"}, None, Wanted("tools/call", {"name": "t", "arguments": {}})),
        ({"name": "t", "arguments": {"a": 1}, "nth": 3}, None,
         Wanted("tools/call", {"name": "t", "arguments": {"a": 1}}, 3)),
        ({"tool": "t", "nth": 3}, 2, Wanted("tools/call", {"name": "t", "arguments": {}}, 2)),
        ({"jsonrpc": "2.0", "id": 4, "method": "ping"}, None, Wanted("ping", {})),
        ({"method": "x", "params": {"a": 1}}, None, Wanted("x", {"a": 1})),
    ],
)  # fmt: skip
def test_requests(value, nth, expected):
    assert wanted(value, nth) == expected


@pytest.mark.parametrize(
    "value",
    [
        [], {}, {"tool": 3}, {"method": 3}, {"method": "x", "params": []},
        {"tool": "t", "nth": 0}, {"tool": "t", "nth": True}, {"tool": "t", "nth": MOST_CALLS + 1},
    ],
)  # fmt: skip
def test_no_requests(value):
    with pytest.raises(NotARequest):
        wanted(value)


def test_key_by_key_and_the_exact_bytes():
    found = asked("today", city="Oslo", days=1, nth=2)
    assert steps(found) == [
        *FAULTS,
        ("tool.today.reply[0]", False, 'city is "Oslo", not "Paris"'),
        ("tool.today.reply[1]", True, ""),
    ]
    (entry,) = found.log
    line = '{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"second"}]}}'
    assert (entry["line"], entry["bytes"]) == (line, len(line) + 1)
    assert entry["cause"] == "tool.today.reply[1]"
    assert found.matched
    assert [str(step.location) for step in found.steps][3:] == ["w.toml:10:1", "w.toml:13:1"]


def test_no_match_is_told_for_every_reply():
    found = asked("today", city="Oslo")
    assert steps(found)[3:] == [
        ("tool.today.reply[0]", False, 'city is "Oslo", not "Paris"; days is missing, not 1'),
        ("tool.today.reply[1]", False, "the number of the call is 1, not 2"),
        ("tool.today.reply[2]", False, 'city is "Oslo", which does not match "^R"'),
    ]
    assert (found.matched, found.why) == (False, "no reply matches")
    assert [entry["dir"] for entry in found.log] == ["err", "out"]


def test_an_end_of_the_process():
    found = asked("today", city="Rome")
    assert (found.ending, found.matched, found.log) == (("it ends with exit code 3",), True, ())
    assert steps(found)[-1] == ("tool.today.reply[2]", True, "")
    again = asked("today", city="Rome", nth=3)
    assert again.why == "the fake has ended before this request, with exit code 3"
    assert not again.matched


def test_arguments_that_do_not_fit():
    found = asked("today", city=3)
    assert (found.matched, found.why) == (False, "the arguments do not fit the input schema")
    assert steps(found)[-1][2] == 'city is 3, which does not match "^R"'


def test_a_fault_beats_replies_and_may_change_one():
    changed = asked("any", nth=2)
    behind = ("tool.any.reply[0]", False, "the fault comes before it")
    assert steps(changed)[1:] == [("fault[1]", True, ""), behind]
    assert changed.log[0]["line"].startswith('LOG {"jsonrpc"')
    silent = asked("any", nth=3)
    assert steps(silent)[1:] == [
        ("fault[1]", False, "nth is 2, 4; this is number 3"), ("fault[2]", True, ""), behind
    ]  # fmt: skip
    assert (silent.log, silent.matched) == ((), True)


def test_unknown_tools_and_methods():
    found = asked("none")
    assert (found.matched, found.why) == (False, "tools/call: there is nothing of that name")
    found = explain(made(), wanted({"method": "x/y"}))
    assert (found.matched, found.why) == (False, "unknown_method: there is nothing of that name")


def test_what_the_server_itself_answers():
    found = explain(made(), wanted({"method": "initialize", "params": {"protocolVersion": "1"}}))
    assert (found.matched, found.log[0]["cause"]) == (True, "initialize")


@pytest.mark.parametrize(
    ("request_", "name"),
    [
        ({"method": "resources/read", "params": {"uri": "a://b"}}, "resource.a://b.reply[0]"),
        ({"method": "resources/read", "params": {"uri": "c://1"}},
         "resource_template.c://{id}.reply[0]"),
        ({"method": "prompts/get", "params": {"name": "ask"}}, "prompt.ask.reply[0]"),
    ],
)  # fmt: skip
def test_resources_and_prompts(request_, name):
    found = explain(made(), wanted(request_))
    assert steps(found)[-1] == (name, True, "")


def test_resources_and_prompts_that_do_not_match():
    for request in (
        {"method": "resources/read", "params": {"uri": "c://2"}},
        {"method": "resources/read", "params": {"uri": "d://2"}},
        {"method": "resources/read", "params": {"uri": 3}},
        {"method": "prompts/get", "params": {"name": "ask", "arguments": {"x": "1"}}},
        {"method": "prompts/get", "params": {"name": "none"}},
    ):
        assert not explain(made(), wanted(request)).matched


MODERN = """
schema = "skillctl.fake/1"
server = { era = "ERA" }
[[tool]]
name = "t"
[[tool.reply]]
default = true
input_required = { requests = { q = { method = "elicitation/create" } }, state = "s" }
[[tool.reply]]
default = true
text = "done"
"""


def test_the_modern_era():
    file = made(MODERN.replace("ERA", "modern"))
    answers = {"inputResponses": {"q": {}}, "requestState": "s"}
    request = {"method": "tools/call", "params": {"name": "t", **answers}}
    found = explain(file, wanted(request))
    asks = "it asks for input: the era has no such answer, or its questions are answered"
    assert steps(found) == [("tool.t.reply[0]", False, asks), ("tool.t.reply[1]", True, "")]
    result = json.loads(found.log[0]["line"])["result"]
    assert result["resultType"] == "complete"


def test_both_eras():
    file = made(MODERN.replace("ERA", "both"))
    assert "resultType" not in explain(file, wanted({"tool": "t"})).log[0]["line"]
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}
    request = {"method": "tools/list", "params": {"_meta": meta}}
    assert "resultType" in explain(file, wanted(request)).log[0]["line"]


def test_an_endless_answer_ends():
    text = """
schema = "skillctl.fake/1"
[[tool]]
name = "t"
reply = [{ default = true, progress_endless = true }]
"""
    file = made(text.replace("progress_endless", 'text = "x", progress_endless'))
    params = {"name": "t", "_meta": {"progressToken": 1}}
    found = explain(file, wanted({"method": "tools/call", "params": params}))
    assert len(found.log) == 200


def test_what_a_process_does():
    text = """
schema = "skillctl.fake/1"
[[tool]]
name = "t"
[[tool.reply]]
when_call = 1
close = "stdout"
[[tool.reply]]
when_call = 2
hang = true
"""
    assert explain(made(text), wanted({"tool": "t"})).ending == ("it closes its stdout",)
    hangs = text.replace("when_call = 1", "when_call = 3")
    found = explain(made(hangs), wanted({"tool": "t", "nth": 2}))
    assert found.ending == ("it does nothing more",)
