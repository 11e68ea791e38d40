import re
from dataclasses import replace

import pytest

from skillctl.agent.assembly import assemble
from skillctl.agent.dialects.known import DIALECTS
from skillctl.agent.explain import explain
from skillctl.agent.messages import UserMessage
from skillctl.agent.tool_table import table
from skillctl.agent.view import Absence
from skillctl.settings import Settings, SkillSettings
from skillctl.skills.focus import Focus
from skillctl.tokens import ESTIMATE
from tests.agent.views import server, skill, tool, view

ABSENCES = (
    Absence(kind="skill", name="waits", reason="pending", detail="no consent", remedy="grant it"),
    Absence(kind="server", name="weather", reason="shadowed", detail="another file"),
    Absence(kind="server", name="board", reason="pending", detail="x; grant it", remedy="grant it"),
)
SEEN = view(
    [skill(), skill("other")],
    [server(instructions="Hi.")],
    [tool(), tool(raw="set")],
    absences=ABSENCES,
)
BUILT = assemble(SEEN, Settings(), [UserMessage("Hi")], model="m")


def ask(name):
    found = explain(name, BUILT, SEEN, ESTIMATE)
    return found.code, found.lines


def test_a_skill_that_is_there_names_its_bytes():
    code, (line,) = ask("notes")
    assert code == 0
    found = re.fullmatch(
        r"notes: present in skills, from \.agents/skills/notes/SKILL\.md:3; bytes (\d+) to (\d+) "
        r"of (\d+), (\d+) bytes, ~(\d+) tokens \(bytes/4\)",
        line,
    )
    start, end, whole, size, tokens = map(int, found.groups())
    assert BUILT.body[start:end] == b"- notes: Does notes. Use when asked.\\n"
    assert (whole, size, tokens) == (len(BUILT.body), end - start, -(-size // 4))


def test_a_skill_that_is_too_large_to_pin_is_in_the_catalog_and_says_why():
    large, small = skill("large", body="x" * 9000), skill("small", body="One.\nTwo.\n", body_line=5)
    settings = Settings(skills=SkillSettings(pinned=("small", "large")))
    built = assemble(view([large, small]), settings, [UserMessage("Hi")], model="m")
    found = explain("large", built, view([large, small]), ESTIMATE)
    assert found.code == 0
    assert found.lines[0].startswith("large: present in skills, from ")
    why, remedy = found.lines[1:]
    assert why == (
        "skill large: absent (cut): .agents/skills/large/SKILL.md: not pinned: its text has ~2,255 "
        "tokens (bytes/4); a pinned skill may have 2,000; it keeps its place in the catalog"
    )
    assert remedy == "  remedy: shorten it, or pin fewer skills"
    (line,) = explain("small", built, view([large, small]), ESTIMATE).lines
    start, end = map(int, re.search(r"bytes (\d+) to (\d+)", line).groups())
    assert line.startswith("small: present in pinned:small, from .agents/skills/small/SKILL.md:3;")
    assert built.body[start:end] == b"## Skill: small\\n\\nOne.\\nTwo."


def test_a_tool_is_known_by_each_of_its_names():
    for name in ("mcp__weather__get", "get", "weather/get"):
        code, (line,) = ask(name)
        assert code == 0
        assert line.startswith("mcp__weather__get: present in tools, from weather/get; ")
    assert ask("read_file")[1][0].startswith("read_file: present in tools, from builtin; ")


def test_a_server_is_its_instructions_and_its_tools_and_also_what_is_absent():
    code, lines = ask("weather")
    assert code == 0
    assert [line.partition(",")[0].partition(";")[0] for line in lines] == [
        "mcp__weather__get: present in tools",
        "mcp__weather__set: present in tools",
        "weather: present in mcp",
        "server weather: absent (shadowed): another file",
    ]


def test_what_is_absent_says_why_and_what_to_do():
    assert ask("waits") == (
        1,
        ("skill waits: absent (pending): no consent", "  remedy: grant it"),
    )


def test_what_to_do_is_said_once():
    assert ask("board") == (1, ("server board: absent (pending): x; grant it",))


def test_what_nobody_knows_gets_the_nearest_names_and_where_was_looked():
    code, lines = ask("nots")
    assert code == 2
    assert lines[:2] == ("nothing here is named 'nots'", '  did you mean "notes"?')
    assert lines[2:] == ("  skills are looked for in: no folder", "  servers: weather")
    assert ask("zzzzzz")[1][1].startswith("  skills are")


def test_a_skill_of_our_own_that_is_off_says_how_to_turn_it_on():
    code, lines = ask("memory")
    assert code == 2
    assert lines[:2] == (
        "nothing here is named 'memory'",
        "  it comes with skillctl and is off: name it in skills.builtin of your own settings",
    )


def test_a_tool_is_explained_with_the_tokens_of_the_table():
    found = table(SEEN, Settings(), "openai-chat", ESTIMATE)
    for weight in found.rows:
        (line,) = ask(weight.tool.name)[1]
        said = re.search(r"bytes (\d+) to (\d+) of \d+, (\d+) bytes, ~(\d+) tokens saved", line)
        start, end, size, tokens = map(int, said.groups())
        assert (tokens, size) == (weight.marginal, end - start)
        assert line.endswith(" tokens saved without it (bytes/4)")
        assert BUILT.body[start:end].startswith(f'"{weight.tool.name}"'.encode())


FAILED = Absence(kind="server", name="my.docs", reason="server-failed", detail="x", remedy="y")


@pytest.mark.parametrize("name", ["mcp__my_docs__find", "my.docs/find"])
def test_a_tool_of_a_server_that_is_absent_is_answered_with_that_server(name):
    seen = view([skill()], absences=(FAILED,))
    built = assemble(seen, Settings(), [UserMessage("Hi")], model="m")
    found = explain(name, built, seen, ESTIMATE)
    assert (found.code, found.lines) == (
        1,
        (
            f"tool {name}: not offered, since its server is absent:",
            "server my.docs: absent (server-failed): x",
            "  remedy: y",
        ),
    )
    assert explain("mcp__my_docs2__find", built, seen, ESTIMATE).code == 2
    assert ask("mcp__weather__nope")[0] == 2


@pytest.mark.parametrize(
    ("naming", "name", "code"),
    [
        ("single", "mcp_my_docs_find", 1),
        ("single", "mcp__my_docs__find", 2),
        ("double", "mcp_my_docs_find", 2),
    ],
)
def test_names_of_tools_that_are_not_offered_follow_the_naming(naming, name, code):
    seen = view([skill()], absences=(FAILED,), naming=naming)
    built = assemble(seen, Settings(), [UserMessage("Hi")], model="m")
    assert explain(name, built, seen, ESTIMATE).code == code


SLASHED = view(
    [],
    [server("a", instructions="One."), server("a/b", instructions="Two.")],
    [
        tool("a", "get", name="mcp__a__get"),
        tool("a/b", "find", name="mcp__a_b__find"),
        tool("a", "b/x", name="mcp__a__b_x"),
    ],
)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("a", ["mcp__a__b_x", "mcp__a__get", "a"]),
        ("a/b", ["mcp__a_b__find", "a/b"]),
        ("a/get", ["mcp__a__get"]),
        ("a/b/find", ["mcp__a_b__find"]),
        ("a/b/x", ["mcp__a__b_x"]),
        ("b/x", ["mcp__a__b_x"]),
    ],
)
def test_a_slash_in_the_key_of_a_server_does_not_make_its_tools_those_of_another(name, found):
    built = assemble(SLASHED, Settings(), [UserMessage("Hi")], model="m")
    lines = explain(name, built, SLASHED, ESTIMATE).lines
    assert [line.partition(":")[0] for line in lines] == found


def lost(key):
    return Absence(kind="server", name=key, reason="server-failed", detail="x", remedy="y")


@pytest.mark.parametrize(
    ("absent", "present", "said"),
    [
        (("a", "a/b"), (), "a/b"),
        (("a/b", "a"), (), "a/b"),
        (("a",), (), "a"),
        (("a/b",), ("a",), "a/b"),
        (("a",), ("a/b",), None),
    ],
)
def test_a_missing_tool_is_one_of_the_server_with_the_longest_key(absent, present, said):
    seen = view([], map(server, present), absences=tuple(map(lost, absent)))
    built = assemble(seen, Settings(), [UserMessage("Hi")], model="m")
    found = explain("a/b/nope", built, seen, ESTIMATE)
    assert found.code == (1 if said else 2)
    assert [line for line in found.lines if line.startswith("server ")] == (
        [f"server {said}: absent (server-failed): x"] if said else []
    )


@pytest.mark.parametrize("dialect", DIALECTS)
def test_what_stands_in_several_places_is_measured_without_what_is_between(dialect):
    """Two skills for two files: the hint names each of them twice, among other words."""
    one, two = (skill(n, auto_attach=(f"*.{n}", "*.x")) for n in ("one", "two"))
    seen = view([one, two])
    focus = Focus(files=("a.one", "b.x", "c.two"))
    focused = replace(seen, focus=focus)
    built = assemble(focused, Settings(), [UserMessage("Hi")], model="m", dialect=dialect)
    own = [s for s in built.spans() if (s.origin.part, s.origin.item) == ("hint", "one")]
    assert len(own) == 2
    (line,) = (x for x in explain("one", built, seen, ESTIMATE).lines if "present in hint" in x)
    found = re.search(r"bytes (\d+) to (\d+) of \d+, in 2 places, (\d+) bytes, ~(\d+) tok", line)
    start, end, size, tokens = map(int, found.groups())
    assert (start, end) == (own[0].start, own[0].end)
    assert size == sum(span.end - span.start for span in own)
    assert tokens == -(-size // 4)


def test_controls_in_the_name_do_not_reach_the_terminal():
    assert "\x1b" not in "".join(ask("\x1b[2J")[1])
