"""`skillctl consent status` through the command line."""

import json
import shutil

import jsonschema
import pytest

from tests.cli.vectors import PRINT_OF, V1, servers, statuses
from tests.conftest import ROOT, write_tree
from tests.repositories import make_repository


def test_text_and_check(skillctl, root):
    run = skillctl("consent", "status", "--check", cwd=root)
    assert run.code == 1
    head, docs, *_ = run.out.splitlines()
    assert head.split() == ["status", "kind", "name", "source", "fingerprint"]
    assert docs.split() == ["missing", "server", "docs", ".gbs/mcp.json", PRINT_OF["docs"]]
    for name, print_of in PRINT_OF.items():
        skillctl("consent", "grant", name, "--fingerprint", print_of, cwd=root)
    assert skillctl("consent", "status", "--check", cwd=root).code == 0


def test_what_to_do_about_what_waits(skillctl, root):
    names = [name for name in PRINT_OF if name != "docs"]
    grant = "look and grant with: skillctl consent grant"
    run = skillctl("consent", "status", cwd=root)
    assert run.err.endswith(f"{len(PRINT_OF)} items missing or changed; {grant} NAME\n")
    for name in names:
        skillctl("consent", "grant", name, "--fingerprint", PRINT_OF[name], cwd=root)
    run = skillctl("consent", "status", cwd=root)
    assert run.err.endswith(f"1 item missing or changed; {grant} docs\n")
    assert grant not in skillctl("consent", "status", "--format", "json", cwd=root).err
    skillctl("consent", "grant", "docs", "--fingerprint", PRINT_OF["docs"], cwd=root)
    assert grant not in skillctl("consent", "status", cwd=root).err


@pytest.mark.parametrize("columns", [80, 200])
def test_fingerprints_are_cut_where_the_terminal_is_too_narrow(
    skillctl, root, monkeypatch, columns
):
    monkeypatch.setattr("skillctl.cli.surroundings.Surroundings.width", columns)
    _, *rows = skillctl("consent", "status", cwd=root).out.splitlines()
    shown = {row.split()[2]: row.split()[-1] for row in rows}
    whole = {name: f"{print_of[:19]}…" for name, print_of in PRINT_OF.items()}
    assert shown == (whole if columns == 80 else PRINT_OF)


def grant_all(skillctl, root):
    """Grant what waits, by the exact fingerprints that are shown."""
    items = json.loads(skillctl("consent", "status", "--format", "json", cwd=root).out)["items"]
    for item in items:
        if not item["shadowed"]:
            words = (item["name"], "--fingerprint", item["fingerprint"])
            assert skillctl("consent", "grant", *words, cwd=root).code == 0, words
    return items


def test_a_copy_that_is_shadowed_fails_no_check_but_wants_its_own_consent(skillctl, root):
    copy = root / ".claude/skills/pdf-notes"
    shutil.copytree(root / ".agents/skills/pdf-notes", copy, symlinks=True)
    run = skillctl("consent", "status", cwd=root)
    grant = "skillctl consent grant NAME, or skillctl consent grant NAME --source SOURCE"
    assert run.err.endswith(f"5 items missing or changed; look and grant with: {grant}\n")
    original = ".agents/skills/pdf-notes"
    words = ("pdf-notes", "--fingerprint", PRINT_OF["pdf-notes"])
    run = skillctl("consent", "grant", *words, cwd=root)
    assert run.out.endswith(f"granted: skill pdf-notes {original} {PRINT_OF['pdf-notes']}\n")
    rows = {item["source"]: item for item in grant_all(skillctl, root)}
    assert rows[".claude/skills/pdf-notes"]["shadowed"] == f"shadowed by project {original}"
    assert rows[".claude/skills/pdf-notes"]["status"] == "missing"
    run = skillctl("consent", "status", "--check", cwd=root)
    assert (run.code, "look and grant" in run.err) == (0, False)
    assert "  not used, so it need not be decided: shadowed by project .agents/" in run.out
    shutil.rmtree(root / original)
    run = skillctl("consent", "status", "--check", cwd=root)
    assert run.code == 1
    assert run.err.endswith(
        "1 item missing or changed; look and grant with: skillctl consent grant pdf-notes\n"
    )


def test_what_is_shadowed_only_by_what_waits_itself_fails_the_check(skillctl, root):
    shutil.copytree(
        root / ".agents/skills/pdf-notes", root / ".claude/skills/pdf-notes", symlinks=True
    )
    run = skillctl("consent", "status", "--format", "json", cwd=root)
    found = [i["shadowed"] for i in json.loads(run.out)["items"] if i["kind"] == "skill"]
    assert found == [None, None]


def test_a_server_that_is_shadowed_fails_no_check(skillctl, root):
    write_tree(root, {".gbs/mcp.json": servers(notes=V1)})
    grant_all(skillctl, root)
    assert skillctl("consent", "status", "--check", cwd=root).code == 0
    (root / ".gbs/mcp.json").unlink()
    assert skillctl("consent", "status", "--check", cwd=root).code == 1


def test_denied_is_four(skillctl, root, monkeypatch):
    for name, print_of in PRINT_OF.items():
        skillctl("consent", "grant", name, "--fingerprint", print_of, cwd=root)
    skillctl("consent", "revoke", "docs", cwd=root)
    monkeypatch.setattr("skillctl.cli.surroundings.Surroundings.terminal", True)
    skillctl("consent", "grant", "docs", cwd=root, stdin="n\n")
    assert skillctl("consent", "status", "--check", cwd=root).code == 4


def test_json_is_ascii_and_of_its_schema(skillctl, root):
    skillctl("consent", "grant", "notes", "--fingerprint", PRINT_OF["notes"], cwd=root)
    changed = {**V1, "args": ["-y", "@acme/notes-mcp@1.5.0"]}
    write_tree(root, {".mcp.json": servers(notes=changed)})
    run = skillctl("consent", "status", "--format", "json", cwd=root)
    document = json.loads(run.out)
    schema = json.loads((ROOT / "docs/consent-status.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(document, schema)
    assert run.out.isascii()
    assert list(document) == ["schema", "workspace", "fingerprint", "items"]
    notes = next(row for row in document["items"] if row["name"] == "notes")
    assert notes["status"] == "changed"
    assert notes["granted"] == PRINT_OF["notes"]
    assert notes["changes"] == ['args[1]: "@acme/notes-mcp@1.4.2" → "@acme/notes-mcp@1.5.0"']


def test_nothing_to_consent_to(skillctl, tmp_path):
    run = skillctl("consent", "status", "--check", cwd=make_repository(tmp_path))
    assert run.code == 0
    assert run.out.startswith("nothing here needs consent")


def test_only_the_changed_item_is_asked_again(skillctl, root):
    for name, print_of in PRINT_OF.items():
        skillctl("consent", "grant", name, "--fingerprint", print_of, cwd=root)
    write_tree(root, {"srv/main.py": "print('evil')\n"})
    run = skillctl("consent", "status", "--format", "json", cwd=root)
    expected = dict.fromkeys(PRINT_OF, "granted") | {"build-tools": "changed"}
    assert statuses(run) == expected
    run = skillctl("consent", "diff", "build-tools", cwd=root)
    assert run.out == "srv/main.py: content changed\n"


def test_in_the_home_folder_nothing_is_of_a_project(skillctl, home):
    make_repository(write_tree(home, {".mcp.json": servers(a=V1)}))
    run = skillctl("consent", "status", cwd=home)
    assert run.out.startswith("nothing here needs consent")
    assert "home folder" in run.err


def test_a_file_that_cannot_be_read_is_not_nothing(skillctl, tmp_path):
    root = make_repository(write_tree(tmp_path / "w", {".mcp.json": "{"}))
    run = skillctl("consent", "status", "--check", cwd=root)
    assert (run.code, run.out) == (1, "")
    assert ".mcp.json:1:1: not strict JSON" in run.err
    run = skillctl("consent", "status", "--format", "json", cwd=root)
    assert json.loads(run.out)["fingerprint"] is None


def test_an_item_without_fingerprint_says_why(skillctl, tmp_path):
    text = '{"mcpServers": {"big": {"command": "x", "n": 1e999}}}'
    root = make_repository(write_tree(tmp_path / "w", {".mcp.json": text}))
    run = skillctl("consent", "status", "--check", cwd=root)
    assert run.code == 1
    assert run.out == (
        "status   kind    name  source     fingerprint\n"
        "missing  server  big   .mcp.json  none\n"
        "  cannot be fingerprinted: entry.n: a number that is not finite\n"
    )
    stuck = "mend what is said below it; before that no grant is possible\n"
    stuck = f"1 item without a fingerprint: {stuck}"
    assert run.err.endswith(stuck)
    assert "grant with" not in run.err
    two = '{"mcpServers": {"big": {"command": "x", "n": 1e999}, "ok": {"command": "y"}}}'
    write_tree(root, {".mcp.json": two})
    able = "1 item missing or changed; look and grant with: skillctl consent grant ok\n"
    assert skillctl("consent", "status", cwd=root).err.endswith(able + stuck)


def test_what_changed_stands_below_the_item(skillctl, root):
    skillctl("consent", "grant", "build-tools", "--fingerprint", PRINT_OF["build-tools"], cwd=root)
    write_tree(root, {"srv/main.py": "print('evil')\n"})
    lines = skillctl("consent", "status", cwd=root).out.splitlines()
    place = next(i for i, line in enumerate(lines) if "build-tools" in line)
    assert lines[place].startswith("changed  server  build-tools  .mcp.json ")
    assert lines[place + 1] == "  srv/main.py: content changed"


def test_all_but_the_fingerprint_fits_a_narrow_terminal(skillctl, root):
    lines = skillctl("consent", "status", cwd=root).out.splitlines()
    assert len({line.index("sha256:") for line in lines[1:]}) == 1
    assert all(line.index("sha256:") < 80 for line in lines[1:])
    assert lines[0].index("fingerprint") == lines[1].index("sha256:")
