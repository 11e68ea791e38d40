import json

import pytest

from skillctl.rules.config.secrets import config_secrets, secret
from tests.policy.test_secrets import noise
from tests.rules.checks import config, found

TOKEN = "gh" + "p_" + noise(36)


def server(**entry):
    return config(json.dumps({"mcpServers": {"srv": entry}}))


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        ({"env": {"T": TOKEN}}, "env"),
        ({"args": ["--token", f"--key={TOKEN}"]}, "args"),
        ({"headers": {"Authorization": f"Bearer {TOKEN}"}}, "headers"),
        ({"url": f"https://{TOKEN}@h.example/"}, "url"),
        ({"oauth": {"client": [{"secret": TOKEN}]}}, "oauth"),
    ],
)
def test_a_token_is_found_where_it_may_stand_and_never_printed(entry, field):
    ((token, message),) = found(secret, server(**entry))
    assert token == TOKEN
    assert message == f'"{field}" of server "srv" holds a secret: ghp_… (40 characters)'


def test_what_is_written_with_escapes_is_found_too():
    text = '{"mcpServers": {"srv": {"env": {"T": "\\u0067' + TOKEN[1:] + '"}}}}'
    ((token, message),) = found(secret, config(text))
    assert token.startswith('"\\u0067hp_')
    assert TOKEN not in message


def test_the_query_of_a_url_is_guessed_by_its_names():
    value = noise(24)
    document = server(url=f"https://h.example/mcp?team=a&api_key={value}&page={noise(24, seed=3)}")
    assert found(secret, document) == [
        (value, '"url" of server "srv" holds a secret: the parameter "api_key" (24 characters)')
    ]
    assert found(secret, server(args=[f"https://h.example/?api_key={value}"])) == []
    known = server(url=f"https://h.example/?token={TOKEN}")
    assert [shown for _, shown in found(secret, known)] == [
        '"url" of server "srv" holds a secret: ghp_… (40 characters)'
    ]


@pytest.mark.parametrize(
    "entry",
    [
        {"env": {"T": "${TOKEN}"}},
        {"env": {"T": "ghp_your-token-goes-here"}},
        {"url": "https://h.example/?api_key=${API_KEY_OF_THE_TEAM}"},
        {"description": TOKEN},
        {"timeout": 5},
    ],
)
def test_what_is_no_secret(entry):
    assert found(secret, server(**entry)) == []


def test_a_file_without_text_has_none():
    assert list(config_secrets(config("{"))) == []


@pytest.mark.parametrize(
    ("name", "root", "advice"),
    [
        (".mcp.json", "mcpServers", 'write "${NAME}", set that variable'),
        (".vscode/mcp.json", "servers", 'write "${env:NAME}", set that variable'),
        ("claude_desktop_config.json", "mcpServers", "take it out, since claude-desktop puts no"),
    ],
)
def test_the_advice_fits_the_host(name, root, advice, skillctl, tree):
    text = json.dumps({root: {"srv": {"command": "x", "env": {"T": TOKEN}}}})
    run = skillctl("lint", "--select", "MC201", ".", cwd=tree({name: text}))
    assert f"= help: {advice}" in run.out
    assert "revoke this secret" in run.out
