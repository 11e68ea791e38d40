"""Packages as pip and npm install them: their skills are found, and nothing of them is run."""

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec

import pytest

from tests.conftest import write_tree
from tests.peers.programs import missing
from tests.skills.conftest import skill_text

pytestmark = [pytest.mark.peer, pytest.mark.slow]

BACKEND = """
import base64, hashlib, pathlib, zipfile
HERE = pathlib.Path(__file__).parent
INFO = "note_pack-1.2.dist-info"
META = {
    "METADATA": "Metadata-Version: 2.1\\nName: Note.Pack\\nVersion: 1.2\\n",
    "WHEEL": "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
    "entry_points.txt": "[skillctl.skills]\\nall = note_pack.skills\\none = note_pack:pdf\\n",
}

def write(folder, files):
    name = "note_pack-1.2-py3-none-any.whl"
    files = files | {f"{INFO}/{key}": text.encode() for key, text in META.items()}
    rows = "".join(
        f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode()[:-1]},{len(data)}\\n"
        for path, data in files.items()
    )
    files[f"{INFO}/RECORD"] = f"{rows}{INFO}/RECORD,,\\n".encode()
    with zipfile.ZipFile(pathlib.Path(folder, name), "w") as wheel:
        for path, data in files.items():
            wheel.writestr(path, data)
    return name

def build_wheel(folder, config_settings=None, metadata_directory=None):
    package = HERE / "note_pack"
    return write(folder, {
        path.relative_to(HERE).as_posix(): path.read_bytes()
        for path in package.rglob("*") if path.is_file()
    })

def build_editable(folder, config_settings=None, metadata_directory=None):
    return write(folder, {"note_pack.pth": str(HERE).encode()})
"""


def run(*words, cwd):
    environment = {k: os.environ[k] for k in ("PATH", "HOME")}
    done = subprocess.run(
        words,
        cwd=cwd,
        env={**environment, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INDEX": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def pip(tmp_path):
    """Install a package with two skills into `.venv` of a project, by pip and without network."""
    if find_spec("pip") is None:
        missing("pip", "python -m ensurepip")
    source = write_tree(
        tmp_path / "note pack",
        {
            "pyproject.toml": '[build-system]\nrequires = []\nbuild-backend = "backend"\n'
            'backend-path = ["."]\n',
            "backend.py": BACKEND,
            "note_pack/__init__.py": "raise SystemExit('imported')\n",
            "note_pack/skills/a/SKILL.md": skill_text("a"),
            "note_pack/skills/a/references/x.md": "X\n",
            "note_pack/pdf/SKILL.md": skill_text("pdf"),
        },
    )
    project = tmp_path / "project"
    project.mkdir()

    def install(*words):
        run(sys.executable, "-m", "venv", "--without-pip", ".venv", cwd=project)
        command = (sys.executable, "-m", "pip", "--python", ".venv/bin/python", "install")
        run(*command, "--no-build-isolation", *words, str(source), cwd=project)
        return project

    return install


def listed(skillctl, project):
    done = json.loads(skillctl("skills", "list", "--format", "json", cwd=project).out)
    rows = [(row["name"], row["scope"], row["status"], row["source"]) for row in done["skills"]]
    return rows, done["notes"]


def test_what_pip_installs(pip, skillctl):
    project = pip()
    rows, _ = listed(skillctl, project)
    assert rows == [
        ("a", "package", "pending", "py:note-pack/all/a"),
        ("pdf", "package", "pending", "py:note-pack/one"),
    ]
    shown = skillctl("consent", "grant", "a", cwd=project)
    assert shown.code == 4
    assert 'file "references/x.md": sha256:' in shown.err + shown.out
    assert 'skill "a" of py:note-pack/all/a' in shown.err + shown.out


def test_an_editable_install_is_told(pip, skillctl):
    rows, notes = listed(skillctl, pip("--editable"))
    assert rows == []
    assert len(notes) == 2
    assert all(
        note.endswith("names no folder; it is an editable install, which is not followed: not used")
        for note in notes
    )


def test_the_environment_that_is_active(pip, skillctl, tmp_path, monkeypatch):
    environment = pip().rename(tmp_path / "elsewhere") / ".venv"
    other = tmp_path / "other"
    other.mkdir()
    monkeypatch.setenv("VIRTUAL_ENV", str(environment))
    rows, _ = listed(skillctl, other)
    assert [row[3] for row in rows] == ["py:note-pack/all/a", "py:note-pack/one"]


@pytest.fixture
def npm(tmp_path):
    """Install a package with two skills into a project, by npm and without network."""
    program = shutil.which("npm") or missing("npm", "install Node.js")
    package = {"name": "@acme/notes", "version": "1.0.0", "gbsSkills": ["skills", "pdf", "../x"]}
    write_tree(
        tmp_path / "notes",
        {
            "package.json": json.dumps(package),
            "skills/a/SKILL.md": skill_text("a"),
            "pdf/SKILL.md": skill_text("pdf"),
        },
    )
    project = write_tree(tmp_path / "project", {"package.json": '{"name": "p"}'})

    def install(*, packed):
        offline = ("--offline", "--no-audit", "--no-fund", "--ignore-scripts")
        if packed:
            run(program, "pack", "--offline", str(tmp_path / "notes"), cwd=tmp_path)
        what = tmp_path / ("acme-notes-1.0.0.tgz" if packed else "notes")
        run(program, "install", *offline, str(what), cwd=project)
        return project

    return install


@pytest.mark.parametrize("packed", [True, False])
def test_what_npm_installs(npm, skillctl, packed):
    """A packed one is a folder, a local one is a link to a folder outside of the project."""
    project = npm(packed=packed)
    folder = "node_modules/@acme/notes"
    assert (project / folder).is_symlink() is not packed
    rows, notes = listed(skillctl, project)
    assert rows == [
        ("a", "package", "pending", "npm:@acme/notes/skills/a"),
        ("pdf", "package", "pending", "npm:@acme/notes/pdf"),
    ]
    assert notes[0] == (
        f'{folder}/package.json: the entry "../x" leads out of the package: not used'
    )
