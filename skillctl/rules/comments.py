"""Which findings of a file of data its own comments silence, and which comments are wrong."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from skillctl.findings import Case, Finding
from skillctl.rules.engine import Checker
from skillctl.rules.finding import About
from skillctl.source.file import SourceFile
from skillctl.source.tree import Node

COMMENT_MARK = "skillctl:"
HASH, SLASHES = "#", "//"


class Comments(NamedTuple):
    """How a file holds comments: what begins one ("" if none may stand there), and its data."""

    mark: str
    root: Callable[[SourceFile], Node | None]


def judged(
    checker: Checker, about: About, found: Sequence[Finding], path: str, comments: Comments
) -> Case:
    """Part what is reported from what is silenced; wrong comments are findings, too."""
    source = heeded(checker, about, comments)
    if source is None:
        return checker.case(about, found, path)
    from skillctl.rules import suppression, suppression_form  # noqa: PLC0415 # import budget: rare

    root, is_code = comments.root(source), checker.terms.is_code
    read = suppression.suppressions_in(source, root, comments.mark, is_code)
    wrong = checker.run(suppression_form.RULES, read, about)
    return checker.case(about, [*found, *wrong], path, read.silenced(found))


def silenced(
    checker: Checker, about: About, found: Sequence[Finding], comments: Comments
) -> Sequence[Finding]:
    """The findings that a comment silences."""
    source = heeded(checker, about, comments) if found else None
    if source is None:
        return ()
    from skillctl.rules.suppression import suppressions_in  # noqa: PLC0415 # as above

    root, is_code = comments.root(source), checker.terms.is_code
    return suppressions_in(source, root, comments.mark, is_code).silenced(found)


def heeded(checker: Checker, about: About, comments: Comments) -> SourceFile | None:
    """The text of a file that may hold comments for a run that heeds them."""
    source = about.source
    if source is None or not checker.terms.comments or not comments.mark:
        return None
    return source if COMMENT_MARK in source.text else None
