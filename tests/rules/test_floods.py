"""A skill that is all of one thing costs time in proportion to its length (lint.md section 8.6)."""

import pytest

from tests.timing import assert_linear

HEAD = "---\nname: flood\ndescription: Much of one thing. Use it when that is to be tried.\n---\n"
FLOODS = {
    "one line": (1_000_000, "x"),
    "one line of words": (200_000, "word "),
    "links": (100_000, "[a](b.md) "),
    "links into the skill": (50_000, "[a](SKILL.md#a)\n"),
    "images": (70_000, "![a](b.png)\n"),
    "link definitions": (60_000, "[a]: b.md\n\n"),
    "headings": (100_000, "# a\n"),
    "rows under headings": (100_000, "a\n===\n"),
    "backticks": (1_000_000, "`"),
    "backticks in pairs": (250_000, "`a` "),
    "fences": (100_000, "```\n"),
    "brackets that open": (1_000_000, "["),
    "brackets that close": (1_000_000, "]"),
    "brackets in pairs": (500_000, "[]"),
    "links that do not end": (300_000, "[a]("),
    "angles that open": (1_000_000, "<"),
    "comments that do not end": (200_000, "<!--"),
    "backslashes": (1_000_000, "\\"),
    "quotes in quotes": (500_000, "> "),
    "lists in lists": (400_000, "- "),
    "stars": (1_000_000, "*"),
    "downloads": (120_000, "curl x |"),
    "tokens": (200_000, "ghp_"),
    "hidden characters": (300_000, "\u200b"),
    "direction marks": (300_000, "\u200e"),
    "control characters": (1_000_000, "\x07"),
    "suppressions": (30_000, "<!-- skillctl: ignore SK401 -- reason -->\n"),
    "suppressions in one line": (30_000, "<!-- skillctl: ignore SK401 -->"),
    "suppressions that do not end": (30_000, "<!-- skillctl: ignore SK401 -- "),
    "downloads into a shell": (80_000, "curl x | sh\n"),
    "lines with something hidden": (200_000, "a\u200b\n"),
    "lines with direction marks": (200_000, "\u200f\n"),
    "paths": (30_000, "`scripts/a.py` "),
    "folders": (200_000, "a/"),
    "carriage returns": (1_000_000, "\r"),
    "blanks": (1_000_000, " "),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", FLOODS)
def test_a_flood_in_the_text(skillctl, tree, name):
    most, piece = FLOODS[name]

    def lint(number):
        folder = tree({"flood/SKILL.md": HEAD + piece * number})
        assert skillctl("lint", "--quiet", folder).code in (0, 1)

    assert_linear(lint, most)


FRONT = {
    "keys": (6_000, "k{}: v\n"),
    "lists": (16_000, "- "),
    "values in a list": (4_500, "  - {}\n"),
    "quotes": (30_000, "''"),
    "aliases": (16_000, "*a "),
    "colons": (16_000, "a: "),
    "comments": (16_000, "#\n"),
    "braces": (60_000, "{{"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", FRONT)
def test_a_flood_in_the_front_matter(skillctl, tree, name):
    most, piece = FRONT[name]

    def lint(number):
        pieces = "".join(piece.format(one) for one in range(number))
        folder = tree({"flood/SKILL.md": HEAD.replace("\n---\n", f"\nmore:\n{pieces}\n---\n")})
        assert skillctl("lint", "--quiet", folder).code in (0, 1)

    assert_linear(lint, most)
