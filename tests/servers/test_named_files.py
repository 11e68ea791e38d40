"""What the rules say stands in golden/fingerprint; here are the corners of each of them."""

import pytest

from skillctl.servers.named_files import (
    candidates,
    named_files,
    program_name,
    texts,
)
from skillctl.worktree import Workspace
from tests.conftest import write_tree


def named(root, entry):
    workspace = Workspace(root, root, root)
    paths = map(str, named_files(entry, root, workspace))
    return {path.removeprefix(f"{root}/") for path in paths}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", ["a"]),
        ("", []),
        ("a=b=c", ["a=b=c", "b=c"]),
        ("a=", ["a="]),
        ("=", ["="]),
        ("x y", ["x y", "x", "y"]),
        (" x ", [" x ", "x"]),
        ("'x' \"y\" 'z\"", ["'x' \"y\" 'z\"", "x", "y", "'z\""]),
        ("'x'", ["'x'"]),
        ("a ' b", ["a ' b", "a", "'", "b"]),
        ("a '--f=b'", ["a '--f=b'", "b'", "a", "--f=b", "b"]),
        ("file:///x", ["/x"]),
        ("u=file://x", ["u=file://x", "x"]),
        ("a\nb\tc", ["a\nb\tc", "a", "b", "c"]),
        ("a\u00a0b", ["a\u00a0b"]),
        ("a${b}", []),
        ("a\0b c", ["c"]),
        ("x" * 4096, ["x" * 4096]),
        ("x" * 4097, []),
    ],
)
def test_candidates(text, expected):
    assert list(candidates(text)) == expected


def test_strings_of_an_entry_whatever_else_is_in_it():
    entry = {"command": "c", "args": ["a", 1, None, ["x"]], "env": {"K": "e", "L": 2}, "url": "u"}
    assert list(texts(entry)) == ["c", "a", "e"]
    assert list(texts({"command": ["npx"], "args": "-y", "env": ["x"]})) == []


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("/usr/bin/python3", "python3"),
        ("C:\\py\\python.exe", "python"),
        ("node", "node"),
        ("${X}/node", ""),
        (3, ""),
    ],
)
def test_program_name(command, name):
    assert program_name({"command": command}) == name


PYTHONS = ("python", "python3", "python3.14", "pypy3", "/usr/bin/python3.exe")


@pytest.mark.parametrize(
    "command", [*PYTHONS, "node.exe", "bun", "deno", "tsx", "ts-node", "ruby", "php"]
)
def test_interpreters_look_into_folders(tmp_path, command):
    write_tree(tmp_path, {"app/x": ""})
    assert "app/__main__.py" in named(tmp_path, {"command": command, "args": ["app"]})


@pytest.mark.parametrize("command", ["python2", "python3.", "nodejs", "sh", "npx"])
def test_other_programs_do_not(tmp_path, command):
    write_tree(tmp_path, {"app/x": ""})
    assert "app/__main__.py" not in named(tmp_path, {"command": command, "args": ["app"]})


@pytest.mark.parametrize("args", [["-m"], ["m", "a.b"], ["-m", "${X}"], ["-m", 3], "-m a", ["-mx"]])
def test_no_module(tmp_path, args):
    found = named(tmp_path, {"command": "python3", "args": args})
    assert not any(name.endswith("__init__.py") for name in found)


def test_with_an_unknown_cwd_only_absolute_paths_count(tmp_path):
    entry = {"command": "make", "cwd": "${X}", "args": ["a", str(tmp_path / "b")]}
    assert named(tmp_path, entry) == {"b"}
    assert "a" in named(tmp_path, {"command": "x", "cwd": 3, "args": ["a"]})


def test_every_shared_file_of_that_name_in_the_entrys_path(tmp_path):
    write_tree(tmp_path, {"node_modules/t": "", "bin/t": "", "sbin/t": "", "lib/t": ""})
    entry = {"command": "t", "env": {"PATH": "node_modules:/usr/bin:bin:sbin"}}
    found = named(tmp_path, entry)
    assert {"bin/t", "sbin/t"} <= found
    assert not {"node_modules/t", "lib/t"} & found


@pytest.mark.parametrize(
    ("path", "expected"),
    [("none;bin", "bin/t"), ("/x;:./bin", "bin/t"), ("a;b:/usr/bin", "a;b/t"), (";:bin", "t")],
)
def test_that_path_is_read_as_each_system_would(tmp_path, path, expected):
    write_tree(tmp_path, {"bin/t": "", "a;b/t": "", "t": ""})
    assert expected in named(tmp_path, {"command": "t", "env": {"PATH": path}})


@pytest.mark.parametrize(
    "change", [{"command": "./t"}, {"env": {"PATH": "bin:${PATH}"}}, {"env": {}}]
)
def test_when_that_path_is_not_searched(tmp_path, change):
    write_tree(tmp_path, {"bin/t": ""})
    assert "bin/t" not in named(tmp_path, {"command": "t", "env": {"PATH": "bin"}} | change)


def test_recipes(tmp_path):
    assert "package.json" in named(tmp_path, {"command": "pnpm.exe"})
    assert "package.json" in named(tmp_path, {"command": "/usr/bin/yarn"})
    assert named(tmp_path, {"command": "make"}) == {"make"}
    write_tree(tmp_path, {"Makefile": "", "GNUmakefile": ""})
    assert named(tmp_path, {"command": "make"}) == {"make", "GNUmakefile"}
