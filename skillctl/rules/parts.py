"""How much of the files is checked at a time, by how many processes (lint.md section 8.1)."""

import os
from typing import NamedTuple

from skillctl.findings import Case, Skipped
from skillctl.rules.find.found import Record
from skillctl.rules.rule import Crash

LEAST_FILES = 300
MOST_BY_ITSELF = 8


class Part(NamedTuple):
    """What came of some files, in their order: results, records, rules that crashed."""

    results: tuple[Case | Skipped, ...]
    records: tuple[Record, ...] = ()
    crashes: tuple[Crash, ...] = ()


def processes(jobs: int, files: int) -> int:
    """How many processes check so many files, where `jobs` are wanted; 0 leaves it to us.

    Below 300 files their start takes longer than the files.
    """
    if files < LEAST_FILES:
        return 1
    return jobs or min(_cores(), MOST_BY_ITSELF)


def _cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
