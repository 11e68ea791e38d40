"""Which findings of a file its own comments silence, and which comments are wrong or idle."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from skillctl.findings import Case, Finding
from skillctl.rules.engine import Checker
from skillctl.rules.finding import About
from skillctl.rules.rule import Rule
from skillctl.source.file import SourceFile
from skillctl.source.tree import Node

COMMENT_MARK = "skillctl:"
HASH, SLASHES = "#", "//"
IsCode = Callable[[str], bool]
Read = Callable[[SourceFile, IsCode], Any]  # gives Suppressions, whose module is loaded for them


class Comments(NamedTuple):
    """How the comments of a file are read, None if it can hold none.

    `rules` are those that judged the file, `later` those that judge it beside others.
    """

    read: Read | None
    rules: Sequence[Rule[Any]]
    later: Sequence[Rule[Any]] = ()


def comments_in(mark: str, root: Callable[[SourceFile], Node | None]) -> Read | None:
    """The reader for a file of data: what begins its comments ("" if nothing does), its data."""

    def read(source: SourceFile, is_code: IsCode) -> Any:  # noqa: ANN401 # as Read
        from skillctl.rules.suppression import suppressions_in  # noqa: PLC0415 # import budget

        return suppressions_in(source, root(source), mark, is_code)

    return read if mark else None


def judged(
    checker: Checker, about: About, found: Sequence[Finding], path: str, comments: Comments
) -> Case:
    """Part what is reported from what is silenced; wrong and idle comments are findings, too."""
    read = _read(checker, about, comments)
    if read is None:
        return checker.case(about, found, path)
    from skillctl.rules import suppression_form  # noqa: PLC0415 # import budget: comments are rare

    runs = checker.terms.selection.runs
    ran = frozenset(rule.code for rule in comments.rules if runs(rule))
    later = frozenset(rule.code for rule in comments.later if runs(rule))
    idle = suppression_form.Heard(read, found, ran, later)
    told = [*found, *checker.run(suppression_form.FORM_RULES, read, about)]
    told += checker.run(suppression_form.IDLE_RULES, idle, about)
    return checker.case(about, told, path, read.silenced(found))


def silenced(
    checker: Checker, about: About, found: Sequence[Finding], comments: Comments
) -> Sequence[Finding]:
    """The findings that a comment silences."""
    read = _read(checker, about, comments) if found else None
    silent: Sequence[Finding] = () if read is None else read.silenced(found)
    return silent


def _read(checker: Checker, about: About, comments: Comments) -> Any:  # noqa: ANN401 # as Read
    """The comments of a file that may hold some, for a run that heeds them."""
    source = about.source
    if source is None or not checker.terms.comments or comments.read is None:
        return None
    return comments.read(source, checker.terms.is_code) if COMMENT_MARK in source.text else None
