import json
import re

from skillctl.agent.dialects.known import DIALECTS
from tests.agent.fixtures import full, project
from tests.agent.projects import FULL
from tests.conftest import write_tree

__all__ = ["full", "project"]


def test_tools_are_listed_with_source_digest_and_weight(full, skillctl):
    run = skillctl("tools", cwd=full.root)
    assert (run.code, run.err) == (0, "")
    (row,) = [line.split() for line in run.out.splitlines() if "mcp__" in line]
    assert row[:4] == ["mcp__weather__get", "weather", "get", "read-only"]
    assert re.fullmatch("[0-9a-f]{12}", row[4])
    assert row[5] == "granted"


def test_tools_as_json(full, skillctl):
    found = json.loads(skillctl("tools", "--format", "json", "get", cwd=full.root).out)
    assert [tool["name"] for tool in found["tools"]] == ["mcp__weather__get"]


def test_a_tool_that_is_not_there(full, skillctl):
    run = skillctl("tools", "gett", cwd=full.root)
    assert (run.code, run.out) == (2, "")
    assert "no tool named 'gett' is offered" in run.err


def test_a_waiting_server_is_exit_4_and_a_failed_one_exit_5(project, skillctl):
    project.write(FULL)
    run = skillctl("tools", cwd=project.root)
    assert run.code == 4
    assert run.err.endswith(
        "exit code 4: a server waits for consent; --allow-missing ends with 0 all the same\n"
    )
    assert re.search("^weather +pending +missing +consent pending; look", run.out, re.MULTILINE)
    run = skillctl("tools", "--allow-missing", cwd=project.root)
    assert (run.code, "exit code" in run.err) == (0, False)
    servers = {"weather": {"command": "skillctl-no-such-program"}}
    project.write({".mcp.json": json.dumps({"mcpServers": servers})}).grant()
    run = skillctl("tools", cwd=project.root)
    assert run.code == 5
    words = "exit code 5: a server, or a file that has some, is out of order; --allow-missing"
    assert words in run.err
    assert "read_file" in run.out
    assert re.search("^weather +failed +granted +not started: program", run.out, re.MULTILINE)


def test_tools_weigh_what_their_dialect_makes_of_them(full, skillctl):
    def total(*words):
        run = skillctl("tools", "--format", "json", *words, cwd=full.root)
        assert run.code == 0
        return json.loads(run.out)["total"]

    sizes = {name: total("--dialect", name) for name in DIALECTS}
    assert len({*sizes.values()}) == len(DIALECTS)
    write_tree(full.config_dir, {"skillctl.toml": '[run]\nmodel = "anthropic:m"\n'})
    assert total() == sizes["anthropic-messages"]
    assert total("--dialect", "openai-chat") == sizes["openai-chat"]
