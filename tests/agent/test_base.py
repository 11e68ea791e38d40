import json
import subprocess
import sys
import textwrap

import pytest
from jsonschema import Draft202012Validator

from skillctl.agent.base import BASE_TEXT, BUILTIN_TOOLS, base_only, builtin_tools
from skillctl.agent.dialects.known import DIALECTS
from tests.conftest import GOLDEN

# agent.md section 6: name -> (required, other properties)
PARAMETERS = {
    "read_file": (["path"], ["offset", "limit"]),
    "list_dir": ([], ["path"]),
    "glob": (["pattern"], ["path"]),
    "write_file": (["path", "content"], []),
}


def test_base_text_is_six_lines_without_an_end():
    lines = BASE_TEXT.split("\n")
    assert len(lines) == 6
    assert lines[0].startswith("You work in one workspace")
    assert lines[5].endswith("what is left.")
    assert all(line and line == line.strip() for line in lines)


def test_built_in_tools_have_the_parameters_of_the_table_in_its_order():
    assert [tool.name for tool in BUILTIN_TOOLS] == list(PARAMETERS)
    for tool in BUILTIN_TOOLS:
        schema = tool.input_schema
        required, others = PARAMETERS[tool.name]
        assert list(schema) == ["type", "properties", "required", "additionalProperties"]
        assert (schema["type"], schema["additionalProperties"]) == ("object", False)
        assert schema["required"] == required
        assert list(schema["properties"]) == [*required, *others]
        Draft202012Validator.check_schema(schema)


def test_every_property_has_a_type_and_one_line_of_words():
    for tool in BUILTIN_TOOLS:
        assert "\n" not in tool.description
        for words in tool.input_schema["properties"].values():
            assert words["type"] in ("string", "integer")
            assert words["description"].endswith(".")
            assert "\n" not in words["description"]


def test_bounds():
    read = BUILTIN_TOOLS[0].input_schema["properties"]
    assert read["offset"]["minimum"] == 1
    assert (read["limit"]["minimum"], read["limit"]["maximum"]) == (1, 2000)
    assert BUILTIN_TOOLS[1].input_schema["properties"]["path"]["default"] == "."


def test_where_nothing_is_written_no_tool_writes():
    assert builtin_tools() == BUILTIN_TOOLS
    assert [t.name for t in builtin_tools(writable=False)] == ["read_file", "list_dir", "glob"]


def test_base_only_is_a_request_with_text_tools_and_task():
    body = json.loads(base_only("Say hello.", "m"))
    assert list(body) == ["model", "stream", "stream_options", "tools", "messages"]
    assert [tool["function"]["name"] for tool in body["tools"]] == list(PARAMETERS)
    assert body["messages"] == [
        {"role": "system", "content": BASE_TEXT},
        {"role": "user", "content": "Say hello."},
    ]
    assert "write_file" not in base_only("Say hello.", "m", writable=False).decode()


BLOCKED = textwrap.dedent("""
    import sys
    class Missing:
        def find_spec(self, name, path=None, target=None):
            if any(f"{name}.".startswith(f"skillctl.{p}.") for p in sys.argv[1].split()):
                raise ImportError(name)
    sys.meta_path.insert(0, Missing())
    from skillctl.agent.base import base_only
    sys.stdout.buffer.write(base_only(sys.argv[2], "unset", dialect=sys.argv[3]))
""")


FEATURES = "skills servers tools mcp fakes consent"


def base_only_elsewhere(task, dialect, missing=FEATURES):
    """The baseline, made by a process in which the packages of the features are missing."""
    words = [sys.executable, "-c", BLOCKED, missing, task, dialect]
    done = subprocess.run(words, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


@pytest.mark.parametrize("dialect", DIALECTS)
def test_base_only_needs_neither_skills_nor_servers_nor_tools_nor_mcp(dialect):
    wanted = (GOLDEN / "dialect" / "first-request" / f"body.{dialect}.json").read_bytes()
    assert base_only_elsewhere("Say hello.", dialect) == wanted
    assert base_only("Say hello.", "unset", dialect=dialect) == wanted


def test_a_missing_package_would_be_noticed():
    with pytest.raises(AssertionError, match=r"skillctl\.agent\.messages"):
        base_only_elsewhere("Say hello.", "openai-chat", "agent.messages")
