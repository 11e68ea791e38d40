"""SK009: links without a target, in a skill or among skills."""

from collections.abc import Iterator, Sequence

from skillctl.findings import Case, Severity
from skillctl.rules.engine import Checker
from skillctl.rules.find.found import Unseen
from skillctl.rules.finding import About
from skillctl.rules.rule import Rule, Violation, rule


@rule(
    "SK009",
    "dangling-link",
    Severity.WARNING,
    message='"{path}" is a link without a target',
    consequence="what was meant to be there is absent, and no host says so",
    advice="make the target, mend the link, or remove it",
    example="skills/notes, a link to a folder that was moved",
)
def dangling_link(path: str) -> Iterator[Violation]:
    """A link on disk in a skill, or in a folder `skills`, leads to something.

    Hosts pass over a link without a target in silence: the skill is gone, or a file that its text
    speaks of. It happens when the target is moved, or was never part of the repository. A link
    that leads back to a folder above it is no finding.
    """
    yield Violation(path=path, values={"path": path})


RULES: tuple[Rule[str], ...] = (dangling_link,)


def check(checker: Checker, places: Sequence[Unseen]) -> Iterator[Case]:
    """Report the links that belong to no skill."""
    for link in places:
        about = About(kind="link", name=link.shown, path=link.shown)
        yield checker.case(about, list(checker.run(RULES, link.shown, about)), link.path)
