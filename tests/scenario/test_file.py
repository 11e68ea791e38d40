import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from skillctl.agent.approvals import Rule
from skillctl.agent.messages import ToolCall
from skillctl.agent.providers import ScriptTurn
from skillctl.errors import SkillctlError
from skillctl.scenario.file import check_scenario, load_scenario, script_turns
from skillctl.scenario.model import (
    Exit,
    NotCalled,
    Order,
    SkillActivated,
    TextContains,
    ToolCalled,
)
from skillctl.source.file import decode

WHOLE = """\
schema = "skillctl.scenario/1"
name = "weather happy path"
description = "A city that is known."
tags = ["fast"]
skills = ["./skills/weather"]
fakes = { w = "fakes/weather.toml" }
workspace = "ws"
files = { "a/b.txt" = "text" }
prompt = "Weather in Paris?"
limits = { max_turns = 4, max_tool_calls = 3 }
approvals = { default = "deny", rule = [{ tool = "mcp__w__get_*", decision = "allow" }] }
consent = { "skill:weather" = "missing" }

[[turn]]
expect = { system_contains = ["# Skills", "weather"], last_result_contains = "x" }
say = "Looking."
call = [
    { tool = "mcp__w__get", args = { city = "Paris", n = 1.0 } },
    { tool = "a", raw_args = "{" },
]

[[turn]]
call = [{ tool = "b", id = "mine" }, { tool = "c" }]

[[assert]]
tool_called = "mcp__w__get"
args = { city = "Paris" }
args_subset = {}
times = 1

[[assert]]
not_called = ["x", "y*"]
order = ["a", "b"]
skill_activated = "weather"
text_contains = "18C"
exit = 0
"""


@pytest.fixture
def load(tree):
    def run(text, name="one.scenario.toml"):
        return load_scenario(tree({name: text}) / name, f"t/{name}")

    return run


def test_a_whole_scenario(load, tmp_path):
    scenario = load(WHOLE)
    assert (scenario.path, scenario.name) == ("t/one.scenario.toml", "weather happy path")
    assert (scenario.description, scenario.tags) == ("A city that is known.", ("fast",))
    assert scenario.prompt == "Weather in Paris?"
    assert str(scenario.place.location) == "t/one.scenario.toml:9:10"
    assert [item.path for item in scenario.skills] == [tmp_path / "skills/weather"]
    assert [item.shown for item in scenario.skills] == ["t/skills/weather"]
    assert [(f.key, f.path) for f in scenario.fakes] == [("w", tmp_path / "fakes/weather.toml")]
    assert scenario.workspace.path == tmp_path / "ws"
    assert scenario.files == {"a/b.txt": "text"}
    assert (scenario.max_turns, scenario.max_tool_calls) == (4, 3)
    assert (scenario.approval, scenario.rules) == ("deny", (Rule("mcp__w__get_*", "allow"),))
    assert scenario.consent == {"skill:weather": "missing"}


def test_turns_and_their_expectations_know_their_places(load):
    first, second = load(WHOLE).turns
    assert str(first.place.location) == "t/one.scenario.toml:14:3"
    assert [(e.key, e.wanted, e.place.location.start.column) for e in first.expectations] == [
        ("system_contains", "# Skills", 31),
        ("system_contains", "weather", 43),
        ("last_result_contains", "x", 78),
    ]
    assert first.expectations[0].place.line.startswith("expect = { system_contains")
    assert first.say == "Looking."
    assert (second.say, second.expectations) == ("", ())


def test_calls_count_their_ids_over_the_script_unless_one_is_given(load):
    first, second = load(WHOLE).turns
    assert first.calls == (
        ToolCall("call_1", "mcp__w__get", '{"city":"Paris","n":1.0}'),
        ToolCall("call_2", "a", "{"),
    )
    assert second.calls == (ToolCall("mine", "b", "{}"), ToolCall("call_4", "c", "{}"))


def test_the_script_is_what_the_scripted_model_says(load):
    scenario = load(WHOLE)
    first, second = script_turns(scenario)
    assert first == ScriptTurn("Looking.", scenario.turns[0].calls, 14)
    assert (second.say, second.calls[0].id, second.line) == ("", "mine", 22)


def test_each_key_of_an_assertion_is_an_assertion(load):
    called, *rest = load(WHOLE).assertions
    assert isinstance(called, ToolCalled)
    assert (called.tool, called.times) == ("mcp__w__get", 1)
    assert (called.args, called.args_subset) == ({"city": "Paris"}, {})
    assert called.place.line == 'tool_called = "mcp__w__get"'
    assert [type(a) for a in rest] == [
        NotCalled,
        NotCalled,
        Order,
        SkillActivated,
        TextContains,
        Exit,
    ]
    assert [a.place.location.start.line for a in rest] == [32, 32, 33, 34, 35, 36]
    assert rest[0].pattern == "x"
    assert rest[2].tools == ("a", "b")
    assert (rest[3].skill, rest[4].wanted, rest[5].code) == ("weather", "18C", 0)


def test_defaults(load):
    scenario = load('schema = "skillctl.scenario/1"\nprompt = "Go."\nfakes = ["f.toml"]\n')
    assert scenario.name == "one"
    assert (scenario.max_turns, scenario.max_tool_calls, scenario.approval) == (None, None, "ask")
    assert (scenario.skills, scenario.workspace, scenario.files) == ((), None, {})
    assert [item.key for item in scenario.fakes] == [""]


def test_a_file_of_another_name_keeps_it(load):
    text = 'schema = "skillctl.scenario/1"\nprompt = "Go."\n'
    assert load(text, "scenario.toml").name == "scenario.toml"


def test_the_first_finding_ends_the_reading_with_its_place(load):
    with pytest.raises(SkillctlError) as caught:
        load('schema = "skillctl.scenario/1"\nname = "x"\n')
    assert caught.value.message == 'SC004 value: the key "prompt" is missing'
    with pytest.raises(SkillctlError) as caught:
        load('schema = "skillctl.scenario/1"\nprompt = "Go."\nlimit = {}\n')
    assert caught.value.message == 'SC003 unknown-key: unknown key "limit"'
    assert caught.value.hint == 'did you mean "limits"?'
    assert str(caught.value.location) == "t/one.scenario.toml:3:1"


def test_a_turn_after_the_end_can_be_run_so_that_the_run_shows_it(load):
    text = (
        'schema = "skillctl.scenario/1"\nprompt = "Go."\n[[turn]]\nsay = "a"\n[[turn]]\nsay = "b"\n'
    )
    assert len(load(text).turns) == 2


@pytest.mark.parametrize(("data", "words"), [(b"\xff", "UTF-8"), (b"a = ", "syntax")])
def test_what_is_no_toml_is_refused(load, data, words):
    with pytest.raises(SkillctlError, match=words):
        load(data)


def test_what_cannot_be_read_is_refused(tmp_path):
    with pytest.raises(SkillctlError, match="cannot be read: No such file"):
        load_scenario(tmp_path / "none.toml", "none.toml")
    with pytest.raises(SkillctlError, match="not a regular file"):
        load_scenario(tmp_path, "folder")


LINES = WHOLE.splitlines(keepends=True)
MUTATED = st.lists(st.sampled_from([*LINES, "[[turn]]\n", "x = 1\n", "say = []\n", "[a.b]\n"])).map(
    "".join
)


@given(st.one_of(st.binary(), st.text().map(str.encode), MUTATED.map(str.encode)))
@settings(
    max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
def test_any_bytes_give_findings_or_a_scenario(tmp_path, data):
    path = tmp_path / "x.scenario.toml"
    path.write_bytes(data)
    found = check_scenario(decode("x.scenario.toml", data))
    fatal = [f for f in found if "comes after turn" not in f.message]
    if fatal:
        with pytest.raises(SkillctlError) as caught:
            load_scenario(path, "x.scenario.toml")
        assert caught.value.location == fatal[0].location
    else:
        assert load_scenario(path, "x.scenario.toml").prompt is not None


def test_the_dialect_and_those_of_a_matrix(load):
    plain = load(WHOLE)
    assert (plain.dialect, plain.matrix) == ("openai-chat", ())
    one = load('dialect = "openai-responses"\n' + WHOLE)
    assert one.dialect == "openai-responses"
    matrix = 'matrix = { dialect = ["openai-responses", "openai-chat", "openai-responses"] }\n'
    assert load(matrix + WHOLE).matrix == ("openai-responses", "openai-chat")
