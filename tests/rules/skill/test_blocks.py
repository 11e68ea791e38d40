import pytest

from skillctl.rules.skill.blocks import paragraphs, unix


def texts(text, start=0):
    return [text[first:last] for first, last in paragraphs(text, start)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("one\ntwo\n\nthree", ["one\ntwo", "three"]),
        ("# head\ntext\n", ["# head", "text"]),
        ("head\n====\ntext", ["head", "text"]),
        ("a\n***\nb\n- - -\nc", ["a", "b", "c"]),
        # fences of any length, of both kinds, closed only by their own kind
        ("a\n```\ncode\n```\nb", ["a", "b"]),
        ("````md\n```\ncode\n```\n````\nb", ["b"]),
        ("~~~\n```\n~~~\nb", ["b"]),
        ("```\n~~~\n```  \nb", ["b"]),
        ("```\nno end", []),
        ("``` a`b\ntext", ["``` a`b\ntext"]),  # a backtick in the info: inline code, no fence
        ("   ```\ncode\n   ```\nb", ["b"]),
        # indented code, but not within a paragraph or the content of an item
        ("a\n\n    code\n\nb", ["a", "b"]),
        ("a\n    still a", ["a\n    still a"]),
        ("\tcode", []),
        ("- a\n\n  b\n\n      code\n", ["a", "b"]),
        ("1. a\n\n   b", ["a", "b"]),
        ("-     code", []),
        # a fence ends with the item that holds it
        ("- ```\n  code\nb", ["b"]),
        ("- ```\n  code\n\n  code\n  ```\n  b", ["b"]),
        ("> ```\n> code\nb", ["b"]),
        ("> a\nlazy\n\nb", ["a\nlazy", "b"]),
        ("> a\n- b", ["a", "b"]),
        ("- a\n- b\n  - c", ["a", "b", "c"]),
        ("a\n2. no item", ["a\n2. no item"]),
        ("a\n1. item", ["a", "item"]),
        ("a\n-\nb", ["a", "b"]),  # an underline
        ("-\n\n  b", ["b"]),
        # raw HTML
        ("<!-- a\n\nb -->\nc", ["c"]),
        ("<!-- a --> b\nc", ["c"]),
        ("a <!-- b\nc --> d", ["a <!-- b\nc --> d"]),  # in a line it is inline
        ("<PRE>\na\n\nb</pre>\nc", ["c"]),
        ("<div>\na\n</div>", ["<div>\na\n</div>"]),
    ],
)
def test_what_is_text(text, wanted):
    assert texts(text) == wanted


def test_from_an_index_on():
    assert texts("---\nname: x\n---\nbody", 16) == ["body"]


def test_other_line_ends_keep_every_index():
    text = "a\r\n\r\nb\rc\nd"
    assert unix(text) == "a \n \nb\nc\nd"
    assert len(unix(text)) == len(text)
    assert unix("a\nb") == "a\nb"


@pytest.mark.parametrize("mark", [">", "- ", "1. ", ">- ", "#", "*", "`", "~", "\t", "<!--"])
def test_a_line_of_marks_takes_no_time(mark):
    assert len(texts(mark * (300_000 // len(mark)) + "a\n")) <= 1
