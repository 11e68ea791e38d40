"""Cases of the field, from folders to the text in front of the model: skills.md sections 1 to 6."""

import shutil
import subprocess
import sys

import pytest

from skillctl.skills.catalog import catalog_lines

ROOT = ".agents/skills"


@pytest.fixture
def case(shared, world):
    """Lay the skills of a case below the home folder, and give the snapshot and its catalog."""

    def run(name, links=False):
        source = shared / "cases" / name
        home = world.home / ".agents"
        shutil.copytree(source, home, copy_function=shutil.copyfile)
        for folder in (home, *(path for path in home.rglob("*") if path.is_dir())):
            folder.chmod(0o755)
        if links:
            subprocess.run([sys.executable, source / "make_links.py", home], check=True)
        snapshot = world.gather()
        lines = catalog_lines(snapshot, world.settings()).text.splitlines()
        return snapshot, [line for line in lines if line.startswith("- ")]

    return run


def test_case_04_block_scalars_show_their_words(case):
    snapshot, lines = case("04-block-scalar-literal-marker")
    assert snapshot.get("folded").description.rstrip("\n") == "First part second part."
    literal = snapshot.get("literal").description
    assert len(literal.rstrip("\n").split("\n")) == 2
    assert len(literal) - len(literal.rstrip("\n")) <= 1
    assert lines == [
        "- folded: First part second part.",
        f"- literal: {' '.join(literal.split())}",
    ]


def test_case_05_a_linked_folder_is_a_skill_and_is_counted_once(case):
    snapshot, lines = case("05-symlinked-skill-dir", links=True)
    assert [skill.name for skill in snapshot.skills] == ["linked-skill", "plain"]
    assert len(lines) == len(snapshot.candidates) == 2
    assert snapshot.notes == (
        f"~/{ROOT}/dangling: is a link to nothing, to itself, or to what may not be looked at",
        f"~/{ROOT}/linked-skill: is another name of ~/{ROOT}/alias",
        f"~/{ROOT}/loop: leads back to a folder above it: not followed",
    )


def test_case_07_flat_and_nested_skills_side_by_side(case):
    snapshot, lines = case("07-nested-and-flat-mix")
    assert [skill.name for skill in snapshot.skills] == ["deep", "flat", "inner"]
    assert len(lines) == 3
    inside = f"~/{ROOT}/flat/references/example/SKILL.md"
    assert snapshot.notes == (f"{inside}: lies inside another skill: part of it, no skill",)


def test_case_08_a_name_that_is_not_that_of_the_folder(case):
    snapshot, lines = case("08-name-differs-from-directory")
    assert {(c.name, c.status) for c in snapshot.candidates} == {
        ("acme-report-maker", "active"),
        ("Title Case", "invalid"),
    }
    assert [line.partition(":")[0] for line in lines] == ["- acme-report-maker"]
    maker, title = f"~/{ROOT}/report-maker/SKILL.md", f"~/{ROOT}/title-case/SKILL.md"
    name = "name 'acme-report-maker' is not that of its folder 'report-maker'"
    assert snapshot.notes[0] == f"{maker}:2:7: {name}"
    assert snapshot.notes[1].startswith(f"invalid skill: {title}:2:7: name holds U+0054")


def test_case_13_three_spellings_of_allowed_tools(case):
    snapshot, lines = case("13-allowed-tools-three-spellings")
    assert {skill.allowed_tools for skill in snapshot.skills} == {
        ("Bash(git add *)", "Read", "Grep"),
    }
    assert (len(snapshot.skills), len(lines), snapshot.notes) == (3, 3, ())
