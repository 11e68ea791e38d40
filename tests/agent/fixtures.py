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
def full(project):
    """A project with one skill and one fake server in a process of its own, both granted."""
    return project.write(FULL).grant()
