import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skillctl.source.file import SourceFile, decode
from skillctl.source.json_text import MAX_BYTES, MAX_DEPTH, parse_json
from tests.conftest import ROOT
from tests.timing import assert_linear


def source(text):
    return SourceFile("x.json", text.encode(), text)


def problems(text, **options):
    return [(p.kind, text[p.start : p.end]) for p in parse_json(source(text), **options)[1]]


def every_node(node):
    yield node
    for entry in node.entries:
        yield from every_node(entry.value)
    for item in node.items:
        yield from every_node(item)


def test_values_of_every_kind_stand_where_they_are_written():
    text = '{"s": "a\\u00e9", "n": -1.5e3, "i": 7, "t": true, "f": false, "z": null, "l": [1]}'
    node, found = parse_json(source(text))
    assert found == ()
    assert node.kind == "mapping"
    assert node.data() == json.loads(text)
    kinds = [(e.key, e.value.kind, text[e.value.start : e.value.end]) for e in node.entries]
    assert kinds == [
        ("s", "string", '"a\\u00e9"'),
        ("n", "number", "-1.5e3"),
        ("i", "number", "7"),
        ("t", "boolean", "true"),
        ("f", "boolean", "false"),
        ("z", "null", "null"),
        ("l", "list", "[1]"),
    ]


def test_positions_count_code_points_not_bytes():
    text = '{"é😀": "ß", "k": 1}'
    node, _ = parse_json(source(text))
    entry = node.entry("k")
    assert text[entry.start : entry.end] == '"k"'
    assert text[entry.value.start : entry.value.end] == "1"
    assert node.entries[0].key == "é😀"


def test_a_duplicate_key_is_a_second_entry_and_the_first_value_counts():
    node, found = parse_json(source('{"a": 1, "b": {"c": 1, "c": 2}, "\\u0061": 3}'))
    assert found == ()
    assert [e.key for e in node.entries] == ["a", "b", "a"]
    assert [(one.key, two.value.value) for one, two in node.duplicates()] == [("c", 2), ("a", 3)]
    assert node.data() == {"a": 1, "b": {"c": 1}}


def test_comments_and_trailing_commas_are_problems_but_the_tree_is_there():
    text = '{ // one\n "a": "// no", /* two\n */ "b": [1,2, ], }'
    node, _ = parse_json(source(text))
    assert node.data() == {"a": "// no", "b": [1, 2]}
    assert problems(text) == [
        ("comment", "// one"),
        ("comment", "/* two\n */"),
        ("trailing-comma", ","),
        ("trailing-comma", ","),
    ]
    assert problems(text, comments=True) == []


def test_a_comment_between_comma_and_bracket_hides_neither():
    assert problems("[1, // last\n]") == [("comment", "// last"), ("trailing-comma", ",")]


@pytest.mark.parametrize(
    ("text", "kind", "token"),
    [
        ("", "empty", ""),
        (" \r\n", "empty", ""),
        ("{'a': 1}", "syntax", "'a'"),
        ("{a: 1}", "syntax", "a"),
        ('{"a" 1}', "syntax", "1"),
        ('{"a": 1 "b": 2}', "syntax", '"b"'),
        ('{"a": }', "syntax", "}"),
        ('{"a": 1} {"b": 2}', "syntax", "{"),
        ('{"a": "x\ny"}', "syntax", "\n"),
        ('{"a": "x\\q"}', "syntax", "\\q"),
        ('{"a": "\\u12"}', "syntax", "\\u12"),
        ('{"a": NaN}', "syntax", "NaN"),
        ('{"a": -Infinity}', "syntax", "-Infinity"),
        ('{"a": 01}', "syntax", "1"),
        ('{"a": NaN1}', "syntax", "1"),
        ("-NaN", "syntax", "-NaN"),
        ('{"a": +1}', "syntax", "+1"),
        ("[,]", "syntax", ","),
        ("[1,,]", "syntax", ","),
        ('{"a":,}', "syntax", ","),
        ('{"a": 1', "syntax", "1"),
        ('{"a": 1,\n', "syntax", ","),
        ("[1, 2}", "syntax", "}"),
        ("# no comment\n{}", "syntax", "#"),
        ("\ufeff{}", "syntax", "\ufeff"),
    ],
)
def test_what_is_no_json_gives_no_tree_and_its_place(text, kind, token):
    node, found = parse_json(source(text))
    assert node is None
    assert found[0].kind == kind
    assert found[0].message
    assert text[found[0].start : found[0].end].startswith(token[:2])


def test_the_byte_order_mark_is_no_part_of_the_text():
    node, found = parse_json(decode("x.json", b"\xef\xbb\xbf[1]"))
    assert (node.data(), found) == ([1], ())
    assert node.items[0].start == 1


def test_a_misplaced_comment_does_not_hide_the_real_error():
    node, found = parse_json(source('{ // note\n "a": 1 "b": 2 }'))
    assert node is None
    assert [p.kind for p in found] == ["syntax", "comment"]


@pytest.mark.parametrize(
    ("token", "lone"),
    [
        ('"\\ud83d\\ude00"', []),
        ('"\\ud83d"', ["\\ud83d"]),
        ('"\\ude00"', ["\\ude00"]),
        ('"\\ud83d x \\ude00"', ["\\ud83d", "\\ude00"]),
        ('"\\ud83d\\ud83d\\ude00"', ["\\ud83d"]),
        ('"\\ude00\\ud83d\\n"', ["\\ude00", "\\ud83d"]),
        ('"\\\\ud83d"', []),
    ],
)
def test_half_a_surrogate_pair_is_a_problem_at_its_escape(token, lone):
    text = f'{{"k": {token}}}'
    node, _ = parse_json(source(text))
    assert problems(text) == [("surrogate", word) for word in lone]
    node.get("k").value.encode()


def test_depth_and_size_have_limits():
    deepest = "[" * MAX_DEPTH + "]" * MAX_DEPTH
    assert parse_json(source(deepest))[1] == ()
    text = "[" * 100_000
    node, found = parse_json(source(text))
    assert node is None
    assert (found[0].kind, found[0].start) == ("limit", MAX_DEPTH)
    big = '"' + "x" * MAX_BYTES + '"'
    assert problems(big) == [("limit", "")]


def test_brackets_in_strings_have_no_depth():
    assert problems('"' + "[" * 500 + '"') == []


def test_an_integer_of_any_length_is_read():
    node, found = parse_json(source(f"[{'9' * 5000}, 12345678901234567890]"))
    assert found == ()
    assert [item.data() for item in node.items] == [float("inf"), 12345678901234567890]


@pytest.mark.parametrize("piece", ['\\"', '"', "/*", "{", "1,", "//", "\\u", "]"])
def test_hostile_repetition_takes_linear_time(piece):
    head = '{"a": "'
    assert_linear(lambda n: parse_json(source(head + piece * n)), 400_000 // len(piece))


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=("Cs",))),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(exclude_categories=("Cs",))), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(JSON, st.booleans(), st.sampled_from([None, 1, "\t"]))
@settings(max_examples=200, deadline=None)
def test_any_json_reads_as_the_standard_parser_reads_it(value, ascii_only, indent):
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    node, found = parse_json(source(text))
    assert found == ()
    assert node.data() == json.loads(text)
    for each in every_node(node):
        assert json.loads(text[each.start : each.end]) == each.data()


@given(st.text(st.sampled_from('{}[]:,"\\/* \n1e-truNaé'), max_size=40), st.booleans())
@settings(max_examples=400, deadline=None)
def test_any_text_gives_a_tree_or_problems_inside_it(text, comments):
    node, found = parse_json(source(text), comments=comments)
    assert node is not None or found
    for problem in found:
        assert 0 <= problem.start <= problem.end <= len(text)
    if node is not None and not found and not comments:
        json.loads(text)


def test_places_are_those_that_a_grammar_gives():
    import tree_sitter_json
    from tree_sitter import Language, Parser

    parser = Parser(Language(tree_sitter_json.language()))
    kinds = {"object", "array", "string", "number", "true", "false", "null"}
    for path in sorted((ROOT / "golden" / "host").rglob("*.json")):
        data = path.read_bytes()
        node, found = parse_json(decode("x", data), comments=True)
        assert found == ()
        stack, places = [parser.parse(data).root_node], set()
        while stack:
            raw = stack.pop()
            stack += raw.children
            if raw.type in kinds:
                places.add((raw.start_byte, raw.end_byte))
        ours = {(each.start, each.end) for each in every_node(node)}
        ours |= {(e.start, e.end) for each in every_node(node) for e in each.entries}
        assert ours == places
