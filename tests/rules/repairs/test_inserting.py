import pytest

from skillctl.rules.repairs.inserting import add_field, add_member
from skillctl.source.json_text import parse_json
from tests.rules.checks import config, skill
from tests.rules.repairs.test_quoting import mended


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("---\ndescription: x\n---\n", "---\nname: notes\ndescription: x\n---\n"),
        ("---\n# note\nb: x\n---\n", "---\nname: notes\n# note\nb: x\n---\n"),
        ("---\n  b: x\n---\n", "---\n  name: notes\n  b: x\n---\n"),
        ('---\r\n"b": x\r\n---\r\n', '---\r\nname: notes\n"b": x\r\n---\r\n'),
        ("---\nname:\nb: x\n---\n", "---\nname: notes\nb: x\n---\n"),
        ("---\nname: # todo\nb: x\n---\n", "---\nname: notes # todo\nb: x\n---\n"),
        ("---\nb: x\nname: ~\n---\n", "---\nb: x\nname: notes\n---\n"),
        ("---\nname: NULL # none\n---\n", "---\nname: notes # none\n---\n"),
    ],
)
def test_a_field_is_put_in_first_or_where_its_key_stands(text, wanted):
    repair = add_field(skill(text), "name", "notes")
    assert mended(text, repair) == wanted
    assert repair.intent == {"/name": "notes"}


@pytest.mark.parametrize(
    "text",
    [
        "---\n{b: x}\n---\n",
        "---\n? b\n: x\n---\n",
        "---\nname: !!null\nb: x\n---\n",
        "---\n- a\n---\n",
        "text\n",
    ],
)
def test_a_style_that_is_not_clear_gets_no_field(text):
    assert add_field(skill(text), "name", "notes") is None


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('{"url": "x"}', '{"type": "http", "url": "x"}'),
        ('{ "url": "x" }', '{ "type": "http", "url": "x" }'),
        ('{"url":"x"}', '{"type":"http","url":"x"}'),
        ('{\n\t"url" : "x"\n}', '{\n\t"type" : "http",\n\t"url" : "x"\n}'),
        ('{"a": 1,\r\n  "url": "x"}', '{"a": 1,\r\n  "type": "http",\n  "url": "x"}'),
        ('{"a": 1, "url": "x"}', '{"a": 1, "type": "http", "url": "x"}'),
        ('{\n\n  "url": "x"}', '{\n\n  "type": "http",\n  "url": "x"}'),
    ],
)
def test_a_member_is_put_in_before_another_in_the_style_of_the_file(text, wanted):
    source = config(text).source
    entry = parse_json(source)[0].entry("url")
    repair = add_member(source, entry, "type", "http", "/type")
    assert mended(text, repair) == wanted
    assert repair.intent == {"/type": "http"}


@pytest.mark.parametrize("text", ['{/* a */"url": "x"}', '{"url" /* b */: "x"}'])
def test_a_comment_beside_the_place_is_left_alone(text):
    source = config(text).source
    entry = parse_json(source, comments=True)[0].entry("url")
    assert add_member(source, entry, "type", "http", "/type") is None
