import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skillctl.skills.front_matter import closed_before, find_front_matter
from skillctl.source.file import SourceFile
from tests.timing import assert_linear


def find(text):
    return find_front_matter(SourceFile("x", text.encode(), text))


def parts(text):
    block = find(text)
    return text[block.start : block.end], text[block.body :]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_block_stands_between_two_lines_of_three_hyphens(end):
    text = end.join(["---", "name: a", "description: b --- c", "  ---", "---", "body", "---", ""])
    yaml, body = parts(text)
    assert yaml.splitlines() == ["name: a", "description: b --- c", "  ---"]
    assert body.splitlines() == ["body", "---"]
    block = find(text)
    assert (block.opening.form, block.closing.form, block.blank_lines) == ("", "", False)


@pytest.mark.parametrize(
    "text", ["", "\n\n", "# Title\n", "name: x\n---\n", "--\nname: x\n", "-----\ntext\n"]
)
def test_without_an_opening_line_there_is_no_block(text):
    block = find(text)
    assert (block.opening, block.closing, block.body) == (None, None, 0)


def test_blank_lines_before_the_block_are_read_over():
    block = find("\n \t\r\n---\nname: a\n---\nbody")
    assert (block.opening.start, block.blank_lines) == (5, True)
    assert parts("\n---\nname: a\n---\nbody") == ("name: a\n", "body")


@pytest.mark.parametrize(
    ("line", "form"),
    [
        ("--- ", "has blanks after it"),
        ("---\t", "has blanks after it"),
        ("-----", "has 5 hyphens"),
        (" ---", "is indented"),
        ("--- # front", "has a comment after it"),
    ],
)
def test_loose_forms_are_found_and_marked(line, form):
    opened = find(f"{line}\nname: a\n---\nbody")
    assert (opened.opening.form, opened.closing.form) == (form, "")
    closed = find(f"---\nname: a\n{line}\nbody")
    assert (closed.opening.form, closed.closing.form) == ("", form)
    assert parts(f"---\nname: a\n{line}\nbody") == ("name: a\n", "body")


def test_a_strict_closing_line_beats_a_loose_one():
    assert parts("---\nname: a\n --- \nb: c\n---\nbody") == ("name: a\n --- \nb: c\n", "body")


@pytest.mark.parametrize(
    ("text", "stop", "body"),
    [
        ("---\na: b\n--- \nText.\n---\n", "--- ", "Text.\n---\n"),
        ("---\na: b\n----\nText.\n---\n", "Text", "Text.\n---\n"),
        ("---\r\na: b\r\n---\t# c\r\n---\r\n", "---\t", "---\r\n"),
        ("---\na: b\n ---\nText.\n---\n", "Text", None),
        ("---\na: b\nText.\n--- \n---\n", "Text", None),
        ("---\na: b\nText.\n---\n---- \n", "Text", None),
        ("---\na: b\n---\n---- \n", "---\n----", None),
    ],
)
def test_a_block_that_was_meant_to_end_before_a_rule_in_the_text(text, stop, body):
    source = SourceFile("SKILL.md", text.encode(), text)
    meant = closed_before(source, find(text), text.index(stop, 4))
    assert (text[meant.body :] if meant else None) == body
    assert meant is None or (meant.runs_on and meant.end == meant.closing.start)


def test_an_unclosed_block_ends_at_the_first_line_that_cannot_be_yaml():
    text = "---\nname: a\ndescription: >\n  b\n- c\n# Steps\n\n1. Read.\nkey: x\n"
    block = find(text)
    assert block.closing is None
    assert text[block.end :] == "1. Read.\nkey: x\n"
    assert block.body == block.end
    whole = "---\nname: a\n"
    assert find(whole).end == len(whole)
    assert find("---").end == 3


@pytest.mark.parametrize("piece", ["---\n", "a ", "a:", "- ", '"', "\n", "-", " "])
def test_hostile_repetition_takes_linear_time(piece):
    assert_linear(lambda n: find("---\n" + piece * n), 500_000 // len(piece))


@given(
    st.lists(st.sampled_from(["---", "--- ", " ", "a: b", "x", "\n", "\r\n", "\r", "#"])).map(
        "".join
    )
)
@settings(max_examples=300, deadline=None)
def test_places_are_in_order_and_inside_the_text(text):
    block = find(text)
    assert 0 <= block.start <= block.end <= block.body <= len(text)
