"""Time whole commands side by side and print ratios: `benchmarks/run.py [--runs N] [--json]`.

Machines differ and are noisy, so a row is a ratio: two commands in turn, A B A B …, and the median
of the ratios of neighbours. A goal that is missed is printed, not hidden.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

SKILL = "---\nname: one\ndescription: Does one thing. Use when one thing is wanted.\n---\nDo it.\n"
# without this variable modules are compiled once, as they are wherever this is installed
COMPILED = {key: word for key, word in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
IMPORT_TYPER = [sys.executable, "-c", "import typer"]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two commands to compare, and the ratio that is wanted at most."""

    name: str
    ours: list[str]
    other: list[str]
    goal: float


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured: medians in seconds, and the median of the pairwise ratios."""

    name: str
    ours: float
    other: float
    ratio: float
    goal: float
    reached: bool
    samples: list[tuple[float, float]]


def pairs(folder: Path) -> Iterator[Pair]:
    """Every comparison, with its inputs written below `folder`."""
    skillctl = [str(Path(sys.executable).with_name("skillctl"))]
    skill = folder / "one" / "SKILL.md"
    skill.parent.mkdir()
    skill.write_text(SKILL)
    yield Pair("--version / import typer", [*skillctl, "--version"], IMPORT_TYPER, 1.3)
    lint = [*skillctl, "lint", "--isolated", str(skill)]
    yield Pair("lint of one file / import typer", lint, IMPORT_TYPER, 1.7)


def seconds(command: list[str]) -> float:
    """Wall time of one run; a command that fails ends the benchmark."""
    start = time.perf_counter()
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, capture_output=True, env=COMPILED)
    return time.perf_counter() - start


def measure(pair: Pair, runs: int) -> Row:
    """Run both in turn, once uncounted, then `runs` times."""
    seconds(pair.ours), seconds(pair.other)
    samples = [(seconds(pair.ours), seconds(pair.other)) for _ in range(runs)]
    ours, other = (statistics.median(sample[side] for sample in samples) for side in (0, 1))
    ratio = statistics.median(a / b for a, b in samples)
    return Row(pair.name, ours, other, ratio, pair.goal, ratio <= pair.goal, samples)


def table(rows: list[Row]) -> str:
    """The rows for a person."""
    lines = [f"{'measure':34} {'ours':>9} {'other':>9} {'ratio':>6} {'goal':>5}"]
    for row in rows:
        note = "" if row.reached else "  not reached"
        lines.append(
            f"{row.name:34} {row.ours * 1000:6.0f} ms {row.other * 1000:6.0f} ms "
            f"{row.ratio:6.2f} {row.goal:5.2f}{note}"
        )
    return "\n".join(lines)


def main() -> int:
    """Measure every pair and print the table, or JSON with the raw samples."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = [measure(pair, options.runs) for pair in pairs(Path(folder))]
    machine = {"python": platform.python_version(), "system": platform.platform()}
    if options.json:
        print(json.dumps({"machine": machine, "rows": [asdict(row) for row in rows]}, indent=1))
    else:
        print(f"Python {machine['python']}, {machine['system']}, {options.runs} runs each, in turn")
        print(table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
