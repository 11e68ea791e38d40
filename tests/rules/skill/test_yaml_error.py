import pytest

from skillctl.rules.skill.yaml_error import (
    broken_continuation,
    plain_colon,
    tab_indent,
    yaml_syntax,
)
from skillctl.source.yaml_text import parse_yaml
from tests.rules.checks import found, messages, skill
from tests.rules.mending import mended


def front(text):
    return skill(f"---\n{text}---\n")


def test_the_words_name_the_key_and_the_field_is_a_pointer():
    document = front("m:\n  d: use when: b\n")
    assert found(plain_colon, document) == [
        (": ", '": " starts a nested mapping inside the value of "d"')
    ]
    (violation,) = plain_colon.check(document)
    assert violation.field == "/m/d"


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("d: use when: b\n", 'd: "use when: b"\n'),
        ("d: a: b \r\ne: f\r\n", 'd: "a: b" \r\ne: f\r\n'),
        ("d: `a` and \\b: 'c'\n", "d: \"`a` and \\\\b: 'c'\"\n"),
        ('d: "a" and b\n', "d: '\"a\" and b'\n"),
        ("d: 'it's'\n", "d: \"'it's'\"\n"),
        ("d: [a] [b]\n", 'd: "[a] [b]"\n'),
        ("d: a: b\n  c\ne: f\n", 'd: "a: b c"\ne: f\n'),
        ("d: a: b\r\n  c\r\n", 'd: "a: b c"\r\n'),
        ("d: a: b\r\n\r\n  c\r\n", None),
        ("m:\n  d: @a\n", 'm:\n  d: "@a"\n'),
        ("d: a\n  b: c\n", None),
        ("d: a: b # c\n", None),
        ("d: - a\n   - b\n", None),
        ("d: > a\n  b\n", None),
        ("l:\n- d: a: b\n", None),
    ],
)
def test_a_value_is_put_in_quotes_where_it_is_clear_what_belongs_to_it(text, good):
    wanted = None if good is None else f"---\n{good}---\n"
    assert mended(plain_colon, front(text)) == wanted


@pytest.mark.parametrize(
    "value", ["a: b", "it's: x", '"a" b', "\\d: e", "`x`", "@a 'b' \"c\"", "100%: é", "[a] \u2028b"]
)
def test_what_is_mended_is_read_as_it_stood(value):
    document = front(f"d: {value}\n")
    (violation,) = plain_colon.check(document)
    text = mended(plain_colon, document)
    node, problems = parse_yaml(skill(text).source, 4, len(text) - 4)
    assert problems == ()
    assert node.data() == {"d": value} == {"d": violation.repair.intent["/d"]}


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ('d: "a\ne: b\n', '"'),
        ("d: 'a\ne: 'b'\n", "'"),
        ("d: [a\n", "["),
        ("d: *b c\ne: [*f]\n", None),
        ("d: [*b]\n", "*b"),
    ],
)
def test_any_other_stop_is_told_in_the_words_of_the_parser(text, token):
    tokens = [seen for seen, _ in found(yaml_syntax, front(text))]
    assert tokens == ([] if token is None else [token])


@pytest.mark.parametrize(
    ("text", "token", "good"),
    [
        ("m:\n\ta: b\n\tc: d\n", "\t", "m:\n  a: b\n  c: d\n"),
        ("m:\n \ta: b\n", "\t", "m:\n   a: b\n"),
        ("d: >\n\ta\n\t\tb\n", "\t", "d: >\n  a\n    b\n"),
        ("d: |\n  a\n  \tb\nm:\n\tc: e\tf\n", "\t", "d: |\n  a\n  \tb\nm:\n  c: e\tf\n"),
    ],
)
def test_every_tab_that_indents_becomes_two_spaces(text, token, good):
    assert [seen for seen, _ in found(tab_indent, front(text))] == [token]
    assert mended(tab_indent, front(text)) == f"---\n{good}---\n"


def test_a_continuation_is_told_with_its_line_and_field():
    document = front("m:\n  d: a\nb c. \n")
    assert found(broken_continuation, document) == [
        ("b c.", 'this line is no field, and to continue the value of "d" it lacks its indent')
    ]
    (violation,) = broken_continuation.check(document)
    assert violation.field == "/m/d"


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ('"Keeps\nnotes."', 'notes."'),
        ("'Keeps\r\nnotes.\r\n of all'", "notes."),
        ('"Keeps\n notes."', None),
        ('"Keeps notes."', None),
        ('"Keeps\n\n  notes."', None),
        (">-\n  Keeps\n  notes.", None),
    ],
)
def test_a_quoted_value_at_the_margin_is_dropped_by_one_client(value, line):
    document = skill(f"---\nname: a\ndescription: {value}\nlicense: MIT\n---\n")
    wanted = [(line, 'the value of "description" goes on at the margin')] if line else []
    assert found(broken_continuation, document) == wanted
    severities = {severity for severity, _ in messages(broken_continuation, document)}
    assert severities == ({"warning"} if line else set())
