"""The body that tier 2, pinned skills and slash activation have in common."""

from skillctl.skills.body import as_given, body_of
from tests.agent.views import skill


def test_it_is_cleaned_and_knows_its_first_line():
    body = "\r\n\n  Read\u200b it.\r\nThen <skill>.\n\n"
    assert body_of(skill(body=body, body_line=5)) == ("  Read it.\nThen &lt;skill>.", 7)


def test_a_text_is_given_without_the_lines_around_it():
    assert as_given("\n\n a\u200b \r\n\r\nb\n") == " a \n\nb"


def test_nothing_but_line_ends():
    assert body_of(skill(body="\n\n", body_line=5)).text == ""
