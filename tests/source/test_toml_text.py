import tomllib
from datetime import date, datetime, time

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from skillctl.source.file import SourceFile, decode
from skillctl.source.toml_text import MAX_DEPTH, parse_toml
from skillctl.source.tree import Node
from tests.source.test_toml_places import documents


def parse(text):
    source = decode("x.toml", text.encode())
    node, problems = parse_toml(source)
    assert problems == ()
    return node


def problem(text):
    """The words about a bad document, line and column, and the token."""
    source = decode("x.toml", text.encode())
    node, (found,) = parse_toml(source)
    assert node is None
    place = source.position(found.start)
    return found.message, place.line, place.column, source.text[found.start : found.end]


def test_a_tree_with_places():
    text = 'a = "x"\n[t]\nb = [1, {c = true}]\n'
    node = parse(text)
    assert (node.kind, node.start, node.end) == ("mapping", 0, len(text))
    assert node.data() == tomllib.loads(text)
    a = node.entry("a")
    assert (text[a.start : a.end], text[a.value.start : a.value.end]) == ("a", '"x"')
    table = node.entry("t")
    assert (text[table.start : table.end], table.value.kind) == ("t", "mapping")
    b = table.value.get("b")
    assert (b.kind, text[b.start : b.end]) == ("list", "[1, {c = true}]")
    first, second = b.items
    assert (first.kind, text[first.start : first.end]) == ("number", "1")
    c = second.entry("c")
    assert (text[c.start : c.end], c.value.value) == ("c", True)


@pytest.mark.parametrize(
    ("written", "kind", "value"),
    [
        ("'x'", "string", "x"),
        ("1", "number", 1),
        ("1.5", "number", 1.5),
        ("true", "boolean", True),
        ("2024-01-02", "date", date(2024, 1, 2)),
        ("07:32:00", "date", time(7, 32)),
        ("2024-01-02 07:32:00", "date", datetime(2024, 1, 2, 7, 32)),  # noqa: DTZ001 # local time
    ],
)
def test_kinds_of_scalars(written, kind, value):
    node = parse(f"x = {written}").get("x")
    assert (node.kind, node.value) == (kind, value)


def test_an_empty_document_is_an_empty_mapping():
    assert parse("") == Node("mapping", 0, 0)
    assert parse("# only this\n").entries == ()


def test_tables_that_are_only_implied_stand_at_their_word():
    text = "[one.two]\nx.y = 1\n"
    one = parse(text).entry("one")
    two = one.value.entry("two")
    x = two.value.entry("x")
    assert [text[e.start : e.end] for e in (one, two, x, x.value.entry("y"))] == [
        *("one", "two", "x", "y")
    ]


def test_a_list_of_tables_has_an_entry_and_items():
    text = "[[t]]\nn = 1\n[[t]]\nn = 2\n"
    entry = parse(text).entry("t")
    assert (entry.start, entry.value.kind) == (2, "list")
    assert [item.start for item in entry.value.items] == [2, text.rindex("t")]
    assert [item.get("n").value for item in entry.value.items] == [1, 2]


def test_crlf_and_a_byte_order_mark_keep_positions():
    source = decode("x.toml", b"\xef\xbb\xbfa = 1\r\nb = [\r\n  2]\r\n")
    node, _ = parse_toml(source)
    assert node.data() == {"a": 1, "b": [2]}
    place = source.position(node.get("b").items[0].start)
    assert (place.line, place.column, place.offset) == (3, 3, 3 + 7 + 7 + 2)


# Where tomllib says it stopped; only its sentence is ours to take apart.
@pytest.mark.parametrize(
    ("text", "words", "line", "column", "token"),
    [
        ("a = \n", "Invalid value", 1, 5, "\n"),
        ("a = 1\nb = ]\n", "Invalid value", 2, 5, "]"),
        ("a = 1\r\nb = ]\r\n", "Invalid value", 2, 5, "]"),
        ("a = 1\na = 2\n", "Cannot overwrite a value", 2, 6, "\n"),
        ("a", "Expected '=' after a key in a key/value pair", 1, 1, "a"),
        ("[a\n", "Expected ']' at the end of a table declaration", 1, 3, "\n"),
        ("a = [1", "Unclosed array", 1, 6, "1"),
        ("é = 1", "Invalid statement", 1, 1, "é"),
        ("a = 'é' 1", "Expected newline or end of document after a statement", 1, 9, "1"),
    ],
)
def test_a_bad_document_says_why_and_where(text, words, line, column, token):
    assert problem(text) == (words, line, column, token)


def test_nesting_beyond_reason_is_a_problem():
    fine = "a = " + "[" * (MAX_DEPTH - 1) + "]" * (MAX_DEPTH - 1)
    assert parse(fine).get("a").kind == "list"
    assert problem("a = " + "[" * 200 + "]" * 200)[0] == "values are nested too deeply"
    assert problem("a = " + "[" * 100_000)[0] == "values are nested too deeply"


def test_a_number_without_end_is_a_problem_at_its_place():
    words, line, column, token = problem("a = 1\nb = -" + "9" * 5000)
    assert (words, line, column, len(token)) == ("a number has too many digits", 2, 5, 5001)


@given(documents, st.booleans())
def test_any_written_document_is_read_with_places_inside_it(data, crlf):
    text = tomli_w.dumps(data)
    text = text.replace("\n", "\r\n") if crlf else text
    node = parse(text)
    assert repr(node.data()) == repr(tomllib.loads(text))

    def walk(node):
        assert 0 <= node.start <= node.end <= len(text)
        for entry in node.entries:
            assert text[entry.start : entry.end] != ""
            walk(entry.value)
        for item in node.items:
            walk(item)

    walk(node)


@given(st.text("ab=[]{}\"'\n\r\t #.,\\1-é", max_size=40) | st.text(max_size=40))
def test_any_text_is_a_tree_or_a_problem_inside_it(text):
    source = SourceFile("x", text.encode("utf-8", "surrogatepass"), text)
    node, problems = parse_toml(source)
    assert (node is None) is bool(problems)
    for found in problems:
        assert found.message
        assert 0 <= found.start <= len(text)


@pytest.mark.parametrize(
    "text",
    [
        ".".join("a" * 50_000) + " = 1",
        "x = 1\n[ " + " . ".join("a" * 200) + " ]",
        "x = {" + ".".join(["'a'"] * 200) + " = 1}",
    ],
)
def test_a_key_of_too_many_parts_is_refused_before_it_costs_time(text):
    node, (problem,) = parse_toml(SourceFile("x", text.encode(), text))
    assert node is None
    assert problem.message == "nested more than 100 levels deep"
    assert text[problem.start] in "a'"


def test_a_hundred_parts_are_read():
    text = ".".join("a" * 100) + " = 1"
    assert parse_toml(SourceFile("x", text.encode(), text))[1] == ()
