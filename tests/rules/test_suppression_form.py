from skillctl.rules.rule import Span
from skillctl.rules.suppression import Comment, Suppressions
from skillctl.rules.suppression_form import suppression_form
from skillctl.source.file import SourceFile


def test_only_comments_with_a_problem_are_told():
    fine = Comment(Span(0, 1), ("SK101",), None)
    wrong = Comment(Span(1, 2), (), None, "the comment names no code")
    comments = Suppressions(SourceFile("x", b"ab", "ab"), (fine, wrong))
    (violation,) = suppression_form.check(comments)
    assert (violation.span, violation.values) == (
        Span(1, 2),
        {"problem": "the comment names no code"},
    )
