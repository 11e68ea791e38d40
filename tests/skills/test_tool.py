"""The `skill` tool: skills.md sections 8 and 9."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skillctl.policy.text import clean
from skillctl.skills.model import SkillSnapshot
from skillctl.skills.tool import SKILL_TOOL, SkillAnswer, SkillTool, SkillUse
from tests.agent.views import skill
from tests.conftest import golden_cases
from tests.skills.conftest import skill_text

DEFINITION = """\
{"name": "skill", "description": "Load a skill's instructions, or one of its files.",\
 "input_schema": {"type": "object", "properties": {\
"name": {"type": "string", "description": "Skill name from the list."},\
 "resource": {"type": "string", "description": "Relative path of a file inside the skill."},\
 "offset": {"type": "integer", "minimum": 0, "description": "Character to start at, to read on."},\
 "reload": {"type": "boolean", "description": "Show it again although it was loaded."}},\
 "required": ["name"], "additionalProperties": false}}"""
MARKER = re.compile(r"\n\[\.\.\. (\d+) characters left out; read on with offset=(\d+) \.\.\.\]")
AWKWARD = ["e\u0301", "❤\ufe0f", "\r\n", "👨\u200d👩\u200d👧", "👍🏽", "क\u094d", "🇫🇷"]


@pytest.fixture
def tool(world):
    """Make a tool over user skills by folder: `tool({"a": text, "a/x.md": "X"})`."""

    def make(files, **values):
        for path, content in files.items():
            name = path if "/" in path else f"{path}/SKILL.md"
            world.write({f"~/.agents/skills/{name}": content})
        return SkillTool(world.gather(**values), world.settings(**values))

    return make


def answer(tool, **arguments):
    answer = tool.call(arguments)
    assert not answer.is_error, answer.text
    return answer.text


def error(tool, **arguments):
    answer = tool.call(arguments)
    assert (answer.is_error, answer.use) == (True, None), answer.text
    return answer.text


def test_the_definition_is_that_of_the_specification():
    made = {
        "name": SKILL_TOOL.name,
        "description": SKILL_TOOL.description,
        "input_schema": SKILL_TOOL.input_schema,
    }
    assert json.dumps(made) == DEFINITION
    assert SKILL_TOOL.read_only


def test_instructions_and_what_happened(tool):
    said = tool({"a": skill_text("a", body="\n# A\nDo it.\n\n")}).call({"name": "a"})
    assert not said.is_error
    assert (
        said.text == '<skill name="a" scope="user" dir="~/.agents/skills/a">\n# A\nDo it.\n</skill>'
    )
    assert (said.use.name, said.use.act, said.use.resource) == ("a", "activated", "")
    assert said.use.fingerprint.startswith("sha256:")


def test_a_resource_and_what_happened(tool):
    made = tool({"a": skill_text("a"), "a/refs/x.md": "X\n"})
    said = made.call({"name": "a", "resource": "refs/x.md"})
    assert (said.text, said.is_error) == (
        '<skill_resource name="a" path="refs/x.md">\nX\n</skill_resource>',
        False,
    )
    assert (said.use.act, said.use.resource) == ("resource", "refs/x.md")


def test_the_whole_file_as_a_resource(tool):
    text = answer(tool({"a": skill_text("a")}), name="a", resource="SKILL.md")
    assert "name: a\n" in text


def test_a_binary_resource(tool):
    made = tool({"a": skill_text("a"), "a/logo.png": b"\x89PNG\0"})
    said = made.call({"name": "a", "resource": "logo.png"})
    assert re.fullmatch(r"\[binary file, 5 bytes, sha256:[0-9a-f]{64}; not shown\]", said.text)
    assert (said.is_error, said.use.act) == (False, "resource")


class TestCut:
    LETTERS = "".join(chr(97 + i % 26) for i in range(20_000))

    def body(self, text):
        return text.partition("\n")[2].rpartition("\n</skill")[0]

    def test_cut_total_within_limit(self, tool):
        made = tool(
            {"a": skill_text("a", body=self.LETTERS), "b": skill_text("b", body="x" * 6000)}
        )
        shown = self.body(answer(made, name="a"))
        assert len(shown) == 5999  # the marker is planned with a five-digit offset
        assert self.body(answer(made, name="b")) == "x" * 6000

    def test_tier3_limits(self, tool):
        made = tool({"a": skill_text("a"), "a/x.md": self.LETTERS, "a/y.md": "y" * 12_000})
        shown = self.body(answer(made, name="a", resource="x.md"))
        assert len(shown) == 11_998  # both numbers have a digit less than planned
        assert self.body(answer(made, name="a", resource="y.md")) == "y" * 12_000

    @pytest.mark.parametrize("resource", [None, "x.md"])
    def test_reading_on_gives_all_of_it(self, tool, resource):
        made = tool({"a": skill_text("a", body=self.LETTERS), "a/x.md": self.LETTERS})
        arguments = {"name": "a"} | ({"resource": resource} if resource else {})
        whole, offset = "", 0
        while offset is not None:
            shown = self.body(answer(made, **arguments, offset=offset))
            assert len(shown) <= (12_000 if resource else 6000)
            match = MARKER.search(shown)
            offset = int(match[2]) if match else None
            whole += shown[: match.start()] if match else shown
        assert whole == self.LETTERS

    @pytest.mark.parametrize("unit", AWKWARD)
    def test_a_body_of_13_kb_is_rebuilt_exactly(self, tool, unit):
        """Every part within 6,000 characters, none of which begins with what belongs to another."""
        written = "".join(f"{n} {unit * 7}" for n in range(3000))
        body = written[:13_000].rstrip("\r\n")
        made = tool({"a": skill_text("a", body=body)})
        whole, offset, parts = "", 0, 0
        while offset is not None:
            shown = self.body(answer(made, name="a", offset=offset))
            assert len(shown) <= 6000
            match = MARKER.search(shown)
            offset = int(match[2]) if match else None
            part = shown[: match.start()] if match else shown
            assert not whole or part[0] not in "\u0301\ufe0f\u200d\U0001f3fd"
            whole, parts = whole + part, parts + 1
        assert whole == clean(body).text
        assert parts >= 2

    def test_hypothesis_rebuilds_any_body(self, world):
        @settings(max_examples=60)
        @given(
            st.lists(st.sampled_from([*AWKWARD, "a", " ", "<skill>", "\n"]), min_size=300),
            st.integers(200, 400),
        )
        def rebuilt(units, limit):
            whole = skill(body="x" + "".join(units) + "x")
            made = SkillTool(SkillSnapshot((whole,), "h"), world.settings(body_chars=limit))
            found, offset = "", 0
            while offset is not None:
                shown = self.body(answer(made, name="notes", offset=offset))
                assert len(shown) <= limit
                match = MARKER.search(shown)
                offset = int(match[2]) if match else None
                found += shown[: match.start()] if match else shown
            assert found == clean(whole.body).text

        rebuilt()

    def test_the_marker_in_the_middle_leads_on(self, tool):
        made = tool({"a": skill_text("a", body=self.LETTERS)})
        shown = self.body(answer(made, name="a"))
        match = MARKER.search(shown)
        assert shown[: match.start()] == self.LETTERS[: int(match[2])]
        following = self.body(answer(made, name="a", offset=int(match[2])))
        assert following.startswith(self.LETTERS[int(match[2]) :][:1000])

    def test_offsets_at_and_past_the_end(self, tool):
        made = tool({"a": skill_text("a", body="12345")})
        assert self.body(answer(made, name="a", offset=5)) == ""
        assert error(made, name="a", offset=6) == "offset 6 is past the end: 5 characters in all"

    def test_settings_move_the_limits(self, tool):
        made = tool({"a": skill_text("a", body=self.LETTERS)}, body_chars=500)
        assert len(self.body(answer(made, name="a"))) <= 500


class TestSecondCall:
    POINTER = 'Skill "a" was already loaded above. Use reload=true to see it again.'

    def test_it_points_to_the_first(self, tool):
        made = tool({"a": skill_text("a"), "b": skill_text("b")})
        first = answer(made, name="a")
        said = made.call({"name": "a"})
        assert (said.text, said.is_error) == (self.POINTER, False)
        assert said.use.act == "pointer"
        assert answer(made, name="a", reload=True) == first
        assert answer(made, name="a", reload=False) == self.POINTER
        assert answer(made, name="a", offset=0) == first
        assert answer(made, name="b") != self.POINTER

    def test_a_resource_has_its_own(self, tool):
        made = tool({"a": skill_text("a"), "a/x.md": "X"})
        answer(made, name="a")
        first = answer(made, name="a", resource="x.md")
        assert first.startswith("<skill_resource")
        assert answer(made, name="a", resource="./x.md") == (
            'Resource "x.md" of skill "a" was already loaded above. '
            "Use reload=true to see it again."
        )
        assert answer(made, name="a", resource="x.md", reload=True) == first

    def test_pointer_resets_on_compaction(self, tool):
        made = tool({"a": skill_text("a"), "a/x.md": "X", "b": skill_text("b")})
        first, file = answer(made, name="a"), answer(made, name="a", resource="x.md")
        answer(made, name="b")
        made.forget("a")
        assert answer(made, name="a") == first
        assert answer(made, name="a", resource="x.md").startswith('Resource "x.md" of skill "a"')
        made.forget("a", "x.md")
        assert answer(made, name="a", resource="x.md") == file
        assert answer(made, name="b").startswith('Skill "b" was already loaded above.')
        assert answer(made, name="a") == self.POINTER
        made.forget("never-shown")

    def test_a_body_that_changed_is_shown_again(self, tool, world):
        made = tool({"a": skill_text("a"), "b": skill_text("b")})
        answer(made, name="a")
        answer(made, name="b")
        world.write({"~/.agents/skills/a/SKILL.md": skill_text("a", body="Other words.\n")})
        made.renew(world.gather())
        assert "Other words." in answer(made, name="a")
        assert answer(made, name="a") == self.POINTER
        assert answer(made, name="b").startswith('Skill "b" was already loaded above.')

    def test_a_later_part_is_not_the_whole(self, tool):
        made = tool({"a": skill_text("a", body="12345")})
        answer(made, name="a", offset=3)
        assert "12345" in answer(made, name="a")
        answer(made, name="a", offset=3)
        assert answer(made, name="a") == self.POINTER

    def test_what_the_user_activated_is_loaded(self, tool, world):
        files = {"a": skill_text("a", more="disable-model-invocation: true\n"), "a/x.md": "X"}
        tool(files)
        made = SkillTool(world.gather(), world.settings(), ["a", "gone"])
        assert answer(made, name="a") == self.POINTER
        assert "Do it." in answer(made, name="a", offset=0)
        assert "X" in answer(made, name="a", resource="x.md")

    def test_each_tool_has_its_own_set(self, tool):
        files = {"a": skill_text("a")}
        answer(tool(files), name="a")
        assert answer(tool(files), name="a") != self.POINTER


class TestErrors:
    def test_unknown_names_list_what_can_be_loaded(self, tool):
        made = tool({n: skill_text(n) for n in ("b", "a", "c")})
        assert error(made, name="x") == 'no skill named "x"; available: a, b, c'
        assert error(tool({}), name="X\x1b\n") == 'no skill named "X"; available: a, b, c'

    def test_none_is_available(self, world):
        made = SkillTool(world.gather(), world.settings())
        assert error(made, name="x") == 'no skill named "x"; available: none'

    def test_what_waits_for_consent_says_so(self, world):
        world.write({".agents/skills/a/SKILL.md": skill_text("a")})
        made = SkillTool(world.gather(), world.settings())
        assert error(made, name="a") == 'skill "a" is not available: consent pending'

    def test_invalid_never_loadable(self, tool):
        made = tool({"a": "nothing"})
        assert error(made, name="a") == (
            'skill "a" is not available: ~/.agents/skills/a/SKILL.md:1:1: '
            "the first line is not `---`: no front matter"
        )

    def test_only_the_user_may_activate(self, tool):
        made = tool({"a": skill_text("a", more="disable-model-invocation: true\n")})
        assert error(made, name="a") == (
            'skill "a" is not available: only the user may activate it (disable-model-invocation)'
        )
        assert error(made, name="b") == 'no skill named "b"; available: none'

    def test_a_cut_skill(self, tool):
        made = tool({n: skill_text(n) for n in ("a", "b")}, max_skills=1)
        assert error(made, name="b") == (
            'skill "b" is not available: over the limit of 1 skill in one run'
        )

    def test_a_resource_that_leaves(self, tool):
        made = tool({"a": skill_text("a")})
        said = error(made, name="a", resource="../b")
        assert said == "resource must be a relative path inside the skill"

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            ({}, 'argument "name" is missing'),
            ({"name": 3}, 'argument "name" must be a string'),
            ({"name": "a", "resource": None}, 'argument "resource" must be a string'),
            ({"name": "a", "offset": -1}, 'argument "offset" must be a whole number from 0'),
            ({"name": "a", "offset": True}, 'argument "offset" must be a whole number from 0'),
            ({"name": "a", "offset": "5"}, 'argument "offset" must be a whole number from 0'),
            ({"name": "a", "reload": 1}, 'argument "reload" must be true or false'),
            (
                {"name": "a", "path": "x"},
                'unknown argument "path"; known: name, resource, offset, reload',
            ),
        ],
    )
    def test_arguments_of_the_wrong_form_name_the_field(self, tool, arguments, words):
        assert tool({"a": skill_text("a")}).call(arguments) == SkillAnswer(words)


def test_what_happened_is_a_plain_value():
    assert SkillUse("a", "activated") == SkillUse("a", "activated", "", "", "model")


@pytest.mark.parametrize("folder", golden_cases("skill-tool"))
def test_golden(folder, golden, world):
    """`tree/` is a project whose skills are all consented to; `calls.json` are the calls."""
    for path in sorted((folder / "tree").rglob("*")):
        if path.is_file():
            world.write({path.relative_to(folder / "tree").as_posix(): path.read_bytes()})
    links = folder / "links.txt"
    for line in links.read_text().splitlines() if links.is_file() else []:
        world.link(*line.split(" -> "))
    made = SkillTool(world.decide().gather(), world.settings())
    results = ""
    for call in json.loads((folder / "calls.json").read_text()):
        said = made.call(call)
        act = "error" if said.is_error else said.use.act
        results += f"=== {json.dumps(call)} -> {act}\n{said.text}\n"
    assert results == golden("results.txt")
