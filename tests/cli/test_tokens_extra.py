"""The extra [tokens] counts exactly, and changes no byte of a prompt (agent.md section 5)."""

import json
import os
import subprocess
import sys

import pytest

from skillctl.settings import PRESETS, preset_settings
from skillctl.skills.pinned import EACH_TOKENS
from skillctl.tokens import ESTIMATE, EXACT, count
from tests.agent.fixtures import project
from tests.conftest import write_tree

__all__ = ["project"]

pytestmark = pytest.mark.usefixtures("_extra")
START = "import sys; {}from skillctl.__main__ import main; sys.exit(main())"
HIDDEN = "sys.modules['toktok'] = None; "
SKILL = "---\nname: {}\ndescription: Does {}. Use when asked.\n---\n{}\n"
# within the cap by the estimate and far above it by an exact count; and the other way round
DENSE = "a1 b2 " * 1_100
SPARSE = "international " * 600


@pytest.fixture
def _extra():
    pytest.importorskip("toktok", reason="not installed: pip install '.[tokens]'")


@pytest.fixture
def run(project):
    def run(*words, extra):
        code = START.format("" if extra else HIDDEN)
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        return subprocess.run(
            [sys.executable, "-c", code, *words],
            cwd=project.root,
            env=environment,
            capture_output=True,
            timeout=60,
            check=False,
        )

    return run


def test_the_texts_lie_on_either_side_of_the_cap():
    assert count(DENSE, ESTIMATE) < EACH_TOKENS < count(DENSE, EXACT)
    assert count(SPARSE, EXACT) < EACH_TOKENS < count(SPARSE, ESTIMATE)


@pytest.mark.parametrize("preset", PRESETS)
def test_no_byte_changes_with_the_extra(project, run, preset):
    (root, *_) = preset_settings(preset).skills.user_roots
    write_tree(
        project.home,
        {
            f"{root}/dense/SKILL.md": SKILL.format("dense", "dense", DENSE),
            f"{root}/sparse/SKILL.md": SKILL.format("sparse", "sparse", SPARSE),
        },
    )
    settings = '[skills]\npinned = ["dense", "sparse"]\n'
    write_tree(project.config_dir, {"skillctl.toml": settings})
    words = ("prompt", "--preset", preset, "--format", "body", "--model", "m", "Hi")
    with_it, without = (run(*words, extra=extra) for extra in (True, False))
    assert (with_it.returncode, without.returncode) == (0, 0)
    assert with_it.stdout == without.stdout
    assert with_it.stderr == without.stderr
    assert DENSE.strip() in with_it.stdout.decode()
    assert SPARSE.strip() not in with_it.stdout.decode()


def test_only_counts_differ(run):
    with_it, without = (
        json.loads(run("prompt", "--format", "json", "Hi", extra=extra).stdout)
        for extra in (True, False)
    )
    assert with_it.pop("tokens")["method"] == EXACT
    assert without.pop("tokens")["method"] == ESTIMATE
    assert with_it == without


@pytest.mark.parametrize("command", [("prompt", "--tokens"), ("tools",), ("skills", "list")])
def test_exact_without_the_extra_says_how_to_get_it(run, command):
    done = run(*command, "--tokens-method", "exact", extra=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"skillctl-cli[tokens]" in done.stderr
    assert run(*command, "--tokens-method", "exact", extra=True).returncode == 0


@pytest.mark.parametrize("command", [("prompt", "--tokens"), ("tools",), ("skills", "list")])
def test_the_estimate_is_the_same_on_every_machine(run, command):
    words = (*command, "--tokens-method", "estimate")
    with_it, without = (run(*words, extra=extra) for extra in (True, False))
    assert with_it.stdout == without.stdout == run(*command, extra=False).stdout
