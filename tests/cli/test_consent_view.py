"""The cases in golden/consent: what a user is shown about an item that changed.

They are compared, never renewed by a flag: what a user agrees to is read by a person.
"""

import json
import os
import tomllib
from hashlib import sha256

import pytest

from tests.conftest import golden_cases, write_tree
from tests.repositories import make_repository


def build(case, root):
    """The repository of a case before the change."""
    write_tree(root, case["files"])
    for name, target in case.get("links", {}).items():
        (root / name).symlink_to(target)
    for name in case["files"]:
        if case["files"][name].startswith("#!"):
            (root / name).chmod(0o755)
    return make_repository(root)


@pytest.mark.parametrize("folder", golden_cases("consent"))
def test_what_is_shown(skillctl, folder, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", os.defpath)
    case = tomllib.loads((folder / "case.toml").read_text())
    root = build(case, tmp_path / "w")
    print_of = skillctl("fingerprint", case["item"], cwd=root).out.split()[0]
    granted = skillctl("consent", "grant", case["item"], "--fingerprint", print_of, cwd=root)
    assert granted.code == 0, granted.err
    write_tree(root, case["after"])
    for name in case.get("gone", ()):
        (root / name).unlink()
    changes = skillctl("consent", "diff", case["item"], cwd=root)
    view = skillctl("consent", "grant", case["item"], cwd=root)
    assert (changes.code, view.code) == (0, 4)
    assert changes.out == (folder / "diff.txt").read_text()
    assert view.out.replace(str(root), "<root>") == (folder / "view.txt").read_text()


SKILL = "---\nname: one\ndescription: Notes. Use it when notes are asked for.\n---\nText\n"


def test_what_is_no_file_is_not_counted_as_one(skillctl, tree):
    skill = ".agents/skills/one"
    root = make_repository(tree({f"{skill}/SKILL.md": SKILL, ".gitignore": "built\n"}))
    write_tree(root, {f"{skill}/built/a": ""})
    os.mkfifo(root / skill / "built" / "pipe")
    (root / skill / "built" / "link").symlink_to("a")
    run = skillctl("consent", "grant", "one", cwd=root)
    assert "not covered: 2 files that git ignores; never shown to a model and never run" in run.out
    assert 'not covered: "built/pipe": a pipe, a socket or a device; never opened\n' in run.out


def test_an_ignored_folder_that_cannot_be_read_is_told(skillctl, tree, monkeypatch):
    skill = ".agents/skills/one"
    root = make_repository(tree({f"{skill}/SKILL.md": SKILL, ".gitignore": "built\n"}))
    write_tree(root, {f"{skill}/built/a": ""})
    scandir = os.scandir

    def refuse(path):  # root reads everything, so the refusal is played
        if os.fspath(path).endswith("built"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    run = skillctl("consent", "grant", "one", cwd=root)
    assert run.code == 4
    assert "not covered: what git ignores; it cannot be counted: " in run.out
    assert "built cannot be read: Permission denied" in run.out


HOSTILE = (
    '{"mcpServers": {"x": {"command": "sh", "args": ["a\\nfingerprint: sha256:0\\n", "b\\u009b1m"],'
    ' "env": {"A\\nB": "canary-1"}, "headers": "canary-2", "auth": ["canary-3"], "url": null,'
    ' "k\\u200by": {"deep": ["v"]}}}}'
)


def test_no_text_of_the_repository_passes_for_ours(skillctl, tree):
    root = make_repository(tree({".mcp.json": HOSTILE}))
    run = skillctl("consent", "grant", "x", cwd=root)
    lines = run.out.splitlines()
    assert [line for line in lines if line.startswith("fingerprint: ")] == lines[-1:]
    assert 'argument 0: "a\\nfingerprint: sha256:0\\n"' in lines
    assert 'argument 1: "b\\x9b1m"' in lines
    assert 'env "A\\nB": (value not shown)' in lines
    assert 'header: "(value not shown)"' in lines
    assert 'field "auth": ["(value not shown)"]' in lines
    assert 'field "k\\u{200B}y": {"deep": ["v"]}' in lines
    assert "canary" not in run.out + run.err


SECRETS = {
    "args": [
        *("--api-key", "canary-1", "--header", "Authorization: Bearer canary-2"),
        *("--secret", "./run.sh;true", '--json={"token":"canary-3"}'),
    ],
    "accessToken": "canary-4",
    "more": {"clientSecret": "canary-5"},
}


def test_secrets_in_arguments_and_fields_are_not_shown(skillctl, tree):
    entry = {"command": "echo"} | SECRETS
    root = make_repository(tree({".mcp.json": json.dumps({"mcpServers": {"x": entry}})}))
    run = skillctl("consent", "grant", "x", cwd=root)
    assert 'argument 0: "--api-key"\nargument 1: "(value not shown)"\n' in run.out
    assert 'argument 3: "Authorization: Bearer ***"\n' in run.out
    assert 'argument 5: "./run.sh;true"\n' in run.out
    canonical = skillctl("fingerprint", "x", "--canonical", cwd=root)
    assert "canary" not in run.out + run.err + canonical.out


HIDDEN = {
    "command": "TOKEN=canary-1 foo --secret canary",
    "args": [
        *("PASSWORD=canary-2", "--password:canary-3", "--auth", "canary-4", "mysql", "-pcanary-5"),
        *("--token=${NOPE:-canary-6}", "sh -c 'x --token canary -v'", "--key", "./run.sh"),
    ],
    "credentials": {"x": "canary-7 $x"},
    "x-dev": {"env": {"A": "canary-8"}, "args": ["--token", "canary-9"], "tokens": ["canary"]},
}


@pytest.mark.parametrize(
    "words",
    [("fingerprint", "--canonical"), ("consent", "grant", "x"), ("mcp", "list"), ("tools",)],
)
def test_secrets_of_every_form_are_shown_by_no_command(skillctl, tree, words):
    root = make_repository(tree({".mcp.json": json.dumps({"mcpServers": {"x": HIDDEN}})}))
    run = skillctl(*words, cwd=root)
    assert "canary" not in run.out + run.err
    assert words[0] in ("mcp", "tools") or "./run.sh" in run.out


def test_a_canonical_text_says_that_it_is_masked_and_is_hashed_as_it_is(skillctl, tree):
    entry = {"command": "x", "args": ["PASSWORD=canary"]}
    root = make_repository(tree({".mcp.json": json.dumps({"mcpServers": {"x": entry}})}))
    run = skillctl("fingerprint", "--canonical", cwd=root)
    assert '"args":["PASSWORD=***"],"command":"x"' in run.out
    assert (
        run.err.splitlines()[-1]
        == "secrets are masked here; what is hashed is the text without the stars"
    )
    text = run.out.rstrip("\n").replace("***", "canary")
    assert skillctl("fingerprint", "x", cwd=root).out.split()[0] == (
        f"sha256:{sha256(text.encode()).hexdigest()}"
    )


def test_entries_of_odd_shapes(skillctl, tree):
    text = '{"mcpServers": {"a": "npx", "b": {"command": ["npx"], "args": "-y", "env": ["x"]}}}'
    root = make_repository(tree({".mcp.json": text}))
    run = skillctl("consent", "grant", "a", cwd=root)
    assert "problem: the entry is not an object\n" in run.out
    assert run.out.endswith("fingerprint: none: the entry is not an object\n")
    run = skillctl("consent", "grant", "b", cwd=root)
    assert 'command: ["npx"]\nargument 0: "-y"\n' in run.out
    assert 'env: ["(value not shown)"]\n' in run.out


def test_a_description_shows_what_it_hides(skillctl, tree):
    text = "---\nname: one\ndescription: Does\u200b one\u202e thing.\n---\nDo it.\n"
    root = make_repository(tree({".agents/skills/one/SKILL.md": text}))
    run = skillctl("consent", "grant", "one", cwd=root)
    assert 'description: "Does\\u{200B} one\\u{202E} thing."\n' in run.out


def test_a_skill_that_lies_outside(skillctl, tmp_path):
    text = "---\nname: far\ndescription: Lies elsewhere.\n---\nDo it.\n"
    write_tree(tmp_path, {"far/SKILL.md": text, "w/.agents/skills/x": ""})
    (tmp_path / "w/.agents/skills/far").symlink_to(tmp_path / "far")
    root = make_repository(tmp_path / "w")
    run = skillctl("consent", "grant", "far", cwd=root)
    assert f'lies outside of the project: "{tmp_path / "far"}"\n' in run.out


def test_a_skill_that_lies_outside_of_its_package(skillctl, tmp_path):
    text = "---\nname: far\ndescription: Lies elsewhere.\n---\nDo it.\n"
    files = {
        "w/package.json": '{"dependencies": {"notes": "1"}}',
        "w/node_modules/notes/package.json": '{"gbsSkills": ["skills"]}',
        "w/node_modules/notes/skills/x": "",
        "far/SKILL.md": text,
    }
    write_tree(tmp_path, files)
    (tmp_path / "w/node_modules/notes/skills/far").symlink_to(tmp_path / "far")
    run = skillctl("consent", "grant", "far", cwd=make_repository(tmp_path / "w"))
    assert 'skill "far" of npm:notes/skills/far\n' in run.out
    assert f'lies outside of the package: "{tmp_path / "far"}"\n' in run.out


def test_a_program_that_the_projects_own_path_decides_about(skillctl, tree):
    """The fingerprint takes no file from a PATH with variables (mcp.md section 4.2, item 2)."""
    text = '{"mcpServers": {"n": {"command": "node", "env": {"PATH": "./bin:${PATH}"}}}}'
    root = make_repository(tree({".mcp.json": text, "bin/node": "#!/bin/sh\n"}))
    (root / "bin/node").chmod(0o755)
    run = skillctl("consent", "grant", "n", cwd=root)
    marks = "(inside the repository, PATH set by the project, not pinned)"
    assert f'program: "{root}/bin/node" {marks}\n' in run.out
    assert 'not pinned: the program "node", since env.PATH holds a variable; another' in run.out
    lines = skillctl("consent", "status", cwd=root).out.splitlines()
    assert lines[2:] == [
        '  PATH set by the project; not pinned: the program "node", since env.PATH holds a variable'
    ]


def test_a_command_line_that_pins_nothing_says_so_and_names_what_it_may_run(skillctl, tree):
    entry = '{"command": "sh", "args": ["-c", "./run.sh;true"]}'
    root = make_repository(tree({".mcp.json": f'{{"mcpServers": {{"s": {entry}}}}}', "run.sh": ""}))
    lines = skillctl("consent", "grant", "s", cwd=root).out.splitlines()
    assert lines[-5] == (
        "no file of the repository is pinned by this command line; it may still run some"
    )
    assert lines[-3:-1] == [
        'not pinned: what else of the repository "sh" runs; it starts other programs',
        'not pinned: "run.sh", which args[1] seems to name',
    ]


def test_a_path_of_the_user_that_leads_into_the_repository_is_told(skillctl, tree, monkeypatch):
    root = make_repository(tree({".mcp.json": '{"mcpServers": {"n": {"command": "node"}}}'}))
    monkeypatch.setenv("PATH", f"./bin:{os.environ['PATH']}")
    run = skillctl("consent", "grant", "n", cwd=root)
    words = (
        'not pinned: the program "node", which your PATH looks for in "./bin", too; another file'
    )
    assert words in run.out


def test_without_a_fingerprint_no_file_is_said_to_be_ignored(skillctl, tree):
    root = tree({".agents/skills/one/SKILL.md": "---\nname: one\ndescription: Does it.\n---\n"})
    (root / ".agents/skills/one" / os.fsdecode(b"a\xff")).write_text("x")
    run = skillctl("consent", "grant", "one", cwd=make_repository(root))
    assert (run.code, "not covered" in run.out) == (4, False)
    assert "fingerprint: none: files[1].path: a lone surrogate" in run.out
