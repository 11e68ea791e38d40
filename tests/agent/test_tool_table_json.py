import json

import pytest
from jsonschema import Draft202012Validator

from skillctl.agent.tool_table_json import as_json
from tests.agent.tables import FAILED, GET, SEEN, build, hostile
from tests.agent.views import EMPTY, server, view
from tests.conftest import ROOT

SEEN_AND_LOST = view(servers=[server(consent="granted"), FAILED], tools=[GET])


def test_rows():
    found = build(SEEN_AND_LOST)
    value = json.loads(as_json(found))
    assert value["schema"] == "skillctl.tools/1"
    assert value["tokens"] == {"method": "bytes/4", "n": found.total}
    assert (value["budget"], value["share"]) == (128_000, round(found.total / 128_000, 6))
    assert value["tools"][0]["consent"] is None
    assert value["tools"][-1] == {
        "name": "mcp__weather__get",
        "server": "weather",
        "raw": "get",
        "claimed": ["read-only", "destructive"],
        "digest": "0123456789ab",
        "consent": "granted",
        "marginal": found.rows[-1].marginal,
        "raw_tokens": found.rows[-1].raw,
        "share": round(found.rows[-1].marginal / 128_000, 6),
    }
    assert value["absent"] == [
        {"server": "bad", "state": "failed", "consent": "exempt", "error": "exited with code 3"}
    ]


def test_what_can_be_dropped():
    found = build()
    value = json.loads(as_json(found))
    assert value["drop"][0] == {
        "server": "weather",
        "tool": None,
        "saves": found.savings[0].tokens,
        "share": round(found.savings[0].tokens / found.total, 6),
    }
    assert [drop["tool"] for drop in value["drop"]] == [
        None,
        *(r["name"] for r in value["tools"][-2:]),
    ]


@pytest.mark.parametrize(
    "found", [build(), build(EMPTY), build(SEEN, budget=1), build(SEEN_AND_LOST), hostile()]
)
def test_its_schema(found):
    schema = json.loads((ROOT / "docs" / "tools.schema.json").read_text())
    Draft202012Validator(schema).validate(json.loads(as_json(found)))
