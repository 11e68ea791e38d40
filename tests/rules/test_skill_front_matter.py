import pytest

from skillctl.findings import Severity
from skillctl.rules.skill_front_matter import (
    RULES,
    delimiter_form,
    duplicate_key,
    no_frontmatter,
    not_a_mapping,
    plain_colon,
    unclosed_frontmatter,
    yaml_syntax,
)
from tests.rules.checks import found, skill

GOOD = "---\nname: notes\ndescription: x\n---\ntext\n"


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("# Title\n---\nname: x\n---\n", "# Title"),
        ("name: x\n", "name: x"),
        ("<!-- c -->\r\n---\r\n", "<!-- c -->"),
        ("\n---\nname: x\n---\n", "\n"),
        (" \r\n\r\n---\nname: x\n---\n", " \r\n\r\n"),
    ],
)
def test_the_first_line_opens_the_front_matter(text, token):
    assert [t for t, _ in found(no_frontmatter, skill(text))] == [token]


def test_blank_lines_are_read_over_and_the_rest_is_judged():
    document = skill("\n---\nname: a: b\n---\n")
    assert len(found(no_frontmatter, document)) == 1
    assert len(found(plain_colon, document)) == 1


@pytest.mark.parametrize(
    ("text", "token", "hint"),
    [
        ("---\nname: x\n\n# T\n\nText here.\n", "Text here.", ""),
        ("---\nname: x\n...\ntext\n", "...", '; "..." in line 3 does not close it'),
        ("---\rname: x\r--\rtext\r", "--", '; "--" in line 3 is a heading underline or a rule'),
        ("---\nname: x\n___\n", "___", '; "___" in line 3 is a heading underline or a rule'),
        ("---\nname: x\n", "---", ""),
        ("---", "---", ""),
    ],
)
def test_an_unclosed_block_is_told_where_it_must_have_ended(text, token, hint):
    words = f"the front matter that opens in line 1 is never closed by ---{hint}"
    assert found(unclosed_frontmatter, skill(text)) == [(token, words)]


def test_both_delimiters_may_be_loose_and_weigh_differently():
    document = skill("----\nname: x\n --- \n")
    first, second = delimiter_form.check(document)
    assert (first.severity, second.severity) == (None, Severity.WARNING)
    assert [t for t, _ in found(delimiter_form, document)] == ["----", " --- "]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("---\nd: a: b\n---\n", plain_colon),
        ("---\nd: [a] b\n---\n", plain_colon),
        ("---\nd: `a`\n---\n", plain_colon),
        ("---\nd: 'a\n---\n", yaml_syntax),
        ("---\nd:\n\te: f\n---\n", yaml_syntax),
        ("---\n- a\n---\n", not_a_mapping),
        ("---\nd: 1\nd: 2\n---\n", duplicate_key),
        ("---\nd: a: b\n", unclosed_frontmatter),
        ("# T\n", no_frontmatter),
    ],
)
def test_one_cause_one_finding(text, rule):
    guilty = [one.code for one in RULES if found(one, skill(text))]
    assert guilty == [rule.code]
    assert len(found(rule, skill(text))) == 1


def test_the_words_name_the_key():
    (pair,) = found(plain_colon, skill("---\nd: use when: b\n---\n"))
    assert pair == (": ", '": " starts a nested mapping inside the value of "d"')


def test_a_duplicate_names_both_lines_and_is_told_once_for_all_aliases():
    text = "---\na: &a {k: 1, k: 2}\nb: *a\nc: *a\nname: x\nname: y\n---\n"
    assert found(duplicate_key, skill(text)) == [
        ("k", 'the key "k" stands twice, in line 2'),
        ("name", 'the key "name" stands twice, in lines 5 and 6'),
    ]


@pytest.mark.parametrize("text", ["", " \n", GOOD])
def test_what_other_rules_judge_or_nothing(text):
    assert [one.code for one in RULES if found(one, skill(text))] == []
