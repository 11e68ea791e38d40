"""The founding promise: no usable skill and no server, and the bytes are those of the baseline.

The baseline is made by a process in which the packages of the features are missing, and is a golden
of its own.
"""

import json

import pytest

from skillctl.agent.dialects.known import DEFAULT_DIALECT, DIALECTS
from skillctl.settings import PRESETS
from tests.agent.fixtures import project
from tests.agent.projects import SKILL
from tests.agent.test_base import base_only_elsewhere
from tests.conftest import GOLDEN, write_tree

__all__ = ["project"]

TASK = "Say hello."
SERVERS = '{"mcpServers": {"x": {"command": "true"}}}'
ROOTS = (".agents/skills", ".claude/skills", ".catbuddy/skills", ".keen/skills")
PREFERENCES = (".config/skillctl/skills.json", ".keen/skills/config.json")
CASES = {
    "no roots": {},
    "empty roots": {f"{root}/.keep": "" for root in ROOTS},
    "only invalid": {f"{root}/bad/SKILL.md": "no front matter\n" for root in ROOTS},
    "only pending": {f"{root}/notes/SKILL.md": SKILL for root in ROOTS},
    "only disabled": {f"{root}/notes/SKILL.md": SKILL for root in ROOTS},
    "no servers": {},
    "an empty list of servers": {".mcp.json": '{"mcpServers": {}}'},
    "a pending server": {".mcp.json": SERVERS},
}


@pytest.fixture(scope="module")
def baseline():
    return {name: base_only_elsewhere(TASK, name) for name in DIALECTS}


@pytest.fixture
def case(request, project):
    """The files of a case; what is disabled has consent, so that nothing else keeps it out."""
    files = CASES[request.param]
    project.write(files)
    if request.param == "only disabled":
        project.grant()
        write_tree(project.home, files)
        flags = json.dumps({"is_enabled": {"notes": False}})
        write_tree(project.home, dict.fromkeys(PREFERENCES, flags))
    return request.param


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("case", CASES, indirect=True)
def test_no_skills_byte_identical(project, skillctl, baseline, case, preset):
    """Every dialect, every preset: what is there and cannot be used costs no byte."""
    for name, body in baseline.items():
        words = ("prompt", "--format", "body", "--dialect", name, "--preset", preset, TASK)
        for more in ((), ("--no-config",)):
            run = skillctl(*words, *more, cwd=project.root)
            assert (run.code, run.out.encode()) == (0, body), (case, name, more)


@pytest.mark.parametrize("name", DIALECTS)
def test_the_baseline_is_a_golden(baseline, name):
    wanted = (GOLDEN / "dialect" / "first-request" / f"body.{name}.json").read_bytes()
    assert baseline[name] == wanted


@pytest.mark.parametrize("preset", PRESETS)
def test_only_the_preferences_keep_it_out(project, skillctl, baseline, preset):
    """Without the flag, the same files would change every body."""
    write_tree(project.home, CASES["only disabled"])
    for name, body in baseline.items():
        words = ("prompt", "--format", "body", "--dialect", name, "--preset", preset, TASK)
        assert skillctl(*words, cwd=project.root).out.encode() != body


SURFACES = ("tools", "skills", "auto")
STYLES = ("style = 'xml'", "loading = 'read'", "loading = 'read'\narrow = true")


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("case", CASES, indirect=True)
def test_nothing_changes_in_any_style(project, skillctl, baseline, case, style):
    project.write({"skillctl.toml": f"[skills]\n{style}\n"})
    for name, body in baseline.items():
        words = ("prompt", "--format", "body", "--dialect", name, "--file", "x.md", TASK)
        run = skillctl(*words, "--catalog-budget", "300", cwd=project.root)
        assert (run.code, run.out.encode()) == (0, body), (case, name)


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("case", CASES, indirect=True)
def test_nothing_changes_on_any_surface(project, skillctl, baseline, case, surface):
    """`auto` has nothing to weigh, and `skills` nobody to make a skill of."""
    words = ("prompt", "--format", "body", "--surface", surface, TASK)
    run = skillctl(*words, cwd=project.root)
    assert (run.code, run.out.encode()) == (0, baseline[DEFAULT_DIALECT]), case
    assert not (project.home / ".data/skillctl/generated").exists()
