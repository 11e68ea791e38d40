"""Granting and revoking through the command line."""

import os
import re
import subprocess
import sys
import tomllib

import pytest

from tests.cli.vectors import NOTHING, PRINT_OF, SKILL, V1, make_vectors, servers, statuses
from tests.conftest import write_tree


@pytest.fixture
def root(tmp_path):
    return make_vectors(tmp_path / "w")


@pytest.fixture
def store(home):
    return home / ".config/skillctl/consent.toml"


def grant(skillctl, root, name, *words):
    return skillctl("consent", "grant", name, *words, cwd=root)


def test_without_a_terminal_only_by_the_exact_fingerprint(skillctl, root, store):
    run = grant(skillctl, root, "notes")
    assert run.code == 4
    assert "there is no terminal to ask at" in run.err
    assert not store.exists()
    run = grant(skillctl, root, "notes", "--fingerprint", PRINT_OF["docs"])
    assert (run.code, store.exists()) == (4, False)
    assert f"its fingerprint is {PRINT_OF['notes']}" in run.err
    run = grant(skillctl, root, "notes", "--fingerprint", PRINT_OF["notes"])
    assert run.code == 0
    assert run.out.endswith(f"granted: server notes .mcp.json {PRINT_OF['notes']}\n")
    (row,) = tomllib.loads(store.read_text())["item"]
    assert (row["workspace"], row["project"], row["decision"]) == (str(root), ".", "granted")
    assert grant(skillctl, root, "notes").out.startswith("already granted: server notes")


def test_there_is_no_yes_option(skillctl, root):
    assert grant(skillctl, root, "notes", "--yes").code == 2


@pytest.mark.parametrize(
    ("answer", "code", "status"),
    [("y\n", 0, "granted"), ("YES\n", 0, "granted"), ("n\n", 4, "denied"), ("\n", 4, "missing"),
     ("", 4, "missing"), ("sure\n", 4, "missing")],
)  # fmt: skip
def test_the_question(skillctl, root, monkeypatch, answer, code, status):
    monkeypatch.setattr("skillctl.cli.surroundings.Surroundings.terminal", True)
    run = skillctl("consent", "grant", "notes", cwd=root, stdin=answer)
    assert run.code == code
    assert run.out.startswith('server "notes" of .mcp.json\nstatus: missing\n')
    assert "May it be used? y = yes, n = no, Enter = not now: " in run.err
    run = skillctl("consent", "status", "--format", "json", cwd=root)
    assert statuses(run)["notes"] == status


def test_several_are_asked_one_by_one(skillctl, root, monkeypatch):
    monkeypatch.setattr("skillctl.cli.surroundings.Surroundings.terminal", True)
    run = skillctl("consent", "grant", "notes", "docs", "pdf-notes", cwd=root, stdin="n\ny\n\n")
    assert run.code == 4
    found = statuses(skillctl("consent", "status", "--format", "json", cwd=root))
    expected = {"notes": "denied", "docs": "granted", "pdf-notes": "missing"}
    assert found == expected | {"build-tools": "missing"}


def test_by_an_allow_list(skillctl, root, tmp_path):
    text = 'schema = "skillctl.allow/1"\n'
    for name, kind in (("notes", "server"), ("pdf-notes", "skill"), ("gone", "server")):
        print_of = PRINT_OF.get(name, NOTHING)
        text += f'[[allow]]\nkind = "{kind}"\nname = "{name}"\nfingerprint = "{print_of}"\n'
    write_tree(tmp_path, {"allow.toml": text, "w/allow.toml": text})
    run = skillctl("consent", "grant", "--from", "allow.toml", cwd=root)
    assert run.code == 2
    assert "lies inside the workspace, so it cannot grant anything" in run.err
    run = skillctl("consent", "grant", "docs", "--from", "../allow.toml", cwd=root)
    assert run.code == 4
    assert "does not list it: server docs .gbs/mcp.json" in run.err
    run = skillctl("consent", "grant", "--from", tmp_path / "allow.toml", cwd=root)
    assert run.code == 0
    assert [line.split()[2] for line in run.out.splitlines()] == ["notes", "pdf-notes"]
    write_tree(root, {".agents/skills/pdf-notes/SKILL.md": SKILL + "More.\n"})
    skillctl("consent", "revoke", "--all", cwd=root)
    run = skillctl("consent", "grant", "pdf-notes", "--from", "../allow.toml", cwd=root)
    assert run.code == 4


def test_an_allow_list_that_names_nothing_here(skillctl, root, tmp_path):
    write_tree(tmp_path, {"allow.toml": 'schema = "skillctl.allow/1"\n'})
    run = skillctl("consent", "grant", "--from", "../allow.toml", cwd=root)
    assert (run.code, run.out.partition(":")[0]) == (0, "nothing granted")


def test_ambiguous_names(skillctl, root):
    write_tree(root, {".gbs/mcp.json": servers(notes=V1, **{"pdf-notes": V1})})
    run = grant(skillctl, root, "notes")
    assert run.code == 2
    both = "server notes .gbs/mcp.json; server notes .mcp.json"
    assert f'"notes" is more than one item: {both}' in run.err
    assert grant(skillctl, root, "notes", "--source", ".mcp.json").code == 4
    run = grant(skillctl, root, "pdf-notes", "--kind", "skill")
    assert 'skill "pdf-notes"' in run.out
    run = grant(skillctl, root, "notes", "--kind", "skill")
    assert (run.code, "no such item" in run.err) == (2, True)
    run = grant(skillctl, root, "nobody")
    assert (run.code, "is named" in run.err) == (2, True)


def test_wrong_words(skillctl, root):
    assert skillctl("consent", "grant", cwd=root).code == 2
    assert grant(skillctl, root, "notes", "docs", "--fingerprint", NOTHING).code == 2


def test_what_has_no_fingerprint_cannot_be_granted(skillctl, root):
    write_tree(root, {".gbs/mcp.json": '{"mcpServers": {"big": {"command": "x", "n": 1e999}}}'})
    for words in ((), ("--fingerprint", NOTHING)):
        run = grant(skillctl, root, "big", *words)
        assert run.code == 4
        assert "server big .gbs/mcp.json cannot be granted: it has no fingerprint" in run.err


def test_revoke(skillctl, root):
    for name, print_of in PRINT_OF.items():
        skillctl("consent", "grant", name, "--fingerprint", print_of, cwd=root)
    run = skillctl("consent", "revoke", "notes", cwd=root)
    assert (run.code, run.out) == (0, "revoked: 1 decision\n")
    found = statuses(skillctl("consent", "status", "--format", "json", cwd=root))
    assert found == dict.fromkeys(PRINT_OF, "granted") | {"notes": "missing"}
    (root / ".gbs/mcp.json").unlink()
    assert skillctl("consent", "revoke", "docs", cwd=root).code == 0
    run = skillctl("consent", "revoke", "--all", cwd=root)
    assert run.out == "revoked: 2 decisions\n"


def test_wrong_words_to_revoke(skillctl, root):
    assert skillctl("consent", "revoke", cwd=root).code == 2
    assert skillctl("consent", "revoke", "notes", "--all", cwd=root).code == 2
    run = skillctl("consent", "revoke", "notes", cwd=root)
    assert (run.code, 'named "notes"' in run.err) == (2, True)


def test_diff_needs_a_record(skillctl, root):
    run = skillctl("consent", "diff", "notes", cwd=root)
    assert run.code == 2
    assert "nothing was decided about server notes .mcp.json yet" in run.err
    skillctl("consent", "grant", "notes", "--fingerprint", PRINT_OF["notes"], cwd=root)
    assert skillctl("consent", "diff", "notes", cwd=root).out == "nothing changed\n"


def test_at_a_real_terminal(root, environment):
    """The question as a person sees it, on a pseudo-terminal."""
    pty = pytest.importorskip("pty")
    command = [sys.executable, "-m", "skillctl", "consent", "grant", "notes"]
    main, child = pty.openpty()
    with subprocess.Popen(command, cwd=root, stdin=child, stdout=child, stderr=child) as process:
        os.close(child)
        seen = b""
        while b"not now: " not in seen:
            seen += os.read(main, 4096)
        os.write(main, b"y\n")
        process.wait(30)
        seen += os.read(main, 4096)
    os.close(main)
    assert process.returncode == 0
    text = re.sub(r"\r\n", "\n", seen.decode())
    assert 'command: "npx"\nargument 0: "-y"\nargument 1: "@acme/notes-mcp@1.4.2"\n' in text
    assert (environment / ".config/skillctl/consent.toml").exists()
