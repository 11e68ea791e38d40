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
        ('d: "never closed\nname: a\n', "syntax", '"', ""),
        ("d: a\nloose text\nname: b\n", "syntax", "l", ""),
        ("m:\n\tk: v\n", "syntax", "\t", ""),
        ("d: [a, b\nname: c\n", "syntax", ":", ""),
        ("d: x\x07\n", "control", "\x07", ""),
    ],
)
def test_the_cause_is_named_at_its_token(text, kind, token, key):
    found = stop(text)
    assert (found.kind, text[found.start : found.end], found.key) == (kind, token, key)
    assert found.message


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
