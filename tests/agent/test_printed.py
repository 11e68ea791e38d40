import json
from hashlib import sha256

import pytest

from skillctl.agent.assembly import assemble
from skillctl.agent.messages import UserMessage
from skillctl.agent.printed import SECTIONS, as_json
from skillctl.agent.view import Absence
from skillctl.settings import Settings
from tests.agent.views import EMPTY, server, skill, tool, view

ABSENCE = Absence(kind="skill", name="gone", reason="pending", detail="why", remedy="what to do")
FULL = view([skill()], [server(instructions="Hi.")], [tool()], absences=(ABSENCE,))


def build(seen=FULL, task="Say é."):
    return assemble(seen, Settings(), [UserMessage(task)], model="m")


def test_sections_are_those_of_the_command():
    assert list(SECTIONS) == ["system", "skills", "mcp", "pinned", "tools", "messages"]


def test_text_sections_are_exactly_what_the_model_gets():
    built = build()
    assert SECTIONS["system"](built) == built.system
    for name in ("skills", "mcp"):
        text = SECTIONS[name](built)
        assert text
        assert f"\n\n{text}" in built.system


@pytest.mark.parametrize("name", ["skills", "mcp", "pinned"])
def test_an_absent_section_is_empty(name):
    assert SECTIONS[name](build(EMPTY)) == ""


@pytest.mark.parametrize("name", ["tools", "messages"])
def test_tools_and_messages_are_those_of_the_body_indented(name):
    built = build()
    text = SECTIONS[name](built)
    assert json.loads(text) == json.loads(built.body)[name]
    assert text.splitlines()[1].startswith("  {")
    assert not text.endswith("\n")


def test_json_holds_everything():
    built = build()
    found = json.loads(as_json(built, "v1"))
    assert list(found) == [
        *("schema", "dialect", "model", "sha256", "tokens", "parts", "spans", "tools"),
        *("absences", "notes"),
    ]
    assert found["schema"] == "skillctl.prompt/1"
    assert found["sha256"] == {"body": sha256(built.body).hexdigest(), "view": "v1"}
    assert found["tokens"] == {"method": "bytes/4", "n": -(-len(built.body) // 4)}
    assert "\n\n".join(p["text"] for p in found["parts"] if p["place"] == "system") == built.system
    assert all(p["text"] == "".join(x["text"] for x in p["pieces"]) for p in found["parts"])
    assert [t["name"] for t in found["tools"]] == [t.name for t in built.tools]
    assert found["absences"] == [
        {
            "kind": "skill",
            "name": "gone",
            "reason": "pending",
            "detail": "why",
            "remedy": "what to do",
        }
    ]


def test_spans_in_json_cut_the_body():
    built = build()
    spans = json.loads(as_json(built, ""))["spans"]
    pieces = {built.body[s["start"] : s["end"]].decode(): s for s in spans}
    line = pieces["- notes: Does notes. Use when asked."]
    assert (line["part"], line["source"], line["line"], line["item"], line["fingerprint"]) == (
        "skills",
        ".agents/skills/notes/SKILL.md",
        3,
        "notes",
        "sha256:notes",
    )
    assert spans[-1]["end"] == len(built.body)


def test_half_surrogates_are_shown_as_they_are_sent():
    assert "\ufffd" in SECTIONS["messages"](build(task="\ud800"))
