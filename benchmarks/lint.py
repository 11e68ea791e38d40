"""Time `skillctl lint` beside others: `benchmarks/lint.py [--runs N] [--large] [--json]`.

A row is a ratio of two commands that ran in turn, A B A B …: the median of the ratios of
neighbours. The floors say what no linter in Python can beat. Peak memory is that of the largest
process of a command. The trees are made from the shared corpus; `--large` adds those of 10,000 and
100,000 skills, which take minutes. A goal that is missed is printed, not hidden.
"""

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CORPUS = Path(os.environ.get("SKILLCTL_SHARED", ROOT.parent / "shared")) / "corpus"
PEERS = ROOT / ".venv-peers" / "bin"
PYTHON = sys.executable
SKILLCTL = [str(Path(sys.executable).with_name("skillctl")), "lint", "--isolated"]
REPORT = [*SKILLCTL, "--format", "json", "--fail-on", "never"]
SKILL = "---\nname: one\ndescription: Does one thing. Use when one thing is wanted.\n---\nDo it.\n"
USUAL = "github+awesome-copilot"  # one of its skills is linted alone: links, code, a bundled file
# without this variable modules are compiled once, as they are wherever this is installed
COMPILED = {key: word for key, word in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
SKILLS, FILES_EACH = 1_000, 14
MIB = 1024 if sys.platform != "darwin" else 1024 * 1024
READ = """
import os, sys
for folder, _, names in os.walk(sys.argv[1]):
    if "SKILL.md" in names:
        with open(os.path.join(folder, "SKILL.md"), "rb") as file:
            file.read().decode()
"""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two commands to compare: the ratio wanted at most, and the memory wanted at most in MiB.

    `times` multiplies the runs.
    """

    name: str
    ours: Sequence[str]
    other: Sequence[str]
    goal: float | None = None
    memory: int | None = None
    times: int = 1


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
    memory_goal: int | None
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
    return Row(
        name=pair.name,
        ours=statistics.median(ours.seconds for ours, _ in samples),
        other=statistics.median(other.seconds for _, other in samples),
        ratio=statistics.median(ours.seconds / other.seconds for ours, other in samples),
        goal=pair.goal,
        memory=max(ours.memory for ours, _ in samples),
        memory_other=max(other.memory for _, other in samples),
        memory_goal=pair.memory,
        samples=samples,
    )


def make_files(folder: Path) -> Path:
    """1,000 published skills in 14,000 files: what a skill lacks of fourteen is filled up."""
    corpus = sorted(path.parent for path in CORPUS.rglob("SKILL.md"))[:SKILLS]
    for skill in corpus:
        copy = folder / skill.relative_to(CORPUS)
        shutil.copytree(skill, copy, dirs_exist_ok=True)
        there = sum(path.is_file() for path in copy.rglob("*"))
        for number in range(there, FILES_EACH):
            kind, suffix = (("references", "md"), ("scripts", "py"))[number % 2]
            file = copy / kind / f"filler-{number}.{suffix}"
            file.parent.mkdir(exist_ok=True)
            file.write_text(f"# Part {number}\n\n{'A line that fills a bundled file. ' * 20}\n")
    return folder


def make_skills(folder: Path, count: int) -> Path:
    """Small skills in groups of a hundred; every tenth has a link that leads nowhere."""
    for number in range(count):
        skill = folder / f"group-{number // 100}" / "skills" / f"skill-{number}"
        skill.mkdir(parents=True)
        text = (
            f"---\nname: skill-{number}\ndescription: Does thing {number}. Use it for that.\n---\n"
        )
        link = "[guide](GUIDE.md)\n" if number % 10 == 0 else "[this](SKILL.md)\n"
        (skill / "SKILL.md").write_text(f"{text}# Thing {number}\n\nDo it, then check it. {link}")
    return folder


def pairs_of_one(folder: Path) -> Iterator[Pair]:
    """One file: beside the floors, agnix and the reference validator."""
    skill = folder / "one" / "SKILL.md"
    skill.parent.mkdir()
    skill.write_text(SKILL)
    typer = [PYTHON, "-c", "import typer"]
    for floor in ("pass", "import typer", "import yaml"):
        yield Pair(f"floor: python -c '{floor}' / import typer", [PYTHON, "-c", floor], typer)
    yield Pair("one small file / import typer", [*SKILLCTL, str(skill)], typer, 1.7, times=3)
    if CORPUS.is_dir():
        usual = min((CORPUS / USUAL).rglob("SKILL.md"))
        yield Pair("one usual file / import typer", [*REPORT, str(usual)], typer, times=3)
    if agnix():
        yield Pair("one small file / agnix", [*SKILLCTL, str(skill)], [*agnix(), str(skill)])
    if (PEERS / "agentskills").is_file():
        reference = [str(PEERS / "agentskills"), "validate", str(skill.parent)]
        yield Pair("one small file / skills-ref", [*SKILLCTL, str(skill)], reference)


def pairs_of_many(folder: Path) -> Iterator[Pair]:
    """The published skills: beside reading them, and beside agnix."""
    files = make_files(folder / "files")
    read = [PYTHON, "-c", READ]
    yield Pair("floor: reading / lint, 14,000 files", [*read, str(files)], [*REPORT, str(files)])
    yield Pair(
        "14,000 files: --jobs 1 / --jobs 0",
        [*REPORT, "--jobs", "1", str(files)],
        [*REPORT, "--jobs", "0", str(files)],
        memory=64,
    )
    if agnix():
        for name, tree, goal in (("corpus", CORPUS, 0.8), ("14,000 files", files, 0.5)):
            ours = [*REPORT, "--jobs", "0", str(tree)]
            yield Pair(f"{name} / agnix", ours, [*agnix(), str(tree)], goal, 64)


def pairs_of_very_many(folder: Path) -> Iterator[Pair]:
    """Ten times as many skills take at most twelve times as long."""
    trees = [make_skills(folder / str(count), count) for count in (100_000, 10_000)]
    for jobs in ("0", "1"):
        many, few = ([*REPORT, "--jobs", jobs, str(tree)] for tree in trees)
        yield Pair(f"100,000 / 10,000 skills, --jobs {jobs}", many, few, 12, 256)


def agnix() -> list[str]:
    """The command of agnix; empty where it is not installed."""
    return [str(PEERS / "agnix"), "--format", "json"] if (PEERS / "agnix").is_file() else []


def told(row: Row) -> str:
    """A row for a person."""
    goal = "" if row.goal is None else f"{row.goal:.2f}"
    missed = f"  not reached: {', '.join(row.missed)}" if row.missed else ""
    return (
        f"{row.name:49} {row.ours * 1000:6.0f} ms {row.other * 1000:6.0f} ms {row.ratio:6.2f} "
        f"{goal:>5} {row.memory:5.0f} {row.memory_other:5.0f}{missed}"
    )


def pairs(folder: Path, *, large: bool) -> Iterator[Pair]:
    """Every comparison that can be made here; what cannot is told on stderr."""
    if not agnix():
        print("agnix is not installed (make peers): its rows are left out", file=sys.stderr)
    yield from pairs_of_one(folder)
    if CORPUS.is_dir():
        yield from pairs_of_many(folder)
    else:
        print("no shared corpus (SKILLCTL_SHARED): its rows are left out", file=sys.stderr)
    if large:
        yield from pairs_of_very_many(folder)


def main() -> int:
    """Measure every pair and print the table, or JSON with the raw samples."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7, help="how often each row is measured")
    parser.add_argument("--large", action="store_true", help="also 10,000 and 100,000 skills")
    parser.add_argument("--only", default="", help="only the rows whose name holds this text")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    machine = f"Python {platform.python_version()}, {platform.platform()}, {os.cpu_count()} cores"
    with tempfile.TemporaryDirectory() as folder:
        chosen = (p for p in pairs(Path(folder), large=options.large) if options.only in p.name)
        if not options.json:
            print(f"{machine}, {options.runs} runs each, in turn")
            print(f"{'measure':49} {'ours':>9} {'other':>9}  ratio  goal   MiB other", flush=True)
        rows = []
        for pair in chosen:
            rows.append(measure(pair, options.runs))
            if not options.json:
                print(told(rows[-1]), flush=True)
    if options.json:
        print(json.dumps({"machine": machine, "rows": [asdict(row) for row in rows]}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
