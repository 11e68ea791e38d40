import pytest

from skillctl.fakes.recorder.compare import differences
from skillctl.fakes.recorder.file import fake_text
from tests.fakes.recorder.recordings import (
    HELLO,
    NEW,
    TOOL,
    called,
    failed,
    recording,
    replayed,
    text,
)

META = {"io.modelcontextprotocol/serverInfo": {"name": "m", "version": "2"}}
DISCOVERED = {"supportedVersions": [NEW], "capabilities": {"tools": {}}, "_meta": META}
ORDERED = {"z": 1, "inputSchema": {"type": "object", "b": {}, "a": {}}, "name": "o", "x-y": [1.0]}


@pytest.mark.parametrize(
    "made",
    [
        recording(),
        recording(TOOL, ORDERED, calls=[called(text("1"), a=1), failed(-1, "no", tool="o")]),
        recording(TOOL, {"name": "n", "inputSchema": {"default": None}}, calls=[called(text("1"))]),
        recording(TOOL, 7, {"inputSchema": 3}, calls=[called(text("1", isError=False), a=[None])]),
        recording(TOOL, TOOL, calls=[called(text("1"))]),
        recording(TOOL, calls=[called(text("1"), a=1), called(text("2"), a=1)]),
        recording(TOOL, calls=[called(text("{{id}} {{a}}"), a=1)]),
        recording(TOOL, calls=[called(text("\ud800"), a="\ud800"), called({"a": 2**70}, b=1)]),
        recording(TOOL, calls=[called(text("none", isError=True), tool="none")]),
        recording(pages=[[TOOL], [ORDERED], []]),
        recording({"name": "w", "inputSchema": "wrong on purpose", "annotations": []}),
        recording(TOOL, hello={**HELLO, "serverInfo": {"name": 3}, "instructions": "Ask.\n"}),
    ],
)
def test_a_fake_answers_as_the_recording_did(made):
    assert list(differences(made, replayed(made))) == []


def test_the_modern_era():
    stamped = {"resultType": "complete", "_meta": META, "content": [], "ttlMs": 5}
    made = recording(TOOL, protocol=NEW, modern=True, hello=DISCOVERED,
                     calls=[called(stamped, a=1), failed(-32602, "no")])  # fmt: skip
    again = replayed(made, NEW)
    assert list(differences(made, again)) == []
    assert 'era = "modern"' in fake_text(made)
    assert "(m 2)" in fake_text(made)


def test_what_is_said_of_the_server():
    about = {"name": "w", "version": "1", "title": "W\u200b", "websiteUrl": "https://w.test"}
    tools = {"listChanged": True}
    hello = {"serverInfo": about, "instructions": "Ask.", "capabilities": {"tools": tools, "x": {}}}
    made = fake_text(recording(TOOL, hello=hello), ["[redacted:1] stands for\na key"])
    assert made == (
        '# Recorded by skillctl from the server "w" (w 1).\n'
        "# [redacted:1] stands for\\na key\n"
        'schema = "skillctl.fake/1"\n\n'
        "[server]\n"
        'name = "w"\nversion = "1"\ntitle = "W\\U0000200b"\nprotocol = ["2025-11-25"]\n'
        'instructions = "Ask."\ncapabilities = { tools = { listChanged = true } }\n\n'
        "[[tool]]\n"
        'definition = { name = "t", inputSchema = { type = "object" } }\n'
    )


def test_pages_stay_pages():
    assert "page_size = 1\n" in fake_text(recording(pages=[[TOOL], [TOOL]]))
    assert "page_size" not in fake_text(recording(pages=[[TOOL], [7]]))
