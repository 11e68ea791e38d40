"""The founding promise: no usable skill and no server, and the bytes are those of the baseline.

The baseline is made by a process in which the packages of the features are missing.
"""

import pytest

from skillctl.agent.dialects.known import DIALECTS
from skillctl.settings import PRESETS
from tests.agent.fixtures import project
from tests.agent.projects import SKILL
from tests.agent.test_base import base_only_elsewhere
from tests.conftest import write_tree

__all__ = ["project"]

TASK = "Say hello."
SERVERS = '{"mcpServers": {"x": {"command": "true"}}}'
ROOTS = (".agents/skills", ".claude/skills", ".catbuddy/skills", ".keen/skills")
CASES = {
    "no roots": {},
    "empty roots": {f"{root}/.keep": "" for root in ROOTS},
    "only invalid": {f"{root}/bad/SKILL.md": "no front matter\n" for root in ROOTS},
    "only pending": {f"{root}/notes/SKILL.md": SKILL for root in ROOTS},
    "no servers": {".mcp.json": '{"mcpServers": {}}'},
    "a pending server": {".mcp.json": SERVERS},
}


@pytest.fixture(scope="module")
def baseline():
    return {name: base_only_elsewhere(TASK, name) for name in DIALECTS}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("case", CASES)
def test_nothing_changes(project, skillctl, baseline, case, preset):
    project.write(CASES[case])
    for name, body in baseline.items():
        words = ("prompt", "--format", "body", "--dialect", name, "--preset", preset, TASK)
        for more in ((), ("--no-config",)):
            run = skillctl(*words, *more, cwd=project.root)
            assert (run.code, run.out.encode()) == (0, body), (name, more)


STYLES = ("style = 'xml'", "loading = 'read'", "loading = 'read'\narrow = true")


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("case", CASES)
def test_nothing_changes_in_any_style(project, skillctl, baseline, case, style):
    project.write(CASES[case] | {"skillctl.toml": f"[skills]\n{style}\n"})
    for name, body in baseline.items():
        words = ("prompt", "--format", "body", "--dialect", name, "--file", "x.md", TASK)
        run = skillctl(*words, "--catalog-budget", "300", cwd=project.root)
        assert (run.code, run.out.encode()) == (0, body), name


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", DIALECTS)
def test_a_skill_of_the_user_does_change_the_bytes(project, skillctl, baseline, name, preset):
    write_tree(project.home, {f"{root}/notes/SKILL.md": SKILL for root in ROOTS})
    words = ("prompt", "--format", "body", "--dialect", name, "--preset", preset, TASK)
    run = skillctl(*words, cwd=project.root)
    assert "Takes notes." in run.out
    assert run.out.encode() != baseline[name]
