"""Fixtures of a project on disk, for tests of the agent and of its commands."""

import pytest

from tests.agent.projects import FULL, Project


@pytest.fixture
def project(tmp_path, home):
    """An empty project of a user without any settings."""
    root = tmp_path.resolve() / "ws"
    root.mkdir()
    return Project(root, home.resolve())


@pytest.fixture
def full(project, monkeypatch):
    """A project with one skill and one fake server in a process of its own, both granted.

    However slow this machine is, nobody says that it is waited for.
    """
    monkeypatch.setattr("skillctl.agent.patience.SILENT_SECONDS", 60)
    return project.write(FULL).grant()
