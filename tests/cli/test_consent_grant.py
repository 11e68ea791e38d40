"""Granting and revoking through the command line."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib

import pytest

from skillctl.consent.allow import FORM
from tests.cli.vectors import NOTHING, PRINT_OF, SKILL, V1, servers, statuses
from tests.conftest import ROOT, write_tree
from tests.repositories import make_repository

PRINT = f'fingerprint = "{NOTHING}"'


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


@pytest.fixture
def at_terminal(skillctl, root, monkeypatch):
    """Grant at a terminal; the words typed there are what stdin holds."""
    monkeypatch.setattr("skillctl.cli.surroundings.Surroundings.terminal", True)
    return lambda *names, typed: skillctl("consent", "grant", *names, cwd=root, stdin=typed)


@pytest.mark.parametrize(
    ("typed", "code", "status"),
    [("y\n", 0, "granted"), ("YES\n", 0, "granted"), ("N\n", 4, "denied"), ("no\n", 4, "denied"),
     ("\n", 4, "missing"), ("", 4, "missing"), ("sure\n", 4, "missing"), ("?\ny\n", 0, "granted")],
)  # fmt: skip
def test_the_question(skillctl, root, at_terminal, typed, code, status):
    run = at_terminal("notes", typed=typed)
    assert run.code == code
    assert run.out.startswith('server "notes" of .mcp.json\nstatus: missing\n')
    assert "May it be used? y = yes, n = no, Enter = not now: " in run.err
    run = skillctl("consent", "status", "--format", "json", cwd=root)
    assert statuses(run)["notes"] == status


def test_what_is_no_answer_is_asked_again_with_the_choices(at_terminal):
    run = at_terminal("notes", typed="?\nyse\x1b\ny\n")
    choices = "y = yes, n = no, Enter = not now: "
    again = f'"?" is none of the answers. {choices}"yse\\x1b" is none of the answers. {choices}'
    assert run.err.endswith(f"May it be used? {choices}{again}")


def test_a_no_is_told_once(at_terminal):
    run = at_terminal("notes", typed="n\n")
    assert run.out.endswith(f"\ndenied: server notes .mcp.json {PRINT_OF['notes']}\n")
    assert "error" not in run.err


@pytest.mark.parametrize(("typed", "end"), [("\n", ""), ("", "\n")])
def test_not_now_says_how_to_come_back(at_terminal, typed, end):
    run = at_terminal("notes", "docs", typed=f"y\n{typed}")
    assert run.err.endswith(
        f"not now: {end}error: not granted: server docs .gbs/mcp.json {PRINT_OF['docs']}\n"
        "  hint: nothing was stored; when you have decided: skillctl consent grant docs\n"
    )


def test_several_are_asked_one_by_one(skillctl, root, monkeypatch):
    monkeypatch.setattr("skillctl.cli.surroundings.Surroundings.terminal", True)
    run = skillctl("consent", "grant", "notes", "docs", "pdf-notes", cwd=root, stdin="n\ny\n\n")
    assert run.code == 4
    heads = [part.splitlines()[0] for part in run.out.split("\n\n")]
    assert [head.split()[1] for head in heads] == ['"notes"', '"docs"', '"pdf-notes"']
    found = statuses(skillctl("consent", "status", "--format", "json", cwd=root))
    expected = {"notes": "denied", "docs": "granted", "pdf-notes": "missing"}
    assert found == expected | {"build-tools": "missing"}


def test_several_refusals_stand_on_a_line_each(skillctl, root):
    run = skillctl("consent", "grant", "notes", "docs", cwd=root)
    assert run.err.endswith(
        f"error: not granted: server notes .mcp.json {PRINT_OF['notes']}\n"
        f"  not granted: server docs .gbs/mcp.json {PRINT_OF['docs']}\n"
        "  hint: there is no terminal to ask at; give the exact --fingerprint, or an allow-list\n"
    )


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
    assert f"does not list it:\n  server docs .gbs/mcp.json {PRINT_OF['docs']}\n" in run.err
    run = skillctl("consent", "grant", "--from", tmp_path / "allow.toml", cwd=root)
    assert run.code == 0
    assert [line.split()[2] for line in run.out.splitlines()] == ["notes", "pdf-notes"]
    write_tree(root, {".agents/skills/pdf-notes/SKILL.md": SKILL + "More.\n"})
    skillctl("consent", "revoke", "--all", cwd=root)
    run = skillctl("consent", "grant", "pdf-notes", "--from", "../allow.toml", cwd=root)
    assert run.code == 4


@pytest.mark.parametrize("rows", ["", f'[[allow]]\nkind = "skill"\nname = "x"\n{PRINT}\n'])
def test_an_allow_list_that_names_nothing_here(skillctl, root, store, tmp_path, rows):
    write_tree(tmp_path, {"allow.toml": f'schema = "skillctl.allow/1"\n{rows}'})
    run = skillctl("consent", "grant", "--from", "../allow.toml", cwd=root)
    assert (run.code, run.out) == (4, "")
    assert f"error: nothing granted: {tmp_path / 'w/../allow.toml'} lists no item" in run.err
    assert not store.exists()


def test_what_an_allow_list_names_and_is_not_here_is_said(skillctl, root, tmp_path):
    text = 'schema = "skillctl.allow/1"\n'
    for name, print_of in (("notes", NOTHING), ("docs", PRINT_OF["docs"]), ("gone", NOTHING)):
        row = f'name = "{name}"\nfingerprint = "{print_of}"\n'
        text += f'[[allow]]\nkind = "server"\n{row}'
    path = write_tree(tmp_path, {"allow.toml": text}) / "allow.toml"
    run = skillctl("consent", "grant", "--from", path, cwd=root)
    assert (run.code, run.out) == (0, f"granted: server docs .gbs/mcp.json {PRINT_OF['docs']}\n")
    stale = f"{path}: server notes {NOTHING} is not granted"
    assert [line for line in run.err.splitlines() if line.startswith(str(path))] == [
        f"{path}: server gone {NOTHING} is not granted: nothing here has it",
        f"{stale}: its fingerprint here is {PRINT_OF['notes']}",
    ]
    run = skillctl("consent", "grant", "notes", "--from", path, cwd=root)
    assert run.code == 4
    assert f"{stale}: its fingerprint here is {PRINT_OF['notes']}\n" in run.err
    assert "gone" not in run.err


def test_the_steps_of_a_job_as_documented(skillctl, root, tmp_path):
    (block,) = re.findall(
        r"```sh\nexport (.*?)```", (ROOT / "docs/consent.md").read_text(), re.DOTALL
    )
    steps = [line.partition("#")[0].split() for line in block.splitlines()[1:]]
    text = 'schema = "skillctl.allow/1"\n'
    for name, print_of in PRINT_OF.items():
        kind = "skill" if name == "pdf-notes" else "server"
        row = f'kind = "{kind}"\nname = "{name}"\nfingerprint = "{print_of}"\nreason = "read"\n'
        text += f"[[allow]]\n{row}"
    write_tree(tmp_path, {"policy/allow.toml": text})
    assert [skillctl(*words[1:], cwd=root).code for words in steps] == [0, 0]
    write_tree(root, {"srv/main.py": "print('evil')\n"})
    skillctl("consent", "revoke", "--all", cwd=root)
    assert [skillctl(*words[1:], cwd=root).code for words in steps] == [0, 1]


def test_a_wrong_allow_list_says_what_one_looks_like(skillctl, root, tmp_path):
    write_tree(tmp_path, {"allow.toml": 'notes = "sha256:1"\n'})
    run = skillctl("consent", "grant", "--from", "../allow.toml", cwd=root)
    assert (run.code, FORM in run.err) == (2, True)


def test_only_notes_about_the_item_are_printed(skillctl, root):
    broken = {"command": "sh", "args": ["${NO_SUCH_VARIABLE_X}"]}
    skill = ".agents/skills/other/SKILL.md"
    write_tree(root, {".gbs/mcp.json": servers(odd=broken), skill: "nothing\n"})
    about_odd = 'server "odd": args[0]: variable NO_SUCH_VARIABLE_X is not set'
    whole = skillctl("consent", "status", cwd=root).err
    assert about_odd in whole
    assert "invalid skill: " in whole
    name = "build-tools"
    exact = ("grant", name, "--fingerprint", PRINT_OF[name])
    for words in (exact, ("diff", name), ("revoke", name)):
        run = skillctl("consent", *words, cwd=root)
        assert (run.code, run.err) == (0, ""), words
    run = grant(skillctl, root, "odd")
    assert run.err.startswith(about_odd)
    assert "invalid skill: " not in run.err
    run = grant(skillctl, root, "nobody")
    assert "invalid skill: " in run.err


def test_ambiguous_names(skillctl, root):
    write_tree(root, {".gbs/mcp.json": servers(notes=V1, **{"pdf-notes": V1})})
    run = grant(skillctl, root, "notes")
    assert run.code == 2
    both = "server notes .gbs/mcp.json; server notes .mcp.json"
    assert f'"notes" is more than one item: {both}' in run.err
    run = skillctl("consent", "diff", "notes", "--source", ".mcp.json", cwd=root)
    assert run.err.endswith("see it with: skillctl consent grant notes --source .mcp.json\n")
    assert grant(skillctl, root, "notes", "--source", ".mcp.json").code == 4
    run = grant(skillctl, root, "pdf-notes", "--kind", "skill")
    assert 'skill "pdf-notes"' in run.out
    run = grant(skillctl, root, "notes", "--kind", "skill")
    assert (run.code, "no such item" in run.err) == (2, True)
    run = grant(skillctl, root, "nobody")
    assert (run.code, "is named" in run.err) == (2, True)


REMEDY = re.compile(r"skillctl (consent grant pdf-notes[^;,\n]*)")


@pytest.mark.parametrize(
    "words",
    [
        ("skills", "why", "pdf-notes"),
        ("skills", "list"),
        ("skills", "show", "pdf-notes"),
        ("run", "x", "--model", "test", "--skill", "pdf-notes"),
        ("prompt", "--explain", "pdf-notes"),
        ("consent", "diff", "pdf-notes", "--source", ".agents/skills/pdf-notes"),
        ("mcp", "list"),
        ("tools",),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("kind", ["skill", "server"])
def test_each_remedy_works_as_it_is_printed(skillctl, root, words, kind):
    """Of two items with one name, be it copies of a skill or a server besides it."""
    if kind == "skill":
        skills = root / ".agents/skills"
        shutil.copytree(skills / "pdf-notes", skills / "my own/pdf-notes", symlinks=True)
    else:
        write_tree(root, {".gbs/mcp.json": servers(**{"pdf-notes": {"command": "true"}})})
    run = skillctl(*words, cwd=root)
    remedies = REMEDY.findall(run.out + run.err)
    assert remedies or (kind, words[0]) == ("skill", "mcp")
    for remedy in remedies:
        run = skillctl(*shlex.split(remedy), cwd=root)
        assert (run.code, run.out.count("\nfingerprint: sha256:")) == (4, 1), remedy


def test_wrong_words(skillctl, root):
    run = skillctl("consent", "grant", cwd=root)
    assert run.code == 2
    whole = "skillctl consent grant NAME; what there is: skillctl consent status"
    assert run.err.endswith(f"hint: {whole}\n")
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


def test_a_name_as_it_is_shown_is_a_name(skillctl, tree):
    text = '{"mcpServers": {"\\u3164": {"command": "echo"}}}'
    root = make_repository(tree({".mcp.json": text}))
    listed = skillctl("mcp", "list", cwd=root)
    assert r"grant with: skillctl consent grant '\u{3164}'" in listed.out
    print_of = skillctl("fingerprint", r"\u{3164}", cwd=root).out.split()[0]
    granted = skillctl("consent", "grant", r"\u{3164}", "--fingerprint", print_of, cwd=root)
    assert granted.code == 0
    assert skillctl("consent", "revoke", r"\u{3164}", cwd=root).out == "revoked: 1 decision\n"


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
