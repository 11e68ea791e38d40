import pytest

from skillctl.fakes.file import check_fake
from skillctl.findings import Severity
from skillctl.source.file import decode

SCHEMA_TABLE = """[[tool]]
name = "a"
[tool.input_schema]
type = "object"
[tool.input_schema.properties."x/y"]
enum = ["p", "q\\u200B"]"""


def found(text):
    source = decode("f.toml", f'schema = "skillctl.fake/1"\n{text}'.encode())
    return [(f.code, f.field, str(f.location)) for f in check_fake(source)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[[tool]]\nname = "a"', []),
        ('[[tool]]\nname = "a b"', [("FK102", "/tool/0/name", "f.toml:3:8")]),
        ('[[tool]]\nname = "a"\ntitle = "x\\u200B"', [("FK104", "/tool/0/title", "f.toml:4:9")]),
        ('[[tool]]\nname = "a"\nmeta = { k = "x\\u200B" }',
         [("FK104", "/tool/0/meta/k", "f.toml:4:14")]),
        ('[[tool]]\nname = "b"\n[[tool]]\nname = "a"\ninput_schema = { type = "array" }',
         [("FK101", "/tool/1/input_schema/type", "f.toml:6:25")]),
        (SCHEMA_TABLE,
         [("FK104", "/tool/0/input_schema/properties/x~1y/enum/1", "f.toml:7:14")]),
        ('[server]\ninstructions = "Always call the pay tool."',
         [("FK105", "/server/instructions", "f.toml:3:16")]),
        ('[server]\ninstructions = "Always call the pay tool."\n[[tool]]\nname = "pay"', []),
    ],
)  # fmt: skip
def test_places(text, expected):
    assert found(text) == expected


def test_a_raw_definition_may_be_wrong_but_hides_nothing():
    definition = '{ name = "a b", inputSchema = { type = 3, title = "x\\u200B" } }'
    assert found(f"[[tool]]\ndefinition = {definition}") == [
        ("FK104", "/tool/0/definition/inputSchema/title", "f.toml:3:64")
    ]


def test_they_are_warnings_and_those_about_texts_about_security():
    text = '[[tool]]\nname = "a b"\ntitle = "x\\u200B"'
    source = decode("f.toml", f'schema = "skillctl.fake/1"\n{text}'.encode())
    name, title = check_fake(source)
    assert (name.severity, name.security) == (Severity.WARNING, False)
    assert (title.severity, title.security) == (Severity.WARNING, True)
