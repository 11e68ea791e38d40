import pytest

from skillctl.fakes.file import load_fake
from tests.fakes.lockstep import HEAD, fake_file


def test_a_tool_has_its_parts_in_the_order_and_the_spelling_of_the_protocol():
    text = """
    [[tool]]
    meta = { a = 1 }
    icons = [{ src = "x" }]
    annotations = { readOnlyHint = true }
    output_schema = { type = "object" }
    description = "D"
    title = "T"
    name = "n"
    """
    (tool,) = fake_file(text).tools
    assert list(tool.definition.items()) == [
        ("name", "n"),
        ("title", "T"),
        ("description", "D"),
        ("inputSchema", {"type": "object"}),
        ("outputSchema", {"type": "object"}),
        ("annotations", {"readOnlyHint": True}),
        ("icons", [{"src": "x"}]),
        ("_meta", {"a": 1}),
    ]


def test_resources_and_templates():
    text = """
    [[resource]]
    uri = "a:b"
    mime = "text/plain"
    size = 3
    text = "abc"
    [[resource]]
    definition = { uri = 5, name = "odd" }
    blob = ""
    [[resource_template]]
    uri_template = "a:{b}"
    name = "t"
    reply = [{ default = true, text = "x" }]
    """
    file = fake_file(text)
    one, odd = file.resources
    assert list(one.definition.items()) == [
        ("uri", "a:b"),
        ("name", "a:b"),
        ("mimeType", "text/plain"),
        ("size", 3),
    ]
    assert (one.uri, one.mime, one.replies[0].answer) == ("a:b", "text/plain", "text")
    assert one.replies[0].location.start.line == 7
    assert (odd.uri, odd.mime, odd.definition) == ("", None, {"uri": 5, "name": "odd"})
    (template,) = file.templates
    assert template.definition == {"uriTemplate": "a:{b}", "name": "t"}


def test_a_prompt_knows_what_it_requires():
    text = """
    [[prompt]]
    name = "p"
    arguments = [{ name = "a", required = true }, { name = "b" }, { name = "c", required = false }]
    text = "x"
    [[prompt]]
    definition = { name = "raw", arguments = 5 }
    text = "x"
    """
    one, raw = fake_file(text).prompts
    assert (one.name, one.required) == ("p", ("a",))
    assert one.definition["arguments"][1] == {"name": "b"}
    assert (raw.name, raw.required, raw.definition["arguments"]) == ("raw", (), 5)


def test_log_messages_have_a_level():
    logs = '["a", { data = 1 }, { level = "error", data = 2 }]'
    text = f"[[tool]]\nname = 'a'\nreply = [{{ default = true, text = 'x', logs = {logs} }}]"
    (reply,) = fake_file(text).tools[0].replies
    assert reply.logs == (
        {"level": "info", "data": "a"},
        {"level": "info", "data": 1},
        {"level": "error", "data": 2},
    )


@pytest.mark.parametrize("kind", ["tool", "prompt"])
def test_a_file_is_read_with_the_fake(tmp_path, kind):
    text = f"[[{kind}]]\nname = 'a'\nreply = [{{ default = true, file = 'r.json' }}]"
    (tmp_path / "r.json").write_text('{"content": [1]}')
    (tmp_path / "f.toml").write_text(HEAD + text)
    file = load_fake(tmp_path / "f.toml", "f.toml")
    (offer,) = (*file.tools, *file.prompts)
    assert offer.replies[0].value == {"content": [1]}
    file = fake_file(text)
    (offer,) = (*file.tools, *file.prompts)
    assert offer.replies[0].value == {}
