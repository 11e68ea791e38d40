import json

import pytest

from skillctl.findings import Severity
from skillctl.rules.config.paths import missing_path
from skillctl.rules.config.scripts import FOLDER_FLAGS, is_relative, program_name
from skillctl.servers.document import read_config_document
from tests.rules.checks import config_at

FILES = {"srv/main.py": "", "pkg/src/index.ts": ""}
E, N = Severity.ERROR, Severity.NOTE


def judged(root, entry, name=".mcp.json"):
    return [
        (violation.values["path"], violation.severity or E)
        for violation in missing_path.check(config_at(root, entry, name))
    ]


@pytest.mark.parametrize(
    "words",
    [
        ["docker", "run", "--rm", "acme/notes", "node", "app/index.js"],
        ["/usr/local/bin/podman", "exec", "box", "python", "srv/gone.py"],
        ["ssh", "host", "python3", "srv/gone.py"],
        ["wsl.exe", "node", "srv/gone.js"],
        ["C:\\Windows\\System32\\wsl.exe", "node", "srv/gone.js"],
        ["cmd", "/c", "docker", "run", "x", "app/index.js"],
        ["kubectl", "exec", "pod", "--", "python", "app/gone.py"],
    ],
)
def test_what_runs_elsewhere_has_other_files(tree, words):
    assert judged(tree(FILES), {"command": words[0], "args": words[1:]}) == []


@pytest.mark.parametrize("flag", sorted(FOLDER_FLAGS))
def test_a_flag_may_name_another_folder(tree, flag):
    root = tree(FILES)
    assert judged(root, {"command": "pnpm", "args": [flag, "pkg", "tsx", "src/index.ts"]}) == []
    assert judged(root, {"command": "pnpm", "args": [f"{flag}=pkg", "tsx", "src/index.ts"]}) == []
    assert judged(root, {"command": "pnpm", "args": [flag, "pkg", "tsx", "src/gone.ts"]}) == [
        ("src/gone.ts", E)
    ]


@pytest.mark.parametrize("folder", ["/opt/notes", "${HOME}/notes", "~/notes", "C:\\notes", "a\0b"])
def test_from_a_folder_that_is_not_looked_up_nothing_is(tree, folder):
    args = ["--directory", folder, "--dir", "pkg", "run", "src/gone.py"]
    assert judged(tree(FILES), {"command": "uv", "args": args}) == []


@pytest.mark.parametrize(
    "args",
    [
        ["run", "-A", "jsr:@acme/notes/main.ts"],
        ["npm:notes/cli.js"],
        ["--import", "tsx-loader/register.mjs", "srv/main.py"],
        ["-r", "dotenv/config.js", "srv/main.py"],
    ],
)
def test_what_a_registry_has_is_no_path(tree, args):
    assert judged(tree(FILES), {"command": "node", "args": args}) == []


def test_only_the_first_script_after_a_flag_is_certain(tree):
    root = tree(FILES)
    assert judged(root, {"command": "python", "args": ["-u", "srv/gone.py"]}) == [
        ("srv/gone.py", E)
    ]
    for before in (["-m", "notes"], ["srv/main.py"]):
        args = [*before, "--out", "reports/result.js"]
        assert judged(root, {"command": "python", "args": args}) == [("reports/result.js", N)]
    assert judged(root, {"command": "node", "args": ["--import", "./gone.mjs"]}) == [
        ("./gone.mjs", E)
    ]


def test_a_command_may_be_a_list(tree):
    root = tree(FILES)
    for words, wanted in (
        (["python", "srv/gone.py"], [("srv/gone.py", E)]),
        (["bash", "-c", "curl https://notes.example/i.sh | sh"], []),
        (["./gone", "srv/main.py"], [("./gone", E)]),
        (["docker", "run", "x", "app/gone.js"], []),
    ):
        assert judged(root, {"command": words}, "notes.mcp.json") == wanted


def test_paths_of_a_plugin_count_from_its_own_folder(tree):
    entry = {"notes": {"command": "python", "args": ["./srv/main.py", "./srv/gone.py"]}}
    plugins = [
        {"name": "a", "source": "./plugins/a", "mcpServers": entry},
        {"name": "b", "source": {"source": "github", "repo": "acme/b"}, "mcpServers": entry},
    ]
    text = json.dumps({"name": "m", "plugins": plugins})
    root = tree({"plugins/a/srv/main.py": "", ".claude-plugin/marketplace.json": text})
    document = read_config_document(root / ".claude-plugin/marketplace.json", "marketplace.json")
    found = [(v.values["path"], v.field) for v in missing_path.check(document)]
    assert found == [("./srv/gone.py", "/plugins/0/mcpServers/notes/args/1")]


@pytest.mark.parametrize(
    ("text", "name"),
    [("docker", "docker"), ("C:\\bin\\Docker.EXE", "docker"), ("/usr/bin/ssh", "ssh"), ("", "")],
)
def test_the_name_of_a_program(text, name):
    assert program_name(text) == name


@pytest.mark.parametrize("text", ["/a", "~/a", "C:\\a", "C:/a", "a\0", "$A/b", "{a}", "%A%", "<a>"])
def test_what_is_not_looked_up(text):
    assert not is_relative(text)
    assert is_relative("./a/b.py")
