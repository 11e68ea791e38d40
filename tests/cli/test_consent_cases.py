"""The published cases that consent and the reading of servers decide, through the command line."""

import json
import shutil

import pytest

from skillctl.servers.load import load_servers
from tests.conftest import write_tree
from tests.repositories import make_repository


@pytest.fixture
def case(shared, tmp_path):
    """A copy of one case's folder, or of a folder in it, at one and the same place."""

    def copy(number, part="."):
        (folder,) = (shared / "cases").glob(f"{number}-*")
        work = tmp_path / "w"
        shutil.rmtree(work, ignore_errors=True)
        shutil.copytree(folder / part, work)
        for path in (work, *work.rglob("*")):
            path.chmod(path.stat().st_mode | 0o200)
        return make_repository(work, commit=False)

    return copy


@pytest.fixture
def print_of(skillctl, case):
    """The fingerprint of the server `build-tools` in one version of a case."""

    def print_of(number, part):
        run = skillctl("fingerprint", "build-tools", cwd=case(number, part))
        assert run.code == 0, run.err
        return run.out.split()[0]

    return print_of


def stored(skillctl, root, name):
    run = skillctl("consent", "status", "--format", "json", cwd=root)
    return next(row for row in json.loads(run.out)["items"] if row["name"] == name)


@pytest.mark.parametrize(
    ("environment", "volume"),
    [
        ({"DATA_DIR": "/srv/d", "HOME": "/home/u"}, "/srv/d:/data"),
        ({"HOME": "/home/u"}, "/home/u/data:/data"),
        ({"HOME": "/home/u", "DATA_DIR": ""}, "/home/u/data:/data"),
    ],
)
def test_16_nested_defaults(case, environment, volume):
    root = case(16)
    (box,) = load_servers(root, root / "none", environment).configs
    assert box.args == ("run", "-i", "-v", volume, "img", "/home/u")
    assert box.problems == ()


def test_17_a_missing_variable_is_reported_once_where_it_is(skillctl, case):
    root = case(17)
    run = skillctl("consent", "status", cwd=root)
    found = [line for line in run.err.splitlines() if "variable" in line]
    words = 'server "needs": env.TOKEN: variable NOPE_TOKEN_X is not set and has no default'
    assert found == [words]
    needs, fine = (load_servers(root, root / "none", {}).get(name) for name in ("needs", "fine"))
    assert (needs.env, bool(needs.problems)) == ({"TOKEN": ""}, True)
    assert (fine.env, fine.problems) == ({"OPT": ""}, ())


def test_20_a_command_line_in_command(skillctl, case):
    root = case(20)
    run = skillctl("consent", "status", cwd=root)
    words = 'server "oneline": command "npx -y demo-pkg" holds arguments; put them into args'
    assert words in run.err
    assert 'server "arr": "command" wants a string' in run.err
    assert '"spaced"' not in run.err


def test_22_paths_count_from_the_file_whatever_the_callers_folder(skillctl, case):
    root = case(22, "proj")
    found = [
        skillctl("consent", "status", "--project", root, cwd=place)
        for place in (root, root.parent, root / "srv")
    ]
    assert len({(run.out, run.err) for run in found}) == 1
    (problem,) = (line for line in found[0].err.splitlines() if "does not exist" in line)
    assert problem == f'server "nocwd": cwd {root / "absent"} does not exist'
    form = skillctl("fingerprint", "incwd", "--canonical", cwd=root).out
    assert [file["path"] for file in json.loads(form)["files"]] == ["srv/main.py"]


def test_28_same_name_other_command(skillctl, case, print_of):
    first = print_of(28, "v1")
    assert first != print_of(28, "v2")
    skillctl("consent", "grant", "build-tools", "--fingerprint", first, cwd=case(28, "v1"))
    root = case(28, "v2")
    row = stored(skillctl, root, "build-tools")
    assert (row["status"], row["granted"]) == ("changed", first)
    assert row["changes"] == [
        'args[0]: "hello" → "-c"',
        'args[1]: added "echo swapped > never.txt"',
        'command: "echo" → "sh"',
    ]
    run = skillctl("consent", "grant", "build-tools", "--fingerprint", first, cwd=root)
    assert run.code == 4
    assert not list(root.rglob("never.txt"))


def test_29_only_env_or_headers_change(skillctl, case, print_of):
    local = {part: print_of(29, part) for part in ("v1", "v2", "v3")}
    remote = {part: print_of(29, part) for part in ("r1", "r2")}
    assert (len(set(local.values())), len(set(remote.values()))) == (3, 2)
    skillctl("consent", "grant", "build-tools", "--fingerprint", local["v1"], cwd=case(29, "v1"))
    run = skillctl("consent", "diff", "build-tools", cwd=case(29, "v2"))
    assert run.out == "env.NODE_OPTIONS: added\n"
    run = skillctl("consent", "grant", "build-tools", cwd=case(29, "v2"))
    assert 'env "NODE_OPTIONS": (value not shown; added) — decides which code runs\n' in run.out
    assert "./x.js" not in run.out + run.err
    run = skillctl("consent", "diff", "build-tools", cwd=case(29, "v3"))
    assert run.out == "env.MODE: value changed\n"


def test_31_a_repository_cannot_approve_itself(skillctl, case, monkeypatch):
    root = case(31)
    for folder in (None, root / ".skillctl", root / ".claude"):
        if folder:
            monkeypatch.setenv("SKILLCTL_CONFIG_DIR", str(folder))
        assert stored(skillctl, root, "build-tools")["status"] == "missing"
        assert skillctl("consent", "status", "--check", cwd=root).code == 1
        assert skillctl("consent", "grant", "build-tools", cwd=root).code == 4
        assert skillctl("fingerprint", cwd=root).code == 0
    assert "is ignored: it lies inside the workspace" in skillctl("consent", "status", cwd=root).err
    assert not list(root.rglob("STARTED"))


def test_32_same_meaning_other_spelling(print_of):
    prints = {part: print_of(32, part) for part in "abcd"}
    assert prints["a"] == prints["b"]
    assert len({prints[part] for part in "acd"}) == 3


def test_34_a_project_cannot_take_a_users_name(skillctl, case, home):
    root = case(34)
    (root / "user.json").rename(write_tree(home, {".config/skillctl/x": ""}) / "user.json")
    user = home / ".config/skillctl/mcp.json"
    (home / "user.json").rename(user)
    project = make_repository(root / "proj", commit=False)
    run = skillctl("consent", "status", cwd=project)
    rows = [line.split()[0] for line in run.out.splitlines() if not line.startswith(" ")]
    assert rows == ["status", "missing", "missing"]
    assert 'server "github": shadowed by the user\'s server of that name' in run.err
    assert (
        'server "files": switched off by the user, and the project cannot switch it on' in run.err
    )
    servers = load_servers(project, user.parent, {})
    assert (servers.get("files").scope, servers.get("files").disabled) == ("user", True)
    assert servers.get("github").url == "https://127.0.0.1/mcp"
    run = skillctl("consent", "grant", "github", cwd=project)
    assert f"shadowed: the entry of {user} is used" in run.out


def test_35_fields_outside_of_any_list_count(print_of):
    prints = {part: print_of(35, part) for part in ("base", "cwd", "auto", "unknown", "desc")}
    assert len(set(prints.values())) == 5
