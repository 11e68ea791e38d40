"""What every test gets: a home of its own, a scrubbed environment, golden files, shared data."""

import io
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from syrupy.extensions.single_file import SingleFileSnapshotExtension

from tests.mcp.leftovers import no_process_left  # noqa: F401 # an autouse fixture of all tests

# a clock proves nothing on a busy machine
settings.register_profile("no clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("no clock")

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "golden"
KEPT_VARIABLES = (
    "PATH",
    "LANG",
    "TMPDIR",
    "SKILLCTL_SHARED",
    "VIRTUAL_ENV",
    "COVERAGE_PROCESS_CONFIG",
)


def golden_cases(kind):
    """Every folder `golden/<kind>/<case>` as a test parameter named `<kind>/<case>`."""
    folders = sorted(p for p in (GOLDEN / kind).iterdir() if p.is_dir())
    return [pytest.param(p, id=f"{kind}/{p.name}") for p in folders]


class GoldenExtension(SingleFileSnapshotExtension):
    """A golden file is raw bytes at `golden/<kind>/<case>/<name>`, the case being the test's id."""

    file_extension = ""

    @classmethod
    def dirname(cls, *, test_location):
        case = test_location.snapshot_name.partition("[")[2].rpartition("]")[0]
        return str(GOLDEN / case)

    @classmethod
    def get_location(cls, *, test_location, index=0):
        return str(Path(cls.dirname(test_location=test_location)) / str(index))

    def serialize(self, data, **kwargs):
        del kwargs
        return data.encode() if isinstance(data, str) else data


@pytest.fixture
def golden(snapshot):
    """`assert text == golden("stdout.txt")` inside a test over `golden_cases(kind)`."""
    extension = snapshot.use_extension(GoldenExtension)
    return lambda name: extension(name=name)


@pytest.fixture(autouse=True)
def environment(tmp_path_factory, monkeypatch):
    """An environment without the machine's own settings; its HOME is a new empty folder."""
    home = tmp_path_factory.mktemp("home")
    for name in list(os.environ):
        if name not in KEPT_VARIABLES and not name.startswith("PYTEST_"):
            monkeypatch.delenv(name)
    for name, value in {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_STATE_HOME": str(home / ".state"),
        "XDG_DATA_HOME": str(home / ".data"),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "NO_COLOR": "1",
        "COLUMNS": "100",
        "SKILLCTL_OFFLINE": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
    }.items():
        monkeypatch.setenv(name, value)
    return home


@pytest.fixture
def home(environment):
    """The home folder of this test."""
    return environment


@dataclass(frozen=True)
class Run:
    """What a command line did."""

    code: int
    out: str
    err: str


@pytest.fixture
def skillctl(monkeypatch):
    """Run a command line in this process, no terminal: `skillctl("lint", ".", cwd=folder)`."""

    def run(*words, cwd=None, stdin=""):
        from skillctl.cli.app import main

        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
        with monkeypatch.context() as patch:
            if cwd is not None:
                patch.chdir(cwd)
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8"))
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            code = main([str(word) for word in words])
        texts = []
        for stream in (out, err):
            stream.flush()
            texts.append(stream.buffer.getvalue().decode())
        return Run(code, *texts)

    return run


@pytest.fixture(scope="session")
def shared():
    """The folder of shared test data; a missing one is a failure where SKILLCTL_SHARED is set."""
    named = os.environ.get("SKILLCTL_SHARED")
    folder = Path(named) if named else ROOT.parent / "shared"
    if not folder.is_dir():
        if named:
            pytest.fail(f"SKILLCTL_SHARED is {named}, which is no folder")
        pytest.skip("shared test data not found (set SKILLCTL_SHARED)")
    return folder.resolve()


def write_tree(root, files):
    """Write `{path: text or bytes}` below a folder."""
    for name, content in files.items():
        path = Path(root) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return Path(root)


@pytest.fixture
def tree(tmp_path):
    """Make a workspace: `tree({"a/SKILL.md": "…"})` gives its root."""
    return lambda files: write_tree(tmp_path, files)
