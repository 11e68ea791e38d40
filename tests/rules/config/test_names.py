import pytest

from skillctl.rules.config.names import case_duplicate, duplicate_key
from tests.rules.checks import config, found
from tests.timing import assert_linear


def twice(text, name=".mcp.json"):
    return [
        (v.span.start, v.field, v.subject, v.related[0][0].start)
        for v in duplicate_key.check(config(text, name))
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('{"mcpServers": {"a": {}, "a": {}}}', [(25, "/mcpServers/a", "a", 16)]),
        ('{"mcpServers": {}, "mcpServers": {}}', [(19, "/mcpServers", "", 1)]),
        ('{"x": [1, {"y": 1, "y": 2}]}', [(19, "/x/1/y", "", 11)]),
        ('{"mcpServers": {"a": {"env": {"B": "", "B": ""}}}}', [(39, None, "a", 30)]),
        (r'{"mcpServers": {"a": {"env": {"B": "", "\u0042": ""}}}}', [(39, None, "a", 30)]),
        ('{"a": 1, "a": 2, "a": 3}', [(9, "/a", "", 1), (17, "/a", "", 1)]),
        ('{"a": 1, "A": 2, "b": {"a": 1}}', []),
        ('{"a": 1, "a": 2', []),
    ],
)
def test_every_key_that_stands_twice(text, wanted):
    found_ = twice(text)
    assert [(at, server, first) for at, _, server, first in found_] == [
        (at, server, first) for at, _, server, first in wanted
    ]
    for row, want in zip(found_, wanted, strict=True):
        assert want[1] in (None, row[1])


def test_of_settings_only_what_is_about_servers():
    text = '{"a": 1, "a": 2, "mcpServers": {"s": {"command": "x", "command": "y"}}}'
    assert [row[1] for row in twice(text, ".gemini/settings.json")] == ["/mcpServers/s/command"]
    text = '{"a": 1, "a": 2, "mcp": {"servers": {"s": {}, "s": {}}}}'
    assert [row[1] for row in twice(text, ".vscode/settings.json")] == ["/mcp/servers/s"]


def test_both_servers_stay_visible():
    document = config('{"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}}}')
    assert [s.node.get("command").value for s in document.servers] == ["x", "y"]


def test_many_duplicates_cost_linear_time():
    def documents(size):
        text = '{"mcpServers": {' + ", ".join(['"a": {"b": 1, "b": 2}'] * size) + "}}"
        assert len(list(duplicate_key.check(config(text)))) == 2 * size - 1

    assert_linear(documents, 16_000)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            '{"mcpServers": {"Notes": {}, "notes": {}}}',
            [('"notes"', '"notes" and "Notes" differ only in upper and lower case')],
        ),
        (
            '{"mcpServers": {"stra\u00dfe": {}, "STRASSE": {}}}',
            [('"STRASSE"', '"STRASSE" and "stra\u00dfe" differ only in upper and lower case')],
        ),
        ('{"mcpServers": {"a": {}, "a": {}, "b": {}}}', []),
        ('{"mcpServers": {"note": {}, "notes": {}}}', []),
    ],
)
def test_names_that_differ_in_case(text, wanted):
    assert found(case_duplicate, config(text)) == wanted


def test_plugins_of_a_marketplace_have_names_of_their_own():
    one, other = (f'{{"mcpServers": {{"{name}": {{}}}}}}' for name in ("a", "A"))
    document = config(f'{{"plugins": [{one}, {other}]}}', ".claude-plugin/marketplace.json")
    assert len(document.servers) == 2
    assert found(case_duplicate, document) == []
