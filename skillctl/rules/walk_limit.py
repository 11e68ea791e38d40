"""LT001: what the run could not look at."""

from collections.abc import Iterator, Sequence

from skillctl.findings import Case, Severity
from skillctl.rules.engine import Checker
from skillctl.rules.find.found import Unseen
from skillctl.rules.finding import About
from skillctl.rules.rule import Rule, Violation, rule


@rule(
    "LT001",
    "walk-limit",
    Severity.ERROR,
    message="{reason}",
    consequence="what lies there was not checked",
    advice="name the folder itself as an argument, exclude it, or raise lint.max-entries",
    example="a folder that may not be read",
    options=("lint.max-entries", "lint.exclude"),
)
def walk_limit(unseen: Unseen) -> Iterator[Violation]:
    """The walk reaches every folder within its limits.

    A walk ends 32 folders deep and after 1,000,000 entries, and cannot enter a folder that it may
    not read. A clean result would then say more than is known. Name the folder as an argument of
    its own, exclude it, or raise the limit.
    """
    yield Violation(values={"reason": unseen.reason})


RULES: tuple[Rule[Unseen], ...] = (walk_limit,)


def check(checker: Checker, places: Sequence[Unseen]) -> Iterator[Case]:
    """Report every folder that was not looked at."""
    for unseen in places:
        about = About(kind="folder", name=unseen.shown, path=unseen.shown)
        yield checker.case(about, list(checker.run(RULES, unseen, about)), unseen.path)
