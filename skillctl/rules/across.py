"""Rules about several files: they run when every file has been checked.

Each checked file leaves small records in its checker. Those that share a key are compared by the
module of their kind, which reads the files again: they are few, so no document is kept for it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from skillctl.findings import Case, Skipped
from skillctl.rules.engine import Checker
from skillctl.rules.find.found import Target

ModuleOf = Callable[[str], Any]


def with_findings_across(
    checker: Checker, results: Sequence[Case | Skipped], module_of: ModuleOf
) -> list[Case | Skipped]:
    """The results, with what the rules about several files find added to each case.

    A module of a kind that leaves records has `check_together(checker, targets)`, which gives cases
    that hold the further findings only.
    """
    further: dict[tuple[str, str], list[Case]] = {}
    for kind, targets in _shared(checker):
        for case in module_of(kind).check_together(checker, targets):
            further.setdefault((case.kind, case.path), []).append(case)
    return [_joined(result, further) for result in results]


def _shared(checker: Checker) -> Iterator[tuple[str, Sequence[Target]]]:
    """The files that share a key, in the order in which they were checked."""
    groups: dict[tuple[str, tuple[str, ...]], dict[str, Target]] = {}
    for kind, key, target in checker.records:
        groups.setdefault((kind, key), {})[target.path] = target
    for (kind, _), targets in groups.items():
        if len(targets) > 1:
            yield kind, tuple(targets.values())


def _joined(result: Case | Skipped, further: dict[tuple[str, str], list[Case]]) -> Case | Skipped:
    if isinstance(result, Skipped):
        return result
    for case in further.get((result.kind, result.path), ()):
        result = replace(
            result,
            findings=(*result.findings, *case.findings),
            suppressed=(*result.suppressed, *case.suppressed),
        )
    return result
