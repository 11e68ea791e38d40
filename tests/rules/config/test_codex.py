import pytest

from skillctl.findings import Severity
from skillctl.rules.config.codex import codex_fields
from tests.rules.checks import config, found, server

FILE = ".codex/config.toml"


@pytest.mark.parametrize("table", ["mcp.servers", "mcp-servers"])
def test_a_table_that_is_not_read(table):
    document = config(f'[{table}.notes]\ncommand = "x"\n', FILE)
    words = f'server "notes" stands under "{table}", which codex does not read'
    assert found(codex_fields, document) == [("notes", words)]
    (violation,) = codex_fields.check(document)
    assert violation.severity is Severity.WARNING
    assert violation.values["mend"] == 'did you mean "mcp_servers"?'


@pytest.mark.parametrize(
    ("line", "token", "what", "severity"),
    [
        ('headers = {A = "b"}', "headers", 'has a table "headers"', Severity.WARNING),
        ('bearer_token = "x"', "bearer_token", 'has a "bearer_token" in the file', None),
        ('env = {env_vars = ["A"]}', "env_vars", 'has the list "env_vars" in its env', None),
        ('env = {A = "b"}', None, "", None),
        ('http_headers = {A = "b"}', None, "", None),
        ('env_vars = ["A"]', None, "", None),
    ],
)
def test_fields(line, token, what, severity):
    document = config(f'[mcp_servers.notes]\nurl = "https://a.example"\n{line}\n', FILE)
    words = found(codex_fields, document)
    assert [t for t, _ in words] == ([token] if token else [])
    assert all(m.startswith(f'server "notes" {what}') for _, m in words)
    assert [v.severity for v in codex_fields.check(document)] == ([severity] if token else [])


def test_other_hosts_have_headers():
    assert found(codex_fields, server({"url": "https://a.example", "headers": {}})) == []
