import json
import re
import sys

import pytest

from skillctl.agent.dialects.known import DIALECTS
from tests.agent.fixtures import full, project
from tests.agent.projects import FAKE, FULL, SERVER
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
        return json.loads(run.out)["tokens"]["n"]

    sizes = {name: total("--dialect", name) for name in DIALECTS}
    assert len({*sizes.values()}) == len(DIALECTS)
    write_tree(full.config_dir, {"skillctl.toml": '[run]\nmodel = "anthropic:m"\n'})
    assert total() == sizes["anthropic-messages"]
    assert total("--dialect", "openai-chat") == sizes["openai-chat"]


def offered(skillctl, project, *words):
    """The tools as JSON."""
    run = skillctl("tools", "--format", "json", *words, cwd=project.root)
    assert run.code == 0, run.err
    return json.loads(run.out)


HEAVY = """schema = "skillctl.fake/1"
[server]
name = "heavy"
[[tool]]
name = "big"
description = "%s"
input_schema = {}
[[tool]]
name = "a small one"
description = "Small."
input_schema = {}
""" % ("Long words. " * 200)  # fmt: skip


@pytest.fixture
def heavy(tmp_path):
    path = tmp_path / "heavy.toml"
    path.write_text(HEAVY)
    return path


def test_fakes_and_servers_stand_in_one_list(full, skillctl, heavy):
    found = offered(skillctl, full, "--fake", heavy)
    rows = [(tool["server"], tool["raw"], tool["consent"]) for tool in found["tools"]]
    assert [row for row in rows if row[0]] == [
        *(("heavy", "a small one", "exempt"), ("heavy", "big", "exempt")),
        ("weather", "get", "granted"),
    ]
    assert found["drop"][0]["server"] == "heavy"
    run = skillctl("tools", "--fake", heavy, cwd=full.root)
    assert re.search(
        r"^drop server heavy to save ~?\d+ tokens \(\d+\.\d %\)$", run.out, re.MULTILINE
    )


@pytest.mark.parametrize(
    ("words", "first"),
    [
        (("--sort", "tokens"), "mcp__heavy__big"),
        (("--sort", "model"), "read_file"),
        (("--server", "heavy"), "mcp__heavy__a_small_one"),
        (("--server", "heavy", "--sort", "server"), "mcp__heavy__big"),
    ],
    ids=" ".join,
)
def test_order_and_choice(full, skillctl, heavy, words, first):
    found = offered(skillctl, full, "--fake", heavy, *words)
    assert found["tools"][0]["name"] == first
    assert found["tokens"] == offered(skillctl, full, "--fake", heavy)["tokens"]


def test_shares_are_of_the_budget_that_is_given_or_set(full, skillctl):
    assert offered(skillctl, full)["budget"] == 128_000
    assert offered(skillctl, full, "--budget", 1_000)["budget"] == 1_000
    write_tree(full.config_dir, {"skillctl.toml": "[run]\ncontext-window = 2000\n"})
    found = offered(skillctl, full)
    assert found["budget"] == 2_000
    assert found["share"] == round(found["tokens"]["n"] / 2_000, 6)


def test_a_list_above_the_limit_is_exit_1_and_nothing_is_cut(full, skillctl):
    words = ("tools", "--tokens-method", "estimate", "--format", "json")
    number = json.loads(skillctl(*words, cwd=full.root).out)["tokens"]["n"]
    assert skillctl(*words, "--max-tokens", number, cwd=full.root).code == 0
    run = skillctl(*words, "--max-tokens", number - 1, cwd=full.root)
    assert run.code == 1
    assert run.out == skillctl(*words, cwd=full.root).out
    assert run.err == (
        f"the list takes ~{number:,} tokens (bytes/4), more than --max-tokens {number - 1:,}\n"
    )


def test_a_failed_server_counts_more_than_the_limit(project, skillctl):
    servers = {"weather": {"command": "skillctl-no-such-program"}}
    project.write({".mcp.json": json.dumps({"mcpServers": servers})}).grant()
    run = skillctl("tools", "--max-tokens", 0, cwd=project.root)
    assert run.code == 5
    assert "more than --max-tokens 0" in run.err
    assert skillctl("tools", "--max-tokens", 0, "--allow-missing", cwd=project.root).code == 1


def test_the_method_of_counting(full, skillctl, monkeypatch):
    estimated = skillctl("tools", "--tokens-method", "estimate", cwd=full.root).out
    assert "method: bytes/4" in estimated
    assert "total ~" in estimated
    monkeypatch.setattr("skillctl.tokens.find_spec", lambda _: None)
    assert skillctl("tools", cwd=full.root).out == estimated
    run = skillctl("tools", "--tokens-method", "exact", cwd=full.root)
    assert (run.code, run.out) == (2, "")
    assert "skillctl-cli[tokens]" in run.err


def test_exact_counts_bear_no_mark(full, skillctl):
    pytest.importorskip("toktok", reason="not installed: pip install '.[tokens]'")
    run = skillctl("tools", "--tokens-method", "exact", cwd=full.root)
    assert run.code == 0
    assert "~" not in run.out
    assert "method: o200k_base" in run.out.replace("\n", " ")
    found = offered(skillctl, full, "--tokens-method", "exact")
    assert found["tokens"]["method"] == "o200k_base"


def test_markdown(full, skillctl):
    run = skillctl("tools", "--format", "markdown", cwd=full.root)
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith("| tool | server | raw name | hints | digest | consent | tokens |")
    assert "\n| `mcp__weather__get` | `weather` | `get` | read-only | `" in run.out


def test_a_server_that_is_not_there(full, skillctl):
    run = skillctl("tools", "--server", "wether", cwd=full.root)
    assert (run.code, run.out) == (2, "")
    assert 'did you mean "weather"?' in run.err


def test_a_server_that_dies_keeps_its_row_with_code_and_last_lines(project, skillctl):
    code = "import sys; sys.stderr.write('no licence\\n'); sys.exit(3)"
    servers = {"weather": {"command": sys.executable, "args": ["-c", code]}}
    project.write({".mcp.json": json.dumps({"mcpServers": servers})}).grant()
    for style in ("text", "json", "markdown"):
        run = skillctl("tools", "--format", style, cwd=project.root)
        assert run.code == 5
        assert "exited with code 3" in run.out
        assert "no licence" in run.out.replace("&#32;", " ")
        assert "read_file" in run.out


def test_a_schema_as_served_and_as_sent(full, skillctl):
    served = skillctl("tools", "get", "--schema", "served", cwd=full.root)
    assert (served.code, served.err) == (0, "")
    body = json.loads(skillctl("prompt", "--format", "body", "--model", "m", cwd=full.root).out)
    sent = skillctl("tools", "weather/get", "--schema", "sent", cwd=full.root)
    assert json.loads(sent.out) == body["tools"][-1]["function"]["parameters"]
    ours = skillctl("tools", "glob", "--schema", "served", cwd=full.root)
    assert list(json.loads(ours.out)["properties"]) == ["pattern", "path"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--schema", "sent"), "--schema shows one tool"),
        (("get", "glob", "--schema", "sent"), "--schema shows one tool"),
        (("get", "--schema", "sent", "--format", "json"), "ask for different things"),
        (("get", "--schema", "sent", "--server", "builtin"), "none of that server"),
        (("gett", "--schema", "sent"), "no tool named 'gett' is offered"),
    ],
    ids=" ".join,
)
def test_a_schema_is_that_of_one_tool(full, skillctl, words, message):
    run = skillctl("tools", *words, cwd=full.root)
    assert (run.code, run.out) == (2, "")
    assert message in run.err


@pytest.mark.parametrize(
    "words",
    [
        *(("--format", "text"), ("--format", "json"), ("--format", "markdown")),
        *(("weather/look-canary-1", "--schema", which) for which in ("served", "sent", "diff")),
        ("mcp__weather__look-canary-2", "--schema", "served"),
    ],
    ids=" ".join,
)
def test_a_value_of_the_entry_is_told_in_no_form(full, skillctl, words):
    schema = '{ properties = { a = { default = "canary-1", description = "canary-1" } } }'
    fake = f'{FAKE}[[tool]]\nname = "look-canary-1"\ndescription = "x"\ninput_schema = {schema}\n'
    servers = {"weather": {**SERVER, "env": {"KEY": "canary-1"}}}
    text = json.dumps({"mcpServers": servers})
    full.write({".mcp.json": text, "fakes/weather.toml": fake}).grant()
    run = skillctl("tools", *words, cwd=full.root)
    assert run.code == (2 if "mcp__weather__look-canary-2" in words else 0), run.err
    assert "canary-1" not in run.out + run.err
    assert "[redacted:KEY]" in run.out + run.err or "diff" in words


ODD = r"""schema = "skillctl.fake/1"
[server]
name = "odd"
[[tool]]
name = "look"
description = "Looks."
input_schema = { "$schema" = "http://x", type = "object", properties = { b = { type = "array" }, a = { title = "x\u200By" } } }
"""  # noqa: E501 # TOML wants it on one line


def test_a_diff_names_the_rule_of_each_change(project, skillctl, tmp_path):
    (tmp_path / "odd.toml").write_text(ODD)

    def schema(which, *words):
        run = skillctl(
            *("tools", "look", "--schema", which, "--fake", tmp_path / "odd.toml", *words),
            cwd=project.root,
        )
        assert (run.code, run.err.count("removed")) == (0, 1)
        return run.out

    assert json.loads(schema("served")) == {
        "$schema": "http://x",
        "type": "object",
        "properties": {"b": {"type": "array"}, "a": {"title": "x\u200by"}},
    }
    assert json.loads(schema("sent")) == {
        "type": "object",
        "properties": {"b": {"type": "array"}, "a": {"title": "xy"}},
    }
    lines = schema("diff").splitlines()
    assert lines[0].startswith('/$schema: removed "http://x"  [')
    assert lines[1].startswith('/properties/a/title: "x\\u{200B}y" -> "xy"  [')
    assert len(lines) == 2
    write_tree(project.config_dir, {"skillctl.toml": '[mcp]\nschema = "nullable"\n'})
    assert json.loads(schema("sent"))["properties"]["b"] == {"type": "array", "items": {}}
    assert any(line.startswith("/properties/b") for line in schema("diff").splitlines())
