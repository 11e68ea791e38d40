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
    source = about.source
    heeded = checker.terms.comments and comments.mark
    if source is None or not heeded or COMMENT_MARK not in source.text:
        return checker.case(about, found, path)
    from skillctl.rules import suppression, suppression_form  # noqa: PLC0415 # import budget: rare

    is_code = checker.terms.is_code
    read = suppression.suppressions_in(source, comments.root(source), comments.mark, is_code)
    silent = [finding for finding in found if read.silences(finding)]
    wrong = checker.run(suppression_form.RULES, read, about)
    return checker.case(about, [*found, *wrong], path, silent)
