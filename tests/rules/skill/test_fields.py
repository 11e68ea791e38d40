import pytest

from skillctl.rules.skill.fields import compatibility, metadata_type, metadata_value
from tests.rules.checks import found, skill


def front(*lines):
    return skill("\n".join(("---", "name: notes", *lines, "---", "text\n")))


@pytest.mark.parametrize(
    ("value", "token", "what"),
    [
        ("a", None, None),
        ("a" * 500, None, None),
        ("é" * 500, None, None),
        ("a" * 501, "a" * 501, "has 501 characters"),
        ('""', '""', "is empty"),
        ("", "compatibility", "is null"),
        ("3", "3", "is a number"),
        ("[linux]", "[linux]", "is a list"),
    ],
)
def test_compatibility_is_a_short_text(value, token, what):
    words = found(compatibility, front(f"compatibility: {value}"))
    limit = "it is a text of 1 to 500 characters"
    assert words == ([] if what is None else [(token, f"compatibility {what}; {limit}")])


@pytest.mark.parametrize(
    ("value", "what"),
    [("{a: b}", None), ("{}", None), ("x", "a string"), ("[a]", "a list"), ("", "null")],
)
def test_metadata_is_a_mapping(value, what):
    words = [m for _, m in found(metadata_type, front(f"metadata: {value}"))]
    assert words == ([] if what is None else [f"metadata is {what}, not a mapping"])


def test_values_of_metadata_are_texts():
    document = front(
        *("metadata:", "  a: text", "  b: 1.10", "  c: 2026-01-31", "  d: yes", "  e: [x]", "  f:"),
    )
    assert found(metadata_value, document) == [
        ("1.10", 'metadata "b" is a number, not a text'),
        ("2026-01-31", 'metadata "c" is a date, not a text'),
        ("yes", 'metadata "d" is a boolean, not a text'),
        ("[x]", 'metadata "e" is a list, not a text'),
        ("f", 'metadata "f" is null, not a text'),
    ]
    repaired = [v.field for v in metadata_value.check(document) if v.repair]
    assert repaired == ["/metadata/b", "/metadata/c", "/metadata/d"]


def test_keys_of_metadata_are_texts_too():
    lines = ("1: b", "true: c", "2026-01-31: d", "? [x]", ": e", '"2": f', "~: 3", "<<: {g: h}")
    document = front("metadata:", *(f"  {line}" for line in lines))
    assert found(metadata_value, document) == [
        ("1", 'the key "1" of metadata is a number, not a text'),
        ("true", 'the key "true" of metadata is a boolean, not a text'),
        ("2026-01-31", 'the key "2026-01-31" of metadata is a date, not a text'),
        ("[x]", 'the key "[x]" of metadata is a list, not a text'),
        ("~", 'the key "~" of metadata is null, not a text'),
        ("3", 'metadata "~" is a number, not a text'),
        ("{g: h}", 'metadata "<<" is a mapping, not a text'),
    ]


def test_without_metadata_there_is_nothing_to_say():
    document = front("license: MIT")
    assert found(metadata_value, document) == found(metadata_type, document) == []
    assert found(compatibility, document) == []
