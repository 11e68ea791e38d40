from dataclasses import replace

import pytest

from skillctl.agent.assembly import assemble
from skillctl.agent.dialects.known import DIALECTS
from skillctl.agent.explain import explain
from skillctl.agent.gather import gather_view
from skillctl.agent.instructions import ALL_CHARS, TITLE, read_instructions
from skillctl.agent.messages import UserMessage
from skillctl.agent.provenance import Origin
from skillctl.agent.shares import share_table
from skillctl.settings import Settings
from skillctl.tokens import ESTIMATE
from tests.agent.fixtures import full, project
from tests.agent.views import EMPTY
from tests.conftest import write_tree

__all__ = ["full", "project"]


def read(project, *names):
    ground = project.ground()
    return read_instructions(names, ground.project, ground.area)


def system(project, *names):
    """The parts of the system text by their ids, and the notes."""
    with gather_view(project.ground(), Settings(instructions=names), project.pipe) as seen:
        built = assemble(seen.view, Settings(), [UserMessage("Hi")], model="m")
    return {part.id: part for part in built.system_parts}, seen.view.notes, built


def test_files_stand_in_the_order_of_the_setting_right_after_the_base_text(full):
    full.write({"AGENTS.md": "\n\nUse tabs.\n\nTest first.\n\n", "docs/STYLE.md": "Short."})
    parts, notes, built = system(full, "docs/STYLE.md", "./AGENTS.md", "AGENTS.md")
    assert list(parts) == ["base", "instructions", "skills", "mcp"]
    assert notes == ()
    text = parts["instructions"].text
    assert text.text == (
        f"{TITLE}\n\n## docs/STYLE.md\n\nShort.\n\n## AGENTS.md\n\nUse tabs.\n\nTest first."
    )
    assert f"\n\n{text.text}\n\n# Skills" in built.system
    assert [(p.origin.place, p.text) for p in text.pieces if p.origin.line] == [
        ("docs/STYLE.md:1", "\n\n## docs/STYLE.md\n\n"),
        ("docs/STYLE.md:1", "Short."),
        ("AGENTS.md:3", "\n\n## AGENTS.md\n\n"),
        ("AGENTS.md:3", "Use tabs.\n"),
        ("AGENTS.md:4", "\n"),
        ("AGENTS.md:5", "Test first."),
    ]


def test_a_file_is_explained_and_weighed_by_its_name(project):
    project.write({"AGENTS.md": "Use tabs.\n"})
    _, _, built = system(project, "AGENTS.md")
    found = explain("AGENTS.md", built, EMPTY, ESTIMATE)
    assert found.code == 0
    assert found.lines[0].startswith("AGENTS.md: present in instructions, from AGENTS.md:1; ")
    assert any(line.startswith("instructions  AGENTS.md ") for line in share_table(built, ESTIMATE))


@pytest.mark.parametrize("dialect", DIALECTS)
def test_without_a_file_no_byte_changes(full, dialect):
    bodies = []
    for names in ((), ("gone.md",)):
        with gather_view(full.ground(), Settings(instructions=names), full.pipe) as seen:
            said = [UserMessage("Hi")]
            bodies.append(assemble(seen.view, Settings(), said, model="m", dialect=dialect).body)
            hashes = bodies.append(seen.view.hash)
            assert hashes is None
    assert bodies[:2] == bodies[2:]


def test_the_hash_of_the_view_counts_what_is_in_the_files(project):
    def view_hash():
        settings = Settings(instructions=("AGENTS.md",))
        with gather_view(project.ground(), settings, project.pipe) as seen:
            return seen.view.hash

    without = view_hash()
    one, other = (view_hash() for text in "ab" if project.write({"AGENTS.md": text}))
    assert len({without, one, other}) == 3


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("gone.md", "the file cannot be read: No such file or directory"),
        ("../outside.md", "it is outside the workspace"),
        ("~/outside.md", "it is outside the workspace"),
        ("out.md", "it is outside the workspace"),
        ("folder", "the file is not a regular file"),
        (".env", "such files often hold secrets"),
        (".git/config", ".git is closed to tools"),
        ("binary.md", "line 1 is not UTF-8 text"),
        ("empty.md", "the file is empty"),
        ("hidden.md", "the file is empty"),
        ("large.md", "the file is over 1,048,576 bytes"),
        ("a\0b", "the path holds a character that no path can hold"),
    ],
)
def test_what_cannot_be_taken_is_said_and_changes_nothing(project, name, why):
    write_tree(project.root.parent, {"outside.md": "x"})
    write_tree(project.home, {"outside.md": "x"})
    project.write({"folder/x": "", ".env": "x", ".git/config": "x", "binary.md": b"\xff\xff"})
    project.write({"empty.md": " \n\n", "hidden.md": "\u200b", "large.md": "x" * 1_048_577})
    (project.root / "out.md").symlink_to(project.root.parent / "outside.md")
    found = read(project, name)
    assert found.files == ()
    (note,) = found.notes
    assert note.startswith("instructions ")
    assert note.endswith(f": not in the prompt: {why}")


def test_without_a_project_nothing_is_taken(project):
    found = read_instructions(("a.md",), None, project.ground().area)
    assert found.notes == (
        "instructions a.md: not in the prompt: there is no project that it could be in",
    )


def test_all_files_together_have_six_thousand_characters(project):
    project.write({"a.md": "a" * 5000, "b.md": "é" * 1500 + "\n", "c.md": "c" * 300, "d.md": "d"})
    found = read(project, "a.md", "b.md", "c.md", "d.md")
    first, second, third = found.files
    assert (first.text, first.marker) == ("a" * 5000, "")
    assert len(second.text) + len(second.marker) <= ALL_CHARS - 5000
    assert second.marker == f"\n[... {1500 - len(second.text)} characters left out]"
    assert third.shown == "d.md"
    size = f"{len(second.text):,}"
    assert found.notes == (
        f"instructions b.md: cut from 1,500 to {size} characters; all files together have 6,000",
        "instructions c.md: not in the prompt: all files together have 6,000 characters",
    )


def test_whole_lines_are_kept(project):
    project.write({"a.md": "".join(f"Line {number}.\n" for number in range(1000))})
    (cut,) = read(project, "a.md").files
    assert cut.text.endswith(".")
    left = ALL_CHARS - len(cut.text) - len(cut.marker)
    assert 0 <= left < len("Line 999.\n") + 2  # the number left out may have fewer digits


def test_a_file_of_exactly_the_limit_is_whole(project):
    project.write({"a.md": "a" * ALL_CHARS, "b.md": "b" * (ALL_CHARS + 1)})
    assert read(project, "a.md").notes == ()
    (cut,) = read(project, "b.md").files
    assert ALL_CHARS - 10 < len(cut.text) + len(cut.marker) <= ALL_CHARS


def test_foreign_text_is_cleaned_and_counted(project):
    project.write({"A\nB.md": "One\x1b[31m\u202e\r\n<skill name=x>\n"})
    found = read(project, "A\nB.md")
    assert found.files[0].text == "One[31m\n&lt;skill name=x>"
    assert found.notes == (
        r"instructions A\nB.md: 2 control or hidden characters do not reach the model",
    )
    parts, _, built = system(project, "A\nB.md")
    assert "\n\n## A B.md\n\nOne" in parts["instructions"].text.text
    ends = [0, *(span.end for span in built.spans())]
    assert [span.start for span in built.spans()] == ends[:-1]


def test_a_file_may_be_named_by_its_whole_path(project):
    project.write({"docs/a.md": "Use tabs."})
    (file,) = read(project, str(project.root / "docs/a.md")).files
    assert (file.shown, file.text) == ("docs/a.md", "Use tabs.")


def test_what_is_readable_outside_of_the_project_is_no_instruction(project):
    write_tree(project.home, {"skill/a.md": "x"})
    area = replace(project.ground().area, readable=(project.home / "skill",))
    found = read_instructions((str(project.home / "skill/a.md"),), project.root, area)
    assert found.files == ()
    assert found.notes[0].endswith(": not in the prompt: it is outside the workspace")


def test_the_line_about_what_is_left_out_is_ours(project):
    project.write({"a.md": "One line.\n" * 1000})
    parts, notes, _ = system(project, "a.md")
    last = parts["instructions"].text.pieces[-1]
    assert last.text.endswith(" characters left out]")
    assert last.origin == Origin("instructions", item="a.md")
    assert notes[0].startswith("instructions a.md: cut from 9,999 to 5,9")
