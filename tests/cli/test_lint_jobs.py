"""`--jobs`: the output is the same whatever the number of processes (lint.md section 8.1)."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from skillctl.rules.parts import LEAST_FILES
from tests.conftest import ROOT

MANY = LEAST_FILES + 50
GOOD = "---\nname: {name}\ndescription: Does one thing.\n---\nText.\n"
BAD = "---\nname: {name}\ndescription: One: two\n---\n[x](gone.md)\n"
SAME = "---\nname: twin\ndescription: Number {number}.\n---\nText.\n"


def files(number):
    found = {}
    for n in range(number):
        name = f"s{n:04}"
        text = (BAD if n % 7 == 0 else GOOD).format(name=name)
        found[f"skills/{name}/SKILL.md"] = text
    for n in range(0, number, 50):  # one name in one scope, far apart
        found[f".claude/skills/c{n}/twin/SKILL.md"] = SAME.format(number=n)
    found["mcp.json"] = '{"mcpServers": {"a": {}}}'
    return found


@pytest.fixture
def many(tree):
    return tree(files(MANY))


def test_the_output_does_not_depend_on_the_number(skillctl, many):
    for words in (("--format", "json"), (), ("--format", "sarif"), ("--statistics", "--quiet")):
        runs = [skillctl("lint", *words, "--jobs", str(n), cwd=many) for n in (1, 0, 2, 3)]
        assert len({(run.code, run.out, run.err) for run in runs}) == 1
    document = json.loads(skillctl("lint", "--format", "json", "--jobs", "2", cwd=many).out)
    assert {"SK105", "SK401", "SK601", "MC101"} <= {f["code"] for f in document["findings"]}


def test_a_setting_and_the_word_that_beats_it(skillctl, many, monkeypatch):
    from skillctl.rules import workers

    asked = []
    real = workers.parts

    def spy(check, targets, count):
        asked.append(count)
        return real(check, targets, count)

    monkeypatch.setattr(workers, "parts", spy)
    (many / "skillctl.toml").write_text("[lint]\njobs = 2\n")
    skillctl("lint", cwd=many)
    skillctl("lint", "--jobs", "3", cwd=many)
    skillctl("lint", "--jobs", "1", cwd=many)
    assert asked == [2, 3]


@pytest.mark.parametrize("number", ["-1", "x", "1.5"])
def test_what_is_no_number_is_refused(skillctl, tree, number):
    run = skillctl("lint", "--jobs", number, cwd=tree(files(1)))
    assert (run.code, run.out) == (2, "")
    assert "--jobs" in run.err


def test_fewer_files_start_no_process(skillctl, tree, monkeypatch):
    from skillctl.rules import workers

    monkeypatch.setattr(workers, "parts", None)
    assert skillctl("lint", "--jobs", "8", cwd=tree(files(LEAST_FILES - 20))).code == 1


CRASH = """
import sys
from skillctl.findings import Severity
from skillctl.rules.rule import rule
from skillctl.rules.skill import check

@rule("SK999", "bug", Severity.ERROR, message="m", consequence="c", advice="a")
def bug(document):
    if document.folder == "s0210":
        raise ZeroDivisionError
    return ()

check.RULES = (bug, *check.RULES)
from skillctl.__main__ import main
sys.argv = ["skillctl", "lint", *sys.argv[1:]]
sys.exit(main())
"""


def run_code(code, *words, cwd):
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", code, *words]
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)


@pytest.mark.skipif(sys.platform != "linux", reason="the bug is copied to the processes")
def test_a_rule_that_crashes_ends_as_in_one_process(many):
    runs = [run_code(CRASH, "--jobs", str(n), cwd=many) for n in (1, 2)]
    assert [run.returncode for run in runs] == [70, 70]
    assert runs[0].stdout == runs[1].stdout != ""
    for run in runs:
        first, second, _ = run.stderr.splitlines()
        assert first == "rule SK999 failed on skills/s0210/SKILL.md"
        assert second.startswith("error: this is a bug in skillctl (ZeroDivisionError); details")
        with open(second.rpartition(" ")[2], encoding="utf-8") as kept:  # noqa: PTH123 # a text
            assert "ZeroDivisionError" in kept.read()


SLOW = """
import sys, time
from skillctl.rules.skill import check
real = check.check
def slow(checker, targets):
    print("begun", flush=True)
    time.sleep(60)
    return real(checker, targets)
check.check = slow
from skillctl.__main__ import main
sys.argv = ["skillctl", "lint", "--jobs", "2", "--output", "report.txt"]
sys.exit(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("everyone", [True, False], ids=["as a terminal does", "one process"])
def test_an_interrupt_ends_all_and_leaves_no_half_file(many, everyone):
    words = [sys.executable, "-c", SLOW]
    with subprocess.Popen(
        words,
        cwd=many,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        process.stdout.readline()
        started = time.monotonic()
        (os.killpg if everyone else os.kill)(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert time.monotonic() - started < 20
    assert (process.returncode, err) == (130, b"interrupted\n")
    assert not (many / "report.txt").exists()
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
