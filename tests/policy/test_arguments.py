import os
from pathlib import Path

import pytest

from skillctl.policy.arguments import Judge, leaves
from skillctl.policy.paths import Area
from skillctl.policy.verdict import Decision

ALLOW, CONFIRM, REFUSE = Decision
AREA = Area(root=Path("/ws"), home=Path("/home/me"), protected=(Path("/home/me/.config/skillctl"),))
THERE = {
    "/etc/passwd",
    "/home/me",
    "/home/me/notes.txt",
    "/home/me/.ssh/config",
    "/home/me/.config/skillctl/consent.toml",
    "/ws/a",
    "/srv",
}


def judge(folder="/ws"):
    return Judge(AREA, Path(folder), os.path.normpath, THERE.__contains__)


def verdict(values, schema=None, **more):
    return {place: v.decision for place, v in judge(**more).verdicts(values, schema or {})}


@pytest.mark.parametrize(
    "key",
    [
        *("path", "file", "filename", "dir", "directory", "folder", "cwd", "root"),
        *("file_path", "filePath", "output-dir", "rootDir", "PATH", "targetFile", "paths", "files"),
    ],
)
def test_keys_that_mean_a_path(key):
    assert verdict({key: "/etc/shadow"}) == {f"$.{key}": REFUSE}
    assert verdict({key: "src/a.py"}) == {}


@pytest.mark.parametrize("key", ["text", "profile", "pathology", "query", "fileless"])
def test_keys_that_do_not(key):
    assert verdict({key: "/not/there"}) == {}
    assert verdict({key: "../x y"}) == {}


# value under a key that says nothing, verdict: the row "path, weak" of mcp.md section 9
WEAK = [
    ("/etc/passwd", CONFIRM),
    ("/etc/none", ALLOW),
    ("~/notes.txt", CONFIRM),
    ("~", CONFIRM),
    ("~/none.txt", ALLOW),
    ("../srv", CONFIRM),
    ("./a", ALLOW),
    ("/ws/a", ALLOW),
    ("/ws/.git/config", ALLOW),
    ("/home/me/.ssh/config", REFUSE),
    ("~/.config/skillctl/consent.toml", REFUSE),
    ("~/.config/skillctl/none.toml", REFUSE),
    ("/etc/passwd and more", ALLOW),
    ("etc/passwd", ALLOW),
    ("a ~/notes.txt", ALLOW),
    ("C:\\Windows", ALLOW),
    ("https://example.com/etc/passwd", ALLOW),
]


@pytest.mark.parametrize(("value", "decision"), WEAK, ids=[repr(row[0]) for row in WEAK])
def test_values_that_only_look_like_a_path(value, decision):
    assert verdict({"text": value}).get("$.text", ALLOW) is decision


# value of a key that means a path, verdict
STRONG = [
    ("a/b.txt", ALLOW),
    ("", ALLOW),
    ("../ws/a", ALLOW),
    ("../x", REFUSE),
    ("~/x", REFUSE),
    ("/ws/.git/config", REFUSE),
    (".env", CONFIRM),
    (".mcp.json", CONFIRM),
    ("file:///ws/a", ALLOW),
    ("FILE:///etc/passwd", REFUSE),
    ("file:/etc/passwd", REFUSE),
    ("File:/ws/a", ALLOW),
    ("file:////etc/passwd", REFUSE),
    ("file:../x", REFUSE),
    ("file:a", ALLOW),
    ("file:///ws/a?/../../etc/passwd", REFUSE),
    ("file:///ws/a#/../../etc/passwd", REFUSE),
    ("file://localhost/ws/a", ALLOW),
    ("file://localhost/etc/passwd", REFUSE),
    ("file://host/ws/a", REFUSE),
    ("file:///ws/%2e%2e/etc", REFUSE),
    ("file://[", REFUSE),
    ("https://example.com/x", ALLOW),
    ("a://../../../../etc/passwd", REFUSE),
    ("https://../../../.mcp.json", REFUSE),
    ("a://../.mcp.json", CONFIRM),
]


@pytest.mark.parametrize(("value", "decision"), STRONG, ids=[repr(row[0]) for row in STRONG])
def test_values_that_are_meant_as_a_path(value, decision):
    assert verdict({"path": value}).get("$.path", ALLOW) is decision


def test_a_file_url_is_a_path_under_any_key():
    assert verdict({"source": "file:///etc/passwd"}) == {"$.source": REFUSE}
    assert verdict({"source": "file:/etc/passwd"}) == {"$.source": REFUSE}
    assert verdict({"source": "file: the words after it"}) == {}


def test_a_schema_may_say_path():
    schema = {"properties": {"source": {"type": "string", "format": "path"}}}
    assert verdict({"source": "/etc/none"}, schema) == {"$.source": REFUSE}
    schema = {"properties": {"sources": {"items": {"format": "path"}}}}
    assert verdict({"sources": ["a", "/etc/none"]}, schema) == {"$.sources[1]": REFUSE}


def test_relative_paths_count_from_the_folder_of_the_server():
    assert verdict({"path": "a"}, folder="/srv") == {"$.path": REFUSE}
    assert verdict({"path": "../ws/a"}, folder="/srv") == {}


def test_every_text_is_looked_at_at_its_place():
    values = {"a": {"paths": ["/x", {"dir": "/y"}]}, "b": [["~/notes.txt"]], "n": 1, "path": None}
    assert verdict(values) == {
        "$.a.paths[0]": REFUSE,
        "$.a.paths[1].dir": REFUSE,
        "$.b[0][0]": CONFIRM,
    }


def test_leaves_carry_their_own_schema():
    schema = {"properties": {"a": {"items": {"title": "x"}}, "b": True}}
    found = {leaf.place: leaf.schema for leaf in leaves({"a": ["t"], "b": "u", "c": "v"}, schema)}
    assert found == {"$.a[0]": {"title": "x"}, "$.b": {}, "$.c": {}}


def test_no_depth_hides_a_path():
    value = "/etc/passwd"
    for _ in range(5000):
        value = [value]
    assert list(verdict({"path": value}).values()) == [REFUSE]


def test_a_real_link_is_followed(tmp_path):
    root = tmp_path.resolve() / "ws"
    root.mkdir()
    (root / "out").symlink_to("/etc")
    real = Judge(Area(root=root, home=tmp_path / "home"), root)
    found = dict(real.verdicts({"path": "out/passwd", "text": "./out"}, {}))
    assert found["$.path"].decision is REFUSE
    assert found["$.text"].decision is CONFIRM
