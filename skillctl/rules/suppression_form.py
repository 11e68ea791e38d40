"""LT003: what the run was told to be silent about."""

from collections.abc import Iterator

from skillctl.findings import Severity
from skillctl.rules.rule import Rule, Violation, rule
from skillctl.rules.suppression import Suppressions


@rule(
    "LT003",
    "suppression-form",
    Severity.WARNING,
    message="{problem}; nothing is silenced",
    consequence="the findings that it was meant for are reported",
    advice="write: skillctl: ignore CODE, CODE -- reason",
    example="# skillctl: ignore",
)
def suppression_form(suppressions: Suppressions) -> Iterator[Violation]:
    """A suppression comment names the codes that it silences, and these exist.

    A comment without a code would silence what nobody has looked at, and a misspelt code silences
    nothing while it seems to. Name each code, or a prefix of codes.
    """
    for comment in suppressions.comments:
        if comment.problem:
            yield Violation(span=comment.span, values={"problem": comment.problem})


RULES: tuple[Rule[Suppressions], ...] = (suppression_form,)
