import pytest

from skillctl.findings import Severity
from skillctl.rules.config.fields import command_line, field_typo, server_name
from tests.rules.checks import config_at, found, server


@pytest.mark.parametrize(
    ("command", "first"),
    [
        ("npx -y demo", "npx"),
        ("python3  server.py", "python3"),
        ("/usr/bin/env node a.js", "/usr/bin/env"),
        ("notes-server --all", "notes-server"),
        ("npx", None),
        ("./my tools/run", None),
        ("C:\\Program Files\\a.exe", None),
        ("${HOME}/a b", None),
        ("", None),
        (" ", None),
        (["npx", "-y demo"], None),
    ],
)
def test_a_command_is_one_program(command, first):
    words = [m.partition(":")[2] for _, m in found(command_line, server({"command": command}))]
    assert words == (
        [] if first is None else [f' "{first}" is one program, the rest belongs in args']
    )


def test_a_file_of_that_name_is_a_program(tree):
    files = {"my server": "", "sub/my other": ""}
    document = config_at(tree(files), {"command": "my server"})
    assert found(command_line, document) == []
    document = config_at(tree(files), {"command": "my other", "cwd": "sub"})
    assert found(command_line, document) == []
    document = config_at(tree(files), {"command": "my other"})
    assert len(found(command_line, document)) == 1


@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("arg", "args"),
        ("Args", "args"),
        ("comand", None),
        ("time_out", "timeout"),
        ("tiemout", "timeout"),
        ("headres", "headers"),
    ],
)
def test_a_field_that_is_nearly_known(key, meant):
    document = server({"command": "x", key: "y"})
    ((token, message),) = found(field_typo, document)
    assert token == f'"{key}"'
    hint = f'; did you mean "{meant}"?' if meant else ""
    assert message == f'no field of claude-code is called "{key}"{hint}'
    (violation,) = field_typo.check(document)
    assert violation.severity is (None if meant else Severity.NOTE)


@pytest.mark.parametrize("key", ["$schema", "_note", "//", "name", "description", "oauth"])
def test_remarks_and_known_fields_are_left_alone(key):
    assert found(field_typo, server({"command": "x", key: "y"})) == []


def test_a_missing_transport_is_told_once():
    assert found(field_typo, server({"commnad": "x"})) == []
    assert len(found(field_typo, server({"commnad": "x", "arg": []}))) == 1


def test_what_is_there_is_not_meant_by_another_key():
    (violation,) = field_typo.check(server({"command": "x", "args": [], "arg": []}))
    assert violation.severity is Severity.NOTE


@pytest.mark.parametrize(
    ("name", "what", "prefix"),
    [
        ("notes", None, ""),
        ("my-notes_2", None, ""),
        ("n" * 32, None, ""),
        ("n" * 33, "has 33 characters", "n" * 33),
        ("my notes", "holds U+0020", "my_notes"),
        ("a.b/c:d", "holds U+002E, U+002F, U+003A", "a_b_c_d"),
        ("a__b", 'holds "__"', "a__b"),
        ("", "is empty", ""),
        ("é" * 40, "holds U+00E9 and has 40 characters", "_" * 40),
    ],
)
def test_names_of_servers(name, what, prefix):
    messages = [m for _, m in found(server_name, server({"command": "x"}, key=name))]
    tail = f'; its tools are called "mcp__{prefix}__…"'
    assert messages == ([] if what is None else [f'the server name "{name}" {what}{tail}'])
