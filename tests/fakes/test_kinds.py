import pytest
from jsonschema import Draft202012Validator

from skillctl.fakes import kinds
from skillctl.source.file import decode
from skillctl.source.toml_text import parse_toml

GOOD = {
    "TRUE": ["true"],
    "MILLISECONDS": ["0", "86400000"],
    "EXIT_CODE": ["0", "255"],
    "NTH": ["1", "[1, 3]", '"every"'],
    "PROTOCOL": ['["2025-11-25"]', '["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]',
                 '["2026-07-28"]'],
    "PROGRESS": ["[0.3, 1]", "[-1]"],
    "OUTPUT": ['["a"]', '["a", { hex = "fFfe" }]', '[""]'],
    "CONTENT": ["[]", '[{ type = "text", text = "a" }, 1, "x"]'],
    "COUNT": ["1", "1000000"],
    "BYTES": ["1", "268435456"],
    "HEX": ['"0d0A"'],
    "OF": ['"tools/call#1"', '"ping#12"'],
    "AFTER": ['"start"', '"initialized"', '"tools/call#1"', '"ms:0"', '"ms:500"'],
    "PERIOD": ["1", "86400000"],
    "SECONDS": ["1", "3600"],
    "SEED": ["0", "2147483647"],
    "LOGS": ['["a"]', "[{ data = 1 }]", '["a", { level = "error", logger = "l", data = "x" }]'],
    "OBJECTS": ["[]", "[{ src = 'x' }]"],
    "QUESTIONS": ["{ }", "{ a = { method = 'roots/list' } }",
                  "{ a = { method = 'elicitation/create', params = { message = 'x' } } }"],
    "BASE64": ['""', '"AA=="', '"AAA="', '"AAAA"', '"ab+/AAAA"'],
}  # fmt: skip
BAD = {
    "TRUE": ["false", "1", '"true"'],
    "MILLISECONDS": ["-1", "86400001", "1.5", '"5"', "[1]"],
    "EXIT_CODE": ["-1", "256", "'0'"],
    "NTH": ["0", "[]", "[0]", "[1, 'a']", '"each"', "1.5", "{ }"],
    "PROTOCOL": ["[]", '["x"]', '"2025-11-25"', "[5]", "[{ }]"],
    "PROGRESS": ["[]", '["a"]', "[[1]]", "0.5"],
    "OUTPUT": ["[]", '"a"', "[1]", '[{ hex = "f" }]', '[{ hex = "" }]', '[{ hex = "zz" }]',
               "[{ hex = 5 }]", '[{ hex = "00", x = 1 }]', '[{ text = "a" }]'],
    "CONTENT": ["{ }", '"a"', "1"],
    "COUNT": ["0", "1000001", "true", '"1"'],
    "BYTES": ["0", "268435457", "1.5"],
    "HEX": ['""', '"0"', '"0x"', "12", "[0]"],
    "OF": ['"start"', '"tools/call"', '"tools/call#0"', '"#1"', "1", '"ms:500"'],
    "AFTER": ['"begin"', '"tools/call#"', '"ms:"', '"ms:-5"', '"ms:05"', "1", "[]"],
    "PERIOD": ["0", "86400001", "1.5", '"5"'],
    "SECONDS": ["0", "3601", "true"],
    "SEED": ["-1", "2147483648", '"1"'],
    "LOGS": ["[]", "'a'", "[1]", "[{ }]", "[{ level = 'info' }]", "[{ data = 1, x = 1 }]",
             "[{ data = 1, level = 'loud' }]", "[{ data = 1, logger = 1 }]"],
    "OBJECTS": ["{ }", "['a']", "[1]"],
    "QUESTIONS": ["[]", "'a'", "{ a = 1 }", "{ a = { } }", "{ a = { method = 'ping' } }",
                  "{ a = { method = 'roots/list', x = 1 } }",
                  "{ a = { method = 'roots/list', params = 1 } }"],
    "BASE64": ['"A"', '"AAA"', '"A==="', '"AA=A"', '"!!!!"', "1"],
}  # fmt: skip


def node(value):
    tree, problems = parse_toml(decode("f.toml", f"v = {value}".encode()))
    assert problems == ()
    return tree.get("v")


def cases(table):
    return [(name, value) for name, values in table.items() for value in values]


def test_every_kind_is_tried():
    own = {n for n in dir(kinds) if isinstance(getattr(kinds, n), kinds.Own)}
    assert own == GOOD.keys() == BAD.keys()


@pytest.mark.parametrize(("name", "value"), cases(GOOD))
def test_what_fits(name, value):
    kind = getattr(kinds, name)
    assert kind.fits(node(value))
    Draft202012Validator(kind.schema).validate(node(value).data())


@pytest.mark.parametrize(("name", "value"), cases(BAD))
def test_what_does_not_fit(name, value):
    kind = getattr(kinds, name)
    assert not kind.fits(node(value))
    assert not Draft202012Validator(kind.schema).is_valid(node(value).data())


@pytest.mark.parametrize(("name", "value"), [("PROGRESS", "[inf]"), ("CONTENT", "[1979-05-27]")])
def test_what_json_cannot_hold_does_not_fit(name, value):
    assert not getattr(kinds, name).fits(node(value))


def test_a_moment_has_a_method_and_a_number():
    match = kinds.MOMENT.fullmatch("tools/call#12")
    assert (match["method"], match["count"]) == ("tools/call", "12")
