import json

import pytest

from skillctl.servers.fields import read_fields
from skillctl.servers.model import Limits
from skillctl.source.file import decode
from skillctl.source.json_text import parse_json


def fields(entry, name="x"):
    node, _ = parse_json(decode("f", json.dumps(entry).encode()))
    return read_fields(name, node)


def test_a_full_entry():
    entry = {
        "command": "npx",
        "args": ["-y", "x"],
        "env": {"A": "1"},
        "cwd": "srv",
        "disabled": False,
        "enabledTools": ["a*"],
        "disabledTools": ["b"],
        "protocol": "handshake",
    }
    read = fields({**entry, "x-team": "ops", "launchHook": 3})
    assert read.values == entry
    assert (read.transport, read.problems, read.warnings) == ("stdio", (), ())


def test_null_counts_as_absent():
    read = fields({"command": "x", "args": None, "url": None, "timeout": None})
    assert (read.values, read.problems, read.warnings) == ({"command": "x"}, (), ())


@pytest.mark.parametrize(
    ("entry", "transport"),
    [
        ({"command": "x"}, "stdio"),
        ({"command": "x", "type": "stdio"}, "stdio"),
        ({"url": "u", "type": "http"}, "http"),
        ({"url": "u", "type": "streamable-http"}, "http"),
        ({"url": "u", "type": "sse"}, "sse"),
    ],
)
def test_transport(entry, transport):
    read = fields(entry)
    assert (read.transport, read.problems, read.warnings) == (transport, (), ())


def test_url_without_type_is_http_and_said():
    read = fields({"url": "u"})
    assert (read.transport, read.problems) == ("http", ())
    assert read.warnings == ('url without type; "http" is assumed',)


@pytest.mark.parametrize(
    ("entry", "problems"),
    [
        ({}, ["neither command nor url"]),
        (
            {"command": "x", "url": "u"},
            ["command and url stand together; one server has one of them"],
        ),
        ({"url": "u", "type": "stdio"}, ['type "stdio" does not go with url']),
        ({"command": "x", "type": "sse"}, ['type "sse" does not go with command']),
        ({"url": "u", "type": "htpp"}, ['type "htpp" is unknown; did you mean "http"?']),
        (
            {"url": "u", "type": "carrier pigeon"},
            ['type "carrier pigeon" is unknown; known: stdio, http, streamable-http, sse'],
        ),
        ({"command": ["npx", "-y"]}, ['"command" wants a string']),
        ({"command": "x", "args": "-y"}, ['"args" wants a list of strings']),
        ({"command": "x", "args": ["-y", 1]}, ['"args" wants a list of strings']),
        ({"command": "x", "env": {"P": 1}}, ['"env" wants a table of strings']),
        ({"command": "x", "cwd": 1}, ['"cwd" wants a string']),
        ({"command": "x", "disabled": "true"}, ['"disabled" wants true or false']),
        ({"url": "u", "type": 3}, ['"type" wants a string']),
        ({"url": "u", "type": "http", "auth": "x"}, ['"auth" wants an object']),
        ({"command": "x", "protocol": "9"}, ['"protocol" is "9"']),
    ],
)
def test_what_keeps_an_entry_from_starting(entry, problems):
    assert list(fields(entry).problems) == problems


@pytest.mark.parametrize("protocol", ["auto", "handshake", "2026-07-28"])
def test_each_era_can_be_asked_for(protocol):
    read = fields({"command": "x", "protocol": protocol})
    assert (read.problems, read.values["protocol"]) == ((), protocol)


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("", "the name is empty"),
        ("x" * 129, "the name has 129 characters; limit 128"),
        ("a\tb", "the name holds a control character"),
        ("a\x9bb", "the name holds a control character"),
    ],
)
def test_names(name, problem):
    assert fields({"command": "x"}, name).problems == (problem,)


@pytest.mark.parametrize("name", ["a.b/c d", "天气", "x" * 128])
def test_any_other_name_is_legal(name):
    assert fields({"command": "x"}, name).problems == ()


class TestLimits:
    def test_none_given(self):
        assert fields({"command": "x"}).limits == Limits(
            start=30.0, listing=15.0, idle=120.0, hard=600.0
        )

    def test_all_given(self):
        given = {"timeout": 30000, "toolTimeout": 0.5, "startTimeout": 5, "listTimeout": 7}
        read = fields({"command": "x", **given})
        assert read.limits == Limits(start=5.0, listing=7.0, idle=0.5, hard=30.0)

    def test_the_hard_limit_is_never_below_the_idle_one_by_default(self):
        assert fields({"command": "x", "toolTimeout": 900}).limits.hard == 900.0

    def test_under_a_second_is_taken_for_a_mistake(self):
        read = fields({"command": "x", "timeout": 30})
        assert read.warnings == ("timeout is 30 ms, under 1000 ms; ignored",)
        assert read.limits.hard == 600.0

    @pytest.mark.parametrize("value", ["5", True, 0, -1, 10**400, [1]])
    def test_what_is_no_time(self, value):
        read = fields({"command": "x", "toolTimeout": value})
        words = "toolTimeout is not a positive number of sensible size; ignored"
        assert (read.warnings, read.problems) == ((words,), ())
        assert read.limits == Limits()
