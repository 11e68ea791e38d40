import json

from skillctl.servers.user_files import home_files, user_file, user_servers

ONE = json.dumps({"mcpServers": {"x": {"command": "a"}}})


def test_the_files_that_are_there(tree):
    root = tree(
        {
            "home/.claude.json": ONE,
            "home/.codex/config.toml": "",
            "home/.gemini/other.json": ONE,
            "config/mcp.json": ONE,
        }
    )
    (root / "home/.cursor/mcp.json").mkdir(parents=True)  # a folder is no file
    found = list(home_files(root / "home", root / "config"))
    assert [(file.shown, file.host.name) for file in found] == [
        ("~/.claude.json", "claude-code"),
        ("~/.codex/config.toml", "codex"),
        ((root / "config/mcp.json").as_posix(), "skillctl"),
    ]


def test_servers_by_name_and_what_cannot_be_read(tree):
    root = tree(
        {
            "a.json": ONE,
            "b.json": '{"mcpServers": {"x": {"command": "b"}, "y": {}}}',
            "c.json": "{",
            "d.json": b"\xff\xfe{",
            "e.json": "",
        }
    )
    files = [user_file(root / f"{name}.json", name) for name in "abcdefg"]
    servers, unread = user_servers(files)
    assert {name: [one.shown for one in found] for name, found in servers.items()} == {
        "x": ["a", "b"],
        "y": ["b"],
    }
    assert servers["y"][0].definition is None
    reasons = {file.shown: reason for file, reason in unread}
    assert sorted(reasons) == ["c", "d", "e", "f", "g"]
    assert reasons["d"] == "it is not UTF-8"
    assert "No such file" in reasons["f"]
