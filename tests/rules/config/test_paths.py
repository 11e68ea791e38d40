import json

import pytest

from skillctl.findings import Severity
from skillctl.rules.config.paths import machine_path, missing_path
from tests.rules.checks import config_at, found, server

FILES = {"srv/main.py": "", "tools/run": ""}


def judged(tree, entry, name=".mcp.json"):
    document = config_at(tree(FILES), entry, name)
    return [
        (v.values["what"], v.values["path"], v.severity or Severity.ERROR)
        for v in missing_path.check(document)
    ]


@pytest.mark.parametrize(
    "entry",
    [
        {"command": "python3", "args": ["./srv/main.py"]},
        {"command": "./tools/run"},
        {"command": "python3", "args": ["main.py"], "cwd": "srv"},
        {"command": "python3", "args": ["./srv/main.py"], "cwd": "."},
        {"command": "nowhere"},
        {"command": "python3", "args": ["later.py"]},
        {"command": "/opt/none/bin"},
        {"command": "node", "args": ["/opt/none.js", "~/none.js", "C:\\none.js"]},
        {"command": "node", "args": ["${A}/none.js", "{env:A}/none.js", "%A%/none.js"]},
        {"command": "python3", "args": ["none.py"], "cwd": "/workspaces/notes"},
        {"command": "python3", "args": ["none.py"], "cwd": "${WORKSPACE}/srv"},
        {"command": "npx", "args": ["@acme/none.js", "--out=./none.js", "https://a.example/n.js"]},
        {"command": "python3", "args": ["srv/\0.py"]},
        {"command": "cat", "args": ["./none.txt", "./none"]},
        {"command": 3, "args": [4]},
    ],
)
def test_what_is_there_or_is_no_path_of_the_repository(tree, entry):
    entry = {**entry, "command": entry["command"]}
    assert [
        one for one in judged(tree, entry) if "none.py" not in one[1] and one[1] != "./none"
    ] == []


@pytest.mark.parametrize(
    ("entry", "what", "path"),
    [
        ({"command": "python3", "args": ["./srv/none.py"]}, "a script", "./srv/none.py"),
        ({"command": "python3", "args": ["-u", "srv/none.py"]}, "a script", "srv/none.py"),
        ({"command": "./tools/none"}, "the command", "./tools/none"),
        ({"command": "tools/none"}, "the command", "tools/none"),
        ({"command": "python3", "args": ["none.py"], "cwd": "srv"}, "a script", "none.py"),
        ({"command": "python3", "args": ["./srv/main.py"], "cwd": "absent"}, "the cwd", "absent"),
    ],
)
def test_what_is_missing(tree, entry, what, path):
    assert judged(tree, entry) == [(what, path, Severity.ERROR)]


@pytest.mark.parametrize("path", ["./dist/index.js", "build/a/x.js", "./target/x.jar"])
def test_what_is_built_may_come_later(tree, path):
    assert judged(tree, {"command": "node", "args": [path]}) == [("a script", path, Severity.NOTE)]


def test_paths_count_from_the_project_of_a_dot_folder(tree):
    entry = {"command": "python3", "args": ["srv/main.py"]}
    assert judged(tree, entry, ".roo/mcp.json") == []


def test_of_a_home_folder_another_rule_speaks(tree):
    assert judged(tree, {"command": "x", "cwd": "C:/Users/ada/none"}) == []
    assert judged(tree, {"command": "a/home/ada/x"}) == [
        ("the command", "a/home/ada/x", Severity.ERROR)
    ]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("/Users/ada/bin/x", "/Users/ada"),
        ("/home/bob", "/home/bob"),
        ("--dir=/home/bob/x", "/home/bob"),
        ("C:\\Users\\Eve\\x", "C:\\Users\\Eve"),
        ("c:/Users/Eve/x", "c:/Users/Eve"),
        ("/Users/Shared/x", None),
        ("/home/node/x", None),
        ("/home/${USER}/x", None),
        ("/home/<you>/x", None),
        ("/home/", None),
        ("/opt/home/x", None),
        ("https://a.example/Users/ada/", None),
    ],
)
def test_home_folders_of_people(text, path):
    words = [m for _, m in found(machine_path, server({"command": "x", "args": [text]}))]
    head = '"args" of server "srv" names the home folder of one person'
    assert words == ([] if path is None else [f'{head}: "{path}"'])


@pytest.mark.parametrize(
    ("entry", "missing"),
    [
        ({"command": ".\\tools\\notes"}, {"linux": [], "windows": []}),
        ({"command": ".\\tools\\gone"}, {"linux": [], "windows": [".\\tools\\gone"]}),
        ({"command": "./tools/notes"}, {"linux": ["./tools/notes"], "windows": []}),
        (
            {"command": "python", "args": ["srv\\gone.py"]},
            {"linux": [], "windows": ["srv\\gone.py"]},
        ),
        ({"command": "python", "args": ["srv\\main.py"]}, {"linux": [], "windows": []}),
        ({"command": "python", "args": ["main.py"], "cwd": ".\\srv"}, {"windows": []}),
    ],
)
def test_paths_are_those_of_the_machine_that_is_judged_for(entry, missing, skillctl, tree):
    text = json.dumps({"mcpServers": {"srv": entry}})
    root = tree({"srv/main.py": "", "tools/notes.exe": "", ".mcp.json": text})
    for platform, paths in missing.items():
        words = ("--select", "MC115", "--platform", platform, "--format", "json")
        found = json.loads(skillctl("lint", *words, ".", cwd=root).out)["findings"]
        assert [f["message"].split('"')[3] for f in found] == paths


@pytest.mark.parametrize(
    ("entry", "severities"),
    [
        ({"command": "python3", "args": ["none.py"], "cwd": "srv"}, ["warning"]),
        ({"command": "python3", "args": ["main.py"], "cwd": "none"}, ["warning"]),
        ({"command": "python3", "args": ["./none.py"]}, ["error"]),
    ],
)
def test_where_it_is_not_sure_that_a_host_reads_cwd_it_is_no_error(
    entry, severities, skillctl, tree
):
    text = json.dumps({"servers": {"srv": {"type": "stdio", **entry}}})
    root = tree({**FILES, ".vscode/mcp.json": text})
    run = skillctl("lint", "--select", "MC115", "--format", "json", ".", cwd=root)
    assert [f["severity"] for f in json.loads(run.out)["findings"]] == severities
