import time

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from skillctl.source import yaml_text
from skillctl.source.file import SourceFile
from skillctl.source.yaml_pure import PureLoader
from skillctl.source.yaml_text import parse_yaml
from tests.timing import assert_linear, cost

LOADERS = [PureLoader, yaml_text.LOADER]


@pytest.fixture(params=LOADERS, ids=["pure", "libyaml"])
def loader(request, monkeypatch):
    monkeypatch.setattr(yaml_text, "LOADER", request.param)


def parse(text, start=0, end=None):
    source = SourceFile("x.yaml", text.encode(), text)
    return parse_yaml(source, start, len(text) if end is None else end)


def only_problem(text):
    node, problems = parse(text)
    assert node is None
    (problem,) = problems
    return problem


def tokens(text, node):
    return {e.key: text[e.value.start : e.value.end] for e in node.entries}


@pytest.mark.usefixtures("loader")
def test_keys_and_values_stand_where_they_are_written():
    text = 'é: 😀 x\r\nq: "a b" # note\r\nl:\r\n- 1\r\n- 2\r\n\r\nm: {a: b}\r\nn:\r\n'
    node, problems = parse(text)
    assert problems == ()
    assert tokens(text, node) == {
        "é": "😀 x",
        "q": '"a b"',
        "l": "- 1\r\n- 2",
        "m": "{a: b}",
        "n": "",
    }
    assert [text[e.start : e.end] for e in node.entries] == ["é", "q", "l", "m", "n"]
    assert node.data() == {"é": "😀 x", "q": "a b", "l": [1, 2], "m": {"a": "b"}, "n": None}


@pytest.mark.usefixtures("loader")
def test_a_slice_keeps_the_places_of_the_file():
    text = "---\nname: x\n---\nbody: : :\n"
    node, problems = parse(text, 4, 12)
    assert problems == ()
    assert tokens(text, node) == {"name": "x"}


@pytest.mark.usefixtures("loader")
def test_block_scalars_end_with_their_text():
    text = "a: |\n  x\n  y\n\n\nb: >-\n  p\n  q\n# note\nc: one\n  two\n"
    node, _ = parse(text)
    assert node.data() == {"a": "x\ny\n", "b": "p q", "c": "one two"}
    assert tokens(text, node) == {"a": "|\n  x\n  y", "b": ">-\n  p\n  q", "c": "one\n  two"}


@pytest.mark.usefixtures("loader")
def test_unicode_line_separators_do_not_move_places():
    text = 'a: "x\u2028y\u0085z"\nb: here\n'
    node, _ = parse(text)
    assert tokens(text, node)["b"] == "here"


@pytest.mark.usefixtures("loader")
def test_duplicate_keys_are_entries_and_merge_keys_are_keys():
    node, _ = parse("a: 1\n'a': 2\nb: &x {k: v}\n<<: *x\n")
    assert [e.key for e in node.entries] == ["a", "a", "b", "<<"]
    assert [(one.start, two.start) for one, two in node.duplicates()] == [(0, 5)]
    assert node.get("<<").data() == {"k": "v"}
    assert node.data()["a"] == 1


@pytest.mark.usefixtures("loader")
def test_no_tag_is_executed():
    node, problems = parse("a: !!python/object/apply:os.system ['exit 1']\nb: !!str 7\nc: !x 7\n")
    assert problems == ()
    assert node.data() == {"a": ["exit 1"], "b": "7", "c": 7}


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "---\n"])
def test_nothing_is_a_null_value(text):
    node, problems = parse(text)
    assert (node.kind, problems) == ("null", ())


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize(
    ("text", "at", "words"),
    [
        ("a: b: c", 4, "a colon cannot start a value here"),
        ("a: @x", 3, "no value can begin with this character"),
        ('a: "x" y', 7, "a key was expected here"),
        ("a:\n\tb: c", 3, "a tab cannot be used for indentation"),
        ('a: b\nc: "never', 8, "the quote that opens here is never closed"),
        ("a: 'x\n---\n'", 3, "the quote that opens here is never closed"),
        ("a: *b* c", 3, "no name follows the *"),
        ("a: [x", 4, "the list lacks a comma or its closing ]"),
        ("a: {x", 4, "the mapping lacks a comma or its closing }"),
        ("a: - b", 3, "a list item cannot stand here"),
        ("a: b\nfoo\nc: d", 5, "a key without a colon, or text without indent"),
        ("a: > x", 5, "nothing but a comment may follow | or >"),
        ('a: "\\q"', 4, "unknown escape after a backslash"),
        ("- a\nb: c", 4, "a list item was expected here"),
        ("a: b\n...\nc: d", 9, "the YAML goes on after its end"),
        ("a: b\n--- \nc: d", 5, "a second YAML document begins here"),
        ("%YAML 3\na: b", 0, "this is no directive that YAML knows"),
        ("a: !foo!bar x", 3, "this is no tag that YAML knows"),
        ("a: *b", 3, "the alias *b has no finished anchor before it"),
        ("&a [*a]", 4, "the alias *a has no finished anchor before it"),
    ],
)
def test_both_parsers_say_the_same_at_the_same_place(text, at, words):
    problem = only_problem(text)
    assert (problem.start, problem.message) == (at, words)


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize("character", ["\x00", "\x07", "\x7f", "\x9b", "\ufeff", "\ufffe"])
def test_a_control_character_is_found_by_ourselves(character):
    problem = only_problem(f"é: ok\nb: x{character}y\n")
    kind = "character" if character > "\xff" else "control"
    assert (problem.kind, problem.start, problem.end) == (kind, 10, 11)
    assert f"U+{ord(character):04X}" in problem.message


BOMB = "a: &a [x,x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{new}: &{new} [{','.join([f'*{old}'] * 9)}]\n"
    for old, new in zip("abcdef", "bcdefg", strict=True)
)


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize(
    ("text", "key", "words"),
    [
        ("k: " + "[" * 64 + "]" * 64, "k", "nested more than 64 levels deep"),
        ("k: [" + "x," * 10_000 + "]", "k", "more than 10,000 values"),
        ("z: &z 1\nk: [" + "*z," * 101 + "]", "k", "more than 100 aliases"),
        ("k: " + "x" * 65_537, "k", "a value is over 65,536 characters"),
        (BOMB, "f", "aliases expand to over 100,000 values"),
        (
            f"a: &a {'[' * 40}{']' * 40}\nk: {'[' * 40}*a{']' * 40}",
            "k",
            "aliases nest more than 64 levels deep",
        ),
    ],
)
def test_limits_stop_at_the_key_that_breaks_them(text, key, words):
    problem = only_problem(text)
    kind = "alias-limit" if "alias" in words else "limit"
    assert (problem.kind, problem.message) == (kind, words)
    assert text[problem.start : problem.end] == key


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("x: 1\nk: [" + "[a,b]," * 4_000 + "]", "k"),
        ("k:\n" + "- a\n" * 10_000, "k"),
        ("a: b\n" * 5_000, "a"),
        ("- a\n" * 10_000, "a"),
        ("? a\n" * 5_000, "a"),
    ],
)
def test_too_many_values_are_told_at_a_key_whatever_they_are(text, token):
    problem = only_problem(text)
    assert (problem.kind, problem.message) == ("limit", "more than 10,000 values")
    assert text[problem.start : problem.end] == token


MANY = ["a: b\n", "- a\n", "[],", "a,", "?\n", "-\n", "- - a\n", "a: &a !t b\n", "[a],"]


@pytest.mark.parametrize("piece", MANY)
def test_too_many_values_cost_no_more_than_their_events(piece):
    opened = "k: [" if piece[-1] == "," else ""
    text = (opened + piece * 65_536)[:65_536]
    # 5 to 9 ms where this was written; ten times that for a slower machine and for coverage
    assert min(cost(lambda _: only_problem(text), 0, time.process_time) for _ in range(5)) < 0.1


@pytest.mark.usefixtures("loader")
def test_what_is_just_within_the_limits_is_read():
    assert parse("k: " + "[" * 63 + "]" * 63)[1] == ()
    assert parse("k: [" + "x," * 9_990 + "]")[1] == ()
    assert parse("z: &z 1\nk: [" + "*z," * 100 + "]")[1] == ()
    assert parse("k: " + "x" * 65_536)[1] == ()


@pytest.mark.parametrize(
    "piece",
    ["[", "{a: ", "- ", "? ", "&a ", "a: b\n", '"', "'", "x ", "!t ", "*a ", "\n", "#", "|\n"],
)
def test_any_64_kib_are_refused_or_read_quickly(piece):
    assert_linear(lambda n: parse(piece * n), 65_536 // len(piece))


ALPHABET = st.sampled_from(
    [*list("ab:-?[]{}#&*!|>'\"%@, \n\t\r\\"), "a: b\n", ": ", "\n  ", "é", "..."]
)


@given(st.lists(ALPHABET, max_size=30).map("".join))
@settings(max_examples=500, deadline=None)
def test_any_text_gives_a_tree_or_one_problem_inside_it(text):
    node, problems = parse(text)
    assert (node is None) == (len(problems) == 1)
    for problem in problems:
        assert 0 <= problem.start <= problem.end <= len(text)


SCALARS = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\ufeff\ufffe\uffff")
)
PLAIN_OR_QUOTED = SCALARS.filter(lambda text: text[:1] not in tuple("+-.0123456789"))
VALUES = st.recursive(
    PLAIN_OR_QUOTED | st.integers() | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(PLAIN_OR_QUOTED, inner, max_size=4),
    max_leaves=15,
)


@given(
    st.dictionaries(PLAIN_OR_QUOTED, VALUES, min_size=1, max_size=4), st.booleans(), st.booleans()
)
@settings(max_examples=200, deadline=None)
def test_what_the_yaml_writer_writes_is_read_back(value, flow, unicode):
    text = yaml.safe_dump(value, default_flow_style=flow, allow_unicode=unicode)
    node, problems = parse(text)
    assert problems == ()
    assert node.data() == value


@pytest.mark.usefixtures("loader")
def test_a_tab_after_a_word_is_a_blank():
    text = "a:\tx\nb: [1,\t2]\t# note\n"
    node, problems = parse(text)
    assert problems == ()
    assert tokens(text, node) == {"a": "x", "b": "[1,\t2]"}


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("k: v\n\t\nb: c\n", {"k": "v", "b": "c"}),
        ("k: v\n \t \n\t\t\nb: c\n\t\n", {"k": "v", "b": "c"}),
        ("k: |\n\t", {"k": ""}),
        ("k: v\n\t\nb: |\n  x\n\t\n", {"k": "v", "b": "x\n"}),
        ("k: |\n  x\n  \ty\n", {"k": "x\n\ty\n"}),
    ],
)
def test_a_tab_in_a_blank_line_is_no_indentation(text, data):
    node, problems = parse(text)
    assert problems == ()
    assert node.data() == data


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize(
    "text",
    ["k: |\n\t\nb: c\n", "k: |\n\tx\n", "k: v\n\tw\n", "k: v\n\t\n\tw\n", "m:\n\tk: v\n"],
)
def test_a_tab_that_indents_is_told_at_itself(text):
    problem = only_problem(text)
    assert problem.message == "a tab cannot be used for indentation"
    assert text[problem.start] == "\t"


def test_the_loader_is_libyamls_where_there_is_one():
    assert yaml_text.choose_loader(with_libyaml=True) is yaml.CLoader
    assert yaml_text.choose_loader(with_libyaml=False) is PureLoader
