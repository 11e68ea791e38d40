import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.skills.front_matter import find_front_matter
from skillctl.source.file import SourceFile, decode
from skillctl.source.yaml_plain import MOST_LINES, plain_mapping
from skillctl.source.yaml_text import parse_yaml


def read(text):
    source = SourceFile("a.md", text.encode(), text)
    plain = plain_mapping(source, 0, len(text))
    if plain is not None:
        assert parse_yaml(source, 0, len(text)) == (plain, ())
    return plain


@pytest.mark.parametrize(
    "text",
    [
        "name: one\n",
        "name: one\ndescription: Does it, and more (a: no; b:no) - as `x` says!\n".replace(
            "a: ", ""
        ),
        "name:   one  two\r\nlicense: MIT\r\n",
        "name: \"one: #1\"\nlicense: 'it # is'\n",
        "name: one\nname: two\n",
        "url: see http://example.com/#a\n",
        "name: café — naïve 日本\n",
        "version: 1.2.0\nmajor: 1\nfull: 1.10\nday: 2026-01-31\nat: 12:30\n",
        "hex: 0x1f\nsome: 3 of 4\n",
        "odd: 2026-13-41\nlong: 1_000\nbig: 1e3\noctal: 0o17\nzero: 007\n",
        "tags:\n  - one\n  - two words\n  - \"three: 3\"\n  - 'four'\n  - 5\nname: one\n",
        "tags:\n- one\n- 2026-01-31\n",
        "tags: \r\n    -   one\r\n    - two\r\nname: one\r\n",
        "tags:\n  - one\nagents:\n- two\n",
    ],
)
def test_a_key_and_a_text_on_each_line_is_read_as_the_parser_does(text):
    assert read(text) is not None


@pytest.mark.parametrize(
    "line",
    [
        *("", "name:", "name:one", "name: ", "name: a: b", "name: a #b", "name: a:", "name: one "),
        *(
            "name: yes",
            "name: Null",
            "y: one",
            "on: one",
            "name: -1",
            "name: .5",
            "name: ~",
            "name: [a]",
        ),
        *("name: >-", "name: |", "name: &a one", "name: *a", "name: !t one", "- one", "? one"),
        *("name: 'it''s'", 'name: "a\\n"', 'name: "a" b', 'name: "a" # b', "# name: one"),
        *(
            "name: a\tb",
            "name: a\x07",
            "name: a\u2028b",
            "name: a\ufeff",
            "name: a\xa0",
            " name: a",
        ),
        *("tags:\n  - one\n  two", "tags:\n  - one\n    two", "tags:\n  - one\n - two"),
        *("tags:\n  - one\n   - two", "tags:\n\n  - one", "tags:\n  - one\n\n  - two"),
        *("tags:\n  - a: b", "tags:\n  - yes", "tags:\n  - one # x", "tags:\n  - - one"),
        *("tags:\n  -", "tags: # x\n  - one", "tags:\n  - [a]", "tags:\n-one", "tags:\n  - &a b"),
        *("name: one\n  two", "---", "'name': one", "name: @a", "name: `a`", "näme: one"),
    ],
)
def test_anything_else_is_left_to_the_parser(line):
    assert read(f"{line}\n") is None
    assert read(f"first: one\n{line}\n") is None


def test_a_last_line_that_does_not_end_and_many_lines_are_left_to_the_parser():
    assert read("name: one") is None
    assert read("k: v\n" * MOST_LINES) is not None
    assert read("k: v\n" * (MOST_LINES + 1)) is None


PIECES = st.sampled_from(
    [
        *("a", "b: ", ": ", " ", "#", " #", "'", '"', "\n", "\r\n", "\r", "- ", "yes", "1", "."),
        *("\\", "é", "\x85", "\u2028", "\xa0", "{", "[", "|", "*", "&", "!", "%", "@", "`", ","),
        *("? ", "<<: ", "~"),
    ]
)


@given(st.lists(PIECES, max_size=12).map("".join))
def test_whatever_is_read_is_read_as_the_parser_does(text):
    read(f"a: {text}\n")
    read(f"a{text}\n")
    read(f"a: 1{text}\n")
    read(f"a:\n  - {text}\n  - b\nc: d\n")
    read(f"a:\n- 0{text}\nc: {text}\n")


def test_published_front_matter_is_read_as_the_parser_does(shared):
    plain = 0
    for path in sorted(shared.rglob("*.[mM][dD]")):
        source = decode(path.name, path.read_bytes())
        block = find_front_matter(source) if isinstance(source, SourceFile) else None
        if block and block.opening and block.closing:
            tree = plain_mapping(source, block.start, block.end)
            assert tree is None or parse_yaml(source, block.start, block.end) == (tree, ()), path
            plain += tree is not None
    assert plain > 750
