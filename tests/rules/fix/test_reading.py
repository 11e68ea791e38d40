from pathlib import Path

import pytest

from skillctl.report.json_text import KIND_KEYS
from skillctl.rules.fix.reading import KINDS, read_config, read_skill, read_toml

PATH = Path("/w/notes/SKILL.md")


def test_a_skill_is_its_data_and_where_the_text_below_begins():
    data = "\ufeff---\r\nname: é\r\nb: c\r\n---\r\nText\r\n".encode()
    found = read_skill(data, PATH)
    assert found.root.data() == {"name": "é", "b": "c"}
    assert data[found.body :] == b"Text\r\n"
    assert sorted(data[at : at + 2] for at in found.tops) == [b"b:", b"na"]


def test_of_a_skill_that_does_not_parse_lines_tell_the_keys():
    data = (
        b'---\nname: a\n"quo: ted": b: c\n  deep: x\n- item: y\n# no: key\nmy key :\nurl:x\n'
        b"'s' : 1\n---\nbody: text\n"
    )
    found = read_skill(data, PATH)
    assert (found.root, found.why != "") == (None, True)
    assert [data[at : at + 4] for at in found.begun] == [b"name", b'"quo', b"my k", b"'s' "]
    assert data[found.body :] == b"body: text\n"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"# Head\n", "there is no front matter that ends"),
        (b"---\nname: a\n", "there is no front matter that ends"),
        (b"---\nname: \xff\n---\n", "it is not UTF-8"),
    ],
)
def test_a_skill_without_data_says_why(data, why):
    found = read_skill(data, PATH)
    assert (found.root, found.why) == (None, why)


def test_a_config_is_read_by_the_rules_of_its_host():
    comment = b'{"mcpServers": {} /* none */}'
    for path in (Path("/w/.mcp.json"), Path("/w/mcp.json")):
        found = read_config(comment, path)
        assert (found.root.data(), found.body) == ({"mcpServers": {}}, len(comment))
    assert read_config(b"{", Path("/w/.mcp.json")).why.startswith("the file ends too early")
    assert read_config(b"\xff", Path("/w/.mcp.json")).why == "it is not UTF-8"
    toml = read_config(b"[mcp_servers.a]\ncommand = 'x'\n", Path("/w/.codex/config.toml"))
    assert toml.root.data() == {"mcp_servers": {"a": {"command": "x"}}}


def test_a_fake_is_read_as_toml():
    assert read_toml(b"a = 1\n", Path("f.toml")).root.data() == {"a": 1}
    assert read_toml(b"a = \n", Path("f.toml")).root is None
    assert read_toml(b"\xff", Path("f.toml")).why == "it is not UTF-8"


def test_every_kind_of_file_that_may_be_mended_has_its_reading():
    assert set(KINDS) < set(KIND_KEYS)
