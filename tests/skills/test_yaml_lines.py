import pytest

from skillctl.skills.yaml_lines import closed_at, tab_indents, values


def seen(text):
    return [(v.field or v.key, v.form, text[v.start : v.end]) for v in values(text, 0, len(text))]


def test_each_value_is_found_with_its_form_and_its_whole_text():
    text = (
        '# note\nname: x\nd: one\n  two\n\n  three\nq: "a\n  b" # c\nl: [a,\n b]\n'
        "b: >-\n  k: v\n\nm:\n  n: o\n  'p': {q: r}\ne: # none\nu: 's\nt: 'v'\n"
    )
    assert seen(text) == [
        ("/name", "plain", "x"),
        ("/d", "plain", "one\n  two\n\n  three"),
        ("/q", "quoted", '"a\n  b" # c'),
        ("/l", "flow", "[a,\n b]"),
        ("/b", "block", ">-\n  k: v"),
        ("/m", "none", ""),
        ("/m/n", "plain", "o"),
        ("/m/p", "flow", "{q: r}"),
        ("/e", "none", "# none"),
        ("/u", "unclosed", "'s"),
        ("/t", "quoted", "'v'"),
    ]


def test_a_value_in_a_list_has_no_pointer():
    text = "l:\n- a: b\n  c:\n    d: e\nf: g\n"
    assert [(v.key, v.listed) for v in values(text, 0, len(text))] == [
        ("l", False),
        ("a", True),
        ("c", True),
        ("d", True),
        ("f", False),
    ]


def test_nothing_is_known_after_a_bracket_that_is_never_closed():
    assert seen("a: b\nc: [d\ne: f\n") == [("/a", "plain", "b"), ("/c", "unclosed", "[d")]


@pytest.mark.parametrize(
    ("text", "end"),
    [('"a\\"b" c', 6), ("'a''b' c", 6), ("[a, ']', {b: \"]\"}] c", 18), ('"a', None), ("[", None)],
)
def test_where_a_quote_or_bracket_closes(text, end):
    assert closed_at(text, 0) == end


def test_tabs_that_indent_are_found_and_those_in_values_left():
    text = "m:\n\ta: b\n \t c: d\n\t\n\t# x\ne: |\n  f\n \tg\n\th\ni: j\tk\n"
    found = [text[a:b] for a, b in tab_indents(text, 0, len(text))]
    assert found == ["\t", " \t ", "\t", "\t"]
