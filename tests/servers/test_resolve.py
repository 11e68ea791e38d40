import json
import os

import pytest

from skillctl.canonical import digest
from skillctl.errors import Location
from skillctl.servers.resolve import Origin, find_program, launch_problem, resolve_server
from skillctl.source.file import decode
from skillctl.source.json_text import parse_json

ENTRY = {
    "command": "${TOOL:-npx}",
    "args": ["${A}", "b"],
    "env": {"K": "${A}", "${A}": "1"},
    "cwd": "${DIR:-srv}",
    "x-unknown": "${A}",
}


def program(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def resolved(tmp_path):
    """Resolve an entry of a project at `tmp_path`."""

    def resolve(entry, environment=None, scope="project"):
        node, _ = parse_json(decode("f", json.dumps(entry).encode()))
        origin = Origin(scope=scope, source=".mcp.json", base=tmp_path, default_cwd=tmp_path)
        return resolve_server("x", node, Location(".mcp.json"), origin, environment or {})

    return resolve


class TestExpansion:
    def test_every_field_that_is_read_and_no_key(self, resolved, tmp_path):
        config = resolved(ENTRY, {"A": "a"})
        assert (config.command, config.args) == ("npx", ("a", "b"))
        assert config.env == {"K": "a", "${A}": "1"}
        assert config.cwd == tmp_path / "srv"
        assert (config.entry, config.problems) == (ENTRY, ())

    def test_remote_fields(self, resolved):
        entry = {
            "type": "http",
            "url": "https://${H}/mcp",
            "headers": {"X": "Bearer ${T}"},
            "auth": {"type": "api_key", "key": "${T}", "scopes": ["${T}", 1]},
        }
        config = resolved(entry, {"H": "h.example", "T": "t"})
        assert (config.url, config.headers) == ("https://h.example/mcp", {"X": "Bearer t"})
        assert config.auth == {"type": "api_key", "key": "t", "scopes": ["t", 1]}

    def test_all_problems_with_their_fields_and_nothing_literal(self, resolved):
        entry = {
            "command": "x",
            "args": ["-k", "${env:K}"],
            "env": {"TOKEN": "${NOTES_TOKEN}"},
            "url": None,
        }
        config = resolved(entry, {"TOKEN": "in the entry's own env it would not count"})
        assert config.problems == (
            "env.TOKEN: variable NOTES_TOKEN is not set and has no default",
            "args[1]: ${env:…} is not of the form ${NAME} or ${NAME:-default}",
        )
        assert (config.args, config.env) == (("-k", ""), {"TOKEN": ""})

    def test_the_entrys_own_env_is_no_source_of_values(self, resolved):
        config = resolved({"command": "x", "args": ["${K}"], "env": {"K": "1"}})
        assert config.problems == ("args[0]: variable K is not set and has no default",)

    @pytest.mark.parametrize("field", ["command", "cwd", "args", "env"])
    def test_what_no_program_can_be_given(self, resolved, field):
        nul = {"args": ["a\0b"], "env": {"K": "a\0b"}}.get(field, "a\0b")
        (problem,) = resolved({"command": "x", field: nul}).problems
        assert problem.endswith(": holds a NUL character, which no program can be given")

    @pytest.mark.parametrize("name", ["", "A=B", "A\0B"])
    def test_what_cannot_name_a_variable(self, resolved, name):
        config = resolved({"command": "x", "env": {name: "1"}})
        assert config.problems == (f"env: {name!r} cannot be the name of a variable",)


class TestLocalDigest:
    def test_nothing_expands_nothing_to_compare(self, resolved):
        config = resolved({"command": "x", "args": ["a"], "env": {"K": "${A}"}}, {"A": "1"})
        assert config.resolved == ""

    def test_it_is_over_the_expanded_values_of_four_fields(self, resolved):
        entry = {"command": "x", "args": ["${A}", "b"], "cwd": "srv", "env": {"K": "${A}"}}
        expected = digest({"args": ["1", "b"], "command": "x", "cwd": "srv"})
        assert resolved(entry, {"A": "1"}).resolved == expected
        assert resolved(entry, {"A": "2"}).resolved != expected
        url = {"type": "http", "url": "https://${A}"}
        assert resolved(url, {"A": "h"}).resolved == digest({"url": "https://h"})

    def test_an_unset_variable_is_another_expansion(self, resolved):
        assert resolved({"command": "x", "args": ["${A}"]}).resolved == digest(
            {"args": [None], "command": "x"}
        )

    def test_bytes_that_are_no_text(self, resolved):
        value = os.fsdecode(b"\xff")
        assert resolved({"command": "${A}"}, {"A": value}).resolved == digest({"command": "\\xff"})


class TestProgram:
    def test_with_a_separator_it_counts_from_cwd(self, tmp_path):
        wanted = program(tmp_path / "srv/run")
        assert find_program("./run", tmp_path / "srv", "") == wanted
        assert find_program("srv/run", tmp_path, "") == wanted
        assert find_program(str(wanted), tmp_path / "elsewhere", "") == wanted

    def test_without_one_it_is_searched_in_path_never_in_cwd(self, tmp_path):
        program(tmp_path / "run")
        second = program(tmp_path / "b/run")
        (tmp_path / "a/run").mkdir(parents=True)
        path = os.pathsep.join(("a", str(tmp_path / "none"), "b"))
        assert find_program("run", tmp_path, path) == second
        assert find_program("run", tmp_path, "a") is None

    def test_the_path_of_the_entry_comes_first(self, resolved, tmp_path):
        own = program(tmp_path / "bin/node")
        theirs = program(tmp_path / "usr/node")
        host = {"PATH": str(theirs.parent)}
        assert resolved({"command": "node", "env": {"PATH": "bin"}}, host).program == own
        assert resolved({"command": "node"}, host).program == theirs

    def test_cwd_is_a_real_path(self, resolved, tmp_path):
        program(tmp_path / "real/sub/run")
        (tmp_path / "link").symlink_to("real/sub")
        config = resolved({"command": "./run", "cwd": "link/../sub"})
        assert config.cwd == tmp_path / "real/sub"
        assert config.program == tmp_path / "real/sub/run"


class TestLaunchProblem:
    def test_none(self, resolved, tmp_path):
        program(tmp_path / "my tools/run.sh")
        entry = {"command": "./my tools/run.sh", "args": ["a b"]}
        assert launch_problem(resolved(entry)) == ""
        assert launch_problem(resolved({"type": "http", "url": "u"})) == ""

    def test_a_missing_cwd_is_told_alone(self, resolved, tmp_path):
        config = resolved({"command": "none", "cwd": "absent"})
        assert launch_problem(config) == f"cwd {tmp_path / 'absent'} does not exist"

    @pytest.mark.parametrize(
        ("entry", "words"),
        [
            ({"command": "npx -y demo-pkg"}, 'command "npx -y demo-pkg" holds arguments; put them'),
            ({"command": "none"}, 'program "none" not found in PATH'),
            ({"command": ""}, "the command is empty"),
            ({"command": "${UNSET_HERE:-}"}, "the command is empty"),
            (
                {"command": "none", "env": {"PATH": "x"}},
                'program "none" not found in the PATH of the entry',
            ),
        ],
    )
    def test_names(self, resolved, entry, words):
        assert launch_problem(resolved(entry, {"PATH": "/none"})).startswith(words)

    def test_an_unset_variable_is_told_once(self, resolved):
        config = resolved({"command": "${UNSET_HERE}"})
        assert (len(config.problems), launch_problem(config)) == (1, "")

    @pytest.mark.parametrize(
        ("command", "words"),
        [
            ("./none.sh", "does not exist"),
            ("./folder", "is a folder"),
            ("./plain.txt", "is not executable"),
            ("./my tools/none", "does not exist"),
        ],
    )
    def test_paths(self, resolved, tmp_path, command, words):
        (tmp_path / "folder").mkdir()
        (tmp_path / "plain.txt").write_text("")
        assert launch_problem(resolved({"command": command})).endswith(words)

    @pytest.mark.parametrize(
        ("entry", "words"),
        [
            ({"command": "${V}"}, 'program "${V}" not found in PATH'),
            ({"command": "${V} -x"}, 'command "${V} -x" holds arguments; put them into args'),
            ({"command": "./${V}"}, 'program "./${V}" does not exist'),
            ({"command": "./run", "cwd": "${V}"}, 'cwd "${V}" does not exist'),
            ({"command": "./none", "cwd": "${HERE}"}, 'program "./none" does not exist'),
            (
                {"command": "none", "env": {"PATH": "${V}"}},
                'program "none" not found in the PATH of the entry',
            ),
            (
                {"command": "notes --token hunter2"},
                'command "notes --token ***" holds arguments; put them into args',
            ),
            ({"command": "${TOKEN:-hunter}"}, 'program "${TOKEN:-***}" not found in PATH'),
        ],
    )
    def test_no_value_of_a_variable_and_no_secret(self, resolved, tmp_path, entry, words):
        environment = {"PATH": "/none", "V": "canary", "HERE": str(tmp_path)}
        assert launch_problem(resolved(entry, environment)) == words
