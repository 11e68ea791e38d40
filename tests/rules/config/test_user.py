import json

import pytest

HOME = {"mcpServers": {"notes": {"command": "a"}, "off": {"command": "o", "disabled": True}}}


def lint(skillctl, root, *words):
    run = skillctl("lint", "--select", "MC302,MC303", "--format", "json", *words, ".", cwd=root)
    rows = json.loads(run.out)["findings"] if run.out else []
    return [(f["code"], f["subject"], f["message"].split('"')[3]) for f in rows], run


def project(**entries):
    return {".mcp.json": json.dumps({"mcpServers": entries})}


def put(home, name, document):
    path = home / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(document if isinstance(document, str) else json.dumps(document))


def test_nothing_of_the_user_is_read_unless_it_is_asked_for(skillctl, tree, home):
    put(home, ".claude.json", HOME)
    root = tree(project(notes={"command": "b"}, off={"command": "o"}))
    assert lint(skillctl, root)[0] == []
    assert lint(skillctl, root, "--user")[0] == [
        ("MC302", "notes", "~/.claude.json"),
        ("MC303", "off", "~/.claude.json"),
    ]


@pytest.mark.parametrize(
    ("entry", "codes"),
    [
        ({"command": "a"}, []),  # the same server
        ({"command": "a", "args": ["--more"]}, ["MC302"]),
        ({}, ["MC302"]),  # no server, but its name
    ],
)
def test_the_name_of_a_server(entry, codes, skillctl, tree, home):
    put(home, ".claude.json", HOME)
    rows, _ = lint(skillctl, tree(project(notes=entry)), "--user")
    assert [code for code, *_ in rows] == codes


@pytest.mark.parametrize(
    ("entry", "codes"),
    [
        ({"command": "o", "disabled": True}, []),
        ({"command": "o", "disabled": False}, ["MC303"]),
        ({"command": "o"}, ["MC303"]),
        ({"command": "p"}, ["MC302", "MC303"]),
        ({"command": "p", "disabled": True}, ["MC302"]),
    ],
)
def test_a_server_that_the_user_switched_off(entry, codes, skillctl, tree, home):
    put(home, ".claude.json", HOME)
    rows, _ = lint(skillctl, tree(project(off=entry)), "--user")
    assert [code for code, *_ in rows] == codes


def test_codex_says_enabled(skillctl, tree, home):
    put(home, ".codex/config.toml", '[mcp_servers.x]\ncommand = "a"\nenabled = false\n')
    root = tree({".codex/config.toml": '[mcp_servers.x]\ncommand = "a"\nenabled = true\n'})
    rows, run = lint(skillctl, root, "--user")
    assert rows == [("MC303", "x", "~/.codex/config.toml")]
    assert json.loads(run.out)["findings"][0]["range"]["start"]["line"] == 3


@pytest.mark.parametrize(
    ("mine", "theirs", "hit"),
    [
        (".claude.json", ".mcp.json", True),
        (".cursor/mcp.json", ".cursor/mcp.json", True),
        (".cursor/mcp.json", ".mcp.json", False),  # cursor does not read that one
        (".config/skillctl/mcp.json", ".gbs/mcp.json", True),
        (".config/skillctl/mcp.json", ".mcp.json", True),  # skillctl reads both
        (".claude.json", "mcp.json", True),  # read by anybody
        (".kiro/settings/mcp.json", ".roo/mcp.json", False),
    ],
)
def test_a_host_takes_one_for_the_other_if_it_reads_both(mine, theirs, hit, skillctl, tree, home):
    put(home, mine, {"mcpServers": {"x": {"command": "a"}}})
    root = tree({theirs: json.dumps({"mcpServers": {"x": {"command": "b"}}})})
    assert bool(lint(skillctl, root, "--user")[0]) is hit


def test_a_named_file_counts_for_every_host(skillctl, tree):
    root = tree(
        {
            ".cursor/mcp.json": json.dumps({"mcpServers": {"x": {"command": "b"}}}),
            "mine.toml": '[mcp_servers.x]\ncommand = "a"\n',
            "two.json": json.dumps({"servers": {"x": {"command": "b", "disabled": True}}}),
        }
    )
    words = ("--user-config", "mine.toml", "--user-config", "two.json")
    assert lint(skillctl, root, *words)[0] == [
        ("MC302", "x", "mine.toml"),
        ("MC303", "x", "two.json"),
    ]


def test_they_are_grave_and_no_value_is_printed(skillctl, tree, home):
    put(home, ".claude.json", {"mcpServers": {"x": {"command": "a", "env": {"K": "mine-9x"}}}})
    run = skillctl("lint", "--user", "--format", "json", cwd=tree(project(x={"command": "b"})))
    (finding,) = json.loads(run.out)["findings"]
    assert (finding["severity"], finding["security"]) == ("warning", "high")
    assert "mine-9x" not in run.out + run.err


def test_the_file_of_the_user_does_not_take_its_own_names(skillctl, home):
    put(home, ".cursor/mcp.json", {"mcpServers": {"x": {"command": "a"}}})
    assert lint(skillctl, home, "--user")[0] == []
