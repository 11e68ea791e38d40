"""No name of a repository begins a line or a column of what any command prints."""

import json
import re

import pytest

FORGED = "FORGED"
HOSTILE = f"a\n{FORGED} b\tc\x1b[31m\u3164"
COMMANDS = (
    ("mcp", "list"),
    ("mcp", "list", "--env"),
    ("mcp", "tools"),
    ("mcp", "tools", "a"),
    ("prompt",),
    ("prompt", "--explain", HOSTILE),
    ("prompt", "--sources"),
    ("tools",),
    ("tools", "--tool", HOSTILE),
    ("fingerprint",),
    ("fingerprint", "a"),
    ("fingerprint", HOSTILE),
    ("consent", "status"),
    ("consent", "diff", HOSTILE),
    ("consent", "grant", HOSTILE),
    ("consent", "grant", "a"),
    ("skills", "list"),
    ("skills", "list", "--all"),
    ("skills", "why", "a"),
    ("skills", "why", "notes\u3164"),
    ("skills", "show", HOSTILE),
    ("skills", "show", "notes\u3164"),
    ("prompt", "--skill", HOSTILE),
    ("run", "Hi", "--model", "test", "--no-log", "--skill", HOSTILE),
    ("lint",),
)


def skill(name):
    return f"---\nname: {json.dumps(name, ensure_ascii=False)}\ndescription: d\n---\nx\n"


@pytest.fixture
def project(tree, monkeypatch):
    """A project whose servers and skills have names that look like more than one line."""
    entry = {"command": "${V}", "cwd": f"x\n{FORGED}", "env": {f"K\n{FORGED}": "${NONE}"}}
    servers = {HOSTILE: entry, "b": {**entry, "type": f"t\n{FORGED}"}, "c\u3164": entry}
    root = tree(
        {
            "config/.keep": "",
            "p/skillctl.toml": "",
            "p/.mcp.json": json.dumps({"mcpServers": servers}),
            "p/.agents/skills/one/SKILL.md": skill(HOSTILE),
            "p/.agents/skills/two/SKILL.md": skill("notes\u3164"),
        }
    )
    (root / "config").chmod(0o700)
    monkeypatch.setenv("SKILLCTL_CONFIG_DIR", str(root / "config"))
    monkeypatch.setenv("V", "canary-value")
    return root / "p"


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_no_command_lets_a_name_forge_a_line(project, skillctl, words):
    done = skillctl(*words, cwd=project)
    assert done.code not in (70, 2) or "error: " in done.err
    for line in (done.out + done.err).splitlines():
        assert not re.match(rf"\W*{FORGED}", line)
        assert not re.search("[\t\x1b\u3164]", line)
        assert "canary-value" not in line


def test_a_name_is_quoted_in_the_command_that_grants(project, skillctl):
    entry = {"mcpServers": {"x; rm -rf ~": {"command": "sh"}, "-y": {"command": "sh"}}}
    (project / ".mcp.json").write_text(json.dumps(entry))
    told = skillctl("mcp", "list", cwd=project).out
    assert "skillctl consent grant 'x; rm -rf ~'\n" in told
    assert "skillctl consent grant -- -y\n" in told


@pytest.mark.parametrize(
    "words", [("mcp", "list"), ("consent", "status"), ("skills", "list"), ("tools",)], ids=" ".join
)
def test_blanks_in_a_name_are_no_columns(project, skillctl, words):
    entry = {"mcpServers": {"a   server   granted": {"command": "sh"}}}
    (project / ".mcp.json").write_text(json.dumps(entry))
    (project / ".agents/skills/one").rename(project / ".agents/skills/a   server   granted")
    told = skillctl(*words, cwd=project).out
    assert r"a\x20\x20\x20server\x20\x20\x20granted" in told
    assert not re.search(r"^[^\"':]*a   server", told, re.MULTILINE)
