"""Two commands side by side: a row is a ratio, since machines differ and are noisy.

They run in turn, A B A B …; a row is the median of the ratios of neighbours, and the peak memory of
the largest process of each. A goal that is missed is printed, not hidden.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

PYTHON = sys.executable
SKILLCTL = [str(Path(sys.executable).with_name("skillctl"))]
IMPORT_TYPER = [PYTHON, "-c", "import typer"]
SKILL = "---\nname: one\ndescription: Does one thing. Use when one thing is wanted.\n---\nDo it.\n"
# without this variable modules are compiled once, as they are wherever this is installed
COMPILED = {key: word for key, word in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
MIB = 1024 if sys.platform != "darwin" else 1024 * 1024


@dataclass(frozen=True, slots=True)
class Pair:
    """Two commands to compare: the ratio wanted at most, and the memory wanted at most.

    That is a number of MiB, or, in `memory_share`, a part of what the other one takes. `times`
    multiplies the runs.
    """

    name: str
    ours: Sequence[str]
    other: Sequence[str]
    goal: float | None = None
    memory: int | None = None
    times: int = 1
    memory_share: float | None = None


@dataclass(frozen=True, slots=True)
class Sample:
    """One run of a command: wall time in seconds, peak memory in MiB."""

    seconds: float
    memory: float


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured: medians in seconds, the median of the ratios, peak memory in MiB."""

    name: str
    ours: float
    other: float
    ratio: float
    goal: float | None
    memory: float
    memory_other: float
    memory_goal: float | None
    samples: list[tuple[Sample, Sample]] = field(repr=False)

    @property
    def missed(self) -> list[str]:
        """The goals that were not reached, in words."""
        ratio = self.goal is not None and self.ratio > self.goal
        memory = self.memory_goal is not None and self.memory > self.memory_goal
        return ["ratio"] * ratio + ["memory"] * memory


def run(command: Sequence[str]) -> Sample:
    """Run once; a command that neither passes nor finds something ends the benchmark."""
    begin = time.perf_counter()
    null = subprocess.DEVNULL
    with subprocess.Popen(command, stdin=null, stdout=null, stderr=null, env=COMPILED) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - begin
    if process.returncode not in (0, 1):
        raise SystemExit(f"exit code {process.returncode}: {' '.join(command)}")
    return Sample(seconds, usage.ru_maxrss / MIB)


def measure(pair: Pair, runs: int) -> Row:
    """Run both in turn, once uncounted, then as often as wanted; short ones more often."""
    run(pair.ours), run(pair.other)
    samples = [(run(pair.ours), run(pair.other)) for _ in range(runs * pair.times)]
    memory_other = max(other.memory for _, other in samples)
    share = pair.memory_share
    return Row(
        name=pair.name,
        ours=statistics.median(ours.seconds for ours, _ in samples),
        other=statistics.median(other.seconds for _, other in samples),
        ratio=statistics.median(ours.seconds / other.seconds for ours, other in samples),
        goal=pair.goal,
        memory=max(ours.memory for ours, _ in samples),
        memory_other=memory_other,
        memory_goal=pair.memory if share is None else share * memory_other,
        samples=samples,
    )


def told(row: Row) -> str:
    """A row for a person."""
    goal = "" if row.goal is None else f"{row.goal:.2f}"
    missed = f"  not reached: {', '.join(row.missed)}" if row.missed else ""
    return (
        f"{row.name:49} {row.ours * 1000:6.0f} ms {row.other * 1000:6.0f} ms {row.ratio:6.2f} "
        f"{goal:>5} {row.memory:5.0f} {row.memory_other:5.0f}{missed}"
    )


def one_skill(folder: Path) -> Path:
    """The smallest useful skill, written below `folder`."""
    skill = folder / "one" / "SKILL.md"
    skill.parent.mkdir()
    skill.write_text(SKILL)
    return skill


def options(about: str, runs: int) -> argparse.ArgumentParser:
    """What every benchmark can be asked."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--runs", type=int, default=runs, help="how often each row is measured")
    parser.add_argument("--only", default="", help="only the rows whose name holds this text")
    parser.add_argument("--json", action="store_true", help="with the raw samples")
    return parser


def report(pairs: Iterable[Pair], asked: argparse.Namespace) -> None:
    """Measure the pairs that are asked for and print a table, or JSON."""
    machine = f"Python {platform.python_version()}, {platform.platform()}, {os.cpu_count()} cores"
    if not asked.json:
        print(f"{machine}, {asked.runs} runs each, in turn")
        print(f"{'measure':49} {'ours':>9} {'other':>9}  ratio  goal   MiB other", flush=True)
    rows = []
    for pair in (pair for pair in pairs if asked.only in pair.name):
        rows.append(measure(pair, asked.runs))
        if not asked.json:
            print(told(rows[-1]), flush=True)
    if asked.json:
        print(json.dumps({"machine": machine, "rows": [asdict(row) for row in rows]}, indent=1))
