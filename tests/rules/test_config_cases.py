"""What lint says to the cases of MCP configs that were made from public bug reports."""

import json
import shutil

import pytest


def lint(skillctl, folder, *words):
    run = skillctl("lint", "--isolated", "--format", "json", *words, cwd=folder)
    return json.loads(run.out)


def found(report):
    """Each finding as code, severity, subject and line."""
    return [
        (f["code"], f["severity"], f["subject"], f["range"] and f["range"]["start"]["line"])
        for f in report["findings"]
    ]


CASES = {
    "16-nested-default-expansion": [("MC111", "warning", "box", 9)],
    "17-missing-variable": [("MC112", "warning", "needs", 9)],
    "20-command-line-in-command": [("MC107", "error", "oneline", 4), ("MC106", "error", "arr", 13)],
    "23-codex-toml-tables": [
        ("MC119", "warning", "notes", 1),
        ("MC119", "error", "pex", 8),
        ("MC101", "error", "slow", 10),
    ],
}


@pytest.mark.parametrize("case", CASES)
def test_configs(case, skillctl, shared):
    report = lint(skillctl, shared / "cases" / case, "--check-env", ".")
    assert found(report) == CASES[case]


def test_half_an_expansion_is_an_explicit_finding(skillctl, shared):
    (finding,) = lint(skillctl, shared / "cases" / "16-nested-default-expansion", ".")["findings"]
    assert "does not match the braces" in finding["message"]


def test_a_variable_without_value_is_told_with_its_place(skillctl, shared, monkeypatch):
    case = shared / "cases" / "17-missing-variable"
    (finding,) = lint(skillctl, case, "--check-env", ".")["findings"]
    assert finding["field"] == "/mcpServers/needs/env/TOKEN"
    assert "NOPE_TOKEN_X" in finding["message"]
    assert lint(skillctl, case, ".")["findings"] == []  # only if it is asked for
    monkeypatch.setenv("NOPE_TOKEN_X", "there")
    assert lint(skillctl, case, "--check-env", ".")["findings"] == []


def test_paths_count_from_the_file_wherever_the_caller_is(skillctl, shared):
    case = shared / "cases" / "22-relative-path-and-cwd"
    for cwd, word in ((case, "."), (case / "proj", "."), (case / "proj/srv", "../.mcp.json")):
        report = lint(skillctl, cwd, word)
        assert found(report) == [("MC115", "error", "gone", 19), ("MC115", "error", "nocwd", 27)]
        gone, nocwd = report["findings"]
        assert "./srv/none.py" in gone["message"]
        assert 'the cwd of server "nocwd" does not exist' in nocwd["message"]


def test_the_right_table_is_named(skillctl, shared):
    case = shared / "cases" / "23-codex-toml-tables"
    run = skillctl("lint", "--isolated", ".", cwd=case)
    assert "mcp_servers" in run.out
    (pex,) = (f for f in lint(skillctl, case, ".")["findings"] if f["subject"] == "pex")
    assert "where values are strings" in pex["message"]
    assert "one level up" in run.out


FOREIGN = {
    7: ("${workspaceFolder}", "VS Code"),
    8: ("~/", "a shell"),
    12: ("${env:HOME}", "VS Code"),
    13: ("${input:key}", "VS Code"),
    14: ("$HOME", "a shell"),
    15: ("%APPDATA%", "Windows"),
    16: ("{env:K}", "opencode"),
}


def test_each_foreign_variable_is_told_with_its_host(skillctl, shared):
    report = lint(skillctl, shared / "cases" / "25-foreign-variable-forms", ".")
    said = {f["range"]["start"]["line"]: f for f in report["findings"]}
    assert {line: f["code"] for line, f in said.items()} == {
        **dict.fromkeys(FOREIGN, "MC110"),
        17: "MC203",
    }
    for line, (form, host) in FOREIGN.items():
        assert form in said[line]["message"]
        assert host in said[line]["message"]
    assert {f["severity"] for f in report["findings"]} == {"warning"}


def test_an_environment_that_loads_code_is_grave(skillctl, shared):
    case = shared / "cases" / "29-env-or-header-only-change"
    (finding,) = lint(skillctl, case, ".")["findings"]
    place = (finding["path"], finding["range"]["start"]["line"])
    assert place == ("v2/.mcp.json", 10)
    assert (finding["code"], finding["security"]) == ("MC205", "high")
    assert "NODE_OPTIONS" in finding["message"]
    out = skillctl("lint", "--isolated", ".", cwd=case).out
    assert "--require" not in out


@pytest.mark.parametrize(
    "name",
    [
        *("LD_PRELOAD", "DYLD_INSERT_LIBRARIES", "PYTHONSTARTUP", "PYTHONPATH", "BASH_ENV"),
        *("PERL5OPT", "RUBYOPT", "NODE_PATH", "PATH"),
    ],
)
def test_the_same_goes_for_its_like(name, skillctl, tree):
    server = {"command": "node", "args": ["s.js"], "env": {name: "./x"}}
    root = tree({".mcp.json": json.dumps({"mcpServers": {"a": server}})})
    (finding,) = lint(skillctl, root, ".")["findings"]
    assert (finding["code"], finding["security"]) == ("MC205", "high")


def test_a_repository_that_approves_itself_starts_nothing(skillctl, shared, tmp_path):
    case = tmp_path / "case"
    shutil.copytree(shared / "cases" / "31-repository-approves-itself", case)
    findings = [f for f in lint(skillctl, case, ".")["findings"] if f["code"] == "MC211"]
    assert {f["path"]: (f["severity"], f["security"]) for f in findings} == dict.fromkeys(
        (".claude/settings.json", ".gemini/settings.json", ".skillctl/consent.json"),
        ("warning", "high"),
    )
    assert "enableAllProjectMcpServers" in findings[0]["message"]
    assert "trust" in findings[1]["message"]
    assert not list(case.rglob("STARTED"))


def test_a_project_that_takes_the_names_of_the_user(skillctl, shared):
    case = shared / "cases" / "34-project-shadows-user"
    words = ("--select", "MC3", "--user-config", "user.json", "proj")
    report = lint(skillctl, case, *words)
    assert found(report) == [
        ("MC302", "warning", "github", 3),
        ("MC303", "warning", "files", 15),
    ]
    assert {f["security"] for f in report["findings"]} == {"high"}
    assert lint(skillctl, case, "--select", "MC3", "proj")["findings"] == []


def test_comments_in_a_strict_config_are_told_and_not_called_no_servers(skillctl, shared):
    report = lint(skillctl, shared / "cases" / "19-jsonc-config", ".")
    (finding,) = (f for f in report["findings"] if f["path"] == ".mcp.json")
    assert (finding["code"], finding["range"]["start"]["line"]) == ("MC002", 2)
    assert "not strict JSON" in finding["message"]
    assert "comments" in finding["message"]


def test_a_file_that_a_manifest_names_is_checked_under_its_own_name(skillctl, shared):
    case = shared / "cases" / "26-plugin-mcpservers-as-path"
    for words in (".", ".claude-plugin/plugin.json"):
        run = skillctl("lint", "--isolated", "--format", "json", words, cwd=case)
        report = json.loads(run.out)
        (finding,) = report["findings"]
        place = (finding["path"], finding["range"]["start"]["line"], finding["code"])
        assert place == ("conf/servers.json", 5, "MC106")
        assert (report["summary"]["configs"], report["summary"]["manifests"]) == (1, 1)
