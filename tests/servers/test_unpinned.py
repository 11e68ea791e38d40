"""What the view of a server says of files that its fingerprint does not cover."""

import json
import os

import pytest

from skillctl.servers.fingerprint import server_item
from skillctl.servers.load import load_servers
from skillctl.servers.unpinned import not_pinned, unpinned_program
from skillctl.worktree import open_workspace
from tests.conftest import write_tree
from tests.repositories import make_repository

DOWNLOADED = "what a runner downloads, folders that are only named as data"
USUAL = (
    f"not pinned: what those files load in turn, {DOWNLOADED}",
    f"not pinned: {DOWNLOADED}",
    "not pinned: what runs at the other end",
)
NOTHING = "no file of the repository is pinned by this command line; it may still run some"
FILES = {
    "run.sh": "",
    "srv/__main__.py": "",
    "x.py": "",
    "x.rb": "",
    "x/a": "",
    "sub/Makefile": "",
    "args": "",
    "bin/node": "",
    ".gitignore": "built\n",
    "built": "",
    ".venv/bin/node": "",
}


@pytest.fixture
def lines(tmp_path):
    """The lines about one entry of a repository that has a file of each kind."""

    def lines(entry, search_path="/usr/bin"):
        text = json.dumps({"mcpServers": {"s": entry}})
        root = write_tree(tmp_path / "w", {**FILES, ".mcp.json": text})
        if not (root / ".git").exists():
            make_repository(root)
        workspace = open_workspace(root, dict(os.environ))
        (config,) = load_servers(root, tmp_path / "conf", {"PATH": search_path}).configs
        form = server_item(config, workspace).form
        files = {file["path"] for file in json.loads(form)["files"]} if form else set()
        found = list(not_pinned(config, files, workspace, search_path))
        (usual,) = (line for line in found if line in USUAL)
        assert USUAL.index(usual) == (0 if files else 1 if config.transport == "stdio" else 2)
        found.remove(usual)
        return found

    return lines


def names(path, place):
    return f'not pinned: "{path}", which {place} seems to name'


def starts(program):
    return f'not pinned: what else of the repository "{program}" runs; it starts other programs'


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("python3 x.py", []),
        ("python3 -m srv", [names("srv", "args[1]")]),  # its `__main__.py` is pinned, no other file
        ("python3 -msrv", [NOTHING, names("srv", "args[0]"), names("srv/__main__.py", "args[0]")]),
        (
            "env python3 -m x",
            [NOTHING, starts("env"), names("x", "args[2]"), names("x.py", "args[2]")],
        ),
        ("uv run x", [NOTHING, starts("uv"), names("x", "args[1]")]),
        ("docker run --volume=./x:/y i", [NOTHING, starts("docker"), names("x", "args[1]")]),
        ("cc @args", [NOTHING, names("args", "args[0]")]),
        ("ruby -r./x.rb", [NOTHING, names("x.rb", "args[0]")]),
        ("make -C sub", [NOTHING, starts("make"), names("sub", "args[1]")]),
        ("make -Csub", [NOTHING, starts("make"), names("sub", "args[0]")]),
        ("npx -y @acme/notes@1.4.2", [NOTHING, starts("npx")]),
        ("node built . / /etc/hosts ../w nothing", [NOTHING]),  # no commit changes any of these
    ],
)  # fmt: skip
def test_forms_that_pin_nothing(lines, words, found):
    command, *args = words.split()
    assert lines({"command": command, "args": args}) == found


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ("./run.sh;true", [NOTHING, starts("sh"), names("run.sh", "args[1]")]),
        ("./run.sh x.py", [starts("sh")]),
        ("cd sub && exec ../run.sh", [NOTHING, starts("sh"), names("sub", "args[1]")]),
        (
            "'./run.sh'||\"x.rb\"",
            [NOTHING, starts("sh"), names("run.sh", "args[1]"), names("x.rb", "args[1]")],
        ),
    ],
)  # fmt: skip
def test_scripts_of_a_shell(lines, script, found):
    assert lines({"command": "/bin/sh", "args": ["-c", script]}) == found


def test_what_stands_beside_a_variable_is_named_too(lines):
    assert lines({"command": "sh", "args": ["-c", "${NO:-./run.sh}"]}) == [
        NOTHING,
        starts("sh"),
        "not pinned: args[1] holds a variable, so no file is taken from it",
        names("run.sh", "args[1]"),
    ]
    found = lines({"command": "sh", "args": ["-c", "$X ${Y} ./run.sh"]})
    assert found[-1] == names("run.sh", "args[1]")
    assert lines({"command": "sh", "args": ["run.sh"], "cwd": "${D}"})[-1].endswith("from it")


def test_only_variables_that_decide_what_runs_are_looked_into(lines):
    """A password may happen to be the name of a file."""
    env = {"PASSWORD": "run.sh;", "NODE_OPTIONS": "--require=./x.rb;"}
    found = lines({"command": "node", "env": env})
    assert found == [NOTHING, names("x.rb", "env.NODE_OPTIONS")]


@pytest.mark.parametrize(
    ("path", "folders"),
    [
        ("./bin:/usr/bin", '"./bin"'),
        ("/usr/bin::bin:bin", '".", "bin"'),
        ("{root}/bin:/usr/bin", '"{root}/bin"'),
        ("{root}/.venv/bin:/usr/bin", ""),
        ("/usr/bin", ""),
    ],
)
def test_the_users_own_path_that_leads_into_the_repository(lines, tmp_path, path, folders):
    root = tmp_path / "w"
    found = lines({"command": "node"}, path.replace("{root}", str(root)))
    folders = folders.replace("{root}", str(root))
    words = f'not pinned: the program "node", which your PATH looks for in {folders}, too; another'
    assert found[1:] == ([f"{words} file of that name may come to run unasked"] if folders else [])
    for entry in ({"command": "./bin/node"}, {"command": "node", "env": {"PATH": "/usr/bin"}}):
        assert not any("your PATH" in line for line in lines(entry, "./bin"))


def test_a_server_at_a_url_has_no_command_line(lines):
    assert lines({"type": "http", "url": "https://x.example/mcp"}) == []


def test_odd_shapes_and_endless_texts_say_something_in_time(lines):
    assert NOTHING in lines({"command": ["sh"], "args": "run.sh", "env": ["x"]})
    assert lines({"command": "sh", "args": ["-c", "\0 " + "a;" * 100_000]}) == [
        NOTHING,
        starts("sh"),
    ]


@pytest.mark.parametrize(
    ("entry", "unpinned"),
    [
        ({"command": "t", "env": {"PATH": "bin:${PATH}"}}, True),
        ({"command": "${T}", "env": {"PATH": "bin:${PATH}"}}, True),
        ({"command": "t", "env": {"PATH": "bin"}}, False),
        ({"command": "t", "env": {"X": "${PATH}"}}, False),
        ({"command": "./t", "env": {"PATH": "bin:${PATH}"}}, False),
        ({"command": "", "env": {"PATH": "bin:${PATH}"}}, False),
        ({"command": ["t"], "env": {"PATH": "bin:${PATH}"}}, False),
        ({"command": "t", "env": {"PATH": ["${PATH}"]}}, False),
        ({"command": "t", "env": "${PATH}"}, False),
        ({}, False),
    ],
)
def test_a_program_that_an_own_path_with_variables_decides_about(entry, unpinned):
    assert bool(unpinned_program(entry)) is unpinned
