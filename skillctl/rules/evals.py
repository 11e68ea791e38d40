"""Files of trials in skills (`evals/*.json`): they are counted; no rule looks into them yet."""

from collections.abc import Iterator, Sequence
from pathlib import PurePath

from skillctl.findings import Case
from skillctl.rules.engine import Checker
from skillctl.rules.find.found import Target
from skillctl.rules.finding import About
from skillctl.rules.rule import Rule

RULES: tuple[Rule[Target], ...] = ()
FOLDER = "evals"
SUFFIX = ".json"


def check(checker: Checker, targets: Sequence[Target]) -> Iterator[Case]:
    """A case for each file."""
    for target in targets:
        about = About(kind=FOLDER, name=PurePath(target.path).name, path=target.shown)
        yield checker.case(about, (), target.path)


def check_text(checker: Checker, target: Target, data: bytes) -> Case:
    """A case for a text as the file of that name."""
    del data
    (case,) = check(checker, (target,))
    return case
