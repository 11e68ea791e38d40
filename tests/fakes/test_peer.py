"""The official SDK as a client of our fakes: a judge that knows nothing of this project."""

import json
import subprocess
import sys
from functools import cache

import pytest

from skillctl.fakes.file import load_fake, parse_fake
from skillctl.fakes.model import Process
from skillctl.fakes.pipe import Pipe
from skillctl.source.file import decode
from tests.conftest import GOLDEN, ROOT
from tests.fakes.lockstep import HEAD, notice, request
from tests.peers.programs import find_python

pytestmark = pytest.mark.peer


@cache
def sdk_python():
    return find_python(["mcp"], "make peers")


@pytest.fixture(scope="module")
def sdk():
    """Let the SDK talk to a golden fake: `sdk(case, [tool, arguments], …)` gives what it saw."""
    python = sdk_python()

    def talk(case, *calls):
        fake = GOLDEN / "fake" / case / "fake.toml"
        command = [sys.executable, "-m", "skillctl", "fake", "serve", str(fake)]
        order = json.dumps({"command": command, "calls": calls})
        script = ROOT / "tests" / "fakes" / "sdk_client.py"
        done = subprocess.run(
            [python, script, order], capture_output=True, timeout=60, check=True, cwd=ROOT
        )
        return json.loads(done.stdout)

    return talk


def texts(seen):
    return [result["content"][0]["text"] for result in seen["results"] if "content" in result]


def test_handshake_list_and_calls(sdk):
    seen = sdk(
        "happy-path",
        ["get_weather", {"city": "Paris"}],
        ["get_weather", {"city": "Oslo"}],
        ["get_weather", {"city": "Atlantis"}],
        ["no_such_tool", {}],
    )
    assert seen["hello"]["serverInfo"] == {
        "name": "weather",
        "title": "Weather",
        "version": "1.0.0",
    }
    assert seen["hello"]["instructions"] == "Ask for a city."
    assert [tool["name"] for tool in seen["pages"][0]] == ["get_weather"]
    assert texts(seen)[0] == "18°C"
    assert seen["results"][1]["structuredContent"] == {
        "city": "Oslo",
        "celsius": -3.5,
        "hours": [1, 2],
    }
    assert seen["results"][2]["isError"] is True
    assert seen["results"][3] == {"raised": "MCPError", "text": "Unknown tool: no_such_tool"}
    assert seen["progress"] == [0.3, 0.6]


def test_all_pages(sdk):
    seen = sdk("paging")
    assert [[tool["name"] for tool in page] for page in seen["pages"]] == [
        ["tool_a", "tool_b"],
        ["tool_c", "tool_d"],
        ["tool_e"],
    ]


def test_a_call_that_matches_nothing(sdk):
    (result,) = sdk("no-match", ["get_weather", {"city": "Bonn"}])["results"]
    assert result["raised"] == "MCPError"
    assert "nearest is reply[1]" in result["text"]


def test_an_end_in_the_middle_of_an_answer_is_an_error_there_too(sdk):
    city = {"city": "a"}
    seen = sdk("exit-mid-answer", *[["get_weather", city]] * 3)
    assert texts(seen) == ["18C", "18C"]
    assert "raised" in seen["results"][2]


def test_a_call_without_an_answer_leaves_the_next_one_alone(sdk):
    seen = sdk("no-reply", ["slow", {}], ["slow", {}])
    assert "raised" in seen["results"][0]
    assert texts(seen) == ["done"]


def test_a_tool_list_that_changes(sdk):
    seen = sdk("hidden-tool-event", ["get_weather", {}], ["get_weather_v2", {}])
    assert texts(seen) == ["old", "new"]


def run_peer(script, case, **order):
    """Let a program of the peer talk to a golden fake."""
    fake = GOLDEN / "fake" / case / "fake.toml"
    command = [sys.executable, "-m", "skillctl", "fake", "serve", str(fake)]
    words = [sdk_python(), ROOT / "tests" / "fakes" / script]
    done = subprocess.run(
        [*words, json.dumps({"command": command, **order})],
        capture_output=True,
        timeout=60,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


@pytest.mark.usefixtures("sdk")
def test_a_client_of_the_modern_era_is_asked_back_and_told_of_changes():
    case = "modern-asks-and-tells"
    assert run_peer("sdk_modern.py", case, mode="auto", tool="greet") == {
        "version": "2026-07-28",
        "asked": ["Who?", "Who?"],
        "text": "hello",
        "honored": {"toolsListChanged": True},
        "events": ["ToolsListChanged"],
        "tools": ["more", "greet"],
    }


UNANSWERED = {"raw", "raw_hex", "crash", "hang", "close"}


def is_whole(file):
    """Whether a fake has no fault: a client that does nothing wrong gets every answer."""
    replies = [reply for tool in file.tools for reply in tool.replies]
    odd_reply = any(r.answer in UNANSWERED or r.progress_endless for r in replies)
    odd_server = file.server.cursor != "normal" or file.server.answer or file.server.omit
    odd_start = file.process != Process() or file.server.capabilities
    return not (file.faults or file.lists or odd_reply or odd_server or odd_start)


WHOLE = [
    case
    for case in sorted((GOLDEN / "fake").iterdir())
    if is_whole(load_fake(case / "fake.toml", "fake.toml"))
]


def test_enough_golden_fakes_have_no_fault():
    assert len(WHOLE) >= 10


def normal(found):
    """A result as the SDK gives it back, without what it adds or the modern era repeats."""
    kept = {
        key: value
        for key, value in found.items()
        if key
        in (
            "content",
            "structuredContent",
            "contents",
            "messages",
            "tools",
            "resources",
            "resourceTemplates",
            "prompts",
        )
    }
    return kept | ({"isError": True} if found.get("isError") else {})  # fmt: skip


class Ours:
    """The same questions asked through a pipe, as plain JSON-RPC."""

    def __init__(self, file, *, modern):
        self.pipe, self.number, self.modern = Pipe(file), 0, modern
        if not modern:
            self.ask("initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo={})
            self.pipe.write(notice("notifications/initialized"))

    def ask(self, method, **params):
        self.number += 1
        meta = {"_meta": ENVELOPE} if self.modern else {}
        self.pipe.write(request(self.number, method, **params, **meta))
        while True:
            data = self.pipe.read(self.pipe.now() + 60)
            for line in data.splitlines():
                message = json.loads(line)
                if message.get("id") == self.number and "method" not in message:
                    return message

    def result(self, method, **params):
        message = self.ask(method, **params)
        if "error" in message:
            return {"raised": "MCPError", "text": message["error"]["message"]}
        return normal(message["result"])

    def whole_list(self, method, key):
        found, cursor = [], {}
        while True:
            result = self.ask(method, **cursor)["result"]
            found += result[key]
            if "nextCursor" not in result:
                return found
            cursor = {"cursor": result["nextCursor"]}


VERSION = "io.modelcontextprotocol/protocolVersion"
ENVELOPE = {VERSION: "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}


@pytest.mark.usefixtures("sdk")
@pytest.mark.parametrize("case", WHOLE, ids=lambda case: case.name)
def test_whatever_has_no_fault_is_the_same_for_the_sdk(case):
    file = load_fake(case / "fake.toml", "fake.toml")
    modern = file.server.era == "modern" or case.name.endswith("-modern")
    every = map(json.loads, (case / "in.jsonl").read_text().splitlines())
    lines = [line for line in every if isinstance(line.get("params"), dict)]
    asked = {m: [x["params"] for x in lines if x.get("method") == m] for m in METHODS}
    calls = [(p["name"], p.get("arguments", {})) for p in asked["tools/call"] if is_call(p, file)]
    reads = [p["uri"] for p in asked["resources/read"]]
    gets = [(p["name"], p.get("arguments", {})) for p in asked["prompts/get"]]
    seen = run_peer("sdk_survey.py", case.name, modern=modern, calls=calls, reads=reads, gets=gets)
    ours = Ours(file, modern=modern)
    for name, (method, key) in LISTS.items():
        if name in seen:
            assert seen[name] == ours.whole_list(method, key), name
    assert [normal_or_raised(r) for r in seen["calls"]] == [
        ours.result("tools/call", name=name, arguments=arguments) for name, arguments in calls
    ]
    assert [normal_or_raised(r) for r in seen["reads"]] == [
        ours.result("resources/read", uri=uri) for uri in reads
    ]
    assert [normal_or_raised(r) for r in seen["gets"]] == [
        ours.result("prompts/get", name=name, arguments=arguments) for name, arguments in gets
    ]


METHODS = ("tools/call", "resources/read", "prompts/get")
LISTS = {
    "tools": ("tools/list", "tools"),
    "resources": ("resources/list", "resources"),
    "resource_templates": ("resources/templates/list", "resourceTemplates"),
    "prompts": ("prompts/list", "prompts"),
}


def is_call(params, file):
    """Whether a call is one that the SDK would make; questions to it have a test of their own."""
    asks = {t.name for t in file.tools if any(r.answer == "input_required" for r in t.replies)}
    name, arguments = params.get("name"), params.get("arguments", {})
    return isinstance(name, str) and isinstance(arguments, dict) and name not in asks


def normal_or_raised(found):
    return found if "raised" in found else normal(found)


TWIN = """
[server]
era = "both"
[[tool]]
name = "say"
reply = [{ default = true, text = "said" }]
[[resource]]
uri = "a:b"
text = "text"
"""


def enveloped(number, method, meta=(), **params):
    return request(number, method, _meta={**ENVELOPE, **dict(meta)}, **params)


HELLO = request(1, "initialize", protocolVersion="2025-11-25", capabilities={},
                clientInfo={"name": "t", "version": "1"})  # fmt: skip
CONVERSATIONS = {
    "modern": [
        enveloped(1, "server/discover"),
        enveloped(2, "tools/list"),
        enveloped(3, "tools/call", name="say", arguments={}),
        enveloped(4, "resources/read", uri="a:b"),
        enveloped(5, "ping"),
        enveloped(6, "logging/setLevel", level="info"),
        enveloped(7, "no/such/method"),
        enveloped(8, "initialize", protocolVersion="2025-11-25"),
        HELLO,
        request(9, "tools/list"),
        enveloped(10, "tools/list", {VERSION: "2025-11-25"}),
        enveloped(11, "tools/list", {VERSION: 5}),
        request(12, "tools/list", _meta={VERSION: "2026-07-28"}),
        enveloped(13, "resources/read", uri="none:"),
    ],
    "handshake": [
        HELLO,
        request(2, "ping"),
        request(3, "tools/call", name="say", arguments={}),
        enveloped(4, "tools/list"),
        request(5, "server/discover"),
        request(6, "subscriptions/listen", notifications={}),
        request(7, "resources/read", uri="a:b"),
    ],
}


def shape(message):
    """What of an answer has to be the same: which members there are, the error, its version."""
    if "error" in message:
        error = message["error"]
        known = isinstance(error.get("data"), dict)
        return error["code"], error["data"] if known else None
    result = message["result"]
    fixed = ("resultType", "supportedVersions", "protocolVersion", "ttlMs", "cacheScope")
    members = {*result} - {"isError", "structuredContent", "_meta"}
    return sorted(members), [result.get(key) for key in fixed]


@pytest.mark.usefixtures("sdk")
@pytest.mark.parametrize("era", CONVERSATIONS)
def test_a_server_of_the_sdk_answers_as_a_fake_does(era):
    child = subprocess.Popen(
        [sdk_python(), ROOT / "tests" / "fakes" / "sdk_server.py"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    pipe = Pipe(parse_fake(decode("twin.toml", (HEAD + TWIN).encode())))
    with child:
        for line in CONVERSATIONS[era]:
            child.stdin.write(line)
            child.stdin.flush()
            theirs = json.loads(child.stdout.readline())
            pipe.write(line)
            assert shape(json.loads(pipe.read(pipe.now() + 5))) == shape(theirs), line
        child.stdin.close()
