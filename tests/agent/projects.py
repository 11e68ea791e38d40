"""A project on disk with skills and fake servers, and consent to them."""

import json
import os
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from skillctl.agent.ground import Ground
from skillctl.consent.item import place_of
from skillctl.consent.write import decide
from skillctl.fakes.file import load_fake
from skillctl.fakes.pipe import Pipe
from skillctl.servers.fingerprint import server_item
from skillctl.servers.load import load_servers
from skillctl.servers.standing import needs_consent
from skillctl.settings import Settings
from skillctl.skills.discover import discover
from skillctl.skills.fingerprint import fingerprint_skill
from skillctl.worktree import open_workspace
from tests.conftest import write_tree

NO_SETTINGS = Settings()
AT = datetime(2026, 11, 30, 16, 20, tzinfo=UTC)
SKILL = "---\nname: notes\ndescription: Takes notes. Use when asked.\n---\nRead the file first.\n"
FAKE = """\
schema = "skillctl.fake/1"
[server]
name = "weather"
instructions = "Ask for a city."
[[tool]]
name = "get"
description = "Weather of one city"
input_schema = { type = "object", required = ["city"], properties = { city = { type = "string" } } }
annotations = { readOnlyHint = true }
[[tool.reply]]
when = { city = "Paris" }
text = "18C"
[[tool.reply]]
when = { city = "Atlantis" }
error = "no such city"
[[tool.reply]]
default = true
text = "unknown"
"""
CRASH = """
[[tool]]
name = "crash"
description = "Ends the server"
[[tool.reply]]
default = true
text = "never"
[[fault]]
on = "tools/call"
tool = "crash"
nth = "every"
exit = { code = 7, stderr = "disk full" }
"""
SERVER = {
    "command": sys.executable,
    "args": ["-m", "skillctl", "fake", "serve", "fakes/weather.toml"],
}
FULL = {
    ".agents/skills/notes/SKILL.md": SKILL,
    ".mcp.json": json.dumps({"mcpServers": {"weather": SERVER}}),
    "fakes/weather.toml": FAKE,
}


@dataclass(frozen=True)
class Project:
    """The folders of a project and its user."""

    root: Path
    home: Path

    @property
    def config_dir(self):
        return self.home / ".config" / "skillctl"

    @property
    def sessions(self):
        return self.home / ".state" / "skillctl" / "sessions"

    def write(self, files):
        write_tree(self.root, files)
        return self

    def ground(self, **more):
        fields = {
            "root": self.root,
            "project": self.root,
            "home": self.home,
            "config_dir": self.config_dir,
            "data_dir": self.home / ".data",
            "state_dir": self.home / ".state" / "skillctl",
            "environment": dict(os.environ),
        }
        return Ground(**fields | more)

    def items(self, settings=NO_SETTINGS):
        """Everything of the project that needs consent."""
        workspace = open_workspace(self.root, os.environ)
        servers = load_servers(self.root, self.config_dir, os.environ)
        found = discover(self.root, self.home, self.home / ".data", settings)
        return [
            *(server_item(c, workspace) for c in servers.configs if needs_consent(c)),
            *(fingerprint_skill(d.skill, workspace).item for d in found.items if d.skill),
        ]

    def grant(self, decision="granted", kind=None, settings=NO_SETTINGS):
        """Agree to all that is there now, or deny it."""
        items = [item for item in self.items(settings) if kind in (None, item.kind)]
        place = place_of(open_workspace(self.root, os.environ))
        decide(self.config_dir, place, items, decision=decision, at=AT)
        return self

    def pipe(self, config):
        """The server of this project as a fake in this process."""
        path = self.root / config.args[-1]
        return Pipe(load_fake(path, str(path)))
