import pytest

from skillctl.findings import Severity
from skillctl.rules.config.servers import (
    RULES,
    field_type,
    no_transport,
    two_transports,
    url_without_type,
)
from tests.rules.checks import config, found, server


@pytest.mark.parametrize(
    ("entry", "name", "token", "hint"),
    [
        ({}, ".mcp.json", '"srv"', ""),
        ({"type": "http"}, ".mcp.json", '"srv"', ""),
        ({"args": ["x"], "env": {}}, ".mcp.json", '"srv"', ""),
        (
            {"args": [], "comand": "x"},
            ".mcp.json",
            '"comand"',
            '; did you mean "command" by "comand"?',
        ),
        ({"URL": "x"}, ".mcp.json", '"srv"', ""),
        ({"uri": "x"}, ".mcp.json", '"uri"', '; did you mean "url" by "uri"?'),
        ({"serverUrl": "x"}, ".mcp.json", '"srv"', ""),
        ({"httpURL": "x"}, "mcp.json", '"httpURL"', '; did you mean "httpUrl" by "httpURL"?'),
    ],
)
def test_an_entry_that_says_no_transport(entry, name, token, hint):
    words = f'server "srv" has neither a command nor a url{hint}'
    assert found(no_transport, server(entry, name)) == [(token, words)]


@pytest.mark.parametrize(
    ("entry", "name"),
    [({"command": "x"}, ".mcp.json"), ({"url": "x"}, ".mcp.json"), ({"httpUrl": "x"}, "mcp.json")],
)
def test_an_entry_that_says_one(entry, name):
    assert found(no_transport, server(entry, name)) == []
    assert found(two_transports, server(entry, name)) == []


def test_of_two_transports_the_second_is_meant_and_the_first_is_shown():
    document = server({"url": "u", "args": [], "command": "c"})
    assert found(two_transports, document) == [
        ('"command"', 'server "srv" has both "url" and "command"')
    ]
    (violation,) = two_transports.check(document)
    ((span, _),) = violation.related
    assert document.source.text[span.start : span.end] == '"url"'
    assert violation.field == "/mcpServers/srv/command"


@pytest.mark.parametrize(
    ("entry", "name", "severity"),
    [
        ({"url": "u"}, ".mcp.json", None),
        ({"url": "u"}, ".gbs/mcp.json", Severity.WARNING),
        ({"url": "u"}, "mcp.json", Severity.WARNING),
    ],
)
def test_a_url_without_type_weighs_as_its_host_takes_it(entry, name, severity):
    (violation,) = url_without_type.check(server(entry, name))
    assert violation.severity is severity


@pytest.mark.parametrize(
    "entry", [{"url": "u", "type": "http"}, {"command": "c", "url": "u"}, {"httpUrl": "u"}, {}]
)
def test_where_a_type_is_given_or_not_needed(entry):
    assert found(url_without_type, server(entry, "mcp.json")) == []


@pytest.mark.parametrize(
    ("entry", "token", "words"),
    [
        ({"command": 1}, "1", '"command" of server "srv" must be a string; it is a number'),
        ({"command": ["a"]}, '["a"]', '"command" of server "srv" must be a string; it is a list'),
        (
            {"args": "-y x"},
            '"-y x"',
            '"args" of server "srv" must be a list of strings; it is a string',
        ),
        (
            {"args": ["a", 1, 2]},
            "1",
            '"args" of server "srv" must be a list of strings; item 2 is a number',
        ),
        ({"args": {}}, "{}", '"args" of server "srv" must be a list of strings; it is a mapping'),
        (
            {"env": {"A": 1}},
            "1",
            '"env" of server "srv" must be an object of strings; "A" is a number',
        ),
        (
            {"env": ["A=1"]},
            '["A=1"]',
            '"env" of server "srv" must be an object of strings; it is a list',
        ),
        (
            {"headers": {"A": None}},
            "null",
            '"headers" of server "srv" must be an object of strings; "A" is null',
        ),
        ({"url": False}, "false", '"url" of server "srv" must be a string; it is a boolean'),
    ],
)
def test_the_first_part_of_a_field_that_has_the_wrong_type(entry, token, words):
    assert found(field_type, server(entry)) == [(token, words)]


def test_fields_that_are_right_or_not_judged():
    entry = {"command": "x", "args": [], "env": {}, "headers": {"A": "1"}, "timeout": 5, "x": [1]}
    assert found(field_type, server(entry)) == []
    assert found(field_type, server({"command": ["x", "y"]}, "mcp.json")) == []
    assert len(found(field_type, server({"command": ["x", 1]}, "mcp.json"))) == 1


def test_what_is_no_object_is_left_to_another_rule():
    document = config('{"mcpServers": {"a": "x", "b": ["c"]}}')
    assert [one.code for one in RULES if found(one, document)] == []


def test_misplaced_entries_are_judged_too():
    assert len(found(url_without_type, config('{"a": {"url": "u"}, "b": {"url": "v"}}'))) == 2
