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
        ({"URL": "x"}, ".mcp.json", '"URL"', '; did you mean "url" by "URL"?'),
        ({"uri": "x"}, ".mcp.json", '"uri"', '; did you mean "url" by "uri"?'),
        ({"serverUrl": "x"}, ".mcp.json", '"serverUrl"', '; did you mean "url" by "serverUrl"?'),
        ({"httpUrl": "x"}, ".mcp.json", '"httpUrl"', '; did you mean "url" by "httpUrl"?'),
        ({"serverUrl": "x"}, "claude_desktop_config.json", '"srv"', ""),
        ({"httpURL": "x"}, "mcp.json", '"httpURL"', '; did you mean "httpUrl" by "httpURL"?'),
        ({"command": ""}, ".mcp.json", '""', ": its command is empty"),
        ({"command": " \t"}, ".mcp.json", '" \\t"', ": its command is empty"),
        ({"command": []}, "mcp.json", "[]", ": its command is empty"),
        ({"tcp": "ws://x"}, ".mcp.json", '"srv"', ""),
    ],
)
def test_an_entry_that_says_no_transport(entry, name, token, hint):
    words = f'server "srv" has neither a command nor a url{hint}'
    assert found(no_transport, server(entry, name)) == [(token, words)]


def test_that_a_host_starts_programs_only_is_known_from_one_source():
    document = server({"url": "https://a.example"}, "claude_desktop_config.json")
    (violation,) = no_transport.check(document)
    assert violation.severity is Severity.WARNING
    assert found(no_transport, document) == [('"url"', 'server "srv" has a url and no command')]


@pytest.mark.parametrize(
    ("entry", "name"),
    [
        ({"command": "x"}, ".mcp.json"),
        ({"command": None}, ".mcp.json"),
        ({"url": "x"}, ".mcp.json"),
        ({"httpUrl": "x"}, "mcp.json"),
        ({"tcp": "ws://localhost:9000"}, ".gemini/settings.json"),
        ({"tcp": "ws://localhost:9000"}, "gemini-extension.json"),
        ({"tcp": "ws://localhost:9000"}, "mcp.json"),
    ],
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
        ({"url": "u"}, ".roo/mcp.json", Severity.WARNING),
    ],
)
def test_a_url_without_type_weighs_as_its_host_takes_it(entry, name, severity):
    (violation,) = url_without_type.check(server(entry, name))
    assert violation.severity is severity


@pytest.mark.parametrize(
    ("name", "word", "follows"),
    [
        (".mcp.json", "http", None),
        ("mcp.json", "http", "http is assumed; a server that speaks SSE fails"),
        (".roo/mcp.json", "streamable-http", "roo wants a type, and may skip the server"),
    ],
)
def test_the_type_that_is_added_is_a_word_of_the_host(name, word, follows):
    (violation,) = url_without_type.check(server({"url": "u"}, name))
    assert (violation.values["word"], violation.consequence) == (word, follows)
    assert violation.repair.intent == {"/mcpServers/srv/type": word}


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
        ({"type": 5}, "5", '"type" of server "srv" must be a string; it is a number'),
        ({"type": None}, "null", '"type" of server "srv" must be a string; it is null'),
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


def test_vs_code_takes_numbers_and_null_in_env():
    def of_code(entry):
        return found(field_type, server(entry, ".vscode/mcp.json", root="servers"))

    assert of_code({"command": "x", "env": {"PORT": 8080, "DEBUG": None, "A": "b"}}) == []
    assert [token for token, _ in of_code({"env": {"A": True}, "headers": {"A": 5}})] == [
        "true",
        "5",
    ]


def test_headers_of_codex_are_strings_and_a_type_is_not_put_in_quotes():
    text = '[mcp_servers.a]\ncommand = "x"\nhttp_headers = { A = 5 }\ntype = 7\n'
    assert [token for token, _ in found(field_type, config(text, ".codex/config.toml"))] == ["5"]
    (violation,) = field_type.check(server({"type": 5}))
    assert violation.repair is None


def test_what_is_no_object_is_left_to_another_rule():
    document = config('{"mcpServers": {"a": "x", "b": ["c"]}}')
    assert [one.code for one in RULES if found(one, document)] == []


def test_misplaced_entries_are_judged_too():
    assert len(found(url_without_type, config('{"a": {"url": "u"}, "b": {"url": "v"}}'))) == 2
