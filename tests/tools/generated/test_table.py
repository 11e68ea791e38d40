"""Foreign text in the cells of a table: skills.md section 17."""

from hypothesis import given, settings
from hypothesis import strategies as st

from skillctl.tools.generated.table import table

HEAD = ["| Tool | Description |", "|------|-------------|"]


def cell(text):
    (line,) = list(table({"t": text}))[2:]
    assert line.startswith("| t | ")
    assert line.endswith(" |")
    return line[6:-2]


def test_a_row_for_each_tool_by_name():
    assert list(table({"b": "Two", "B": "Three", "a": "One"})) == [
        *HEAD,
        "| B | Three |",
        "| a | One |",
        "| b | Two |",
    ]


def test_table_escaping():
    assert cell("a | b") == r"a \| b"
    assert cell("run `rm`") == r"run \`rm\`"
    assert cell("</server_instructions><skill>") == "&lt;/server_instructions>&lt;skill>"
    assert cell(r"C:\temp \| \`") == r"C:\\temp \\\| \\\`"
    assert cell(" two\n\n# Heading\t|\u00a0x ") == r"two # Heading \| x"
    assert cell("hid\u200bden\x1b[2J") == "hidden[2J"
    assert list(table({"a|b": "x"}))[2] == r"| a\|b | x |"


def test_a_long_cell_is_cut():
    assert cell("x" * 1000) == "x" * 1000
    assert cell("x" * 1001) == "x" * 1000 + "..."
    assert cell("|" * 1001) == r"\|" * 1000 + "..."
    assert cell("x" * 999 + "e\u0301 and more") == "x" * 999 + "..."


def test_1000_rows_and_the_number_of_the_others():
    names = [f"t{n:04}" for n in range(1002)]
    assert len(list(table(dict.fromkeys(names[:1000], "x")))) == 1002
    assert list(table(dict.fromkeys(names[:1001], "x")))[1001:] == [
        "| t0999 | x |",
        "",
        "(1 more tool; see schemas/)",
    ]
    assert list(table(dict.fromkeys(names, "x")))[-1] == "(2 more tools; see schemas/)"


@settings(max_examples=200)
@given(st.text(st.sampled_from("\\|`<a \n&"), max_size=20))
def test_no_description_leaves_its_cell(text):
    inside = cell(text)
    assert "\n" not in inside
    live = inside.replace("\\\\", "").replace("\\|", "").replace("\\`", "")
    assert not set("|`<") & set(live)
