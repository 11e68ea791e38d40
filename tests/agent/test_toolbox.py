import pytest

from skillctl.agent.approvals import Approvals, Mode, Rule
from skillctl.agent.call_mcp_tool import reach_of
from skillctl.agent.messages import ToolCall
from skillctl.agent.prepared import Refused, ToolError, ToolResult
from skillctl.policy.verdict import Decision
from tests.agent.runs import call, toolbox
from tests.agent.views import skill, tool, view

SEEN = view([skill()], tools=[tool(), tool(raw="set")])


@pytest.fixture
def box(tmp_path):
    return toolbox(SEEN, tmp_path.resolve())


def refusal(box, *args, **arguments):
    with pytest.raises(ToolError) as caught:
        box.prepare(args[0] if isinstance(args[0], ToolCall) else call(1, *args, **arguments))
    return str(caught.value)


def test_a_tool_of_a_server_is_called_with_checked_values(box):
    ready = box.prepare(call(1, "mcp__weather__get", city="Paris"))
    assert (ready.tool.raw_name, ready.question.arguments) == ("get", {"city": "Paris"})
    assert ready.question.prepared.asks
    assert ready.question.prepared.run() == ToolResult('get {"city": "Paris"}')


def test_the_skill_tool_is_called_without_a_question(tmp_path):
    asked = []
    box = toolbox(SEEN, tmp_path, skill_call=lambda a: asked.append(a) or ToolResult("BODY"))
    ready = box.prepare(call(1, "skill", name="notes"))
    assert box.answer(ready) is None
    assert ready.question.prepared.run().text == "BODY"
    assert asked == [{"name": "notes"}]


def test_a_built_in_tool_works_on_the_area(box, tmp_path):
    (tmp_path / "a.txt").write_text("hello")
    ready = box.prepare(call(1, "read_file", path="a.txt"))
    assert box.answer(ready) is None
    assert ready.question.prepared.run().text == "hello"


def test_an_unknown_tool_gets_the_nearest_names(box):
    assert refusal(box, "mcp__weather__gets") == (
        'no tool named "mcp__weather__gets"; '
        'did you mean "mcp__weather__get" or "mcp__weather__set"?'
    )
    assert refusal(box, "zzz") == 'no tool named "zzz"'
    assert refusal(box, "call_mcp_tool").startswith('no tool named "call_mcp_tool"')


def test_wrong_arguments_are_told_before_anybody_is_asked(box):
    assert refusal(box, "mcp__weather__get", city=3) == (
        "invalid arguments for mcp__weather__get; it was not called:\n"
        "$.city: expected string, got number"
    )
    twice = ToolCall("c", "mcp__weather__get", '{"city":"a","city":"b"}')
    assert 'key "city" stands twice' in refusal(box, twice)


def test_arguments_of_built_in_tools_are_checked_alike(box):
    assert "$.limit: expected at most 2000" in refusal(box, "read_file", path="a", limit=2001)
    assert "$.mode: unknown property" in refusal(box, "read_file", path="a", mode="r")


def test_a_guard_refuses_before_anybody_is_asked(box):
    with pytest.raises(Refused, match="outside the workspace"):
        box.prepare(call(1, "read_file", path="/etc/passwd"))


def test_who_is_asked(tmp_path):
    rules = (Rule("mcp__weather__get", "deny"),)
    box = toolbox(SEEN, tmp_path.resolve(), approvals=Approvals(Mode.ALL, rules))
    denied = box.answer(box.prepare(call(1, "mcp__weather__get", city="x")))
    assert (denied.allowed, denied.by) == (False, "rule")
    allowed = box.answer(box.prepare(call(2, "mcp__weather__set", city="x")))
    assert (allowed.allowed, allowed.by) == (True, "mode")
    wrote = box.answer(box.prepare(call(3, "write_file", path="a", content="")))
    assert (wrote.allowed, wrote.by) == (True, "mode")


def test_a_read_of_a_sensitive_file_needs_a_person(tmp_path):
    box = toolbox(SEEN, tmp_path.resolve())
    ready = box.prepare(call(1, "read_file", path=".env"))
    assert ready.question.prepared.verdict.decision is Decision.CONFIRM
    assert box.answer(ready).by == "nobody"


def test_what_could_not_be_checked_is_kept(tmp_path):
    odd = tool(raw="odd", input_schema={"properties": {"a": {"pattern": "(x+)+"}}})
    box = toolbox(view(tools=[odd]), tmp_path)
    ready = box.prepare(call(1, "mcp__weather__odd", a="x"))
    assert "was not checked" in ready.notes[0]


def served(tmp_path, read_only, **fields):
    path = tool(
        raw="open", read_only=read_only, input_schema={"properties": {"path": {"type": "string"}}}
    )
    return toolbox(view(tools=[path]), tmp_path.resolve(), **fields)


def opened(box, path):
    return box.prepare(call(1, "mcp__weather__open", path=path)).question.prepared.verdict


def test_the_path_guard_holds_for_servers_too(tmp_path):
    box = served(tmp_path, read_only=False)
    with pytest.raises(Refused, match=r"^\$\.path: this path may not be used: .*outside"):
        opened(box, "/etc/passwd")
    assert opened(box, "src/a.py").decision is Decision.ALLOW
    verdict = opened(box, "Makefile")
    assert (verdict.decision, verdict.reason[:7]) == (Decision.CONFIRM, "$.path:")


def test_a_claim_to_read_loosens_no_guard(tmp_path):
    box = served(tmp_path, read_only=True, approvals=Approvals(Mode.ALL))
    assert opened(box, "src/a.py").decision is Decision.ALLOW
    for path in (".mcp.json", "Makefile", ".env"):
        assert opened(box, path).decision is Decision.CONFIRM
        assert box.answer(box.prepare(call(1, "mcp__weather__open", path=path))).by == "nobody"


def test_relative_paths_count_from_the_folder_of_the_server(tmp_path):
    inside = served(tmp_path, read_only=False, folders={"weather": tmp_path.resolve() / "srv"})
    assert opened(inside, "../a").decision is Decision.ALLOW
    with pytest.raises(Refused):
        opened(inside, "../../a")
    outside = served(tmp_path, read_only=False, folders={"weather": tmp_path.resolve().parent})
    with pytest.raises(Refused):
        opened(outside, "a")


SKILLS = view(
    tools=[tool(), tool(raw="set")],
    surface="skills",
    schemas={("weather", "get"): "~/g/mcp-weather/schemas/get.json"},
)


@pytest.fixture
def door(tmp_path):
    return toolbox(SKILLS, tmp_path.resolve(), reach=reach_of(SKILLS))


def test_a_tool_behind_the_door_is_the_same_call(door, box):
    """One code path below the surface: the same tool, arguments, guards and answer."""
    for arguments in ({"city": "Paris"}, {"city": "Paris", "path": "a.txt"}):
        direct = box.prepare(call(1, "mcp__weather__get", **arguments))
        reached = door.prepare(
            call(1, "call_mcp_tool", server="mcp:weather", tool="get", arguments=arguments)
        )
        assert reached.tool == direct.tool
        assert reached.question.arguments == direct.question.arguments
        assert reached.question.prepared.asks == direct.question.prepared.asks
        assert reached.question.prepared.verdict == direct.question.prepared.verdict
        assert reached.question.prepared.run() == direct.question.prepared.run()
    assert (reached.name, direct.name) == ("weather/get", "mcp__weather__get")


def test_wrong_arguments_behind_the_door_name_the_schema(door):
    for more in ({}, {"arguments": {}}):
        assert refusal(door, "call_mcp_tool", server="weather", tool="get", **more) == (
            "invalid arguments for weather/get; it was not called:\n"
            "$.city: missing\nits schema: ~/g/mcp-weather/schemas/get.json"
        )
    assert refusal(door, "call_mcp_tool", server="weather", tool="set").endswith("$.city: missing")
    assert "$.arguments: expected object, got string" in refusal(
        door, "call_mcp_tool", server="weather", tool="get", arguments="{}"
    )
    assert "no such tool" in refusal(door, "call_mcp_tool", server="weather", tool="got")
    assert refusal(door, "mcp__weather__get").startswith('no tool named "mcp__weather__get"')


def test_guards_refuse_behind_the_door_as_in_front_of_it(door, box):
    arguments = {"city": "Paris", "path": "/etc/passwd"}
    with pytest.raises(Refused) as direct:
        box.prepare(call(1, "mcp__weather__get", **arguments))
    with pytest.raises(Refused) as reached:
        door.prepare(call(1, "call_mcp_tool", server="weather", tool="get", arguments=arguments))
    assert str(reached.value) == str(direct.value)
