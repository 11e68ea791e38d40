import pytest
from hypothesis import strategies as st

from skillctl.findings import Safety
from skillctl.rules.repairs.quoting import quote_scalar, quote_scalars
from skillctl.source.file import SourceFile
from skillctl.source.yaml_text import parse_yaml

TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=30)


def values(text):
    source = SourceFile("f", text.encode(), text)
    root, _ = parse_yaml(source, 0, len(text))
    return source, {f"/{entry.key}": entry.value for entry in root.entries}


def mended(text, repair):
    for (start, end), new in sorted(repair.replacements, reverse=True):
        text = text[:start] + new + text[end:]
    return text


@pytest.mark.parametrize(
    "written",
    [
        "7",
        "-1.5e3",
        "0x1F",
        "yes",
        "2024-01-31",
        "2024-01-31 10:00:00 +2",
        "12:30",
        ".inf",
        "1_000",
    ],
)
def test_a_scalar_is_quoted_as_it_is_written(written):
    text = f"name: {written}  # note\n"
    source, nodes = values(text)
    repair = quote_scalar(source, nodes["/name"], "/name")
    assert mended(text, repair) == f'name: "{written}"  # note\n'
    assert (repair.safety, repair.intent) == (Safety.SAFE, {"/name": written})
    assert written not in repair.message


@pytest.mark.parametrize(
    "written", ["", "~", "null", "word", '"7"', "[1]", "{a: 1}", "&a 7", "!!int 7"]
)
def test_what_is_no_scalar_or_has_marks_is_left_alone(written):
    source, nodes = values(f"name: {written}\n")
    assert quote_scalar(source, nodes["/name"], "/name") is None


def test_an_alias_is_left_alone():
    source, nodes = values("a: &x 7\nb: *x\n")
    assert quote_scalar(source, nodes["/b"], "/b") is None


def test_several_values_are_quoted_or_none():
    text = "a: 1\nb: true\nc: null\n"
    source, nodes = values(text)
    assert quote_scalars(source, nodes) is None
    assert quote_scalars(source, {}) is None
    del nodes["/c"]
    both = quote_scalars(source, nodes)
    assert mended(text, both) == 'a: "1"\nb: "true"\nc: null\n'
    assert both.intent == {"/a": "1", "/b": "true"}
    assert quote_scalars(source, {"/a": nodes["/a"]}) == quote_scalar(source, nodes["/a"], "/a")
