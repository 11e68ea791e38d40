import pytest

from skillctl.errors import SkillctlError
from skillctl.findings import Severity
from skillctl.rules.rule import rule
from skillctl.rules.selection import choose, is_code, prefixes_of
from skillctl.settings import LintSettings


def declared(code, name, severity=Severity.ERROR):
    @rule(code, name, severity, message="", consequence="", advice="")
    def check(_document):
        return ()

    return check


RULES = (
    declared("SK101", "first"),
    declared("SK102", "second", Severity.WARNING),
    declared("SK201", "third"),
    declared("MC101", "fourth"),
    declared("SK301", "style", Severity.NOTE),
)


def run(**words):
    selection = choose(LintSettings(**words), lambda: RULES)
    return [rule.code for rule in RULES if selection.runs(rule)]


@pytest.mark.parametrize(
    ("words", "codes"),
    [
        ({}, ["SK101", "SK102", "SK201", "MC101"]),
        ({"select": ["SK1"]}, ["SK101", "SK102"]),
        ({"select": ["first", "MC"]}, ["SK101", "MC101"]),
        ({"select": ["ALL"]}, ["SK101", "SK102", "SK201", "MC101", "SK301"]),
        ({"extend_select": ["SK301"]}, ["SK101", "SK102", "SK201", "MC101", "SK301"]),
        ({"extend_select": ["style"], "select": ["MC"]}, ["MC101", "SK301"]),
        ({"ignore": ["SK1"]}, ["SK201", "MC101"]),
        ({"ignore": ["SK1"], "extend_ignore": ["fourth"]}, ["SK201"]),
        ({"ignore": ["ALL"]}, []),
        ({"select": ["SK"], "ignore": ["SK1"]}, ["SK201", "SK301"]),
        ({"select": ["SK101"], "ignore": ["SK"]}, ["SK101"]),
        ({"select": ["SK1"], "ignore": ["SK1"]}, []),
        ({"ignore": ["ALL"], "extend_select": ["SK2"]}, ["SK201"]),
    ],
)
def test_the_longest_word_wins_and_at_a_tie_the_rule_is_ignored(words, codes):
    assert run(**words) == codes


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("SK10X", 'did you mean "SK10'),
        ("frist", 'did you mean "first"?'),
        ("", "skillctl rules lists them"),
        ("zzz", "skillctl rules lists them"),
        ("sk1", ""),
    ],
)
def test_a_word_that_fits_no_rule_ends_the_command(word, hint):
    with pytest.raises(SkillctlError) as raised:
        run(ignore=[word])
    assert repr(word) in raised.value.message
    assert raised.value.hint.startswith(hint)
    assert raised.value.exit_code == 2


def test_words_become_prefixes():
    assert prefixes_of("ALL", lambda: RULES) == ("",)
    assert prefixes_of("third", lambda: RULES) == ("SK201",)
    assert prefixes_of("SK", lambda: RULES) == ("SK",)
    assert is_code("SK2", lambda: RULES)
    assert not is_code("", lambda: RULES)
    assert not is_code("third", lambda: RULES)


def test_without_words_no_rule_is_loaded():
    def never():
        raise AssertionError

    assert choose(LintSettings(), never).runs(RULES[0])


def test_severities_go_by_the_longest_prefix():
    settings = LintSettings(severity={"SK": "note", "SK1": "warning", "first": "error"})
    selection = choose(settings, lambda: RULES)
    given = [
        selection.severity(code, Severity.ERROR) for code in ("SK101", "SK102", "SK201", "MC101")
    ]
    assert given == [Severity.ERROR, Severity.WARNING, Severity.NOTE, Severity.ERROR]


def test_only_a_code_or_name_of_its_own_asks_for_a_rule():
    selection = choose(LintSettings(select=["first", "SK2"]), lambda: RULES)
    assert selection.is_explicit(RULES[0])
    assert not selection.is_explicit(RULES[2])
