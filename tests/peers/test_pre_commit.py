"""Our hooks as the real pre-commit installs and runs them (lint.md section 7)."""

import os
import shutil
import subprocess

import pytest

from tests.conftest import ROOT, write_tree
from tests.peers.programs import find_peer

pytestmark = [pytest.mark.peer, pytest.mark.slow]

# where pip finds what the hooks need: read before the tests scrub the environment
PIP = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
WHO = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.com"}
WHO |= {"GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.com"}
GOOD = (
    "---\nname: notes\ndescription: Keeps notes. Use it when one is to be kept.\n---\nWrite it.\n"
)
BAD = "---\nname: broken\n---\nNo description.\n"


def run(*words, cwd, **variables):
    environment = {**os.environ, **PIP, **WHO, **variables}
    return subprocess.run(
        list(map(str, words)), cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )


def git(*words, cwd, **variables):
    done = run("git", *words, cwd=cwd, **variables)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def checkout(folder):
    """A repository of this checkout as it stands, whatever of it is committed."""
    names = git(
        "ls-files",
        "-z",
        "skillctl",
        "*.toml",
        "*.md",
        "LICENSE",
        ".pre-commit-hooks.yaml",
        cwd=ROOT,
    )
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    git("init", "-q", cwd=folder)
    git("add", "-A", cwd=folder)
    git("commit", "-qm", "as it stands", cwd=folder)
    return git("rev-parse", "HEAD", cwd=folder)


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    """Where pre-commit keeps what it installs, shared by the tests."""
    return tmp_path_factory.mktemp("pre-commit")


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    folder = tmp_path_factory.mktemp("skillctl")
    return folder, checkout(folder)


@pytest.fixture
def commit(tmp_path, cache, source):
    """A repository with both hooks; `commit({path: text})` tries to commit files."""
    program = find_peer("pre-commit", "make peers")
    folder, revision = source
    hooks = "[{id: skillctl-lint}, {id: skillctl-validate}]"
    config = f"repos: [{{repo: {folder}, rev: {revision}, hooks: {hooks}}}]\n"
    repository = tmp_path / "repository"
    write_tree(repository, {".pre-commit-config.yaml": config})
    git("init", "-q", cwd=repository)
    made = run(program, "install", "--install-hooks", cwd=repository, PRE_COMMIT_HOME=str(cache))
    assert made.returncode == 0, made.stdout + made.stderr

    def commit(files):
        write_tree(repository, files)
        git("add", "-A", cwd=repository)
        done = run("git", "commit", "-qm", "x", cwd=repository, PRE_COMMIT_HOME=str(cache))
        return done.returncode, done.stdout + done.stderr

    return commit


def verdicts(said):
    """What the hooks came to, by their names."""
    rows = [line.partition(".") for line in said.splitlines() if line.startswith("skillctl ")]
    return {name: rest.rpartition(".")[2] for name, _, rest in rows}


def test_a_nested_bad_skill_is_kept_out(commit):
    code, said = commit({"tools/.claude/skills/broken/SKILL.md": BAD})
    assert code == 1
    assert verdicts(said) == {"skillctl lint": "Failed", "skillctl validate": "Failed"}
    assert said.count("tools/.claude/skills/broken/SKILL.md:1:1: error SK211") == 2


def test_a_bundled_file_has_its_whole_skill_judged(commit):
    guide = "skills/notes/references/GUIDE.md"
    code, said = commit({"skills/notes/SKILL.md": GOOD, guide: "Read me.\n"})
    assert (code, set(verdicts(said).values())) == (0, {"Passed"}), said
    code, said = commit({guide: "Read me again.\n"})
    assert code == 0
    assert verdicts(said) == {
        "skillctl lint": "Passed",
        "skillctl validate": "(no files to check)Skipped",
    }


def test_an_unrelated_file_starts_no_hook(commit):
    code, said = commit({"src/main.py": "print()\n", "README.md": "# Hi\n"})
    assert code == 0
    assert set(verdicts(said).values()) == {"(no files to check)Skipped"}
