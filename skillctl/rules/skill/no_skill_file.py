"""SK002: a folder among skills in which no host finds one."""

from collections.abc import Iterator, Sequence

from skillctl.findings import Case, Severity
from skillctl.rules.engine import Checker
from skillctl.rules.find.found import Unseen
from skillctl.rules.finding import About
from skillctl.rules.rule import Rule, Violation, rule

KIND = "directory"


@rule(
    "SK002",
    "no-skill-file",
    Severity.NOTE,
    message='"{path}" lies among skills and holds no SKILL.md',
    consequence="no host loads anything from it, and none says so",
    advice="add SKILL.md, move the folder elsewhere, or let its name begin with _",
    example="skills/notes with a README.md and nothing else",
)
def no_skill_file(path: str) -> Iterator[Violation]:
    """A folder in a folder `skills` is a skill, or a category that holds some.

    Hosts look for `SKILL.md` up to six levels below a folder `skills` and pass over the rest in
    silence: a skill whose file bears another name is gone. Folders whose names begin with `.` or
    `_` are left aside. Add the file, or move the folder to where it belongs.
    """
    yield Violation(path=path, values={"path": path})


RULES: tuple[Rule[str], ...] = (no_skill_file,)


def check(checker: Checker, places: Sequence[Unseen]) -> Iterator[Case]:
    """Report the folders without a skill; where the rule does not run, there is no case of them."""
    for place in places:
        about = About(kind=KIND, name=place.shown, path=place.shown)
        found = list(checker.run(RULES, place.shown, about))
        if found:
            yield checker.case(about, found, place.path)
