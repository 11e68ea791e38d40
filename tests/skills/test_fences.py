"""Fenced code in Markdown, held against a reference implementation of CommonMark."""

import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from skillctl.skills.fences import lines_outside_fences

PEER = MarkdownIt("commonmark").disable(["html_block", "reference"])
# the peer takes a quote for one although it is indented too far
TOO_FAR = re.compile(r"^ *(?: {4}|\t)[ \t]*>", re.MULTILINE)
DEEP = re.compile(r"(?:[ \t>]{4}|\t)[ \t>]*(?:```|~~~)")


def held(text):
    """The numbers of the lines that hold something and belong to fences."""
    outside = {start for start, _ in lines_outside_fences(text)}
    starts = [match.start() for match in re.finditer(r"^", text, re.MULTILINE)]
    return told(text, {number for number, start in enumerate(starts) if start not in outside})


def of_the_peer(text):
    fences = [token.map for token in PEER.parse(text) if token.type == "fence"]
    return told(text, {line for first, end in fences for line in range(first, end)})


def told(text, numbers):
    rows = text.splitlines()
    return {n for n in numbers if n < len(rows) and rows[n].strip(" \t>")}


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", set()),
        ("a\n```\nb\n```\nc\n", {1, 2, 3}),
        ("```\na\n    ```\nb\n```\nc", {0, 1, 2, 3, 4}),
        ("````\n```\na\n````\nb", {0, 1, 2, 3}),
        ("```\n> ```\na\n```\nb", {0, 1, 2, 3}),
        ("- ```\n  a\n\n  b\n  ```\nc", {0, 1, 3, 4}),
        ("- ```\n  a\nb", {0, 1}),
        ("- a\nb\n    ```\n    c\n", {2, 3}),
        ("-\n\n  ```\n  a\n  ```\nb", {2, 3, 4}),
        ("> ```\n> a\nb\n", {0, 1}),
        ("a\n2. ```\n   b", set()),
        ("a\n\n2. ```\n   b", {2, 3}),
        ("- - -\n  ```\n  a\n  ```\nb", {1, 2, 3}),
        ("# a\n```\nb", {1, 2}),
        ("a\n===\n```\nb", {2, 3}),
    ],
)
def test_by_the_rules_of_commonmark(text, lines):
    assert held(text) == of_the_peer(text) == lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a\n\n    ```\n    b\n\n    c\n    ```\n    d\n", {2, 3, 5, 6}),
        ("a\n    ~~~\n    b\nc\n    d\n", {1, 2}),
        ("    ```\n    ~~~\n", {0, 1}),
    ],
)
def test_what_is_indented_too_far_counts_as_long_as_it_is(text, lines):
    assert held(text) == lines
    assert of_the_peer(text) == set()


MARKS = ["```", "````", "~~~", "x", "$1", "#", "---", "- ", "* ", "1. ", "2) ", "> ", ">"]
BLANKS = [" ", "  ", "   ", "    ", "\t", "\n", "\n", "\n", "\n\n"]
PIECES = st.sampled_from([*MARKS, *BLANKS])


@settings(max_examples=200)
@given(st.lists(PIECES, max_size=14).map("".join))
def test_no_line_of_a_fence_is_outside(text):
    assume(not TOO_FAR.search(text))
    assert held(text) >= of_the_peer(text)
    if not DEEP.search(text):
        assert held(text) == of_the_peer(text)


def test_lines_tile_what_is_outside():
    text = "a\n```\nb\n```\n\nc"
    assert [text[start:end] for start, end in lines_outside_fences(text)] == ["a\n", "\n", "c"]


def test_a_line_of_nothing_but_marks_ends_soon():
    rows = ["- " * 200_000, "- " * 200_000 + "x", "> " * 200_000, "`" * 400_000 + "x`"]
    for row in (*rows, "- " * 101 + "```"):
        text = f"{row}\n$1"
        spans = list(lines_outside_fences(text))
        assert spans == [(0, len(row) + 1), (len(row) + 1, len(text))]
    assert held("- " * 100 + "```") == {0}
