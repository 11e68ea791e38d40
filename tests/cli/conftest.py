"""What the tests of consent share."""

import pytest

from tests.cli.vectors import make_vectors
from tests.repositories import make_repository


@pytest.fixture
def root(tmp_path):
    """A repository with the four items of the specification's vectors."""
    return make_vectors(tmp_path / "w")


@pytest.fixture
def store(home):
    """Where the decisions of the user are kept."""
    return home / ".config/skillctl/consent.toml"


@pytest.fixture
def project(tmp_path):
    """An empty repository."""
    return make_repository(tmp_path / "project", commit=False).resolve()
