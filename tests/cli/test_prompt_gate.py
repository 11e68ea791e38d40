"""What is missing from a prompt, told and as an exit code; of consent in test_prompt.py."""

import json

import pytest

from tests.agent.fixtures import project
from tests.agent.projects import SERVER, SKILL

__all__ = ["project"]

DEAD = """\
schema = "skillctl.fake/1"
[server]
name = "dead"
[[tool]]
name = "get"
[[fault]]
on = "initialize"
exit = { code = 7, stderr = "disk full" }
"""
SAID = "out of order, hence not in the prompt: server dead\n"


@pytest.mark.parametrize("words", [("--sha256",), ("--format", "body"), ("--tokens",)])
def test_a_server_that_failed_is_told_and_may_be_required(project, skillctl, words):
    project.write({"dead.toml": DEAD})
    words = ("prompt", "Hi", "--fake", "dead.toml", *words)
    run = skillctl(*words, cwd=project.root)
    assert (run.code, run.err.endswith(f"\n{SAID}")) == (0, True)
    required = skillctl(*words, "--require-all", cwd=project.root)
    assert (required.code, required.out) == (5, run.out)
    assert required.err.endswith(f"\nexit code 5: {SAID}")
    assert skillctl("tools", "--fake", "dead.toml", cwd=project.root).code == 5


def test_what_waits_is_told_beside_what_failed(project, skillctl):
    project.write(
        {
            "dead.toml": DEAD,
            ".agents/skills/notes/SKILL.md": SKILL,
            ".mcp.json": json.dumps({"mcpServers": {"weather": SERVER}}),
        }
    )
    words = ("prompt", "Hi", "--fake", "dead.toml", "--require-all")
    run = skillctl(*words, cwd=project.root)
    assert run.code == 5
    assert run.err.endswith(
        f"exit code 5: {SAID}"
        "without consent, hence not in the prompt: server weather, skill notes\n"
    )


def test_a_file_of_servers_that_cannot_be_read_is_missing_too(project, skillctl):
    project.write({".mcp.json": "{"})
    run = skillctl("prompt", "Hi", "--require-all", cwd=project.root)
    assert run.code == 5
    assert run.err.endswith("not in the prompt: the servers of .mcp.json\n")


def test_another_exit_code_gives_way(project, skillctl):
    project.write({"dead.toml": DEAD, "kept.json": '{"messages": []}'})
    words = ("prompt", "Hi", "--fake", "dead.toml", "--against", "kept.json")
    assert skillctl(*words, cwd=project.root).code == 1
    assert skillctl(*words, "--require-all", cwd=project.root).code == 5
