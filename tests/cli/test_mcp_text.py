from skillctl.cli.mcp_text import joined, paragraph, table


def test_columns_are_aligned_and_the_last_is_free():
    assert list(table(("A", "LONG HEAD", "C"), [("one", "2", "three"), ("x", "y", "")], "  ")) == [
        "  A    LONG HEAD  C",
        "  one  2          three",
        "  x    y",
    ]


def test_foreign_text_cannot_leave_its_cell():
    assert list(table(("A",), [("x\x1b[2J\nnext\u200b",)])) == ["A", "x\\x1b[2J\\nnext\\u{200B}"]


def test_paragraphs_keep_their_lines_indented():
    assert list(paragraph("one\n  two\x07", "  ")) == ["  one", "    two\\x07"]


def test_joined():
    assert joined(iter(["a", "b"])) == "a\nb\n"
    assert joined(iter([])) == ""
