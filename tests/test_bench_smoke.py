"""Each row of the benchmark runs; nothing is judged by a clock here."""

import json
import subprocess
import sys

from tests.conftest import ROOT


def run_bench(*words):
    script = ROOT / "benchmarks" / "run.py"
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
