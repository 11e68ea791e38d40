from skillctl.findings import Severity
from skillctl.mcp.live.dialects import dialect_remarks


def found(schema):
    tools = [7, {"name": "t", "inputSchema": schema}]
    return [(r.severity, r.path, r.message) for r in dialect_remarks(tools)]


def test_what_every_provider_takes():
    assert found({"type": "object", "properties": {"a": {"type": "string"}}}) == []


def test_a_reference_that_leads_nowhere():
    schema = {"type": "object", "properties": {"a": {"$ref": "#/$defs/x"}}}
    assert found(schema) == [
        (
            Severity.WARNING,
            "/tools/1/inputSchema/properties/a/$ref",
            "left out in the dialects openai, nullable, gemini, anthropic: unresolvable #/$defs/x",
        )
    ]


def test_what_is_loosened_is_a_note():
    (note,) = found({"type": "object", "properties": {}, "additionalProperties": False})
    assert note[0] is Severity.NOTE
    assert note[2] == "loosened at /additionalProperties (unsupported) in the dialect gemini"


def test_many_places_are_counted():
    closed = {"type": "object", "additionalProperties": False}
    many = {f"p{n}": closed for n in range(9)}
    (note,) = found({"type": "object", "properties": many})
    assert note[2].endswith(" and 6 more in the dialect gemini")


def test_what_another_finding_tells_of_is_not_repeated():
    assert found(3) == found({"type": "string"}) == []
    assert found({"properties": {"a": 4}}) == []
