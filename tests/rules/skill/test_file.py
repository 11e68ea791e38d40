from dataclasses import replace
from pathlib import Path

import pytest

from skillctl.rules.skill.file import byte_order_mark, not_utf8, unreadable
from skillctl.skills.document import SkillDocument, read_skill_document
from skillctl.source.file import decode
from tests.rules.checks import found, skill

GOOD = "---\nname: notes\ndescription: x\n---\n"


def test_bytes_that_are_no_text_have_a_place_and_a_guess():
    failure = decode("x", "é".encode("utf-16"))
    document = SkillDocument(path=Path("x"), shown="x", folder="", spelled="", failure=failure)
    (violation,) = not_utf8.check(document)
    start, end = violation.place
    assert (start.line, start.column, start.offset, end.offset) == (1, 1, 0, 1)
    assert violation.values["guess"] == "; the file looks like UTF-16LE"
    assert list(unreadable.check(document)) == []


def test_the_mark_is_its_three_bytes_and_the_rest_is_judged_without():
    document = skill(b"\xef\xbb\xbf" + GOOD.encode())
    (violation,) = byte_order_mark.check(document)
    assert [p.offset for p in violation.place] == [0, 3]
    assert document.text("name") == "notes"
    assert list(byte_order_mark.check(skill(GOOD))) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [("", "the file is empty"), (" \r\n\t", "the file holds nothing but blanks")],
)
def test_nothing_to_read(text, words):
    assert found(unreadable, skill(text)) == [(None, words)]
    assert found(unreadable, skill(GOOD)) == []


def test_limits_of_size(tree):
    path = tree({"notes/SKILL.md": GOOD}) / "notes" / "SKILL.md"
    assert list(unreadable.check(read_skill_document(path, "x", len(GOOD)))) == []
    (over,) = unreadable.check(read_skill_document(path, "x", len(GOOD) - 1))
    assert over.values == {"reason": f"is over {len(GOOD) - 1} bytes"}
    long = f"---\nname: notes\nd: {'x' * 65_536}\n---\n"
    assert found(unreadable, skill(long)) == [
        ("---", "the file has over 65,536 bytes of front matter")
    ]


def test_what_cannot_be_opened_is_said(tmp_path):
    (violation,) = unreadable.check(read_skill_document(tmp_path, "x"))
    assert violation.values == {"reason": "is not a regular file"}
    assert list(not_utf8.check(replace(skill(GOOD), failure=None))) == []
