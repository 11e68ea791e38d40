"""Time the start of small commands: `benchmarks/run.py [--runs N] [--only TEXT] [--json]`."""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from paired import IMPORT_TYPER, SKILLCTL, Pair, one_skill, options, report


def pairs(folder: Path) -> Iterator[Pair]:
    """Every comparison, with its inputs written below `folder`."""
    yield Pair("--version / import typer", [*SKILLCTL, "--version"], IMPORT_TYPER, 1.3)
    lint = [*SKILLCTL, "lint", "--isolated", str(one_skill(folder))]
    yield Pair("lint of one file / import typer", lint, IMPORT_TYPER, 1.7)


def main() -> int:
    """Measure every pair and print the table, or JSON with the raw samples."""
    asked = options(__doc__, runs=20).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report(pairs(Path(folder)), asked)
    return 0


if __name__ == "__main__":
    sys.exit(main())
