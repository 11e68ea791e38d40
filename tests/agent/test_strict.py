import json

import pytest

from skillctl.agent.gather import gather_view
from skillctl.agent.strict import complaints
from skillctl.settings import Settings
from tests.agent.fixtures import full, project
from tests.agent.projects import FAKE

__all__ = ["full", "project"]

HANDSHAKE = '[[fault]]\non = "initialize"\n'
CALL = '[[fault]]\non = "tools/call"\n'


def complaints_of(where, *calls, **more):
    with gather_view(where.ground(**more), Settings(), where.pipe) as seen:
        for tool in calls:
            seen.manager.call("weather", tool, {"city": "Paris"})
        return complaints(seen)


def test_nothing_is_wrong_with_a_good_server(full):
    assert complaints_of(full, "get") == ()


def test_what_waits_for_consent_is_not_wrong(project):
    project.write({".mcp.json": json.dumps({"mcpServers": {"new": {"command": "x"}}})})
    assert complaints_of(project) == ()


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (f"{HANDSHAKE}before = ['banner']", "1 line on stdout is not JSON-RPC:\n  banner"),
        (f"{CALL}id = 'string'", 'an answer whose id came back as another JSON type: "3"'),
    ],
)
def test_what_a_server_says_beside_the_protocol(full, fault, words):
    full.write({"fakes/weather.toml": f"{FAKE}\n{fault}\n"}).grant()
    assert complaints_of(full, "get") == (f'server "weather": {words}',)


def test_a_byte_order_mark_does_no_harm(full):
    full.write({"fakes/weather.toml": f"{FAKE}\n{HANDSHAKE}bom = true\n"}).grant()
    assert complaints_of(full) == ()


def test_a_server_that_does_not_start(full):
    exits = "exit = { code = 3, stderr = 'no database' }"
    full.write({"fakes/weather.toml": f"{FAKE}\n{HANDSHAKE}{exits}\n"}).grant()
    words = "exited with code 3 (start); last lines of its stderr:\n  no database"
    assert complaints_of(full) == (f'server "weather": {words}',)


def test_a_file_that_cannot_be_used(full):
    full.write({".mcp.json": "{"})
    assert [line for line in complaints_of(full) if "cannot be used" in line] != []
