import pytest

from skillctl.rules.words import kind_of
from skillctl.source.tree import Node


@pytest.mark.parametrize(
    ("kind", "words"),
    [("list", "a list"), ("null", "null"), ("date", "a date"), ("mapping", "a mapping")],
)
def test_a_kind_has_its_article(kind, words):
    assert kind_of(Node(kind, 0, 0)) == words
