import time

import pytest

from skillctl.rules.config.variables import (
    EnvConfig,
    foreign_variable,
    placeholder,
    variable_syntax,
    variable_unset,
)
from tests.rules.checks import config_at, found, server

CODE = ".vscode/mcp.json"


def with_value(text, name=".mcp.json", root="mcpServers"):
    return server({"command": "x", "env": {"A": text}}, name, root=root)


@pytest.mark.parametrize(
    ("text", "form", "owner"),
    [
        ("${workspaceFolder}/d", "${workspaceFolder}", "another host, such as VS Code"),
        ("${env:HOME}", "${env:HOME}", "VS Code"),
        ("a ${input:key} b", "${input:key}", "VS Code"),
        ("${file:k.txt}", "${file:k.txt}", "windsurf"),
        ("$HOME/x", "$HOME", "a shell"),
        ("%APPDATA%/x", "%APPDATA%", "Windows"),
        ("~/x", "~/", "a shell"),
        ("{env:K}", "{env:K}", "opencode"),
        ("{file:k}", "{file:k}", "opencode"),
        ("{{key}}", "{{key}}", "a template"),
        ("${{ secrets.K }}", "${{ secrets.K }}", "a template"),
        ("${CLAUDE_PLUGIN_ROOT}/x", "${CLAUDE_PLUGIN_ROOT}", "a plugin"),
    ],
)
def test_forms_of_other_hosts(text, form, owner):
    own = "claude-code has ${X}, ${X:-d}"
    words = f'"env.A" of server "srv" holds "{form}", a form of {owner}; {own}'
    assert found(foreign_variable, with_value(text)) == [(form, words)]


@pytest.mark.parametrize(
    "text",
    ["${HOME}", "${A:-b}", "$5", "$", "a$", "100 %", "50%OFF%", "a~/b", "{}", "$$HOME", "%20a%20"],
)
def test_own_forms_and_plain_text(text):
    assert found(foreign_variable, with_value(text)) == []


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("Xy12$hunter2", "$***"),
        ("$hunter2", "$***"),
        ("x$HUNTER2", "$***"),
        ("Bearer $hunter2", "$***"),
        ("Bearer $TOKEN", "$TOKEN"),
        ("a-%HUNTER%2", "%***"),
        ("${env:A:-hunter2}", "${env:A:-***}"),
    ],
)
def test_no_part_of_a_secret_is_quoted(text, form):
    secret = (
        {"env": {"A": text}},
        {"headers": {"A": text}},
        {"args": ["--token", text]},
        {"args": [f"--token={text}"]},
    )
    for entry in secret if " " not in text else secret[:2]:
        ((_, words),) = found(foreign_variable, server({"command": "x", **entry}))
        assert f'holds "{form}"' in words
        assert "hunter" not in words.lower()
    ((_, words),) = found(foreign_variable, server({"command": "x", "args": ["a=$hunter2"]}))
    assert 'holds "$hunter2"' in words


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("${env:A}", 0),
        ("${input:a}", 0),
        ("${userHome}", 0),
        ("${A}", 1),
        ("${A:-b}", 1),
        ("$A", 1),
    ],
)
def test_forms_of_vs_code(text, count):
    assert len(found(foreign_variable, with_value(text, CODE, "servers"))) == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("${A}", 0),
        ("${env:A}", 0),
        ("{env:A}", 0),
        ("~/x", 0),
        ("$A", 1),
        ("%ABC%", 1),
        ("{{a}}", 1),
    ],
)
def test_in_a_generic_file_few_forms_are_foreign(text, count):
    assert len(found(foreign_variable, with_value(text, "mcp.json"))) == count


def test_what_a_shell_is_told_is_left_to_the_shell():
    entry = {"command": "/bin/sh", "args": ["-c", "exec $NOTES ~/x"], "cwd": "~/x"}
    assert [t for t, _ in found(foreign_variable, server(entry))] == ["~/"]


def test_percent_signs_of_an_address_are_none_of_windows():
    entry = {"type": "http", "url": "https://a.example/%ABC%"}
    assert found(foreign_variable, server(entry)) == []


def test_a_value_with_escapes_is_pointed_at_as_a_whole():
    assert found(foreign_variable, with_value('"$HOME"'))[0][0] == '"\\"$HOME\\""'


@pytest.mark.parametrize(
    ("text", "what", "token"),
    [
        ("${A", "has a variable without its closing brace", "${A"),
        ("x${A:-b/c", "has a variable without its closing brace", "${A:-b/c"),
        (
            "${A:-${B}/x}:/y",
            "has a variable inside another; claude-code does not match the braces",
            "${A:-${B}/x}",
        ),
        ("${A:-${B}", "has a variable without its closing brace", "${A:-${B}"),
    ],
)
def test_braces(text, what, token):
    assert found(variable_syntax, with_value(text)) == [(token, f'"env.A" of server "srv" {what}')]


@pytest.mark.parametrize("text", ["${A}", "${A:-b}", "a } b {", "${{ a }}", "${A}${B}", "$A"])
def test_braces_in_pairs(text):
    assert found(variable_syntax, with_value(text)) == []


def test_a_host_that_matches_braces_may_nest():
    assert found(variable_syntax, with_value("${A:-${B}/x}", ".gbs/mcp.json")) == []
    assert len(found(variable_syntax, with_value("${A:-${B}/x", ".gbs/mcp.json"))) == 1
    assert found(variable_syntax, with_value("${A", "claude_desktop_config.json")) == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("${NOPE}", ["NOPE"]),
        ("${NOPE}/${ALSO_NOT}/${THERE}", ["NOPE", "ALSO_NOT"]),
        ("${NOPE:-}", []),
        ("${THERE}", []),
        ("$NOPE", []),
        ("${not a name}", []),
        ("${workspaceFolder}/${NOPE}", ["NOPE"]),
    ],
)
def test_variables_that_are_not_set(text, names):
    checked = EnvConfig(with_value(text), {"THERE": "1"})
    assert [v.values["name"] for v in variable_unset.check(checked)] == names


def test_variables_by_the_forms_of_the_host():
    assert list(variable_unset.check(EnvConfig(with_value("${NOPE}", CODE, "servers"), {}))) == []
    checked = EnvConfig(with_value("${env:NOPE} ${workspaceFolder}", CODE, "servers"), {})
    assert [v.values["name"] for v in variable_unset.check(checked)] == ["NOPE"]
    checked = EnvConfig(with_value("$NOPE $A/${B:-x} $$C $5", ".gemini/settings.json"), {"A": ""})
    assert [v.values["name"] for v in variable_unset.check(checked)] == ["NOPE"]


def test_what_a_plugin_is_given_need_not_be_set(tree):
    root = tree({".claude-plugin/plugin.json": "{}"})
    document = config_at(root, {"command": "${CLAUDE_PLUGIN_ROOT}/x", "args": ["${NOPE}"]})
    assert [v.values["name"] for v in variable_unset.check(EnvConfig(document, {}))] == ["NOPE"]


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("<YOUR_KEY>", "<YOUR_KEY>"),
        ("<your-api-key>", "<your-api-key>"),
        ("<api key>", "<api key>"),
        ("Bearer YOUR_TOKEN_HERE", "YOUR_TOKEN_HERE"),
        ("Bearer your_token_here", "your_token_here"),
        ("sk-YOUR_KEY", "YOUR_KEY"),
        ("https://<your-host>/x", "<your-host>"),
        ("https://a.example/?k=<YOUR_KEY>", "<YOUR_KEY>"),
        ("changeme", "changeme"),
        ("CHANGE_ME", "CHANGE_ME"),
        ("your-api-key", "your-api-key"),
    ],
)
def test_placeholders(text, token):
    words = f'"env.A" of server "srv" still holds a placeholder: "{token}"'
    assert found(placeholder, with_value(text)) == [(token, words)]


@pytest.mark.parametrize(
    "text",
    [
        *("${KEY}", "a < b > c", "your turn", "MYOUR_X", "changeme2", ""),
        *("${YOUR_KEY}", "Bearer ${YOUR_KEY:-x}", "${env:YOUR_KEY}", "$YOUR_KEY"),
        *("organize_your_files", "know-your_data", "@acme/in-your_name"),
    ],
)
def test_no_placeholders(text):
    assert found(placeholder, with_value(text)) == []


@pytest.mark.parametrize(
    "text", ["${" * 200_000, "${A:-" * 100_000, "%A" * 200_000, "<your" * 99_999]
)
def test_a_long_value_takes_no_time(text):
    document = with_value(text)
    start = time.perf_counter()
    for rule in (foreign_variable, variable_syntax, placeholder):
        list(rule.check(document))
    assert time.perf_counter() - start < 2
