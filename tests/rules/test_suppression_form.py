from skillctl.findings import Severity
from skillctl.rules.rule import Span
from skillctl.rules.suppression import Comment, Suppressions
from skillctl.rules.suppression_form import Heard, suppression_form, unused_suppression
from skillctl.source.file import SourceFile

FINE = Comment(Span(0, 1), ("SK101", "SK102"), None)
WRONG = Comment(Span(1, 2), (), None, "the comment names no code")
COMMENTS = Suppressions(SourceFile("x", b"ab", "ab"), (FINE, WRONG))


def test_only_comments_with_a_problem_are_told():
    (violation,) = suppression_form.check(COMMENTS)
    assert (violation.span, violation.values) == (
        Span(1, 2),
        {"problem": "the comment names no code"},
    )


def test_only_comments_that_silence_nothing_are_called_idle():
    (violation,) = unused_suppression.check(Heard(COMMENTS, (), frozenset({"SK101", "SK102"})))
    assert (violation.span, violation.values) == (Span(0, 1), {"codes": "SK101 or SK102"})
    assert unused_suppression.severity is Severity.NOTE
    assert list(unused_suppression.check(Heard(COMMENTS, (), frozenset()))) == []
