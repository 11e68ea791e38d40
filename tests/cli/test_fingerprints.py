"""`skillctl fingerprint` through the command line."""

import pytest

from tests.cli.vectors import NOTHING, PRINT_OF, V1, WHOLE, servers
from tests.conftest import ROOT, write_tree
from tests.repositories import make_repository


def test_the_vectors_of_the_specification(skillctl, root):
    run = skillctl("fingerprint", cwd=root)
    assert run.out.splitlines() == [
        f"{PRINT_OF['docs']} server docs .gbs/mcp.json",
        f"{PRINT_OF['build-tools']} server build-tools .mcp.json",
        f"{PRINT_OF['notes']} server notes .mcp.json",
        f"{PRINT_OF['pdf-notes']} skill pdf-notes .agents/skills/pdf-notes",
        f"{WHOLE} workspace",
    ]
    assert run.code == 0


def test_a_project_without_anything(skillctl, tmp_path):
    run = skillctl("fingerprint", cwd=make_repository(tmp_path))
    assert (run.code, run.out, run.err) == (0, f"{NOTHING} workspace\n", "")


def test_expect(skillctl, root):
    assert skillctl("fingerprint", "--expect", WHOLE, cwd=root).code == 0
    run = skillctl("fingerprint", "--expect", NOTHING, cwd=root)
    assert run.code == 1
    assert f"the workspace has the fingerprint {WHOLE}, not the expected {NOTHING}" in run.err


def test_canonical(skillctl, root):
    run = skillctl("fingerprint", "docs", "--canonical", cwd=root)
    expected = ROOT / "golden/fingerprint/v3-docs/expected.txt"
    assert run.out == expected.read_text().partition("\n")[2]


@pytest.mark.parametrize(
    ("word", "names"),
    [
        ("notes", ["notes"]),
        (".mcp.json", ["build-tools", "notes"]),
        ("./.gbs/../.gbs/mcp.json", ["docs"]),
        (".agents/skills/pdf-notes/SKILL.md", ["pdf-notes"]),
        (".agents/skills/pdf-notes", ["pdf-notes"]),
    ],
)
def test_by_name_or_by_file(skillctl, root, word, names):
    run = skillctl("fingerprint", word, cwd=root)
    assert [line.split()[2] for line in run.out.splitlines()] == names


def test_another_file_of_the_repository(skillctl, root):
    write_tree(root, {"ci/other.json": servers(ci={"command": "x"})})
    run = skillctl("fingerprint", "ci/other.json", cwd=root)
    assert run.out.split()[1:] == ["server", "ci", "ci/other.json"]


def test_a_file_elsewhere_and_a_name_nobody_has(skillctl, root, tmp_path):
    write_tree(tmp_path, {"out.json": servers(a=V1), "w/sub/skillctl.toml": ""})
    for place, name in ((root, "../out.json"), (root / "sub", "../.mcp.json")):
        run = skillctl("fingerprint", name, cwd=place)
        assert run.code == 2
        assert "lies outside of the project" in run.err
    run = skillctl("fingerprint", "note", cwd=root)
    assert run.code == 2
    assert 'did you mean "notes' in run.err


def test_what_has_no_fingerprint_is_named_and_fails(skillctl, root):
    write_tree(root, {".gbs/mcp.json": '{"mcpServers": {"big": {"command": "x", "n": 1e999}}}'})
    run = skillctl("fingerprint", cwd=root)
    assert run.code == 1
    assert run.out.startswith("none server big .gbs/mcp.json\n")
    assert run.out.endswith("none workspace\n")
    assert 'server "big": no fingerprint: entry.n: a number that is not finite' in run.err


def test_a_broken_file_is_never_no_servers(skillctl, root):
    write_tree(root, {".mcp.json": "{\n"})
    run = skillctl("fingerprint", cwd=root)
    assert ".mcp.json:1:1: not strict JSON: the file ends too early" in run.err
    assert (run.code, run.out.splitlines()[-1]) == (1, "none workspace")
