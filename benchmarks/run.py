"""Time small commands, and `prompt` with 1,000 skills; count the tokens of published skills.

`benchmarks/run.py [--runs N] [--only TEXT] [--json] [--tokens]`. The floor of `prompt` reads and
digests the same files: whoever shows skills as they are agreed to does that at least.
"""

import math
import os
import shutil
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from paired import IMPORT_TYPER, PYTHON, SKILLCTL, Pair, one_skill, options, report

from skillctl.settings import Settings
from skillctl.skills.body import body_of
from skillctl.skills.discover import discover
from skillctl.skills.entry import catalog_entry
from skillctl.tokens import METHODS, counts, shown, usable

ROOT = Path(__file__).resolve().parent.parent
CORPUS = Path(os.environ.get("SKILLCTL_SHARED", ROOT.parent / "shared")) / "corpus"
SKILLS, PART = 1_000, 0.95
DIGEST = """
import hashlib, os, sys
for folder, _, names in os.walk(sys.argv[1]):
    for name in names:
        with open(os.path.join(folder, name), "rb") as file:
            hashlib.sha256(file.read()).hexdigest()
"""


def install(home: Path) -> Path:
    """Published skills in a user's folder, each in one of its own; without a corpus, small ones."""
    root = home / ".agents" / "skills"
    found = sorted(path.parent for path in CORPUS.rglob("SKILL.md"))
    for number in range(SKILLS):
        place = root / f"{number:04}"
        if found:
            shutil.copytree(found[number % len(found)], place)
            continue
        place.mkdir(parents=True)
        text = f"name: skill-{number}\ndescription: Does thing {number}. Use it for that."
        (place / "SKILL.md").write_text(f"---\n{text}\n---\nDo it, then check it.\n")
    return root


def pairs(folder: Path) -> Iterator[Pair]:
    """Every comparison, with its inputs written below `folder`."""
    yield Pair("--version / import typer", [*SKILLCTL, "--version"], IMPORT_TYPER, 1.3)
    lint = [*SKILLCTL, "lint", "--isolated", str(one_skill(folder))]
    yield Pair("lint of one file / import typer", lint, IMPORT_TYPER, 1.7)
    home, empty = folder / "home", folder / "empty"
    root = install(home)
    empty.mkdir()
    floor = [PYTHON, "-c", DIGEST, str(root)]
    prompt = [*SKILLCTL, "prompt", "--project", str(empty)]
    yield Pair("prompt, 1,000 skills / reading them", at_home(home, prompt), floor)
    yield Pair("prompt, 1,000 skills / no skills", at_home(home, prompt), at_home(empty, prompt))
    every = [*prompt, "--preset", "keen"]
    yield Pair("prompt, all in the catalog / reading them", at_home(home, every), floor)


def at_home(home: Path, command: Sequence[str]) -> list[str]:
    """A command of a user with that home folder, and with no settings but those in there."""
    unset = [word for name in ("CONFIG", "DATA", "STATE") for word in ("-u", f"XDG_{name}_HOME")]
    return ["env", *unset, f"HOME={home}", *command]


def weights(home: Path) -> Iterator[str]:
    """A line for each text of a skill and each method: its tokens over the published skills."""
    roots = sorted({path.parent.parent for path in CORPUS.rglob("SKILL.md")})
    if not roots:
        yield "no shared corpus (SKILLCTL_SHARED): its tokens are left out"
        return
    found = discover(None, home, home / "data", Settings(), roots).items
    skills = [item.skill for item in found if item.skill]
    texts = {
        "line in the catalog": [catalog_entry(skill, Settings().skills) for skill in skills],
        "instructions": [body_of(skill).text for skill in skills],
    }
    for method in (method for method in METHODS if usable(method) == method):
        for what, all_of_it in texts.items():
            numbers = sorted(counts(all_of_it, method))
            middle = round(statistics.median(numbers))
            most = numbers[math.ceil(PART * len(numbers)) - 1]
            yield (
                f"tokens per skill, {what} ({method}, {len(skills):,} published skills): "
                f"median {shown(middle, method)}, 95 % {shown(most, method)}"
            )


def main() -> int:
    """Measure every pair and print the table, or JSON with the raw samples; then the tokens."""
    parser = options(__doc__, runs=20)
    parser.add_argument("--tokens", action="store_true", help="only count tokens, time nothing")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if not asked.tokens:
            report(pairs(Path(folder)), asked)
        if asked.tokens or not (asked.json or asked.only):
            print(*weights(Path(folder)), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
