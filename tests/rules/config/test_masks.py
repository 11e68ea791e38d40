import json
from pathlib import Path

import pytest

from skillctl.rules.config.masks import hidden_spans, starred_config
from skillctl.rules.rule import Span
from tests.rules.checks import config
from tests.timing import assert_linear


def hidden(text, name=".mcp.json"):
    """The texts that are hidden."""
    return [text[span.start : span.end] for span in hidden_spans(config(text, name))]


def servers(**entries):
    return json.dumps({"mcpServers": entries})


@pytest.mark.parametrize(
    "key",
    [
        *("env", "environment", "headers", "http_headers", "auth", "oauth", "bearer_token"),
        *("api_key", "apikey", "token", "password", "secret", "client_secret", "clientSecret"),
        *("ENV", "githubToken"),
    ],
)
def test_every_string_below_a_secret_key_is_hidden(key):
    values = {"A": "hunter2", "B": {"C": ["x y"], "D": 7, "E": ""}}
    assert hidden(servers(srv={"command": "notes", key: values})) == ["hunter2", "x y"]


def test_names_of_variables_are_shown_but_no_default():
    env = {"A": "${TOKEN}", "B": "Bearer ${TOKEN:-hunter2}", "C": "a${B}c"}
    assert hidden(servers(srv={"env": env})) == ["Bearer ", "hunter2}", "a", "c"]


def test_an_argument_after_a_flag_is_hidden_also_on_another_line():
    text = json.dumps({"mcpServers": {"s": {"args": ["--token", "hunter", "-v", "x"]}}}, indent=1)
    assert hidden(text) == ["hunter"]


def test_a_server_may_be_called_like_a_secret():
    assert hidden(servers(token={"command": "notes"})) == []
    assert hidden(servers(token={"command": "notes", "env": {"A": "hunter"}})) == ["hunter"]


def test_escapes_hide_nothing_from_the_mask():
    text = r'{"mcpServers": {"s": {"url": "https:\/\/me:hunter@h.example"}}}'
    assert hidden(text) == [r'"https:\/\/me:hunter@h.example"']
    assert hidden(r'{"mcpServers": {"s": {"command": "a\\b"}}}') == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('{"mcpServers": {"s": {"command": "x", "env": {"A": "hunter"}', ["hunter"]),
        ('{"mcpServers": {"s": {"env": {"A" "hunter"}, "command": "x"', ["A", "hunter"]),
        ('{"s": {"env": {\'A\': \'hunter\'}, "args": ["--token", "h", "x"]', ["hunter", "h"]),
        ('{"s": {"env": {A: hunter, B: "hun', ["hunter", "hun"]),
        ('{"s": {"env": {"A": "${B} x"}, "timeout": NaN, "n": -1.5e3', [" x"]),
        ('{"mcpServers": {"s": {"env": {"A": "hunter"},}}} // why', ["hunter", "//", "why"]),
        ("hunter", []),
        ("", []),
    ],
)
def test_a_text_that_is_no_json_is_judged_by_its_nearest_keys(text, wanted):
    assert hidden(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('[mcp_servers.s]\ncommand = "x"\n[mcp_servers.s.env]\nA = "hunter"\n[', ["hunter"]),
        ('[mcp_servers.s]\nenv.A = "hunter"\nenv.A="hunter"\n', ["hunter", "hunter"]),
        ('[[a]]\nhttp_headers = {X="hunter }\nargs = ["y"]', ["hunter }"]),
        ("[a] # why\r\nTOKEN = 'hun\r\n[b]\r\nurl = 'y'\r\n", ["hun"]),
        ('a.command = "x"\nenv.command = "hunter"\nb = ', ["hunter"]),
        ('args = ["--token", "hunter", "x"]\n[', ["hunter"]),
        ('A = """\nhunter\n"""\nA = 5', ["hunter"]),
    ],
)
def test_a_text_that_is_no_toml_is_judged_by_its_nearest_keys(text, wanted):
    shown = hidden(text, ".codex/config.toml")
    assert [one for one in shown if one.strip('\n"')] == wanted


def test_comments_alone_are_judged_so_where_the_rest_is_json():
    text = '{"name": "notes", /* a: hunter */ "mcpServers": {"s": {"note": "shown",}}, // b: c\n}'
    shown = "".join(hidden(text))
    assert "hunter" in shown
    assert not any(word in shown for word in ("notes", "shown", "name"))


def test_a_variable_that_is_set_by_an_argument_is_hidden():
    args = ["-e", "DB_PASSWORD=hunter", "A=shown", "API_KEY=${KEY}x", "MY_TOKEN=", "x TOKEN=y"]
    assert hidden(servers(s={"args": args})) == ["hunter", "x"]
    assert hidden(servers(s={"env": {"A": "TOKEN=hunter"}})) == ["TOKEN=hunter"]


def test_the_default_of_a_question_for_a_password_is_hidden():
    inputs = [
        {"id": "a", "password": True, "default": "hunter"},
        {"id": "b", "password": False, "default": "shown"},
    ]
    assert hidden(json.dumps({"inputs": inputs, "servers": {}}), ".vscode/mcp.json") == ["hunter"]


def test_spans_are_in_order_and_apart():
    text = servers(srv={"env": {"A": "hunter"}})
    at = text.index("hunter")
    found = (Span(at + 2, at + 9), Span(1, 3), Span(at, at))
    assert hidden_spans(config(text), found) == (Span(1, 3), Span(at, at + 9))


@pytest.mark.parametrize("close", ["", "}}}"])
def test_many_values_take_linear_time(close):
    entries = [f'"K{n}": "value {n}"' for n in range(20_000)]

    def work(size):
        return hidden('{"mcpServers": {"s": {"env": {' + ",".join(entries[:size]) + "}" + close)

    assert_linear(work, len(entries))


@pytest.mark.parametrize("line", ["A = 'x'\n", "[a]\n", " " * 9, "[a", 'A."b".c = ', "=", '"""\n'])
def test_broken_toml_takes_linear_time(line):
    assert_linear(lambda size: hidden(line * size + "[", ".codex/config.toml"), 20_000)


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("path", ["/w/.mcp.json", "/w/any.json"])
def test_a_whole_text_keeps_its_length(mark, path):
    text = mark + servers(srv={"env": {"A": "hunter"}, "url": "https://me:hunter@h.example"})
    shown = text.replace("me:hunter", "*********").replace("hunter", "******")
    assert starred_config(Path(path), text) == shown
    assert starred_config(Path(path), text[:-1]) == shown[:-1]
