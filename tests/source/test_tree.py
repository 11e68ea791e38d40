import pytest

from skillctl.source.file import decode
from skillctl.source.toml_text import parse_toml
from skillctl.source.tree import Entry, Node, pointer


def scalar(value):
    return Node("string", 0, 1, value)


def test_the_first_of_two_keys_counts_and_both_are_found():
    inner = Node(
        "mapping", 0, 1, entries=(Entry("x", 5, 6, scalar("1")), Entry("x", 8, 9, scalar("2")))
    )
    node = Node(
        "mapping",
        0,
        1,
        entries=(
            Entry("a", 0, 1, scalar("first")),
            Entry("l", 2, 3, Node("list", 0, 1, items=(inner,))),
            Entry("a", 9, 9, scalar("second")),
        ),
    )
    assert node.get("a").value == "first"
    assert (node.get("b"), node.entry("b")) == (None, None)
    assert [two.start for _, two in node.duplicates()] == [8, 9]
    assert node.data() == {"a": "first", "l": [{"x": "1"}]}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", []),
        ("tool = 1", []),
        ("tool = { }", []),
        ("tool = [1, { name = 'a' }, 'x', { name = 'b' }]", ["a", "b"]),
        ("[[tool]]\nname = 'a'", ["a"]),
    ],
)
def test_the_tables_of_a_list_and_nothing_else(text, names):
    node, _ = parse_toml(decode("a.toml", text.encode()))
    assert [table.get("name").value for table in node.tables("tool")] == names


def test_a_pointer_escapes_what_separates():
    assert pointer() == ""
    assert pointer("mcpServers", "a/b~c", 0) == "/mcpServers/a~1b~0c/0"
