"""`.pre-commit-hooks.yaml`: which files each hook is started for (lint.md section 7)."""

import re

import pytest
import yaml

from tests.conftest import ROOT

HOOKS = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}

# path, whether `skillctl-lint` is started for it, whether `skillctl-validate` is
PATHS = [
    ("SKILL.md", True, True),
    ("skill.md", True, True),
    ("Skill.MD", True, True),
    ("a/b/c/SKILL.md", True, True),
    (".claude/skills/notes/SKILL.md", True, True),
    ("MYSKILL.md", False, False),
    ("SKILL.md.bak", False, False),
    ("SKILL.md/readme.txt", False, False),
    ("skills/notes/references/GUIDE.md", True, False),
    (".agents/skills/notes/scripts/run.py", True, False),
    ("skills/README.md", False, False),
    ("myskills/notes/a.py", False, False),
    ("evals/trigger.json", True, False),
    ("notes/evals/one.json", True, False),
    ("evals/deep/one.json", False, False),
    ("evals/one.yaml", False, False),
    (".mcp.json", True, False),
    ("mcp.json", True, False),
    (".cursor/mcp.json", True, False),
    ("managed-mcp.json", True, False),
    ("managed-.mcp.json", True, False),
    ("servers.mcp.json", True, False),
    ("xmcp.json", False, False),
    ("mcp.jsonc", False, False),
    (".codeium/windsurf/mcp_config.json", True, False),
    (".roo/mcp_settings.json", True, False),
    ("cline_mcp_settings.json", True, False),
    ("mcp-config.json", True, False),
    ("claude_desktop_config.json", True, False),
    ("ext/gemini-extension.json", True, False),
    ("opencode.json", True, False),
    ("opencode.jsonc", True, False),
    (".codex/config.toml", True, False),
    ("codex/config.toml", False, False),
    (".gemini/settings.json", True, False),
    (".claude/settings.local.json", True, False),
    (".vscode/settings.json", True, False),
    (".idea/settings.json", False, False),
    (".continue/mcpServers/one.yaml", True, False),
    (".continue/config.yml", True, False),
    ("goose/config.yaml", True, False),
    ("config.yaml", False, False),
    (".skillctl/consent.toml", True, False),
    (".claude-plugin/plugin.json", True, False),
    (".claude-plugin/marketplace.json", True, False),
    (".github/plugin/plugin.json", True, False),
    ("plugin.json", False, False),
    ("fakes/notes.toml", True, False),
    ("scenarios/deep/notes.toml", True, False),
    ("notes.fake.toml", True, False),
    ("notes.scenario.toml", True, False),
    ("pyproject.toml", False, False),
    ("src/main.py", False, False),
    ("README.md", False, False),
]


@pytest.mark.parametrize(("path", "lints", "validates"), PATHS, ids=[row[0] for row in PATHS])
def test_which_files_start_which_hook(path, lints, validates):
    started = {name for name, hook in HOOKS.items() if re.search(hook["files"], path)}
    wanted = {"skillctl-lint": lints, "skillctl-validate": validates}
    assert started == {name for name, is_wanted in wanted.items() if is_wanted}


def test_each_hook_is_one_process_of_a_command_that_exists(skillctl):
    for name, hook in HOOKS.items():
        assert hook["language"] == "python"
        assert hook["require_serial"] is True
        program, command, *options = hook["entry"].split()
        assert (program, f"skillctl-{command}", options) == ("skillctl", name, ["--allow-empty"])
        assert skillctl(command, "--help").code == 0
