"""Each row of the benchmark runs; nothing is judged by a clock here."""

import json
import subprocess
import sys

from tests.conftest import ROOT


def run_bench(*words, script="run.py"):
    script = ROOT / "benchmarks" / script
    done = subprocess.run(
        [sys.executable, script, "--runs", "1", *words], capture_output=True, text=True, check=True
    )
    return done.stdout


def test_each_row_is_measured():
    rows = json.loads(run_bench("--json"))["rows"]
    assert [row["name"] for row in rows] == [
        "--version / import typer",
        "lint of one file / import typer",
    ]
    assert all(len(row["samples"]) == 1 and row["ratio"] > 0 for row in rows)


def test_the_table_names_the_goal():
    assert "ratio  goal" in run_bench()


def test_lint_of_one_file_is_measured_with_its_peak_memory(tmp_path, monkeypatch):
    monkeypatch.setenv("SKILLCTL_SHARED", str(tmp_path))  # no corpus: no trees are made of it
    words = ("--only", "one small file / import typer")
    (row,) = json.loads(run_bench(*words, "--json", script="lint.py"))["rows"]
    assert (row["goal"], len(row["samples"])) == (1.7, 3)
    assert row["ratio"] > 0
    assert 10 < row["memory"] < 64
