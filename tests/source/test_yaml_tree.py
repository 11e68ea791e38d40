import pytest
import yaml

from skillctl.source.yaml_tree import MAX_SCALAR, Refused, TreeBuilder


def build(text, offset=0):
    builder = TreeBuilder(" " * offset + text, offset)
    for event in yaml.parse(text):
        builder.take(event)
    return builder.root


def test_anchors_tags_and_aliases_are_known_with_their_places():
    text = (
        "a: &x !!str y\nb: *x\n&k c: [!t &z {d: *x}, 1]\n*x : !<tag:a,b> # no\n  &w\n  v: 1\n"
        'e: ! "q"\n'
    )
    node = build(text)
    found = [(m.kind, m.text, text[m.start : m.end]) for m in node.marks()]
    assert found == [
        ("anchor", "x", "&x"),
        ("tag", "tag:yaml.org,2002:str", "!!str"),
        ("alias", "x", "*x"),
        ("anchor", "k", "&k"),
        ("tag", "!t", "!t"),
        ("anchor", "z", "&z"),
        ("alias", "x", "*x"),
        ("alias", "x", "*x"),
        ("tag", "tag:a,b", "!<tag:a,b>"),
        ("anchor", "w", "&w"),
        ("tag", "!", "!"),
    ]


def test_an_offset_moves_every_place():
    node = build("a: [x]\n", 7)
    assert (node.start, node.entries[0].start, node.entries[0].value.items[0].start) == (7, 7, 11)


def test_a_collection_without_brackets_ends_with_its_last_value():
    text = "a:\n  b: c\n\n  d:\n  - e\n\nf: g\n"
    node = build(text)
    assert text[node.start : node.end] == text.rstrip()
    assert text[slice(node.get("a").start, node.get("a").end)] == "b: c\n\n  d:\n  - e"


@pytest.mark.parametrize(
    ("text", "kind", "token"),
    [
        ("x" * (MAX_SCALAR + 1), "limit", "x" * (MAX_SCALAR + 1)),
        ("m:\n  k: " + "x" * (MAX_SCALAR + 1), "limit", "m"),
        ("a: &a 1\nb: [" + "*a," * 101 + "]", "alias-limit", "b"),
        ("a: *b", "syntax", "*b"),
        ("a: b\n--- \nc: d", "syntax", "---"),
    ],
)
def test_what_is_refused_is_told_at_the_outermost_key(text, kind, token):
    with pytest.raises(Refused) as caught:
        build(text)
    problem = caught.value.problem
    assert (problem.kind, text[problem.start : problem.end]) == (kind, token)


def test_an_alias_shows_its_value_and_is_its_only_property():
    node = build("a: &x {k: &y v}\nb: *x\n")
    copy = node.get("b")
    assert copy.data() == {"k": "v"}
    assert [(one.kind, one.text) for one in copy.marks()] == [("alias", "x")]
