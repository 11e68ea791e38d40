import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.agent.assembly import assemble
from skillctl.agent.dialects.known import DIALECTS
from skillctl.agent.messages import UserMessage
from skillctl.agent.provenance import Origin
from skillctl.agent.shared_prefix import first_difference, named, prefix_line, shared_prefix
from skillctl.settings import Settings
from skillctl.tokens import ESTIMATE
from tests.agent.views import EMPTY, server, skill, tool, view

GET, SET = tool(), tool(raw="set")


def built(seen, task="Hi", **more):
    return assemble(seen, Settings(), [UserMessage(task)], **{"model": "m"} | more)


@given(st.binary(max_size=40), st.binary(max_size=9), st.binary(max_size=9))
def test_the_first_other_byte_is_found_as_by_reading_them_in_turn(head, one, other):
    ours, theirs = head + one, head + other
    pairs = enumerate(zip(ours, theirs, strict=False))
    plain = next((at for at, (a, b) in pairs if a != b), min(len(ours), len(theirs)))
    assert first_difference(ours, theirs) == (None if ours == theirs else plain)


CASES = {
    "a tool more": (view(tools=[GET, SET]), view(tools=[GET]), "in tools: weather/set"),
    "a tool less": (view(tools=[GET]), view(tools=[GET, SET]), "after tools: weather/get"),
    "a builtin tool less": (EMPTY, view([skill()]), "after tools: write_file"),
    "another schema": (
        view(tools=[GET]),
        view(tools=[tool(input_schema={"type": "object"})]),
        "in tools: weather/get",
    ),
    "a skill's words": (
        view([skill(description="One.")]),
        view([skill(description="Two.")]),
        "in skills: notes",
    ),
    "a server's words": (
        view(servers=[server(instructions="Ask.")], tools=[GET]),
        view(servers=[server(instructions="Tell.")], tools=[GET]),
        "in mcp: weather",
    ),
}


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("case", CASES)
def test_the_part_is_named_in_which_two_requests_come_apart(case, dialect):
    ours, theirs, place = CASES[case]
    one, other = built(ours, dialect=dialect), built(theirs, dialect=dialect)
    found = shared_prefix(one, other.body)
    assert found.place == place
    assert one.body[: found.size] == other.body[: found.size]
    assert one.body[found.size : found.size + 1] != other.body[found.size : found.size + 1]


def test_in_chat_a_section_more_or_less_is_told_at_its_place():
    own = view(servers=[server(instructions="Ask.")], tools=[GET])
    quiet = view(servers=[server()], tools=[GET])
    assert shared_prefix(built(own), built(quiet).body).place == "in mcp: weather"
    assert shared_prefix(built(quiet), built(own).body).place == "after mcp"
    assert shared_prefix(built(EMPTY, "Hi."), built(EMPTY, "Hi").body).place == "in task"
    assert shared_prefix(built(EMPTY, "Hi"), built(EMPTY, "Hi.").body).place == "after task"


def test_what_stands_outside_of_all_parts_is_told_by_its_key():
    assert shared_prefix(built(EMPTY), built(EMPTY, model="n").body).place == "in frame: model"
    assert shared_prefix(built(EMPTY), b"[]").place == "in frame"
    whole = built(EMPTY)
    assert shared_prefix(whole, whole.body[:-1]).place == "after task"
    assert shared_prefix(whole, whole.body + b" ").size == len(whole.body)


def test_the_line_counts_bytes_and_tokens():
    ours = built(view(tools=[tool("weather", "get_weather")]))
    other = json.loads(ours.body)
    other["tools"][-1]["function"]["name"] = "mcp__weather__set_weather"
    theirs = json.dumps(other, ensure_ascii=False, separators=(",", ":")).encode()
    at, size = ours.body.index(b"get_weather"), len(ours.body)
    assert prefix_line(ours, shared_prefix(ours, theirs), ESTIMATE) == (
        f"prefix {at:,} of {size:,} bytes, ~{-(-at // 4):,} of ~{-(-size // 4):,} tokens; "
        "breaks in tools: weather/get_weather"
    )
    assert prefix_line(ours, shared_prefix(ours, ours.body), ESTIMATE).endswith(" tokens; equal")


def test_a_cut_within_a_character_counts_what_is_whole():
    ours, theirs = built(EMPTY, "ä"), built(EMPTY, "ö")
    prefix = shared_prefix(ours, theirs.body)
    assert ours.body[prefix.size - 1] == 0xC3
    assert prefix_line(ours, prefix, "o200k_base").endswith("breaks in task")


@pytest.mark.parametrize(
    ("origin", "words"),
    [
        (Origin("base"), "base"),
        (Origin("pinned:notes", "a/SKILL.md", 7, "notes"), "pinned: notes"),
        (Origin("instructions", "AGENTS.md", 7, "AGENTS.md"), "instructions: AGENTS.md:7"),
        (Origin("instructions", item="AGENTS.md"), "instructions: AGENTS.md"),
        (Origin("tools", "s/a\nb", item="mcp__s__a_b"), r"tools: s/a\nb"),
    ],
)
def test_a_part_is_named_by_what_a_person_looks_for(origin, words):
    assert named(origin) == words
