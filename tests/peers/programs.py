"""Programs of others, looked for in the folders of SKILLCTL_PEERS, else beside the checkout."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.conftest import ROOT

# read before the tests scrub the environment
NAMED = os.environ.get("SKILLCTL_PEERS", "")
MUST = os.environ.get("SKILLCTL_REQUIRE_PEERS") == "1"
PLACES = ("node_modules/.bin", "bin", ".")


FOLDERS = [*map(Path, filter(None, NAMED.split(os.pathsep))), ROOT / ".peers", ROOT / ".venv-peers"]


def find_peer(name, install):
    """The path of a program; without it the test is skipped with the way to install it."""
    return next(_programs(name), None) or missing(name, install)


def find_python(modules, install):
    """The path of a Python that has these modules; without it the test is skipped likewise."""
    words = f"from importlib.util import find_spec; assert all(map(find_spec, {modules!r}))"
    for path in _programs("python"):
        if subprocess.run([path, "-c", words], capture_output=True, check=False).returncode == 0:
            return path
    return missing(f"a Python with {' and '.join(modules)}", install)


def _programs(name):
    paths = (Path(folder) / place / name for folder in FOLDERS for place in PLACES)
    return (path.absolute() for path in paths if path.is_file() and os.access(path, os.X_OK))


def missing(what, install):
    """Skip a test for want of a program, or fail it where peers are required."""
    words = f"{what} not found in {', '.join(map(str, FOLDERS))}; install it: {install}"
    return pytest.fail(words) if MUST else pytest.skip(words)
