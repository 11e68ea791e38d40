"""Which host judges a file: by --target, by the setting lint.hosts, by its name."""

import json

import pytest

STRICT = '{"mcpServers": {"a": {"url": "https://h.example/mcp"}}}'
SERVERS = '{"servers": {"a": {"url": "https://h.example/mcp"}}}'


def lint(skillctl, root, *words):
    run = skillctl("lint", "--format", "json", *words, cwd=root)
    report = json.loads(run.out)
    rows = [(f["path"], f["code"], f["severity"]) for f in report["findings"]]
    return rows, {s["path"]: s["reason"] for s in report["skipped"]}


def targets(*names):
    return [word for name in names for word in ("--target", name)]


@pytest.mark.parametrize(
    ("names", "rows", "skipped"),
    [
        ((), [("mcp.json", "MC103", "warning")], []),
        (("vscode",), [], [".mcp.json"]),
        (("copilot",), [], [".mcp.json"]),
        (("claude-code",), [("mcp.json", "MC006", "error"), ("mcp.json", "MC103", "error")], []),
        (("spec",), [("mcp.json", "MC103", "warning")], []),
        (
            ("cursor", "claude-code"),
            [("mcp.json", "MC006", "error"), ("mcp.json", "MC103", "error")],
            [],
        ),
        (("codex",), [], [".mcp.json", "mcp.json"]),
    ],
)
def test_targets(names, rows, skipped, tree, skillctl):
    config = '{"mcpServers": {"a": {"command": "notes-server"}}}'
    root = tree({".mcp.json": config, "mcp.json": SERVERS})
    words = (*targets(*names), "--allow-empty")
    found = lint(skillctl, root, *words)
    assert found[0] == rows
    assert found[1] == {
        path: f"not read by {names[0]}".replace("copilot", "vscode") for path in skipped
    }


def test_a_glob_of_the_settings_makes_a_config_of_a_host(tree, skillctl):
    settings = '[lint]\nhosts = { "deploy/*.json" = "claude-code", "odd/.mcp.json" = "vscode" }\n'
    files = {"deploy/a.json": STRICT, "deploy/x/b.json": STRICT, "odd/.mcp.json": SERVERS}
    root = tree({"skillctl.toml": settings, **files})
    assert lint(skillctl, root) == ([("deploy/a.json", "MC103", "error")], {})
    assert lint(skillctl, root, "deploy/a.json")[0] == [("deploy/a.json", "MC103", "error")]
    only = lint(skillctl, root, *targets("vscode"))
    assert only == ([], {"deploy/a.json": "not read by vscode"})


def test_an_unknown_host_in_the_settings_is_refused(tree, skillctl):
    root = tree({"skillctl.toml": '[lint]\nhosts = { "a.json" = "vscod" }\n', "a.json": STRICT})
    run = skillctl("lint", cwd=root)
    assert run.code == 2
    assert 'no target is called "vscod"' in run.err
    assert "vscode" in run.err


@pytest.mark.parametrize(
    ("name", "text", "codes"),
    [
        (".codex/config.toml", "[mcp_servers.a]\ncommand = 1", ["MC106"]),
        (".vscode/mcp.json", "{} // x", ["MC008"]),
        ("p/.claude-plugin/plugin.json", '{"mcpServers": "./gone.json"}', ["MC009"]),
        ("any.json", "{} // x", None),
        ("settings.json", '{"mcpServers": ', ["MC001"]),
    ],
)
def test_a_text_is_judged_by_the_name_it_is_given(name, text, codes, tree, skillctl):
    words = ("lint", "--format", "json", "-", "--stdin-filename", name, "--allow-empty")
    run = skillctl(*words, cwd=tree({"x": ""}), stdin=text)
    report = json.loads(run.out)
    assert [f["code"] for f in report["findings"]] == (codes or [])
    assert [s["reason"] for s in report["skipped"]] == ([] if codes else ["not a server config"])
