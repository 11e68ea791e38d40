import pytest
import yaml

from skillctl.source.yaml_words import explain


def mark(index):
    return yaml.Mark("x", index, 0, index, None, 0)


def test_an_error_without_a_row_keeps_the_parsers_words():
    error = yaml.MarkedYAMLError(problem="something new", problem_mark=mark(2))
    found = explain(error, "abcd")
    assert (found.message, found.start, found.end) == ("something new", 2, 3)


@pytest.mark.parametrize(("text", "start", "end"), [("ab", 1, 2), ("", 0, 0)])
def test_a_place_behind_the_text_is_moved_into_it(text, start, end):
    found = explain(yaml.MarkedYAMLError(problem="late", problem_mark=mark(9)), text)
    assert (found.start, found.end) == (start, end)


def test_an_error_without_a_place_is_at_the_start():
    assert explain(yaml.MarkedYAMLError(), "ab").message == "not YAML"
