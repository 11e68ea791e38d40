from pathlib import PurePath

import pytest

from skillctl.servers.hosts import HOSTS, host_of


@pytest.mark.parametrize(
    ("path", "host"),
    [
        (".mcp.json", "claude-code"),
        ("/a/b/.mcp.json", "claude-code"),
        ("a/.gbs/mcp.json", "skillctl"),
        ("a/mcp.json", "generic"),
        ("mcp.json", "generic"),
        ("a/.x/linear.mcp.json", "generic"),
        ("a/.vscode/mcp.json", None),
        ("a/.cursor/mcp.json", None),
        ("mcp.jsonc", None),
        ("a/b.json", None),
    ],
)
def test_the_name_of_a_file_tells_its_host(path, host):
    found = host_of(PurePath(path))
    assert (found and found.name) == host


def test_host_names_are_unique():
    assert len({host.name for host in HOSTS}) == len(HOSTS)
