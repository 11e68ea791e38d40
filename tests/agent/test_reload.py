"""Looking again before a user's message: skills.md section 5."""

import json
import os
import time

import pytest

from skillctl.agent.gather import gather_view
from skillctl.agent.reload import reload
from skillctl.errors import EndpointFailed, StoreError
from skillctl.settings import Settings, preset_settings
from tests.agent.fixtures import full, project
from tests.agent.projects import FAKE, FULL, SERVER, SKILL
from tests.conftest import write_tree

__all__ = ["full", "project"]

NOTES = ".agents/skills/notes"
OTHER = SKILL.replace("notes", "other").replace("Takes", "Sorts")


class Session:
    """A view that is looked at again for each message; servers are fakes in this process."""

    def __init__(self, place, **more):
        self.place, self.ground, self.started = place, place.ground(**more), []
        self.pipes = []
        self.seen = gather_view(self.ground, Settings(), self.start)

    def start(self, config):
        self.started.append(config.name)
        self.pipes.append(self.place.pipe(config))
        return self.pipes[-1]

    def message(self):
        """Another user message: what changed, in words."""
        found = reload(self.seen, self.ground, Settings(), self.start)
        self.seen = found.seen
        return found.words

    @property
    def names(self):
        return [skill.name for skill in self.seen.view.skills.skills]


@pytest.fixture
def session(full):
    started = Session(full)
    yield started
    started.seen.manager.close()


def test_nothing_changed_is_the_very_same_view(session):
    view = session.seen.view
    assert session.message() == ""
    assert session.message() == ""
    assert session.seen.view is view
    assert session.started == ["weather"]


def test_what_is_installed_edited_disabled_enabled_and_removed(session):
    home, path = session.place.home, ".agents/skills/other/SKILL.md"
    flags = session.place.config_dir / "skills.json"
    write_tree(home, {path: OTHER})
    assert session.message() == "view changed: + skill other"
    assert session.names == ["notes", "other"]
    write_tree(home, {path: OTHER.replace("first", "twice")})
    assert session.message() == "view changed: ~ skill other"
    assert session.seen.view.skills.get("other").body == "Read the file twice.\n"
    flags.write_text('{"is_enabled": {"other": false}}')
    assert session.message() == "view changed: ~ skill other (disabled)"
    assert session.names == ["notes"]
    flags.write_text("{}")
    assert session.message() == "view changed: + skill other"
    (home / path).unlink()
    assert session.message() == "view changed: - skill other"
    assert session.message() == ""


def test_consent_to_a_skill_is_granted_and_lapses(session):
    place = session.place
    place.write({".agents/skills/other/SKILL.md": OTHER})
    assert session.message() == "view changed: + skill other (needs consent)"
    assert session.names == ["notes"]
    assert any("1 project skill waits for consent: other" in n for n in session.seen.view.notes)
    place.grant()
    assert session.message() == "view changed: + skill other"
    place.write({f"{NOTES}/more.md": "new"})
    assert session.message() == "view changed: ~ skill notes (needs consent)"
    assert session.names == ["other"]


def test_a_reverted_edit_is_no_change(session):
    before = session.seen.view
    session.place.write({f"{NOTES}/SKILL.md": SKILL + "more\n"})
    session.place.write({f"{NOTES}/SKILL.md": SKILL})
    assert session.message() == ""
    assert session.seen.view is before


def test_a_server_that_changed_needs_consent_and_is_ended(session):
    """Its files are part of what was agreed to; granted again, it is another server."""
    place = session.place
    place.write({"fakes/weather.toml": FAKE.replace("one city", "a city")})
    assert session.message() == "view changed: ~ server weather (needs consent)"
    assert session.seen.view.tools == ()
    with pytest.raises(EndpointFailed, match="is no server of this run"):
        session.seen.manager.call("weather", "get", {})
    place.grant()
    assert session.message() == "view changed: + server weather"
    assert session.started == ["weather", "weather"]
    assert session.seen.view.tools[0].description == "Weather of a city"


def test_an_entry_that_only_moves_in_its_file_runs_on(session):
    text = json.dumps({"mcpServers": {"weather": SERVER}}, indent=4)
    session.place.write({".mcp.json": "\n\n" + text})
    assert session.message() == ""
    assert session.started == ["weather"]


CHANGING = """
[[tool]]
name = "set"
hidden = true
[[event]]
after = "tools/call#1"
notify = "notifications/tools/list_changed"
set_tools = ["set"]
"""


def test_list_changed_next_message(full):
    """In a run the list is frozen; where a user's message begins the new one is taken."""
    full.write({"fakes/weather.toml": FAKE + CHANGING})
    full.grant()
    session = Session(full)
    with session.seen.manager as manager:
        manager.call("weather", "get", {"city": "Paris"})
        assert [tool.raw_name for tool in session.seen.view.tools] == ["get"]
        assert session.message() == "view changed: ~ server weather"
        assert [tool.raw_name for tool in session.seen.view.tools] == ["set"]
        assert session.message() == ""
        assert session.started == ["weather"]


def test_a_server_that_ended_is_there_again_for_the_next_message(session):
    first = session.seen.view.tools
    session.pipes[0].close()
    assert session.message() == ""
    assert session.started == ["weather", "weather"]
    assert session.seen.view.tools == first


def test_servers_come_and_go(session):
    place = session.place
    two = {"mcpServers": {"weather": SERVER, "again": SERVER}}
    place.write({".mcp.json": json.dumps(two)})
    assert session.message() == "view changed: + server again (needs consent)"
    place.grant()
    assert session.message() == "view changed: + server again"
    assert session.started == ["weather", "again"]
    place.write({".mcp.json": FULL[".mcp.json"]})
    assert session.message() == "view changed: - server again"
    place.write({".mcp.json": "{}"})
    assert session.message() == "view changed: - server weather"
    assert session.seen.manager.statuses() == {}


def test_the_skill_of_a_server_follows_its_server_and_its_flag(full):
    """Preset keen: disabling it hides the skill only, and its server runs on."""
    keen, ground = preset_settings("keen"), full.ground()
    flags = full.home / ".keen/skills/config.json"
    seen, said = gather_view(ground, keen, full.pipe), []

    def message():
        nonlocal seen
        found = reload(seen, ground, keen, full.pipe)
        seen = found.seen
        said.append(found.words.removeprefix("view changed: "))

    with seen.manager:
        message()
        flags.write_text('{"is_enabled": {"mcp:weather": false}}')
        message()
        assert [tool.name for tool in seen.view.tools] == ["mcp__weather__get"]
        flags.write_text("{}")
        message()
        full.write({"fakes/weather.toml": FAKE + "\n"})
        message()
    assert said == [
        "",
        "~ skill mcp:weather (disabled)",
        "+ skill mcp:weather",
        "~ skill mcp:weather (hidden), ~ server weather (needs consent)",
    ]


def test_what_cannot_be_read_any_more_leaves_what_was(session):
    before = session.seen
    write_tree(session.place.config_dir, {"skills.json": "{"})
    with pytest.raises(StoreError, match="preferences of skills cannot be used"):
        session.message()
    assert session.seen is before
    assert session.seen.manager.call("weather", "get", {"city": "Paris"})
    (session.place.config_dir / "skills.json").unlink()
    assert session.message() == ""


def test_same_mtime_edit_seen(session, monkeypatch):
    """Files that are old to the memory: only what a user cannot set tells of the edit."""
    real = time.time_ns
    monkeypatch.setattr(session.seen.memory, "_now", lambda: real() + 10**10)
    session.message()
    path = session.place.root / NOTES / "SKILL.md"
    before = path.stat()
    while path.stat().st_ctime_ns == before.st_ctime_ns:  # a clock of files may tick slowly
        path.write_text(SKILL.replace("first", "twice"))
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size
    session.place.grant()
    assert session.message() == "view changed: ~ skill notes"
    assert session.seen.view.skills.get("notes").body == "Read the file twice.\n"
