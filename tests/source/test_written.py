"""A text as a value of YAML, JSON and TOML: every parser reads the same string."""

import json
import tomllib

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from skillctl.source.written import json_text, yaml_text
from skillctl.source.yaml_scalars import plain_value

TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=30)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("notes", "notes"),
        ("my-notes2", "my-notes2"),
        ("yes", '"yes"'),
        ("null", '"null"'),
        ("2024", '"2024"'),
        ("1e3", '"1e3"'),
        ("a: b", '"a: b"'),
        ('a "b": c', "'a \"b\": c'"),
        ('it\'s "x"', '"it\'s \\"x\\""'),
        ("é\n\x85\u2028\ufeff", '"é\\n\\u0085\\u2028\\ufeff"'),
        ("", '""'),
    ],
)
def test_a_text_is_written_so_that_it_is_read_back(text, wanted):
    assert yaml_text(text) == wanted


@given(TEXTS)
def test_any_text_is_read_back_from_yaml_json_and_toml(text):
    written = yaml_text(text)
    assert yaml.safe_load(f"k: {written}\n") == {"k": text}
    assert written[0] in "\"'" or plain_value(written, None) == ("string", text)
    assert json.loads(json_text(text)) == text
    assert tomllib.loads(f"k = {json_text(text)}") == {"k": text}
    assert "\n" not in written
