"""The official SDKs of the model providers: given the same conversation, they send what we send."""

import json
import subprocess
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from skillctl.agent.base import BASE_TEXT, builtin_tools
from skillctl.agent.dialects.known import DEFAULT_DIALECT, DIALECTS
from tests.conftest import GOLDEN
from tests.peers.programs import find_python

pytestmark = pytest.mark.peer

CALLER = Path(__file__).with_name("sdk_caller.py")


class Kept(BaseHTTPRequestHandler):
    """Keeps path and body of a request, and refuses it, since it is no model."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.kept.append((self.path, body))
        answer = b'{"error":{"type":"invalid_request_error","message":"kept"}}'
        self.send_response(400)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *words):
        """Say nothing."""


@contextmanager
def endpoint():
    """A loopback endpoint: its address, and the requests that it gets."""
    with HTTPServer(("127.0.0.1", 0), Kept) as server:
        server.kept = []
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", server.kept
        finally:
            server.shutdown()
            thread.join()


def conversation(case):
    """A case as a stranger would tell it; what no encoding can hold is replaced as we do."""
    about = json.loads((case / "case.json").read_text().replace("\\ud83d", "\ufffd"))
    tools = [
        ({"name": tool.name, "description": tool.description}, tool.input_schema)
        for tool in builtin_tools()
    ]
    said = {"model": "unset", "system": BASE_TEXT, "tools": tools, "options": {}}
    return said | about


def request(case):
    """A workspace with skills and servers as a stranger would ask: what we print, said anew.

    The system text and the tools are those of the sections that people read.
    """
    tools = [tool["function"] for tool in json.loads((case / "tools.json").read_text())]
    chat = json.loads((case / f"body.{DEFAULT_DIALECT}.json").read_bytes())
    return {
        "model": "unset",
        "system": (case / "system.txt").read_text(),
        "tools": [(tool, tool.pop("parameters")) for tool in tools],
        "options": {},
        "messages": [{"user": m["content"]} for m in chat["messages"] if m["role"] == "user"],
    }


TELLERS = {"dialect": conversation, "prompt": request}
CASES = [
    (folder, name)
    for kind in TELLERS
    for folder in sorted((GOLDEN / kind).iterdir())
    for name in DIALECTS
]


@pytest.fixture(scope="module")
def sent():
    """Path and body of what the SDKs sent, by case and dialect."""
    python = find_python(["openai", "anthropic"], "make peers")
    said = json.dumps([(name, TELLERS[case.parent.name](case)) for case, name in CASES])
    with endpoint() as (url, kept):
        words = [python, "-W", "ignore", CALLER, url]
        done = subprocess.run(
            words,
            input=said,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,  # a client for each request
            env={"NO_PROXY": "*"},
        )
        assert done.returncode == 0, done.stderr
    return dict(zip(CASES, kept, strict=True))


@pytest.mark.parametrize(("case", "name"), CASES, ids=lambda value: getattr(value, "name", value))
def test_the_sdk_sends_the_same_value_to_the_same_path(sent, case, name):
    path, body = sent[case, name]
    assert path == f"/v1{DIALECTS[name].path}"
    assert json.loads(body) == json.loads((case / f"body.{name}.json").read_bytes())


def test_the_requests_hold_skills_and_tools_of_servers():
    said = [json.dumps(request(case)) for case, _ in CASES if case.parent.name == "prompt"]
    for word in (
        "# Skills",
        "# Always-on skills",
        "<available_skills>",
        '"mcp__',
        '"mcp_',
        '"skill"',
    ):
        assert any(json.dumps(word)[1:-1] in text or word in text for text in said), word
