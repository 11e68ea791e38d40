import json

import pytest

FAKE = 'schema = "skillctl.fake/1"\n'
CODEX = '[mcp_servers.one]\ncommand = "x"\nurl = "https://example.com"\n'
VSCODE = '{"servers": {%s\n"one": {"command": "x", "url": "https://example.com"}}}'


def found(run):
    document = json.loads(run.out)
    codes = sorted(f["code"] for f in document["findings"])
    return codes, document["summary"]["suppressed"]


@pytest.fixture
def lint(skillctl, tree):
    def run(name, text, *words):
        return found(skillctl("lint", "--format", "json", *words, cwd=tree({name: text})))

    return run


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("a.toml", FAKE + "# skillctl: ignore {}\nx = 1\n", "FK003"),
        ("a.toml", FAKE + "x = 1 # skillctl: ignore {} -- why\n", "FK003"),
        ("a.toml", FAKE + "x = 1\n# skillctl: ignore-file {}\n", "FK003"),
        (
            "a.toml",
            'schema = "skillctl.scenario/1"\nprompt = "Go."\nx = 1 # skillctl: ignore {}\n',
            "SC003",
        ),
        (".codex/config.toml", "# skillctl: ignore {}\n" + CODEX, "MC102"),
        (".vscode/mcp.json", VSCODE % "\n// skillctl: ignore {}", "MC102"),
        (".vscode/mcp.json", VSCODE % "\n// skillctl: ignore-file {}\n", "MC102"),
    ],
)
def test_a_comment_silences_in_every_kind_of_file(lint, name, text, code):
    text = text.replace("{}", code)
    assert lint(name, text) == ([], 1)
    assert lint(name, text, "--isolated") == ([code], 0)
    assert lint(name, text.replace(code, code[:3])) == ([], 1)
    assert lint(name, text.replace(code, "SK101")) == ([code], 0)


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("a.toml", FAKE + "x = 1 # skillctl: ignore\n", "FK003"),
        ("a.toml", FAKE + "x = 1 # skillctl: ignore FK999\n", "FK003"),
        (".codex/config.toml", "# skillctl: ignore\n" + CODEX, "MC102"),
        (".vscode/mcp.json", VSCODE % "\n// skillctl: ignore-file", "MC102"),
    ],
)
def test_a_comment_without_a_code_is_told_and_silences_nothing(lint, name, text, code):
    assert lint(name, text) == (sorted((code, "LT003")), 0)
    assert lint(name, text, "--isolated") == ([code], 0)


def test_strict_json_has_no_comments(lint):
    text = (VSCODE % "\n// skillctl: ignore MC102").replace("servers", "mcpServers")
    assert lint(".mcp.json", text) == (["MC002", "MC102"], 0)


def test_comments_silence_findings_about_several_files(skillctl, tree):
    one = '{"mcpServers": {"one": {"command": "x"}}}'
    other = '{"servers": {\n%s"one": {"command": "y"}}}'
    files = {".mcp.json": one, ".vscode/mcp.json": other % ""}
    loud, _ = found(skillctl("lint", "--format", "json", cwd=tree(files)))
    assert "MC301" in loud
    files[".vscode/mcp.json"] = other % "// skillctl: ignore MC301\n"
    quiet, number = found(skillctl("lint", "--format", "json", cwd=tree(files)))
    assert len(loud) - len(quiet) == number


SKILL = "---\nname: a\ndescription: Does one thing. Use it when asked.\n---\n{}\nText.\n"


@pytest.mark.parametrize(
    ("comment", "words", "codes"),
    [
        ("ignore SK401", ("--extend-select", "LT002"), ["LT002"]),
        ("ignore SK601", ("--extend-select", "LT002"), []),
        ("ignore SK232", ("--extend-select", "LT002"), []),
        ("ignore SK232", ("--extend-select", "LT002,SK232"), ["LT002"]),
        ("ignore SK401", ("--select", "LT002"), []),
        ("ignore SK401", ("--severity", "note"), []),
        ("ignore SK401", ("--select", "ALL", "--severity", "note"), ["LT002"]),
        ("ignore SK401", ("--extend-select", "LT002", "--isolated"), []),
        ("ignore SK999", ("--extend-select", "LT002"), ["LT003"]),
    ],
)
def test_an_idle_comment_is_told_when_that_is_asked_for(lint, comment, words, codes):
    text = SKILL.format(f"<!-- skillctl: {comment} -->")
    assert lint("a/SKILL.md", text, *words) == (codes, 0)
