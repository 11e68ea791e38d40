"""Git repositories for tests, made with git itself."""

import subprocess

IDENTITY = ("-c", "user.name=tester", "-c", "user.email=tester@example.test")
LOCAL = ("-c", "protocol.file.allow=always", "-c", "init.defaultBranch=main")


def git(folder, *words):
    """Run git in a folder and give what it printed."""
    done = subprocess.run(
        ["git", *IDENTITY, *LOCAL, *words], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout


def make_repository(folder, *, commit=True):
    """Turn a folder into a repository, by default with everything in it committed."""
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "-q")
    if commit:
        commit_all(folder)
    return folder


def commit_all(folder):
    """Commit everything that is not ignored."""
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--allow-empty", "-m", "all")
