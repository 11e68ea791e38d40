import pytest

from skillctl.skills.yaml_stop import find_cause
from skillctl.source.file import SourceFile
from skillctl.source.yaml_text import parse_yaml
from tests.timing import assert_linear


def stop(text):
    source = SourceFile("x", text.encode(), text)
    _, problems = parse_yaml(source, 0, len(text))
    return find_cause(source, 0, len(text), problems[0])


@pytest.mark.parametrize(
    ("text", "kind", "token", "key"),
    [
        ("name: a\nd: Use when: b\n", "plain-colon", ": ", "d"),
        ("d: one\n  two: three\nname: a\n", "plain-colon", ": ", "d"),
        ("d: ends with a colon:\n", "plain-colon", ":", "d"),
        ("m:\n  author: a: b\n", "plain-colon", ": ", "author"),
        ("l:\n- k: a: b\n", "plain-colon", ": ", "k"),
        ('"d": a: b\n', "plain-colon", ": ", "d"),
        ("d: `code` first\n", "reserved-start", "`", "d"),
        ("d: @scope/package\n", "reserved-start", "@", "d"),
        ("d: %s\n", "reserved-start", "%", "d"),
        ("d: *bold* text\nname: a\n", "reserved-start", "*", "d"),
        ("d: > quoted\nname: a\n", "reserved-start", ">", "d"),
        ("d: - item\n", "reserved-start", "-", "d"),
        ("d: , x\n", "reserved-start", ",", "d"),
        ('d: "Foo" and bar\n', "text-after-close", '"Foo" and bar', "d"),
        ("d: 'it's'\nname: a\n", "text-after-close", "'it's'", "d"),
        ("d: [a] [b]\nname: a\n", "text-after-close", "[a] [b]", "d"),
        ("d: {a: b} c # note\n", "text-after-close", "{a: b} c # note", "d"),
        ('d: "a" # fine\ne: [x] y\n', "text-after-close", "[x] y", "e"),
        ("ok: &a x\nd: *a\ne: a: b\n", "plain-colon", ": ", "e"),
        ('d: "never closed\nname: a\n', "unclosed", '"', "d"),
        ('d: "never closed\nname: "a"\n', "unclosed", '"', "d"),
        ("d: 'tis\ne: 'x' y\nf: 'z'\n", "unclosed", "'", "d"),
        ("m:\n  d: 'a\n  e: 'b'\n", "unclosed", "'", "d"),
        ("d: {a: [b]\n", "unclosed", "{", "d"),
        ("d: [a,\n  b: c\n", "unclosed", "[", "d"),
        ("x: 'y'\nd: [a\n", "unclosed", "[", "d"),
        ('d: "a\n', "unclosed", '"', "d"),
        ("d: a\nloose text\nname: b\n", "continuation", "loose text", "d"),
        ("d: a\n\nloose text. \n", "continuation", "loose text.", "d"),
        ("d: >-\nloose text\nname: b\n", "continuation", "loose text", "d"),
        ('d: "a"\nloose\n', "continuation", "loose", "d"),
        ("d: use for\n- a\n- b\n", "continuation", "- a", "d"),
        ("d: a\n* star\n", "continuation", "* star", "d"),
        ("d: a\n[x](y) z\n", "continuation", "[x](y) z", "d"),
        ("d: a\n1. one\n2. two\n", "continuation", "1. one", "d"),
        ("d: a\r\r  Keywords: b, c\rname: x\r", "continuation", "Keywords: b, c", "d"),
        ("d: a\r\n  Keywords: b\r\n", "plain-colon", ": ", "d"),
        ("d: a\r\n \r\n  Keywords: b\r\n", "continuation", "Keywords: b", "d"),
        ("m:\n  d: a\n loose\n", "continuation", "loose", "d"),
        ("ok: &a x\nd: *a\nloose\n", "continuation", "loose", "d"),
        ("m:\n\tk: v\n", "tab-indent", "\t", ""),
        ("m:\n  k: v\n \t\t l: w\n", "tab-indent", "\t\t", ""),
        ("d: a\n\tb\n", "tab-indent", "\t", ""),
        ("d: >\n\tb\n", "tab-indent", "\t", ""),
        ("- a: b\n- 'c' d\n", "syntax", "d", ""),
        ("a:\n  - b\n- 'c\n", "syntax", "-", ""),
        ("d: [a, b\nname: c\n", "unclosed", "[", "d"),
        ("d: x\x07\n", "control", "\x07", ""),
    ],
)
def test_the_cause_is_named_at_its_token(text, kind, token, key):
    found = stop(text)
    assert (found.kind, text[found.start : found.end], found.key) == (kind, token, key)
    assert found.message


@pytest.mark.parametrize(
    ("text", "pointer", "value"),
    [
        ("d: a: b\n", "/d", "a: b"),
        ("m:\n  a/b:\n    c: d: e\nf: g\n", "/m/a~1b/c", "d: e"),
        ("m:\n  x: y\nn: o: p\n", "/n", "o: p"),
        ("l:\n  - k: v\n    w: x: y\n", "", "x: y"),
        ("l:\n- k: v: w\n", "", "v: w"),
        ("d: one\n  two: three\ne: f\n", "/d", "one\n  two: three"),
        ("d: 'it's' # x\n", "/d", "'it's' # x"),
    ],
)
def test_the_field_and_the_whole_value_are_known(text, pointer, value):
    found = stop(text)
    assert (found.field, text[slice(*found.value)]) == (pointer, value)


@pytest.mark.parametrize(
    ("text", "hinted"),
    [("d: a\nb\n", False), ("d: a\r\nb\r\n", False), ("d: a\n\n# T\n\nb\n", True)],
)
def test_a_body_that_nothing_parts_from_the_fields_is_guessed(text, hinted):
    assert ("the closing --- is missing" in stop(text).message) == hinted


def test_only_the_first_of_two_causes_is_named():
    text = "args: [a] [b]\nargument-hint: [a] [b]\n"
    assert stop(text).key == "args"


def test_values_that_are_fine_are_no_cause():
    text = (
        'a: |\n  x: `y`: z\nb: >-\n  [a] b\n\nc: "p: \'q\'\n  r: s"\nd: ["x]", y]\n'
        "e: 'it''s: ok'\nf: x\n  - y\ng: bad: value\n"
    )
    found = stop(text)
    assert (found.kind, found.key) == ("plain-colon", "g")


@pytest.mark.parametrize(
    "piece", ["k: *a\n", "k: [\n", 'k: "\n', "k:", "k: a: b\n", "- ", "k: {a\n"]
)
def test_hostile_repetition_takes_linear_time(piece):
    assert_linear(lambda n: stop("z: `\n" + piece * n), 60_000 // len(piece))


def test_where_the_parser_was_misled_by_a_next_line_character_that_is_the_cause():
    text = "a: b\x85c\nd: e\n"
    source = SourceFile("x", text.encode(), text)
    _, (problem,) = parse_yaml(source, 0, len(text))
    assert find_cause(source, 0, len(text), problem).kind == "control"
