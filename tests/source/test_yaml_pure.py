"""PyYAML's own scanner against libyaml: the peer is the expected value."""

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from skillctl.source.yaml_pure import PureLoader
from skillctl.source.yaml_words import explain

pytestmark = pytest.mark.skipif(not yaml.__with_libyaml__, reason="there is nothing to compare")


def reading(text, loader):
    """What a loader makes of a text: its events with their places, or why it stopped and where."""
    try:
        return [
            (type(e), e.start_mark.index, getattr(e, "value", None), getattr(e, "tag", None))
            for e in yaml.parse(text, Loader=loader)
        ]
    except yaml.MarkedYAMLError as error:
        return explain(error, text)


@pytest.mark.parametrize(
    "text",
    [
        "a:\tb\nc: [1,\t2]\t# note\n",
        'a: "x\ty"\n',
        "a: x\ty\n",
        "a: |\t# note\n  b\n",
        "a: |#note\n  b\n",
        "a: |2-#x\n   b\n",
        "a: |-2\n   b\n\n",
        "a: |0\n b\n",
        "a: |--\n b\n",
        "a: |\n\tb\n",
        "a: |\n  b\n\tc\n",
        "a: b\n\tc\n",
        "a: b\n\t\nc: d\n",
        "a: b\n\nc\n--- d\n",
        "a: b\n...\n",
        "a\n\n...\n",
        "a\u2028b\n",
        "[a?b, c ?d, e:]\n",
        "[a ? b]\n",
        "{a:b, c: d}\n",
        "{a:}\n",
        "[a:[b]]\n",
        "a #b\n",
        "a: !t,u v\n",
        "[!t, !u v]\n",
        "a: !t] b\n",
        "a: !\tb\n",
        "a: !<tag:x,y> b\n",
        "a: !<tag:x y> b\n",
        "a: !<tag:x>b\n",
        "a: !!\n",
        "a: !e!f b\n",
        "a: !x.y!z b\n",
        "a: !x%41 b\n",
        "a: !x%4z b\n",
        "! a\n",
        '"\\U00b01F60"\n',
        '"\\uD800"\n',
        '"x \\uDFFF y"\n',
        '"\\U0001F600"\n',
        '"\\q"\n',
        "%FOO bar\n--- a\n",
        "%YAML 1.1\n--- a\n",
        "%YAML 1.2\n--- a\n",
        "%YAML 1.3\n--- a\n",
        "%YAML 2.0\n--- a\n",
        "%TAG ! x:\n%TAG ! y:\n--- a\n",
        "- a\n  - b: c\n",
        "- a\nb: c\n",
        "a: b\nc\n",
    ],
)
def test_where_the_two_scanners_differ_libyaml_is_followed(text):
    assert reading(text, PureLoader) == reading(text, yaml.CLoader)


PIECES = st.sampled_from(
    [
        *list("abe1:-?[]{}#&*!|>'\"%@, \n\t\r"),
        "k: v\n",
        ": ",
        "\n  ",
        "- ",
        " #",
        "\n\t",
        "&a ",
        "*a",
    ]
)


@given(st.lists(PIECES, max_size=14).map("".join))
@settings(max_examples=600, deadline=None, derandomize=True)
def test_any_text_is_taken_or_refused_alike(text):
    def verdict(loader):
        read = reading(text, loader)
        return [event[:1] + event[2:] for event in read] if isinstance(read, list) else None

    assert verdict(PureLoader) == verdict(yaml.CLoader)
