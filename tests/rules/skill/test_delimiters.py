import pytest

from skillctl.findings import Severity
from skillctl.rules.skill.delimiters import delimiter_form, no_frontmatter, unclosed_frontmatter
from skillctl.rules.skill.yaml_error import plain_colon
from tests.rules.checks import found, skill
from tests.rules.mending import mended

HEADING = "is a heading: its fields stood above a --- that was taken for an underline"


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
        (
            "---\n\n## name: x description: y\n\nText.\n",
            "Text.",
            f'; "#" in line 3 {HEADING}',
        ),
        ("---\nname: x\n\n## Steps\n\nText.\n", "Text.", ""),
    ],
)
def test_an_unclosed_block_is_told_where_it_must_have_ended(text, token, hint):
    words = f"the front matter that opens in line 1 is never closed by ---{hint}"
    assert found(unclosed_frontmatter, skill(text)) == [(token, words)]


@pytest.mark.parametrize("line", ["--- ", "-----", "--- # end"])
def test_a_rule_in_the_text_does_not_hide_a_loose_closing_line(line):
    document = skill(f"---\nname: x\ndescription: d\n{line}\n# T\n\nText: a.\n\n---\nmore\n")
    (violation,) = delimiter_form.check(document)
    assert [t for t, _ in found(delimiter_form, document)] == [line]
    assert violation.severity is None
    assert (document.stop, document.text("description")) == (None, "d")
    assert document.body == "# T\n\nText: a.\n\n---\nmore\n"


def test_both_delimiters_may_be_loose_and_weigh_differently():
    document = skill("----\nname: x\n --- \n")
    first, second = delimiter_form.check(document)
    assert (first.severity, second.severity) == (None, Severity.WARNING)
    assert [t for t, _ in found(delimiter_form, document)] == ["----", " --- "]


@pytest.mark.parametrize(
    ("rule", "text", "good"),
    [
        (no_frontmatter, "\r\n \r\n---\r\nname: x\r\n", "---\r\nname: x\r\n"),
        (delimiter_form, "--- \nname: x\n---\n", "---\nname: x\n---\n"),
        (delimiter_form, " -----\nname: x\n --- # a\nb\n", "---\nname: x\n---\nb\n"),
        (no_frontmatter, "# T\n---\nname: x\n", None),
        (unclosed_frontmatter, "---\nname: x\ntext\n", None),
    ],
)
def test_what_is_certain_is_mended(rule, text, good):
    assert mended(rule, skill(text)) == good
