"""Time `skillctl lint` beside others: `benchmarks/lint.py [--runs N] [--large] [--json]`.

The floors say what no linter in Python can beat. The trees are made from the shared corpus;
`--large` adds those of 10,000 and 100,000 skills, which take minutes.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from paired import IMPORT_TYPER, PYTHON, SKILLCTL, Pair, one_skill, options, report

ROOT = Path(__file__).resolve().parent.parent
CORPUS = Path(os.environ.get("SKILLCTL_SHARED", ROOT.parent / "shared")) / "corpus"
PEERS = ROOT / ".venv-peers" / "bin"
LINT = [*SKILLCTL, "lint", "--isolated"]
REPORT = [*LINT, "--format", "json", "--fail-on", "never"]
USUAL = "github+awesome-copilot"  # one of its skills is linted alone: links, code, a bundled file
SKILLS, FILES_EACH = 1_000, 14
READ = """
import os, sys
for folder, _, names in os.walk(sys.argv[1]):
    if "SKILL.md" in names:
        with open(os.path.join(folder, "SKILL.md"), "rb") as file:
            file.read().decode()
"""


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
    skill = one_skill(folder)
    for floor in ("pass", "import typer", "import yaml"):
        script = [PYTHON, "-c", floor]
        yield Pair(f"floor: python -c '{floor}' / import typer", script, IMPORT_TYPER)
    yield Pair("one small file / import typer", [*LINT, str(skill)], IMPORT_TYPER, 1.7, times=3)
    if CORPUS.is_dir():
        usual = min((CORPUS / USUAL).rglob("SKILL.md"))
        yield Pair("one usual file / import typer", [*REPORT, str(usual)], IMPORT_TYPER, times=3)
    if agnix():
        yield Pair("one small file / agnix", [*LINT, str(skill)], [*agnix(), str(skill)])
    if (PEERS / "agentskills").is_file():
        reference = [str(PEERS / "agentskills"), "validate", str(skill.parent)]
        yield Pair("one small file / skills-ref", [*LINT, str(skill)], reference)


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
    parser = options(__doc__, runs=7)
    parser.add_argument("--large", action="store_true", help="also 10,000 and 100,000 skills")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report(pairs(Path(folder), large=asked.large), asked)
    return 0


if __name__ == "__main__":
    sys.exit(main())
