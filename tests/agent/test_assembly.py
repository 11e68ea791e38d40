import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.agent.assembly import assemble, offered_tools
from skillctl.agent.base import BASE_TEXT, base_only
from skillctl.agent.dialects.known import DIALECTS
from skillctl.agent.dialects.model import Options
from skillctl.agent.messages import AssistantMessage, Opaque, ToolCall, ToolMessage, UserMessage
from skillctl.agent.view import Instruction
from skillctl.agent.writer import written
from skillctl.errors import SkillctlError
from skillctl.settings import RunSettings, Settings, SkillSettings
from skillctl.skills.focus import Focus
from tests.agent.views import EMPTY, server, skill, tool, view

SETTINGS = Settings()
BUILTIN = ["read_file", "list_dir", "glob", "write_file"]


def build(seen, *messages, **more):
    said = messages or (UserMessage("Say hello."),)
    return assemble(seen, SETTINGS, said, **{"model": "m"} | more)


def names(seen):
    return [spec.name for spec in offered_tools(seen, Settings())]


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("writable", [True, False])
def test_an_empty_view_is_the_baseline(writable, dialect):
    found = build(replace(EMPTY, writable=writable), dialect=dialect)
    assert found.body == base_only("Say hello.", "m", writable=writable, dialect=dialect)
    assert (found.system, found.notes, found.absences, found.replaced) == (BASE_TEXT, (), (), 0)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_what_offers_nothing_changes_nothing(dialect):
    seen = view([skill(model_invocable=False)], [server(instructions="Hi"), server("b")])
    assert build(seen, dialect=dialect).body == base_only("Say hello.", "m", dialect=dialect)


@pytest.mark.parametrize(("cache", "marks"), [("off", 0), ("static", 1), ("conversation", 2)])
def test_the_mark_for_the_cache_is_that_of_the_settings(cache, marks):
    settings = Settings(run=RunSettings(cache=cache))
    said = [UserMessage("Hi")]
    found = assemble(EMPTY, settings, said, model="m", dialect="anthropic-messages")
    assert found.body.count(b'"cache_control":{"type":"ephemeral"}') == marks
    assert found.with_messages(said).body == found.body
    wanted = base_only("Hi", "m", dialect=found.dialect, options=Options(cache=cache))
    assert found.body == wanted


def test_options_are_those_of_the_baseline_too():
    options = Options(temperature=0.5, max_tokens=10, seed=1)
    found = build(EMPTY, options=options)
    assert found.body == base_only("Say hello.", "m", options=options)
    assert list(json.loads(found.body))[3:6] == ["temperature", "max_completion_tokens", "seed"]


def test_system_parts_are_joined_by_an_empty_line():
    found = build(view([skill()], [server(instructions="Hi.")], [tool()]))
    base, skills, mcp = (part.text.text for part in found.system_parts)
    assert found.system == f"{base}\n\n{skills}\n\n{mcp}"
    assert [(part.id, part.place) for part in found.parts] == [
        *(("base", "system"), ("skills", "system"), ("mcp", "system")),
        ("task", "user"),
    ]
    assert found.parts[-1].text.text == "Say hello."
    assert json.loads(found.body)["messages"][0] == {"role": "system", "content": found.system}


def test_the_skill_tool_stands_behind_the_built_in_ones_if_a_skill_may_be_loaded():
    assert names(view([skill()])) == [*BUILTIN, "skill"]
    assert names(view([skill(model_invocable=False)])) == BUILTIN
    assert names(view([skill()], writable=False)) == [*BUILTIN[:3], "skill"]


def test_tools_of_servers_stand_by_key_and_raw_name_whatever_the_order():
    tools = [tool("b", "x"), tool("a", "z"), tool("a", "B"), tool("a-", "a"), tool("A", "q")]
    expected = [("A", "q"), ("a", "B"), ("a", "z"), ("a-", "a"), ("b", "x")]
    for order in (tools, tools[::-1]):
        found = offered_tools(view(tools=order), Settings())[4:]
        assert [(t.server, t.raw_name) for t in found] == expected


def test_schemas_keep_the_order_of_their_keys():
    schema = {"type": "object", "required": ["z"], "properties": {"z": {}, "a": {}}}
    body = build(view(tools=[tool(input_schema=schema)])).body
    assert json.dumps(schema, separators=(",", ":")).encode() in body


FULL = view([skill(), skill("other")], [server(instructions="Hi.")], [tool(), tool(raw="set")])


def spans_by_part(assembly):
    """Part -> the bytes of it, in order."""
    found = {}
    for span in assembly.spans():
        part = found.setdefault(span.origin.part, [])
        part.append(assembly.body[span.start : span.end])
    return found


def test_with_one_skill_and_one_server_only_skills_mcp_and_tools_differ():
    empty, full = (spans_by_part(build(seen)) for seen in (EMPTY, FULL))
    added = {part: spans for part, spans in full.items() if spans != empty.get(part)}
    assert set(added) == {"skills", "mcp", "tools", "joiner", "frame"}
    # the frame differs by the braces around the new tools alone, the joiners by their number
    assert added["joiner"] == [b"\\n\\n", b"\\n\\n"]
    assert empty["base"] == full["base"]
    assert empty["task"] == full["task"]
    assert full["tools"][: len(empty["tools"])] == empty["tools"]
    frame = b"".join(added["frame"])
    around = b'{"type":"function","function":{"name":,"description":,"parameters":}}'
    assert len(frame) - len(b"".join(empty["frame"])) == 3 * len(around + b",")


def test_every_part_is_there_without_the_others():
    both = build(FULL)
    skills = build(view(FULL.skills.skills))
    servers = build(view(servers=FULL.servers, tools=FULL.tools))
    assert spans_by_part(skills)["skills"] == spans_by_part(both)["skills"]
    assert spans_by_part(servers)["mcp"] == spans_by_part(both)["mcp"]


def test_spans_point_to_files_servers_and_lines():
    body = build(FULL).body
    origins = {body[s.start : s.end].decode(): s.origin for s in build(FULL).spans()}
    line = origins["- other: Does other. Use when asked."]
    assert (line.place, line.fingerprint) == (".agents/skills/other/SKILL.md:3", "sha256:other")
    assert origins["Hi."].source == "weather"
    assert origins['"set of weather"'].source == "weather/set"
    assert origins["Say hello."].source == "command line"


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_longer_conversation_keeps_the_prefix(dialect):
    first = build(FULL, dialect=dialect)
    call = ToolCall("call_1", "read_file", '{"path":"a"}')
    later = first.with_messages(
        [*first.messages, AssistantMessage("", (call,)), ToolMessage("call_1", "read_file", "x")]
    )
    assert later.body.startswith(first.body.removesuffix(b"]}"))
    assert (later.system, later.tools) == (first.system, first.tools)
    assert later.body == build(FULL, *later.messages, dialect=dialect).body
    assert [part.id for part in later.parts] == ["base", "skills", "mcp", "task"]


def test_half_surrogates_of_a_task_are_counted():
    found = build(EMPTY, UserMessage("a\udce9b"))
    assert found.replaced == 1
    assert "a\ufffdb".encode() in found.body


def test_the_same_view_gives_the_same_bytes():
    assert build(FULL).body == build(FULL).body


def test_notes_and_absences_of_all_sections_come_together():
    absence = replace(build(view([skill(f"s{n:02}") for n in range(13)])).absences[0], name="x")
    seen = view(
        [skill(f"s{n:02}") for n in range(13)],
        [server(instructions="x" * 3000)],
        [tool()],
        absences=(absence,),
    )
    found = build(seen)
    assert [a.name for a in found.absences] == ["x", "s12"]
    assert len(found.notes) == 2


def test_an_unknown_dialect_is_refused():
    with pytest.raises(SkillctlError, match="no dialect named"):
        build(EMPTY, dialect="x")


WORDS = st.text(max_size=30)
TOOLS = st.builds(
    lambda raw, words, schema: tool(raw=raw, description=words, input_schema=schema),
    WORDS,
    WORDS,
    st.dictionaries(WORDS, st.none() | st.integers() | WORDS, max_size=3),
)
VIEWS = st.builds(
    view,
    skills=st.lists(st.builds(skill, WORDS, description=WORDS), max_size=3),
    servers=st.lists(st.builds(server, st.just("weather"), WORDS), max_size=1),
    tools=st.lists(TOOLS, max_size=3),
)
CALLS = st.builds(ToolCall, WORDS, WORDS, WORDS)
OPAQUE = st.builds(
    Opaque, st.sampled_from(list(DIALECTS)), st.integers(0, 3), st.dictionaries(WORDS, WORDS)
)
MESSAGES = st.lists(
    st.builds(UserMessage, WORDS)
    | st.builds(
        AssistantMessage,
        WORDS,
        st.lists(CALLS, max_size=2).map(tuple),
        st.lists(OPAQUE, max_size=2).map(tuple),
    )
    | st.builds(ToolMessage, WORDS, WORDS, WORDS, st.booleans()),
    max_size=4,
)


@given(VIEWS, MESSAGES, st.sampled_from(list(DIALECTS)), st.sampled_from(["off", "conversation"]))
def test_spans_tile_every_body(seen, messages, dialect, cache):
    found = build(seen, *messages, dialect=dialect, options=Options(cache=cache))
    spans = found.spans()
    assert [s.start for s in spans] == [0, *(s.end for s in spans[:-1])]
    assert spans[-1].end == len(found.body)
    system = [s for s in spans if s.origin.part == "base"]
    assert found.system.startswith(BASE_TEXT)
    assert len(system) == 1
    if dialect == "openai-chat":
        assert json.loads(found.body)["messages"][0]["content"] == found.system


RICH_VIEWS = st.builds(
    lambda seen, files, focus: replace(seen, instructions=tuple(files), focus=focus),
    VIEWS,
    st.lists(st.builds(Instruction, shown=WORDS, text=WORDS, line=st.integers(1, 9)), max_size=2),
    st.builds(Focus, files=st.lists(st.sampled_from(["x.md", "y"]), max_size=2).map(tuple)),
)
STYLES = st.builds(
    SkillSettings,
    loading=st.sampled_from(["tool", "read"]),
    style=st.sampled_from(["lines", "xml"]),
    arrow=st.booleans(),
    max_lines=st.integers(0, 2),
    pinned=st.lists(st.sampled_from(["notes", "rules"]), unique=True).map(tuple),
)


@given(RICH_VIEWS, STYLES, WORDS, st.sampled_from(list(DIALECTS)))
def test_spans_of_every_part_tile_the_body_and_hold_its_text(seen, style, task, dialect):
    own = [
        skill(name, body=f"{name}\n\x1b\u2028", auto_attach=("*.md",))
        for name in ("notes", "rules")
    ]
    seen = replace(seen, skills=replace(seen.skills, skills=(*own, *seen.skills.skills)))
    found = assemble(seen, Settings(skills=style), [UserMessage(task)], model="m", dialect=dialect)
    spans = found.spans()
    assert [s.start for s in spans] == [0, *(s.end for s in spans[:-1])]
    assert spans[-1].end == len(found.body)
    for part in found.parts:
        told = b"".join(
            found.body[s.start : s.end] for s in spans if s.origin.part in (part.id, "joiner")
        )
        for piece in part.text.pieces:
            assert written(piece.text)[0][1:-1] in told


ATTACHED = [skill("a", auto_attach=("*.md",)), skill("b", auto_attach=("*.rs",)), skill("c")]
READ = Settings(skills=SkillSettings(loading="read", max_lines=1))
HINT = "\n\n<skills_hint>x.md matches a. Load with the skill tool first.</skills_hint>"


def about(*files, budget=0):
    return replace(view(ATTACHED), focus=Focus(files=files, budget=budget))


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_hint_is_the_end_of_the_users_message(dialect):
    found = build(about("x.md"), dialect=dialect)
    (message,) = found.messages
    assert (message.text, message.whole) == ("Say hello.", f"Say hello.{HINT}")
    assert [(p.id, p.place, p.text.text) for p in found.parts[-2:]] == [
        ("task", "user", "Say hello."),
        ("hint", "user", HINT),
    ]
    assert HINT not in found.system
    body = found.body.decode()
    spans = found.spans()
    assert [s.start for s in spans] == [0, *(s.end for s in spans[:-1])]
    assert spans[-1].end == len(found.body)
    told = "".join(body[s.start : s.end] for s in spans if s.origin.part == "hint")
    assert json.loads(f'"{told}"') == HINT
    (own,) = [s for s in spans if (s.origin.part, s.origin.item) == ("hint", "a")]
    assert body[own.start : own.end] == "a"


def test_without_the_hint_the_message_is_as_before():
    plain = build(about("x.py"), dialect="openai-chat")
    assert plain.body == build(about()).body
    again = build(about("x.md")).with_messages([UserMessage("Say hello.")])
    assert json.loads(again.body)["messages"] == [
        {"role": "system", "content": again.system},
        {"role": "user", "content": "Say hello."},
    ]


def test_only_what_a_user_said_last_gets_the_hint():
    said = [UserMessage("One"), AssistantMessage("Two")]
    assert assemble(about("x.md"), Settings(), said, model="m").messages == tuple(said)
    said += [UserMessage("Three")]
    hinted = assemble(about("x.md"), Settings(), said, model="m").messages
    assert [m.whole for m in hinted if isinstance(m, UserMessage)] == ["One", f"Three{HINT}"]
    assert assemble(about("x.md"), Settings(), [], model="m").messages == ()


def test_no_hint_names_what_only_the_user_may_activate():
    hidden = [skill("a", auto_attach=("**",), model_invocable=False)]
    seen = replace(view(hidden), focus=Focus(files=("x.md",)))
    assert build(seen).body == base_only("Say hello.", "m")


def test_where_skills_load_by_reading_there_is_no_tool_and_only_listed_ones_are_named():
    seen = about("x.md", "y.rs")
    found = assemble(seen, READ, [UserMessage("Hi")], model="m")
    assert [t.name for t in found.tools] == BUILTIN
    assert "- a: Does a. Use when asked. (`.agents/skills/a/SKILL.md`)" in found.system
    assert found.messages[0].whole == (
        "Hi\n\n<skills_hint>x.md matches a. Read the skill file first.</skills_hint>"
    )


def test_a_budget_without_room_leaves_no_part_but_absences():
    found = build(about(budget=5))
    assert [part.id for part in found.system_parts] == ["base"]
    assert [(a.name, a.reason) for a in found.absences] == [(name, "cut") for name in "abc"]
    no_room, left_out = found.notes
    assert no_room.startswith("the catalog has no room for a single skill; the least --catalog-")
    assert left_out == "not in the catalog, can be loaded by name: a, b, c"


@pytest.mark.parametrize(
    "values",
    [
        {"style": "xml"},
        {"loading": "read"},
        {"loading": "read", "arrow": True},
        {"style": "xml", "loading": "read", "locations": "absolute"},
    ],
)
@pytest.mark.parametrize("dialect", DIALECTS)
def test_without_skills_no_style_changes_a_byte(values, dialect):
    settings = Settings(skills=SkillSettings(**values))
    seen = replace(EMPTY, focus=Focus(files=("x.md",), budget=500))
    found = assemble(seen, settings, [UserMessage("Say hello.")], model="m", dialect=dialect)
    assert found.body == base_only("Say hello.", "m", dialect=dialect)


class TestSubagent:
    """skills.md section 12: the tool, but no catalog, no pinned text and no hint."""

    SKILLS = (
        skill("notes", auto_attach=("*.md",)),
        skill("rules", body="Always.\n"),
        skill("quiet", model_invocable=False),
    )

    def seen(self, **more):
        focus = Focus(files=("a.md",), subagent=True)
        return view(self.SKILLS, [server(instructions="Hi")], [tool()], focus=focus, **more)

    @pytest.mark.parametrize("dialect", DIALECTS)
    def test_it_may_load_what_it_is_not_told_of(self, dialect):
        settings = Settings(skills=SkillSettings(pinned=("rules",)))
        found = assemble(self.seen(), settings, [UserMessage("Go.")], model="m", dialect=dialect)
        assert [part.id for part in found.parts] == ["base", "mcp", "task"]
        assert "skill" in [spec.name for spec in found.tools]
        assert b"Always." not in found.body
        assert b"skills_hint" not in found.body
        assert found.notes == ()

    def test_that_is_told_of_each_skill(self):
        found = build(self.seen())
        words = "a subagent gets no catalog and no pinned text"
        assert [(a.name, a.reason, a.detail) for a in found.absences if a.name != "quiet"] == [
            (name, "hidden", f".agents/skills/{name}/SKILL.md: {words}; it loads by name")
            for name in ("notes", "rules")
        ]
        reading = Settings(skills=SkillSettings(loading="read", pinned=("quiet",)))
        found = assemble(self.seen(), reading, [UserMessage("Go.")], model="m")
        assert "skill" not in [spec.name for spec in found.tools]
        assert [a.detail.partition("; ")[2] for a in found.absences] == [
            "the model is not told where it is",
            "the model is not told where it is",
            "only the user may activate it",
        ]

    @pytest.mark.parametrize("dialect", DIALECTS)
    def test_without_skills_it_is_the_baseline(self, dialect):
        seen = replace(EMPTY, focus=Focus(files=("a.md",), subagent=True))
        assert build(seen, dialect=dialect).body == base_only("Say hello.", "m", dialect=dialect)


def test_one_tool_stands_for_those_of_all_servers_where_skills_tell_of_them():
    tools = [tool(), tool("notes", "list")]
    seen = view([skill()], tools=tools, surface="skills")
    assert names(seen)[-2:] == ["skill", "call_mcp_tool"]
    assert not any(name.startswith("mcp__") for name in names(seen))


@pytest.mark.parametrize("dialect", DIALECTS)
def test_without_a_ready_server_the_surface_changes_nothing(dialect):
    seen = replace(EMPTY, servers=(server(state="failed", error="no"),), surface="skills")
    said = [UserMessage("Say hello.")]
    body = assemble(seen, Settings(), said, model="m", dialect=dialect).body
    assert body == base_only("Say hello.", "m", dialect=dialect)


def test_more_than_128_tools_are_told_ours_among_them():
    theirs = [tool("s", f"t{number:03}") for number in range(124)]
    assert build(view(tools=theirs)).notes == ()
    (note,) = build(view(tools=[*theirs, tool("s", "one-more")])).notes
    assert note.startswith("129 tools are sent, more than 128")
    assert "(builtin 4, s 125)" in note
