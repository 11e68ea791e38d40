import json

import pytest

from skillctl.fakes.asked import Asked
from skillctl.fakes.protocol import Message
from skillctl.fakes.reading import get, pattern, read
from skillctl.fakes.replies import Replies
from tests.fakes.lockstep import fake_file

FILE = """
[[resource]]
uri = "a:text"
mime = "text/plain"
text = "hello"
[[resource]]
definition = { uri = "a:raw", mimeType = 5 }
reply = [{ when_call = 1, content = ["odd"] }, { default = true, blob = "AAAA" }]
[[resource_template]]
uri_template = "a:{city}/{+rest}"
reply = [{ when = { city = "x" }, text = "{{rest}}", template = true }]
[[prompt]]
name = "p"
arguments = [{ name = "one", required = true }, { name = "two" }]
reply = [{ when = { one = "1" }, text = "first {{two}}", template = true },
         { default = true, content = [5] }]
"""


def answer(handler, number=1, stamp=None, **params):
    file = fake_file(FILE)
    message = Message("x", 1, params)
    asked = Asked(message=message, id=1, number=number, stamp=stamp)
    found = json.loads(list(handler(asked, file, Replies(file.server)))[-1].data)
    return found.get("result", found.get("error"))


def test_contents_of_a_resource():
    assert answer(read, uri="a:text") == {
        "contents": [{"uri": "a:text", "mimeType": "text/plain", "text": "hello"}]
    }
    assert answer(read, uri="a:raw") == {"contents": ["odd"]}
    assert answer(read, number=2, uri="a:raw") == {"contents": [{"uri": "a:raw", "blob": "AAAA"}]}


def test_a_template_gives_its_variables_as_arguments():
    uri = "a:x/b/c"
    assert answer(read, uri=uri) == {"contents": [{"uri": uri, "text": "b/c"}]}
    error = answer(read, uri="a:y/b")
    assert error["message"] == (
        'no reply of "a:{city}/{+rest}" matches; nearest is reply[0]: city is "y", not "x"'
    )


def test_a_resource_that_is_not_there():
    missing = {"message": "Resource not found", "data": {"uri": "b:"}}
    assert answer(read, uri="b:") == {"code": -32002, **missing}
    assert answer(read, uri="b:", stamp={}) == {"code": -32602, **missing}
    assert answer(read, uri=5)["message"] == '"uri" is not a string'


def test_messages_of_a_prompt():
    assert answer(get, name="p", arguments={"one": "1", "two": "2"}) == {
        "messages": [{"role": "user", "content": {"type": "text", "text": "first 2"}}]
    }
    assert answer(get, name="p", arguments={"one": "2"}) == {"messages": [5]}


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"name": "p"}, "missing arguments: one"),
        ({"name": "p", "arguments": {"two": ""}}, "missing arguments: one"),
        ({"name": "p", "arguments": []}, '"arguments" is not an object'),
        ({"name": "q"}, "Unknown prompt: q"),
        ({}, "Unknown prompt: None"),
    ],
)
def test_a_prompt_that_cannot_be_got(params, words):
    assert answer(get, **params) == {"code": -32602, "message": words}


def test_templates_of_uris():
    assert pattern("a.b:{x}/{+y}").fullmatch("a.b:1/2/3").groupdict() == {"x": "1", "y": "2/3"}
    assert pattern("a.b:{x}").fullmatch("aXb:1") is None
    assert pattern("a:{x}").fullmatch("a:1/2") is None
    assert pattern("a:{x}").fullmatch("a:") is None
    assert pattern("{x}-{x}").fullmatch("1-1").groupdict() == {"x": "1"}
    assert pattern("{x}-{x}").fullmatch("1-2") is None
    assert pattern("{ x }{}(").fullmatch("{ x }{}(").groupdict() == {}
