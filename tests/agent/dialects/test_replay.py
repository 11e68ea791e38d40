import json

import pytest

from skillctl.agent.dialects.replay import arguments_text, arguments_value
from skillctl.agent.messages import ToolCall

CASES = [
    ('{"a":1}', '{"a":1}', {"a": 1}),
    ('{ "b" : 1e0, "a":"\\u00e9" }', '{ "b" : 1e0, "a":"\\u00e9" }', {"b": 1.0, "a": "é"}),
    ('{"a":1,"a":2}', '{"a":1,"a":2}', {"a": 2}),
    ("[1]", "[1]", {}),
    ('"x"', '"x"', {}),
    ('{"a":', "{}", {}),
    ("", "{}", {}),
    ('{"a":NaN}', "{}", {}),
    ('{"a":-Infinity}', "{}", {}),
    ('{"a":1e999}', '{"a":1e999}', {}),
    ("[" * 100_000, "{}", {}),
    ('{"a":' + "[" * 500 + "]" * 500 + "}", '{"a":' + "[" * 500 + "]" * 500 + "}", {}),
]


@pytest.mark.parametrize(("arguments", "text", "value"), CASES)
def test_arguments_go_back_as_written_or_as_a_value_in_their_order(arguments, text, value):
    call = ToolCall("c", "x", arguments)
    assert arguments_text(call) == text
    found = arguments_value(call)
    assert (found, list(found)) == (value, list(value))
    json.dumps(found, allow_nan=False)
