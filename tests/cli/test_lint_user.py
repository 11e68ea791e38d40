import json

PROJECT = {".mcp.json": '{"mcpServers": {"x": {"command": "b"}}}'}


def test_a_named_file_that_cannot_be_read_is_an_error(skillctl, tree):
    root = tree({**PROJECT, "bad.json": '{"mcpServers": '})
    for name in ("gone.json", "bad.json", "."):
        run = skillctl("lint", "--user-config", name, cwd=root)
        assert (run.code, run.out) == (2, "")
        assert f"cannot be read from {name}: " in run.err


def test_a_file_of_a_host_that_cannot_be_read_is_told(skillctl, tree, home):
    (home / ".claude.json").write_text("{")
    run = skillctl("lint", "--user", "--format", "json", cwd=tree(PROJECT))
    assert run.code == 0
    assert run.err.startswith("not compared with ~/.claude.json: ")
    assert json.loads(run.out)["findings"] == []


def test_comments_in_a_file_of_the_user_are_no_obstacle(skillctl, tree):
    mine = '{"mcpServers": {"x": {"command": "a"}} /* mine */}'
    run = skillctl("lint", "--user-config", "mine.json", cwd=tree({**PROJECT, "mine.json": mine}))
    assert "MC302" in run.out
