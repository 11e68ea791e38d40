import pytest

from skillctl.rules.rule import Span, span_of
from skillctl.rules.skill.values import token_span
from tests.rules.checks import skill


@pytest.mark.parametrize(
    ("value", "token", "pointed_at"),
    [
        ("keeps <b> notes", "<b>", "<b>"),
        ("'keeps <b> notes <b>'", "<b>", "<b>"),
        ('"keeps \\u003cb>"', "<b>", '"keeps \\u003cb>"'),
        ("plain", "", "plain"),
    ],
)
def test_a_part_of_a_value_as_far_as_it_is_written_as_it_reads(value, token, pointed_at):
    document = skill(f"---\nname: {value}\n---\n")
    node = document.entry("name").value
    span = token_span(document, node, token)
    assert document.source.text[span.start : span.end] == pointed_at


def test_a_whole_value():
    document = skill("---\nname: notes\n---\n")
    assert span_of(document.entry("name").value) == Span(10, 15)
