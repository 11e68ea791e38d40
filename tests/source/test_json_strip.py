import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skillctl.source.file import SourceFile
from skillctl.source.json_strip import deletions
from skillctl.source.json_text import parse_json


def stripped(text):
    root, problems = parse_json(SourceFile("x", text.encode(), text))
    assert root is not None
    parts, at = [], 0
    for start, end in deletions(text, problems):
        assert at <= start < end
        parts.append(text[at:start])
        at = end
    return "".join((*parts, text[at:]))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('{"a": 1,}', '{"a": 1}'),
        ('{\n  // x\n  "a": 1\n}\n', '{\n  "a": 1\n}\n'),
        ('{\n  "a": 1 // x\n}', '{\n  "a": 1\n}'),
        ('{\r\n  // x\r\n  "a": 1, // y\r\n}\r\n', '{\r\n  "a": 1\r\n}\r\n'),
        ('{\r  // x\r  "a": 1\r}', '{\r  "a": 1\r}'),
        ('{\n  /* x */ /* y */\n  "a": 1\n}', '{\n  "a": 1\n}'),
        ('{\n  /* x\n  y */\n  "a": 1\n}', '{\n  "a": 1\n}'),
        ('{ /* x */ "a": 1 }', '{ "a": 1 }'),
        ('{ "a": /* x */ 1 }', '{ "a": 1 }'),
        ('{"a"/**/:/**/1}', '{"a":1}'),
        ('{"a": [1, /*c*/],}', '{"a": [1 ]}'),
        ('// x\n{"a": "// no, ]"} // end', '{"a": "// no, ]"}'),
        ('{"a": 1} /* x */\n/* y */\n', '{"a": 1}\n'),
        ('{"a": "/* no */,}"}', '{"a": "/* no */,}"}'),
    ],
)
def test_what_is_taken_out(text, wanted):
    assert stripped(text) == wanted


pieces = st.sampled_from(
    ["/*c*/", "// c\n", "\n", " ", "\t", "\r\n", "/* a\nb */", "//\r", "/* ] , */ "]
)
gaps = st.lists(pieces, max_size=4).map("".join)


@settings(max_examples=200)
@given(st.lists(gaps, min_size=9, max_size=9), st.booleans(), st.booleans())
def test_what_is_left_is_the_same_data_without_comments(g, one, two):
    tokens = ["{", '"a // x"', ":", "[", "1", ",", '"/*"', "," * one, "]", "," * two, "}"]
    text = "".join(t + g[n % 9] for n, t in enumerate(tokens))
    assert json.loads(stripped(text)) == {"a // x": [1, "/*"]}


def test_many_comments_cost_linear_time():
    text = "{" + "/**/ " * 100_000 + '"a": 1' + ",\n// x\n}"
    assert json.loads(stripped(text)) == {"a": 1}
    text = "[" + "/**/1,\n" * 50_000 + "]"
    assert len(json.loads(stripped(text))) == 50_000
