"""Each row of the benchmark runs; nothing is judged by a clock here."""

import json
import re
import subprocess
import sys

from tests.conftest import ROOT


def run_bench(*words, script="run.py"):
    script = ROOT / "benchmarks" / script
    done = subprocess.run(
        [sys.executable, script, "--runs", "1", *words], capture_output=True, text=True, check=True
    )
    return done.stdout


def test_each_row_is_measured(tmp_path, monkeypatch):
    monkeypatch.setenv("SKILLCTL_SHARED", str(tmp_path))  # no corpus: small skills of its own
    rows = json.loads(run_bench("--json"))["rows"]
    assert [row["name"] for row in rows] == [
        "--version / import typer",
        "lint of one file / import typer",
        "prompt, 1,000 skills / reading them",
        "prompt, 1,000 skills / no skills",
        "prompt, all in the catalog / reading them",
    ]
    assert all(len(row["samples"]) == 1 and row["ratio"] > 0 for row in rows)


def test_the_table_names_the_goal(tmp_path, monkeypatch):
    monkeypatch.setenv("SKILLCTL_SHARED", str(tmp_path))
    assert "ratio  goal" in run_bench("--only=--version")


def test_tokens_of_published_skills_are_told(shared):
    """Median and 95 % by each method."""
    del shared
    lines = run_bench("--tokens").splitlines()
    assert [line.partition(":")[0] for line in lines] == [
        f"tokens per skill, {what} ({method}, 1,126 published skills)"
        for method in ("bytes/4", "o200k_base")
        for what in ("line in the catalog", "instructions")
    ]
    assert all(re.fullmatch(r".*: median ~?[\d,]+, 95 % ~?[\d,]+", line) for line in lines)


def test_lint_of_one_file_is_measured_with_its_peak_memory(tmp_path, monkeypatch):
    monkeypatch.setenv("SKILLCTL_SHARED", str(tmp_path))  # no corpus: no trees are made of it
    words = ("--only", "one small file / import typer")
    (row,) = json.loads(run_bench(*words, "--json", script="lint.py"))["rows"]
    assert (row["goal"], len(row["samples"])) == (1.7, 3)
    assert row["ratio"] > 0
    assert 10 < row["memory"] < 64
