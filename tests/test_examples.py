"""The examples are right (or wrong on purpose), and the tour runs."""

import os
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT

EXAMPLES = ROOT / "examples"


def test_the_workspace_is_clean(skillctl):
    every = ("--select", "ALL", "--severity", "note")
    run = skillctl("lint", EXAMPLES / "workspace", "--isolated", *every)
    assert (run.code, run.err) == (0, "")
    assert run.out == "2 skills, 1 config, 1 fake, 1 scenario checked: no findings\n"


def test_our_own_fakes_and_scenarios_are_clean_but_for_those_that_are_broken_on_purpose(skillctl):
    every = ("--select", "ALL", "--severity", "note", "--format", "github")
    run = skillctl("lint", ROOT / "golden/fake", ROOT / "golden/scenario", *every)
    broken = {row.partition("golden/scenario/")[2].partition("/")[0] for row in run.out.split("\n")}
    assert broken - {""} == {"broken-file", "unused-turn"}


def test_the_broken_skill_is_broken_in_one_place(skillctl):
    run = skillctl("lint", EXAMPLES / "broken", "--isolated")
    assert run.code == 1
    assert "SKILL.md:3:62: error SK105" in run.out
    assert run.out.count("error SK") == 1


def test_the_fake_is_sound(skillctl):
    assert skillctl("fake", "check", EXAMPLES / "workspace/fakes/tickets.toml").code == 0


def test_the_server_has_one_bad_tool_and_is_a_sound_fake(skillctl):
    path = EXAMPLES / "server/weather.toml"
    assert skillctl("fake", "check", path).code == 0
    command = (sys.executable, "-m", "skillctl", "fake", "serve", path)
    done = skillctl("mcp", "check", "--", *command, cwd=EXAMPLES)
    assert done.code == 1
    assert done.out.count(": error ") == 1
    assert "/tools/1/inputSchema/properties/days/type" in done.out


def test_the_tour_runs_to_its_end(home):
    program = Path(sys.executable).parent
    done = subprocess.run(
        ["sh", EXAMPLES / "tour.sh"],
        env={**os.environ, "PATH": f"{program}{os.pathsep}{os.environ['PATH']}", "HOME": str(home)},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    for step in range(1, 11):
        assert f"\n{step}. " in done.stdout
    assert "SK105 plain-colon" in done.stdout
    assert "Spreadsheets can be imported (#35)." in done.stdout
