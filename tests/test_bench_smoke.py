"""Each row of the benchmark runs; nothing is judged by a clock here."""

import json
import re
import subprocess
import sys

from tests.conftest import ROOT
from tests.peers.programs import find_python


def run_bench(*words, script="run.py"):
    script = ROOT / "benchmarks" / script
    return output([sys.executable, script, "--runs", "1", *words])


def output(command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


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


def test_a_fake_and_a_server_of_others_are_measured_until_they_answer():
    find_python(["mcp"], "make peers")
    (row,) = json.loads(run_bench("--only", "fake serve", "--json", script="mcp.py"))["rows"]
    assert (row["goal"], len(row["samples"])) == (0.35, 1)
    assert row["ratio"] > 0


MEMORY = """
from paired import PYTHON, Pair, measure
small, large = [PYTHON, "-c", ""], [PYTHON, "-c", "b'x' * (200 << 20)"]
less = measure(Pair("less", small, large, memory_share=0.5), 1)
more = measure(Pair("more", large, small, memory_share=0.5), 1)
print(less.missed, more.missed)
"""


def test_memory_may_be_wanted_as_a_part_of_that_of_the_other(monkeypatch):
    """In a small process of its own: what a child takes counts from its parent's size on."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "benchmarks"))
    assert output([sys.executable, "-c", MEMORY]) == "[] ['memory']\n"


def test_a_fake_is_called_until_it_dies_and_beyond():
    soaked = json.loads(
        output([sys.executable, ROOT / "benchmarks/soak.py", "--calls", "300", "--json"])
    )
    assert soaked["before"] == soaked["after"]
    assert soaked["outcomes"]["own"] >= 290
    assert sum(soaked["outcomes"].values()) == 300
    assert any("exited with code 9" in words for words in soaked["outcomes"])
