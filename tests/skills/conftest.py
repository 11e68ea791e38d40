"""A project and a user on disk for the tests of skills."""

import os
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from skillctl.consent.item import place_of
from skillctl.consent.opened import open_consent
from skillctl.consent.store import load_store
from skillctl.consent.write import decide
from skillctl.settings import Settings, with_values
from skillctl.skills.choose import choose
from skillctl.skills.discover import discover
from skillctl.skills.fingerprint import CONSENT_SCOPES, fingerprint_skill
from skillctl.skills.gather import fingerprint_all, gather_skills, skills_need_consent
from skillctl.worktree import open_workspace
from tests.conftest import write_tree
from tests.repositories import make_repository

AT = datetime(2026, 11, 30, 16, 20, tzinfo=UTC)


def skill_text(name, description="Does a thing. Use when asked.", body="Do it.\n", more=""):
    """The text of a small valid skill; `more` is further front matter."""
    return f"---\nname: {name}\ndescription: {description}\n{more}---\n{body}"


@dataclass(frozen=True)
class World:
    """A project in git, a home folder, and what commands are given of both."""

    project: Path
    home: Path
    data_dir: Path
    config_dir: Path

    def write(self, files):
        """Write files: a path that begins with `~/` goes below home, others into the project."""
        for path, content in files.items():
            root = self.home if path.startswith("~/") else self.project
            write_tree(root, {path.removeprefix("~/"): content})
        return self

    def link(self, path, target):
        """Make a link in the project whose text is `target`."""
        place = self.project / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(target)
        return self

    def settings(self, **values):
        """Settings of a command: `max_lines=2` is that of `[skills]`."""
        return with_values(Settings(), {f"skills.{k}": v for k, v in values.items()})

    def discover(self, extra=(), project=True, **values):
        """All that is found."""
        root = self.project if project else None
        return discover(root, self.home, self.data_dir, self.settings(**values), extra)

    def gather(self, extra=(), **values):
        """The snapshot of a run."""
        found = self.discover(extra, **values)
        consent = self.consent(needed=skills_need_consent(found))
        return gather_skills(found, consent, self.settings(**values))

    def consent(self, allow_list=None, *, needed=True):
        """Consent as a command opens it."""
        return open_consent(self.project, self.config_dir, os.environ, allow_list, needed=needed)

    def workspace(self):
        """The project as consent sees it."""
        return open_workspace(self.project, os.environ)

    def items(self):
        """The items of all skills of the project and its packages, by source."""
        found = self.discover().items
        workspace = self.workspace()
        items = [
            fingerprint_skill(f.skill, workspace).item
            for f in found
            if f.skill and f.scope in CONSENT_SCOPES
        ]
        return {item.source: item for item in items}

    def decide(self, *sources, decision="granted"):
        """Store a decision about skills of the project, by default about all of them."""
        items = self.items()
        chosen = [items[source] for source in sources or items]
        place = place_of(self.workspace())
        decide(self.config_dir, place, chosen, decision=decision, at=AT)
        return self

    def store(self):
        """The consent store as it stands."""
        return load_store(self.config_dir)


@pytest.fixture
def world(tmp_path, home):
    """An empty project in git, and an empty home."""
    project = make_repository(tmp_path / "project", commit=False).resolve()
    return World(
        project, home.resolve(), home / ".data" / "skillctl", home / ".config" / "skillctl"
    )


@pytest.fixture
def chosen(world):
    """Write skills by folder, and choose with standings by source."""

    def run(skills, standings=None, others=(), **settings):
        world.write({f"{folder}/SKILL.md": text for folder, text in skills.items()})
        discovery = fingerprint_all(world.discover(**settings), world.workspace()).discovery
        names = {i.skill.source: i.name for i in discovery.items if i.skill}
        statuses = {
            (source, names[source]): standing for source, standing in (standings or {}).items()
        }
        return choose(discovery, statuses, world.settings(**settings), others=others)

    return run
