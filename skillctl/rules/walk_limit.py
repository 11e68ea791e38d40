"""LT001: what the run could not look at."""

from collections.abc import Iterator, Sequence

from skillctl.findings import Case, Severity
from skillctl.rules.engine import Checker
from skillctl.rules.find.found import CLOSED, DEEP, STOPPED, Unseen
from skillctl.rules.finding import About
from skillctl.rules.rule import Rule, Violation, rule

_MENDS = {
    DEEP: "name the folder itself as an argument, or exclude it",
    STOPPED: "raise lint.max-entries, exclude what is large, or name fewer folders",
    CLOSED: "let the folder be read, or exclude it",
}


@rule(
    "LT001",
    "walk-limit",
    Severity.ERROR,
    message="{reason}",
    consequence="what lies there was not checked",
    advice="{mend}",
    example="a folder that may not be read",
    options=("lint.max-entries", "lint.exclude"),
)
def walk_limit(unseen: Unseen) -> Iterator[Violation]:
    """The walk reaches every folder within its limits.

    A walk ends 32 folders deep and after 1,000,000 entries, and cannot enter a folder that it may
    not read. A clean result would then say more than is known. Name a folder that lies too deep as
    an argument of its own, raise the limit of entries, let the folder be read, or exclude it.
    """
    mends = (words for begin, words in _MENDS.items() if unseen.reason.startswith(begin))
    values = {"reason": unseen.reason, "mend": next(mends, "exclude the folder")}
    yield Violation(values=values)


RULES: tuple[Rule[Unseen], ...] = (walk_limit,)


def check(checker: Checker, places: Sequence[Unseen]) -> Iterator[Case]:
    """Report every folder that was not looked at."""
    for unseen in places:
        about = About(kind="folder", name=unseen.shown, path=unseen.shown)
        yield checker.case(about, list(checker.run(RULES, unseen, about)), unseen.path)
