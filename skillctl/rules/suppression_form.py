"""LT002 and LT003: what the run was told to be silent about."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from skillctl.findings import Finding, Severity
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


class Heard(NamedTuple):
    """The comments of a file, all that was found in it, and which rules did and will judge it."""

    comments: Suppressions
    found: Sequence[Finding]
    ran: frozenset[str]
    later: frozenset[str] = frozenset()


@rule(
    "LT002",
    "unused-suppression",
    Severity.NOTE,
    message="nothing here breaks {codes}",
    consequence="the comment would hide the next defect of that kind unseen",
    advice="take the comment out, or the code that it no longer needs",
    example="name: notes # skillctl: ignore SK204",
)
def unused_suppression(heard: Heard) -> Iterator[Violation]:
    """A suppression comment silences something.

    What it silenced has been mended, or moved to another line; the comment stays and waits for the
    next defect that nobody will see. It is judged by the rules that ran: a comment that names one
    that was not selected, or one about several files, is left alone. Take it out.
    """
    for comment in heard.comments.idle(heard.found, heard.ran, heard.later):
        yield Violation(span=comment.span, values={"codes": " or ".join(comment.codes)})


IDLE_RULES: tuple[Rule[Heard], ...] = (unused_suppression,)
FORM_RULES: tuple[Rule[Suppressions], ...] = (suppression_form,)
