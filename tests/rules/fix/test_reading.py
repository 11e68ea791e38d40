import pytest

from skillctl.report.json_text import KIND_KEYS
from skillctl.rules.find.found import Target
from skillctl.rules.fix.reading import KINDS, read_config, read_skill, read_toml

SKILL = Target("/w/notes/SKILL.md", "SKILL.md")


def config(name):
    return Target(f"/w/{name}", name)


def test_a_skill_is_its_data_and_where_the_text_below_begins():
    data = "\ufeff---\r\nname: é\r\nb: c\r\n---\r\nText\r\n".encode()
    found = read_skill(data, SKILL)
    assert found.root.data() == {"name": "é", "b": "c"}
    assert data[found.body :] == b"Text\r\n"
    assert sorted(data[at : at + 2] for at in found.tops) == [b"b:", b"na"]


def test_of_a_skill_that_does_not_parse_lines_tell_the_keys():
    data = (
        b'---\nname: a\n"quo: ted": b: c\n  deep: x\n- item: y\n# no: key\nmy key :\nurl:x\n'
        b"'s' : 1\n---\nbody: text\n"
    )
    found = read_skill(data, SKILL)
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
    found = read_skill(data, SKILL)
    assert (found.root, found.why) == (None, why)


def test_a_config_is_read_by_the_rules_of_its_host():
    comment = b'{"mcpServers": {} /* none */}'
    for name in (".mcp.json", "mcp.json"):
        found = read_config(comment, config(name))
        assert (found.root.data(), found.body) == ({"mcpServers": {}}, len(comment))
    assert read_config(b"{", config(".mcp.json")).why.startswith("the file ends too early")
    assert read_config(b"\xff", config(".mcp.json")).why == "it is not UTF-8"
    toml = read_config(b"[mcp_servers.a]\ncommand = 'x'\n", config(".codex/config.toml"))
    assert toml.root.data() == {"mcp_servers": {"a": {"command": "x"}}}
    named = config("any.toml")._replace(host="codex")
    assert read_config(b"[mcp_servers]\n", named).root.data() == {"mcp_servers": {}}


def test_a_fake_is_read_as_toml():
    assert read_toml(b"a = 1\n", config("f.toml")).root.data() == {"a": 1}
    assert read_toml(b"a = \n", config("f.toml")).root is None
    assert read_toml(b"\xff", config("f.toml")).why == "it is not UTF-8"


def test_every_kind_of_file_that_may_be_mended_has_its_reading():
    assert set(KINDS) < set(KIND_KEYS)
