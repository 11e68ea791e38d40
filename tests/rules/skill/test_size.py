import pytest

from skillctl.rules.skill.size import SizedSkill, body_lines
from tests.rules.checks import skill

FRONT = "---\nname: notes\ndescription: d\n---\n"


@pytest.mark.parametrize(
    ("body", "lines", "line"),
    [
        ("x\n" * 5, None, None),
        ("x\n" * 5 + "\n\n", None, None),
        ("x\n" * 6, 6, 10),
        ("x\r\n" * 7, 7, 10),
        ("x\n" * 5 + "last", 6, 10),
        ("\n" * 9, None, None),
        ("\n" * 9 + "x", 10, 10),
    ],
)
def test_lines_below_the_front_matter_are_counted(body, lines, line):
    document = skill(FRONT + body)
    found = list(body_lines.check(SizedSkill(document, 5)))
    assert [v.values for v in found] == ([] if lines is None else [{"lines": lines, "most": 5}])
    if found:
        assert document.source.position(found[0].span.start).line == line


def test_without_front_matter_all_is_text():
    (violation,) = body_lines.check(SizedSkill(skill("x\n" * 3), 2))
    assert violation.values["lines"] == 3


def test_what_cannot_be_read_has_no_lines():
    document = skill("")
    assert list(body_lines.check(SizedSkill(document, 0))) == []
