from pathlib import Path

import pytest

from skillctl.rules.config_file import not_an_object, syntax
from skillctl.servers.document import ConfigDocument, read_config_document
from skillctl.servers.hosts.table import CLAUDE_CODE
from skillctl.source.file import decode
from tests.rules.checks import config, found


@pytest.mark.parametrize(
    ("text", "token", "words"),
    [
        ('{"a": 1,}', ",", "not JSON: a comma before a closing bracket"),
        ("{} // x\n// y\n/* z */", "// x", "not JSON: JSON has no comments (and 2 more)"),
        ('{// x\n "a" 1}', "1", "not JSON: a colon is missing after the key (and 1 more)"),
        ("[NaN]", "NaN", "not JSON: NaN is no JSON number"),
        ("", "", "not JSON: the file is empty"),
        ("[" * 101, "[", "not JSON: nested more than 100 levels deep"),
    ],
)
def test_one_finding_at_the_first_cause(text, token, words):
    assert found(syntax, config(text)) == [(token, words)]


def test_a_file_that_is_no_text_or_cannot_be_read(tmp_path):
    failure = decode("x", b'{"\xff": 1}')
    document = ConfigDocument(path=Path("x"), shown="x", host=CLAUDE_CODE, failure=failure)
    (violation,) = syntax.check(document)
    assert violation.values["words"] == "not UTF-8: the byte 0xFF at offset 2"
    assert [p.column for p in violation.place] == [3, 4]
    (gone,) = syntax.check(read_config_document(tmp_path / ".mcp.json", "x"))
    assert gone.values["words"] == "the file cannot be read: No such file or directory"


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("[1]", [("[1]", "the file must be an object, not a list")]),
        ('"x"', [('"x"', "the file must be an object, not a string")]),
        ('{"mcpServers": []}', [("[]", '"mcpServers" must be an object, not a list')]),
        ('{"mcpServers": {"a": 1}}', [("1", 'server "a" must be an object, not a number')]),
        (
            '{"servers": {"a": null, "b": {"command": "x"}}}',
            [("null", 'server "a" must be an object, not null')],
        ),
        ('{"mcpServers": {}}', []),
        ('{"other": []}', []),
        ("{", []),
    ],
)
def test_what_must_be_an_object(text, pairs):
    assert found(not_an_object, config(text)) == pairs
