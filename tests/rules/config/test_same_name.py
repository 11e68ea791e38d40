import json
import time

import pytest

from skillctl.rules.finding import MOST

A, B = {"command": "a"}, {"command": "b"}


def servers(root="mcpServers", **entries):
    return json.dumps({root: entries})


def found(skillctl, root, *words):
    run = skillctl("lint", "--select", "MC301", "--format", "json", *words, ".", cwd=root)
    return [
        (f["path"], f["subject"], [r["path"] for r in f["related"]])
        for f in json.loads(run.out)["findings"]
    ]


def test_each_file_is_compared_with_the_first_that_has_the_name(skillctl, tree):
    root = tree(
        {
            ".mcp.json": servers(x=A, y=A),
            ".cursor/mcp.json": servers(x=B, own=B),
            ".vscode/mcp.json": servers("servers", x=A, y=B),
            ".roo/mcp.json": servers(y=A),
        }
    )
    assert found(skillctl, root) == [
        (".mcp.json", "x", [".cursor/mcp.json"]),
        (".vscode/mcp.json", "x", [".cursor/mcp.json"]),
        (".vscode/mcp.json", "y", [".mcp.json"]),
    ]
    # the order of the arguments plays no part
    words = (".vscode", ".mcp.json", ".cursor", ".roo")
    assert found(skillctl, root, *words) == found(skillctl, root)


def test_both_places_are_told(skillctl, tree):
    root = tree({".mcp.json": servers(x=A), ".vscode/mcp.json": servers("servers", x=B)})
    run = skillctl("lint", "--format", "json", ".", cwd=root)
    (finding,) = json.loads(run.out)["findings"]
    (other,) = finding["related"]
    assert (finding["severity"], finding["range"]["start"]["column"]) == ("warning", 14)
    assert (other["path"], other["range"]["start"]["column"]) == (".mcp.json", 17)
    assert "the command differs" in finding["message"]


@pytest.mark.parametrize(
    "files",
    [
        # projects of their own
        {"one/.mcp.json": servers(x=A), "two/.mcp.json": servers(x=B), ".mcp.json": servers()},
        # no host is known to read these
        {"dev.mcp.json": servers(x=A), "mcp.json": servers(x=B), ".mcp.json": servers(x=A)},
        # manifests are installed elsewhere
        {
            ".claude-plugin/plugin.json": json.dumps({"mcpServers": {"x": A}}),
            "gemini-extension.json": json.dumps({"mcpServers": {"x": B}}),
        },
        # twice in one file is another finding, the first counts
        {
            ".mcp.json": '{"mcpServers": {"x": {"command": "a"}, "x": {"command": "b"}}}',
            ".cursor/mcp.json": servers(x=A),
        },
        # what is no server is none of this rule
        {".mcp.json": servers(x={}), ".cursor/mcp.json": servers(x=A), ".roo/mcp.json": "{"},
    ],
)
def test_what_is_not_compared(files, skillctl, tree):
    assert found(skillctl, tree(files)) == []


def test_the_settings_may_say_that_a_host_reads_a_file(skillctl, tree):
    root = tree({"mcp.json": servers(x=A), ".mcp.json": servers(x=B)})
    assert found(skillctl, root) == []
    tree({"skillctl.toml": '[lint]\nhosts = { "mcp.json" = "cursor" }\n'})
    assert found(skillctl, root) == [("mcp.json", "x", [".mcp.json"])]


def test_a_file_of_another_target_plays_no_part(skillctl, tree):
    root = tree({".cursor/mcp.json": servers(x=A), ".mcp.json": servers(x=B)})
    assert found(skillctl, root, "--target", "cursor") == []


def test_no_value_is_printed(skillctl, tree):
    secrets = [{"command": "a", "env": {"KEY": word * 9}} for word in ("wq2", "zj7")]
    root = tree({".mcp.json": servers(x=secrets[0]), ".cursor/mcp.json": servers(x=secrets[1])})
    out = skillctl("lint", ".", cwd=root).out
    assert "MC301" in out
    assert "wq2" not in out
    assert "zj7" not in out


def test_settings_silence_it(skillctl, tree):
    root = tree(
        {
            ".mcp.json": servers(x=B),
            ".cursor/mcp.json": servers(x=A),
            "skillctl.toml": '[lint.per-path-ignores]\n".mcp.json" = ["MC3"]\n',
        }
    )
    run = skillctl("lint", "--format", "json", ".", cwd=root)
    report = json.loads(run.out)
    assert (report["findings"], report["summary"]["suppressed"]) == ([], 1)


def test_many_servers_cost_one_more_reading(skillctl, tree):
    many = [{f"s{n}": {"command": word} for n in range(3000)} for word in "ab"]
    root = tree({".mcp.json": servers(**many[0]), ".cursor/mcp.json": servers(**many[1])})
    start = time.perf_counter()
    rows = found(skillctl, root)
    assert len(rows) == MOST
    assert time.perf_counter() - start < 5
