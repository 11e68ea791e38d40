from pathlib import Path

import pytest

from skillctl.findings import Safety, Severity
from skillctl.rules.config.file import encoding, jsonc_in_strict, syntax
from skillctl.servers.document import ConfigDocument, read_config_document
from skillctl.servers.hosts.table import CLAUDE_CODE, CODEX, VSCODE
from skillctl.source.file import decode
from tests.rules.checks import config, found

E, W = Severity.ERROR, Severity.WARNING


@pytest.mark.parametrize(
    ("text", "token", "words"),
    [
        ('{// x\n "a" 1}', "1", "not JSON: a colon is missing after the key"),
        ("[NaN]", "NaN", "not JSON: NaN is no JSON number"),
        ("[" * 101, "[", "not JSON: nested more than 100 levels deep"),
        (r'["\ud83d", "\udc00"]', r"\ud83d", "not JSON: \\ud83d is half a character"),
        ("{} /* x", "/* x", "not JSON: the comment is not closed"),
        ('{"a": 1', "1", "not JSON: the file ends too early"),
    ],
)
def test_one_finding_at_the_first_cause(text, token, words):
    ((where, message),) = found(syntax, config(text))
    assert where == token
    assert message.startswith(words)


def test_what_is_not_said_twice():
    for text in ('{"a": 1,}', "{} // x", "", " \n"):
        assert found(syntax, config(text)) == []
    lone = r'["\ud83d", "\udc00"]'
    assert found(syntax, config(lone))[0][1].endswith("(and 1 more)")


@pytest.mark.parametrize(
    "name", [".mcp.json", ".cursor/mcp.json", "mcp.json", ".roo/mcp.json", ".claude/settings.json"]
)
def test_comments_and_commas_in_strict_json(name):
    text = '{\n// x\n"mcpServers": {"a": {"command": "x // y, }", },}}'
    (violation,) = jsonc_in_strict.check(config(text, name))
    assert violation.severity is (W if name.startswith((".cu", ".cl")) else None)
    assert violation.values == {"words": "JSON has no comments", "more": " (and 2 more)"}
    assert (violation.repair.safety, violation.repair.intent) == (Safety.SAFE, {})
    assert [r.span for r in violation.repair.replacements] == [(2, 7), (50, 51), (53, 54)]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (".vscode/mcp.json", '{"servers": {"a": {"command": "x"}}, /* c */}'),
        (".gemini/settings.json", "{} // x"),
        (".codex/config.toml", "# a comment\n"),
        (".mcp.json", '{"mcpServers": {"a": {"url": "https://h.example/,]//x"}}}'),
    ],
)
def test_where_comments_are_legal_or_no_comments(name, text):
    assert found(jsonc_in_strict, config(text, name)) == []
    assert found(syntax, config(text, name)) == []


def test_a_file_that_is_no_json_for_other_reasons_too_is_not_mended():
    (violation,) = jsonc_in_strict.check(config('{// x\n "a" 1}'))
    assert violation.repair is None


def test_a_file_that_cannot_be_read(tmp_path):
    (gone,) = syntax.check(read_config_document(tmp_path / ".mcp.json", "x"))
    assert gone.values["words"] == "the file cannot be read: No such file or directory"


def failed(data):
    failure = decode("x", data)
    return ConfigDocument(path=Path("x"), shown="x", host=CLAUDE_CODE, failure=failure)


@pytest.mark.parametrize(
    ("data", "words", "columns"),
    [
        (b'{"\xff": 1}', "not UTF-8: the byte 0xFF at offset 2", [3, 4]),
        (
            "{}".encode("utf-16-le"),
            None,
            None,
        ),
        (
            b"\xff\xfe{\0}\0",
            "not UTF-8: the byte 0xFF at offset 0; it seems to be UTF-16LE",
            [1, 2],
        ),
        (
            b"\0\0\xfe\xff\0\0\0{",
            "not UTF-8: the byte 0xFE at offset 2; it seems to be UTF-32BE",
            [3, 4],
        ),
    ],
)
def test_what_is_not_utf8(data, words, columns):
    if words is None:  # zero bytes are UTF-8: the syntax is wrong then
        assert found(syntax, config(data.decode()))
        return
    (violation,) = encoding.check(failed(data))
    assert violation.values["words"] == words
    assert [p.column for p in violation.place] == columns
    assert list(syntax.check(failed(data))) == []


@pytest.mark.parametrize(("host", "severity"), [(CLAUDE_CODE, None), (VSCODE, W), (CODEX, W)])
def test_a_byte_order_mark(host, severity, tree):
    root = tree({"x": b"\xef\xbb\xbf" + (b"" if host is CODEX else b"{}")})
    document = read_config_document(root / "x", "x", host)
    (violation,) = encoding.check(document)
    assert [p.offset for p in violation.place] == [0, 3]
    assert violation.severity is severity
    assert violation.repair.drops_bom
    assert list(syntax.check(document)) == []


@pytest.mark.parametrize("text", ["", "  \n\t"])
def test_an_empty_file(text):
    (violation,) = encoding.check(config(text))
    assert (violation.severity, violation.place[0].column) == (None, 1)
    (mild,) = encoding.check(config(text, ".vscode/mcp.json"))
    assert mild.severity is W
    assert list(encoding.check(config(text, ".codex/config.toml"))) == []


def test_a_consent_store_is_not_read():
    for rule in (syntax, jsonc_in_strict, encoding):
        assert found(rule, config("no JSON, // no", ".skillctl/consent.json")) == []
