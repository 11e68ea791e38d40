import pytest

from skillctl.servers.model import Limits, Servers, Told, naming_keys
from tests.server_configs import server_config


def config(name, source, shadowed_by=None):
    return server_config(name, source, "project", shadowed_by=shadowed_by)


def test_a_name_stands_for_the_entry_that_counts():
    used = config("a", ".gbs/mcp.json")
    servers = Servers(configs=(config("a", ".mcp.json", ".gbs/mcp.json"), used))
    assert servers.get("a") is used
    assert servers.get("b") is None


def test_a_name_whose_only_entry_is_shadowed():
    assert Servers(configs=(config("a", ".mcp.json", "x"),)).get("a") is None


@pytest.mark.parametrize(
    ("told", "entry", "limits", "wanted"),
    [
        (Told(), {}, Limits(idle=5, hard=7), ("auto", 5, 7)),
        (Told(protocol="handshake"), {}, Limits(), ("handshake", 120, 600)),
        (Told(idle=30), {}, Limits(), ("auto", 30, 600)),
        (Told(idle=900), {}, Limits(), ("auto", 900, 900)),
        (Told(idle=30), {"timeout": 60_000}, Limits(hard=60), ("auto", 30, 60)),
        (Told(idle=900), {"timeout": 60_000}, Limits(hard=60), ("auto", 900, 60)),
        (Told(idle=30), {"toolTimeout": 900}, Limits(idle=900, hard=900), ("auto", 30, 600)),
    ],
)
def test_the_command_line_tells_every_server(told, entry, limits, wanted):
    written = server_config("a", entry=entry, limits=limits)
    (config,) = Servers(configs=(written,)).told(told).configs
    assert (config.protocol, config.limits.idle, config.limits.hard) == wanted
    assert config.entry == written.entry


def test_names_of_the_users_servers_are_told_apart_among_themselves():
    mine, other = (server_config(name, "x", "user") for name in "ba")
    theirs = server_config("c", ".mcp.json", "project")
    assert naming_keys([mine, other, theirs], "user") == ("a", "b")
    assert naming_keys([mine, other, theirs], "project") == ("a", "b", "c")
