import json
from pathlib import Path

from skillctl.agent.free_text import FREE, redacted
from skillctl.agent.session import EVENTS

SCHEMA = Path(__file__).parents[2] / "docs" / "session.schema.json"
TEXT = {"$ref": "#/$defs/text"}


def texts(schema, path=""):
    """The paths of all fields that the schema calls a text."""
    if TEXT["$ref"] == schema.get("$ref") or TEXT in schema.get("anyOf", ()):
        yield path
    for name, inner in schema.get("properties", {}).items():
        yield from texts(inner, f"{path}.{name}".lstrip("."))
    if "items" in schema:
        yield from texts(schema["items"], path)


def test_every_text_of_the_schema_is_free_and_no_word_of_a_fixed_list_is():
    defs = json.loads(SCHEMA.read_text())["$defs"]
    assert set(FREE) >= EVENTS
    for kind in EVENTS:
        assert set(texts(defs[kind])) <= FREE[kind], kind
        for name, field in defs[kind]["properties"].items():
            assert name not in FREE[kind] or not {"const", "enum"} & set(field)


def test_only_what_others_wrote_is_changed():
    fields = {"call": "a", "tool": "b", "args": {"k": "c"}, "notes": ["d"], "v": {"time": "e"}}
    assert redacted("tool.call", fields, lambda _: "X") == {
        "call": "a",
        "tool": "X",
        "args": "X",
        "notes": "X",
        "v": {"time": "e"},
    }
    assert redacted("response", {"calls": [{"id": "a", "args": "b"}]}, lambda _: "X") == {
        "calls": [{"id": "a", "args": "X"}]
    }
