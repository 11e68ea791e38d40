import pytest

from skillctl.findings import Severity
from skillctl.rules.skill.mapping import (
    comment_cut,
    duplicate_key,
    not_a_mapping,
    yaml_alias,
    yaml_tag,
)
from tests.rules.checks import found, skill


def front(text):
    return skill(f"---\n{text}---\n")


def weighed(rule, text):
    document = front(text)
    source = document.source.text
    return [
        (source[v.span.start : v.span.end], v.severity or rule.severity)
        for v in rule.check(document)
    ]


def test_a_duplicate_names_both_lines_and_is_told_once_for_all_aliases():
    text = "a: &a {k: 1, k: 2}\nb: *a\nc: *a\nname: x\nname: y\n"
    assert found(duplicate_key, front(text)) == [
        ("k", 'the key "k" stands twice, in line 2'),
        ("name", 'the key "name" stands twice, in lines 5 and 6'),
    ]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("1: a\n0x1: b\n", ["0x1"]),
        ("true: a\nYes: b\nno: c\n", ["Yes"]),
        ("~: a\nnull: b\n", ["null"]),
        ("&a x: 1\n*a : 2\n", ["*a"]),
        ("1: a\n'1': b\n", ["'1'"]),
        ("1: a\n1.5: b\n", []),
        ("[a]: b\n[c]: d\n", []),
    ],
)
def test_keys_are_compared_by_what_they_mean(text, tokens):
    assert [token for token, _ in found(duplicate_key, front(text))] == tokens


@pytest.mark.parametrize(
    ("text", "token", "what"),
    [
        ("", "---", "empty"),
        ("# x\n", "---", "empty"),
        ("- a\n", "- a", "a list"),
        ("a b\n", "a b", "a string"),
        ("7\n", "7", "a number"),
    ],
)
def test_the_root_is_a_mapping(text, token, what):
    words = f"the front matter is {what}, not fields written as key: value"
    assert found(not_a_mapping, front(text)) == [(token, words)]


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("description: a #12 b \n", "#12 b"),
        ("license: MIT\t# x\r\n", "# x"),
        ("compatibility: 3.11 #x\n", "#x"),
        ("description: a\n  b # c\n", "# c"),
        ("description: a # skillctl: ignore SK211\n", None),
        ("description: a#b C# \n", None),
        ("description: 'a' # b\n", None),
        ("description: |\n  a # b\n", None),
        ("description: # b\n", None),
        ("description: [a] # b\n", None),
        ("name: a # b\n", None),
        ("description: a\n# b\n", None),
    ],
)
def test_what_a_comment_cuts_off_is_shown(text, token):
    assert [seen for seen, _ in found(comment_cut, front(text))] == ([token] if token else [])


def test_a_long_loss_is_cut():
    ((token, words),) = found(comment_cut, front(f"license: a #{'b' * 80}\n"))
    assert len(token) == 81
    assert words.endswith(f'lost is "#{"b" * 59}…"')


def test_anchors_aliases_and_merge_keys_are_warnings_and_a_breach_an_error():
    warning = Severity.WARNING
    assert weighed(yaml_alias, "a: &x {b: c}\nd:\n  <<: *x\n  e: *x\n'<<': f\n") == [
        ("&x", warning),
        ("<<", warning),
        ("*x", warning),
    ]
    many = "a: &x 1\nb: [" + "*x," * 101 + "]\n"
    assert weighed(yaml_alias, many) == [("b", Severity.ERROR)]
    assert weighed(yaml_alias, "a: '&x *x <<'\n") == []


@pytest.mark.parametrize(
    ("tag", "severity"),
    [
        ("!!str", Severity.WARNING),
        ("!!int", Severity.WARNING),
        ("!", Severity.WARNING),
        ("!<tag:yaml.org,2002:map>", Severity.WARNING),
        ("!!binary", Severity.ERROR),
        ("!!python/name:os.system", Severity.ERROR),
        ("!own", Severity.ERROR),
    ],
)
def test_a_tag_is_an_error_unless_it_is_of_the_core(tag, severity):
    assert weighed(yaml_tag, f"a: {tag} 1\n") == [(tag, severity)]


def test_without_front_matter_there_is_nothing_to_judge():
    for rule in (duplicate_key, not_a_mapping, comment_cut, yaml_alias, yaml_tag):
        assert found(rule, skill("# T\n")) == []
