import pytest
from jsonschema import Draft202012Validator

from skillctl.source.closed import LATER, WORDS, Key, Own, examine
from skillctl.source.closed_schema import SCHEMAS, json_schema
from skillctl.source.file import decode
from skillctl.source.toml_text import parse_toml

TABLE = {
    "name": Key(required=True, help="what it is called"),
    "mode": Key(choices=("fast", "slow")),
    "count": Key(kind="integer", least=1),
    "on": Key(kind="boolean"),
    "tags": Key(kind="strings", choices=("a", "b")),
    "wanted": Key(kind="texts"),
    "env": Key(kind="map"),
    "states": Key(kind="map", choices=("up", "down")),
    "fakes": Key(kind="files"),
    "args": Key(kind="object"),
    "reply": Key(kind="json"),
    "free": Key(kind="any"),
    "yes": Key(own=Own("true", lambda node: node.value is True, {"const": True})),
    "limits": Key(kind="table", keys={"turns": Key(kind="integer", least=0)}),
    "turn": Key(kind="tables", keys={"say": Key(required=True)}),
    "matrix": LATER,
}


def test_every_kind_has_a_schema():
    assert SCHEMAS.keys() | {"table", "tables"} == WORDS.keys()


def test_the_schema_is_a_schema_and_explains_its_keys():
    schema = json_schema(TABLE)
    Draft202012Validator.check_schema(schema)
    assert schema["required"] == ["name"]
    assert schema["properties"]["name"] == {"description": "what it is called", "type": "string"}
    assert "matrix" not in schema["properties"]


@pytest.mark.parametrize(
    "text",
    [
        "name = 'x'",
        "",
        "name = 1",
        "name = 'x'\nmode = 'fast'",
        "name = 'x'\nmode = 'quick'",
        "name = 'x'\ncount = 1",
        "name = 'x'\ncount = 0",
        "name = 'x'\non = 1",
        "name = 'x'\ntags = ['a']",
        "name = 'x'\ntags = ['c']",
        "name = 'x'\nwanted = 'a'",
        "name = 'x'\nwanted = ['a']",
        "name = 'x'\nwanted = [1]",
        "name = 'x'\nenv = { A = 'b' }",
        "name = 'x'\nenv = { A = 1 }",
        "name = 'x'\nstates = { A = 'up' }",
        "name = 'x'\nstates = { A = 'over' }",
        "name = 'x'\nfakes = ['f']",
        "name = 'x'\nfakes = { f = 'f' }",
        "name = 'x'\nfakes = 'f'",
        "name = 'x'\nargs = { a = 1 }",
        "name = 'x'\nargs = [1]",
        "name = 'x'\nreply = [1]\nfree = 1",
        "name = 'x'\nyes = true",
        "name = 'x'\nyes = false",
        "name = 'x'\nlimits = { turns = 0 }",
        "name = 'x'\nlimits = { turns = -1 }",
        "name = 'x'\nturn = [{ say = 'a' }]",
        "name = 'x'\nturn = [{}]",
        "name = 'x'\nmatrix = 1",
        "name = 'x'\nother = 1",
    ],
)
def test_schema_and_reader_agree(text):
    node, _ = parse_toml(decode("file.toml", text.encode()))
    valid = Draft202012Validator(json_schema(TABLE)).is_valid(node.data())
    assert valid == (not list(examine(node, TABLE)))
