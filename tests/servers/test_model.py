from skillctl.servers.model import Servers
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
