"""Configured servers for tests."""

import sys
from pathlib import Path

from skillctl.errors import Location
from skillctl.servers.model import ServerConfig


def server_config(name, source="mcp.json", scope="user", **members):
    """A server as its file would give it; `members` are all but name, place and entry."""
    members = {"entry": {}, **members}
    return ServerConfig(name=name, scope=scope, source=source, location=Location(source), **members)


def fake_server(path, name="fake", **members):
    """A server that serves a fake file in a process of its own."""
    return server_config(
        name,
        command=sys.executable,
        args=("-m", "skillctl", "fake", "serve", str(path)),
        cwd=Path(path).parent,
        **members,
    )
