"""Names of skills, strict and lenient: skills.md section 2."""

import pytest

from skillctl.settings import SkillSettings
from skillctl.skills.catalog import catalog_lines
from skillctl.skills.document import read_skill_document
from skillctl.skills.fields import LENIENT, STRICT, Fields
from skillctl.skills.naming import name_of, name_problem, warn_of_name
from tests.skills.conftest import skill_text


@pytest.fixture
def read(tmp_path):
    def run(line, folder="My Skill"):
        path = tmp_path / folder / "SKILL.md"
        path.parent.mkdir()
        path.write_text(f"---\n{line}description: Does a thing.\n---\nDo it.\n")
        return read_skill_document(path, "x/SKILL.md")

    return run


def warnings(document):
    fields = Fields(document)
    warn_of_name(fields, {document.folder})
    return fields.warnings


def test_names_are_strict_unless_it_is_said():
    assert SkillSettings().names == STRICT


def test_a_name_that_only_lenient_takes(read):
    document = read("name: My Skill\n")
    assert name_problem(document, STRICT).startswith("x/SKILL.md:2:7: name holds U+004D LATIN")
    assert (name_problem(document, LENIENT), name_of(document)) == ("", "My Skill")
    (warning,) = warnings(document)
    assert warning.startswith(
        "x/SKILL.md:2:7: name 'My Skill' can be used with lenient names only: it holds U+004D"
    )


@pytest.mark.parametrize(
    ("line", "strict"),
    [("", "x/SKILL.md:1:1: name is missing"), ("name:\n", "x/SKILL.md:2:6: name is missing")],
)
def test_a_missing_name_falls_back_to_the_folder_with_a_note(read, line, strict):
    document = read(line)
    assert name_problem(document, STRICT) == strict
    assert (name_problem(document, LENIENT), name_of(document)) == ("", "My Skill")
    assert warnings(document) == [
        "x/SKILL.md:1:1: name is missing; that of the folder is taken: 'My Skill'"
    ]


def test_a_folder_whose_name_cannot_be_used_is_no_name(read):
    assert name_problem(read("", "-x"), LENIENT) == (
        "x/SKILL.md:1:1: name is missing, and that of the folder begins with '-'"
    )


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("2024", "name is a number, not a string"),
        ("[a]", "name is a list, not a string"),
        ("''", "name has 0 characters; 1 to 64 are allowed"),
        ("a/b", "name holds U+002F SOLIDUS, which no name may hold"),
    ],
)
def test_what_is_written_is_never_replaced(read, value, words):
    assert name_problem(read(f"name: {value}\n"), LENIENT) == f"x/SKILL.md:2:7: {words}"


def test_a_name_that_the_model_reads_otherwise_is_told(read):
    document = read("name: 'a  <skill>'\n", "a  <skill>")
    assert name_problem(document, LENIENT) == ""
    assert warnings(document)[1] == (
        "x/SKILL.md:2:7: name 'a  <skill>' is shown as 'a &lt;skill>', by which no tool finds "
        "the skill"
    )


def test_from_the_folder_to_the_catalog(world):
    world.write(
        {
            "~/.agents/skills/One Two/SKILL.md": "---\ndescription: Does it.\n---\nDo it.\n",
            "~/.agents/skills/b/SKILL.md": skill_text("Big_Name", "Does more."),
            "~/.agents/skills/c/SKILL.md": skill_text("a/b"),
        }
    )
    assert world.gather().skills == ()
    snapshot = world.gather(names="lenient")
    text = catalog_lines(snapshot, world.settings(names="lenient")).text
    assert text.splitlines()[4:] == ["- Big_Name: Does more.", "- One Two: Does it."]
    notes = "\n".join(snapshot.notes)
    assert "name is missing; that of the folder is taken: 'One Two'" in notes
    assert "name 'Big_Name' is not that of its folder 'b'" in notes
    assert "invalid skill: ~/.agents/skills/c/SKILL.md:2:7: name holds U+002F" in notes


def test_a_lenient_name_still_needs_consent_and_shadows_like_any_other(world):
    world.write({".agents/skills/My Skill/SKILL.md": skill_text("My Skill")})
    world.write({"~/.agents/skills/My Skill/SKILL.md": skill_text("My Skill")})
    found = world.gather(names="lenient").named("My Skill")
    assert [(c.scope, c.status) for c in found] == [("project", "pending"), ("user", "active")]
