"""An allow-list for one call: `--consent-from` and SKILLCTL_CONSENT_FROM (mcp.md section 4.5)."""

import json
import os
import shutil

import pytest

from tests.agent.fixtures import project
from tests.agent.projects import FULL
from tests.conftest import write_tree
from tests.repositories import make_repository

__all__ = ["project"]

HEAD = 'schema = "skillctl.allow/1"\n'
COMMANDS = {
    "prompt": ("prompt",),
    "tools": ("tools",),
    "run": ("run", "Hi", "--model", "test", "--dry-run"),
    "take": ("snapshot", "take"),
}
VARIABLE = "SKILLCTL_CONSENT_FROM"


@pytest.fixture
def waiting(project, monkeypatch):
    """A project whose server and skill wait, and an allow-list of both outside of it."""
    monkeypatch.setattr("skillctl.agent.patience.SILENT_SECONDS", 60)
    monkeypatch.delenv("CI", raising=False)
    project.write(FULL)
    write_tree(project.home, {"allow.toml": HEAD + "".join(map(row, project.items()))})
    return project


def row(item):
    return (
        f'[[allow]]\nkind = "{item.kind}"\nname = "{item.name}"\n'
        f'fingerprint = "{item.fingerprint}"\nreason = "read"\n'
    )


@pytest.fixture
def call(waiting, skillctl):
    return lambda words, **more: skillctl(*words, cwd=waiting.root, **more)


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_what_is_listed_counts_for_that_call_alone(call, waiting, words):
    run = call((*words, "--consent-from", waiting.home / "allow.toml"))
    assert run.code == 0, run.err
    assert "consent" not in run.err
    assert not (waiting.config_dir / "consent.toml").exists()
    assert "consent" in call(("prompt",)).err


def test_the_tools_of_a_listed_server_are_offered(call, waiting):
    run = call(("tools", "--consent-from", "../home/../" + "allow.toml"))
    assert run.code == 2  # a path counts from the working directory
    run = call(
        ("tools", "--consent-from", os.path.relpath(waiting.home / "allow.toml", waiting.root))
    )
    assert "mcp__weather__get" in run.out
    run = call(("snapshot", "take", "--consent-from", waiting.home / "allow.toml"))
    assert "skill; " in run.out
    assert call(("snapshot", "check")).code == 1
    for act in ("check", "accept"):
        run = call(("snapshot", act, "--consent-from", waiting.home / "allow.toml"))
        assert run.code == 0


def test_the_variable_names_a_managed_list_for_all_that_look(call, waiting, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(waiting.home / "allow.toml"))
    assert "mcp__weather__get" in call(("tools",)).out
    assert "granted" in call(("mcp", "list")).out
    assert "consent granted by an allow-list" in call(("skills", "why", "notes")).out
    assert call(("consent", "status", "--check")).code == 0


def test_the_option_beats_the_variable(call, waiting, monkeypatch):
    monkeypatch.setenv(VARIABLE, "/nowhere/allow.toml")
    assert call(("prompt",)).code == 2
    run = call(("prompt", "--consent-from", waiting.home / "allow.toml"))
    assert (run.code, "consent" in run.err) == (0, False)
    assert call(("prompt", "--no-config")).code == 0


def test_a_variable_that_depends_on_the_working_directory_is_refused(call, monkeypatch):
    monkeypatch.setenv(VARIABLE, "allow.toml")
    run = call(("prompt",))
    assert run.code == 2
    assert f"{VARIABLE} is 'allow.toml', which is not an absolute path" in run.err
    monkeypatch.setenv(VARIABLE, "")
    assert call(("prompt",)).code == 0


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_a_list_inside_the_workspace_is_refused(call, waiting, words):
    shutil.copy(waiting.home / "allow.toml", waiting.root / "allow.toml")
    (waiting.home / "link.toml").symlink_to(waiting.root / "allow.toml")
    for path in ("allow.toml", waiting.home / "link.toml"):
        run = call((*words, "--consent-from", path))
        assert (run.code, run.out) == (2, "")
        assert "lies inside the workspace, so it cannot grant anything" in run.err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a = [", ":1:"),
        ('schema = "skillctl.allow/9"\n', ":1:10: error: the allow-list cannot be used: "),
        (
            f"{HEAD}[[allow]]\nkind = 3\nname = 'x'\nfingerprint = 'y'\n",
            ":3:8: error: the allow-list cannot be used: ",
        ),
        (f'{HEAD}allow = "all"\n', ":2:9: error: the allow-list cannot be used: "),
    ],
)
def test_a_bad_list_is_exit_2_with_its_place(call, waiting, text, words):
    path = waiting.home / "bad.toml"
    path.write_text(text)
    run = call(("prompt", "--consent-from", path))
    assert (run.code, run.out) == (2, "")
    assert f"{path}{words}" in run.err


def test_what_was_denied_here_stays_denied(call, waiting):
    """A person's no to this very content is worth more than a list; a changed one may be listed."""
    listed = ("prompt", "--explain", "weather", "--consent-from", waiting.home / "allow.toml")
    waiting.grant("denied", "server")
    assert "denied" in call(listed).out
    path = waiting.config_dir / "consent.toml"
    path.write_text(path.read_text().replace('fingerprint = "sha256:', 'fingerprint = "sha256:0'))
    assert call(listed).code == 0


def test_git_is_asked_once_and_the_store_is_read_once(call, waiting, monkeypatch, tmp_path):
    make_repository(waiting.root)
    log = tmp_path / "log"
    script = f'#!/bin/sh\necho "$*" >> {log}\nexec {shutil.which("git")} "$@"\n'
    write_tree(tmp_path, {"bin/git": script})
    (tmp_path / "bin/git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    reads = []
    load = "skillctl.consent.opened.load_store"
    from skillctl.consent.store import load_store

    monkeypatch.setattr(load, lambda folder: reads.append(folder) or load_store(folder))
    run = call(("prompt", "--format", "json"))
    assert len(json.loads(run.out)["absences"]) == 2
    assert log.read_text().count("ls-files") == 1
    assert len(reads) == 1
