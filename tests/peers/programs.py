"""Programs of others, looked for in the folders of SKILLCTL_PEERS, else beside the checkout."""

import os
from pathlib import Path

import pytest

from tests.conftest import ROOT

# read before the tests scrub the environment
NAMED = os.environ.get("SKILLCTL_PEERS", "")
MUST = os.environ.get("SKILLCTL_REQUIRE_PEERS") == "1"
PLACES = ("node_modules/.bin", "bin", ".")


def find_peer(name, install):
    """The path of a program; without it the test is skipped with the way to install it."""
    folders = [*filter(None, NAMED.split(os.pathsep)), ROOT / ".peers", ROOT / ".venv-peers"]
    for folder in folders:
        for place in PLACES:
            path = Path(folder) / place / name
            if path.is_file() and os.access(path, os.X_OK):
                return path.absolute()
    words = f"{name} not found in {', '.join(map(str, folders))}; install it: {install}"
    return pytest.fail(words) if MUST else pytest.skip(words)
