import os
import shlex

import pytest

from skillctl.cli.items import Places, gather_items
from skillctl.cli.surroundings import Surroundings
from skillctl.errors import SkillctlError
from tests.cli.vectors import PRINT_OF, SKILL, V1, WHOLE, make_vectors, servers
from tests.conftest import write_tree


@pytest.fixture
def gather(tmp_path, home):
    """Gather the items of the vectors' repository, as seen from a folder of it."""
    root = make_vectors(tmp_path / "w")

    def gather(files=(), cwd=".", **places):
        write_tree(root, dict(files))
        here = Surroundings(root / cwd, home, dict(os.environ))
        return gather_items(here, Places(**places))

    return gather


def titles(items):
    return [subject.title for subject in items.subjects]


def test_servers_and_skills_in_the_order_of_the_workspace_fingerprint(gather):
    items = gather()
    assert titles(items) == [
        "server docs .gbs/mcp.json",
        "server build-tools .mcp.json",
        "server notes .mcp.json",
        "skill pdf-notes .agents/skills/pdf-notes",
    ]
    assert {s.item.name: s.item.fingerprint for s in items.subjects} == PRINT_OF
    assert items.fingerprint == WHOLE
    assert {s.status for s in items.subjects} == {"missing"}
    assert titles(gather(cwd="srv")) == titles(items)


def test_servers_and_skills_of_the_user_are_no_items(gather, home):
    config = home / ".config/skillctl/mcp.json"
    write_tree(config.parent, {config.name: servers(mine=V1)})
    write_tree(home, {".agents/skills/mine/SKILL.md": SKILL.replace("pdf-notes", "mine")})
    assert len(gather().subjects) == 4


def test_shadowed_and_disabled_servers_are_items(gather):
    off = {**V1, "disabled": True}
    items = gather({".gbs/mcp.json": servers(notes=off)})
    assert titles(items)[:2] == ["server notes .gbs/mcp.json", "server build-tools .mcp.json"]
    assert "server notes .mcp.json" in titles(items)


def test_named_files_replace_the_usual_ones(gather, tmp_path):
    files = {"ci/x.json": servers(ci=V1)}
    outside = write_tree(tmp_path, {"out.json": servers(out=V1)}) / "out.json"
    items = gather(files, mcp_configs=("ci/x.json", outside))
    assert titles(items)[:-1] == ["server ci ci/x.json"]


def test_one_more_folder_of_skills(gather):
    files = {"more/two/SKILL.md": SKILL.replace("pdf-notes", "two")}
    items = gather(files, skills=("more",))
    assert "skill two more/two" in titles(items)


def test_what_is_wrong_is_noted(gather):
    files = {
        ".mcp.json": "{",
        ".agents/skills/bad/SKILL.md": "no front matter\n",
        "skillctl.toml": 'run.model = "x"\n',
    }
    notes = "\n".join(gather(files).notes)
    assert ".mcp.json:1:1: not strict JSON" in notes
    assert "invalid skill: .agents/skills/bad/SKILL.md" in notes
    assert "run.model is honoured from the user's settings only" in notes


def test_picking_one(gather):
    items = gather({".gbs/mcp.json": servers(notes=V1, **{"pdf-notes": V1})})
    assert items.pick("notes", source=".mcp.json").item.fingerprint == PRINT_OF["notes"]
    assert items.pick("pdf-notes", "skill").skill.name == "pdf-notes"
    assert items.pick("build-tools").config.location.path == ".mcp.json"
    assert items.pick("notes", exact=PRINT_OF["notes"]).item.source == ".mcp.json"
    assert items.pick("build-tools", exact="sha256:other").config, "nothing to choose"
    for words, match in (
        (("notes",), "more than one item"),
        (("notes", None, None, "sha256:other"), "more than one item"),
        (("notes", "skill"), "no such item"),
        (("note",), 'is named "note"'),
    ):
        with pytest.raises(SkillctlError, match=match):
            items.pick(*words)


def test_the_commands_that_grant_work_as_they_are_printed(gather):
    """A name that several items have is no use alone; a path with a blank is one word."""
    files = {
        ".gbs/mcp.json": servers(**{"pdf-notes": V1}),
        ".agents/skills/my own/pdf-notes/SKILL.md": SKILL,
    }
    items = gather(files)
    notes, tools = items.pick("notes"), items.pick("build-tools")
    assert items.grant_commands([notes, tools]) == "skillctl consent grant notes build-tools"
    assert items.grant_commands([]) == ""
    sources = {s.item.source: s for s in items.subjects if s.item.name == "pdf-notes"}
    assert list(sources) == [
        *(".gbs/mcp.json", ".agents/skills/my own/pdf-notes", ".agents/skills/pdf-notes")
    ]
    for source, subject in sources.items():
        words = shlex.split(items.grant_commands([subject, notes]))
        assert words[:5] == ["skillctl", "consent", "grant", "notes;", "skillctl"]
        assert words[5:] == ["consent", "grant", "pdf-notes", "--source", source]
        assert items.pick("pdf-notes", source=words[-1]) is subject


def test_a_source_with_hidden_characters_is_picked_as_it_is_shown(gather):
    items = gather({".agents/skills/a\u200b/SKILL.md": SKILL})
    meant = items.pick("pdf-notes", source=r".agents/skills/a\u{200B}")
    assert meant.item.source == ".agents/skills/a\u200b"


def test_what_is_shadowed_says_by_what(gather):
    files = {".gbs/mcp.json": servers(notes=V1), ".claude/skills/pdf-notes/SKILL.md": SKILL}
    items = gather(files)
    assert [s.item.source for s in items.subjects if s.shadowed] == [".mcp.json"]
    assert items.pick("notes", source=".mcp.json").shadowed == "the entry of .gbs/mcp.json is used"


def test_a_name_with_hidden_characters_is_picked_as_it_is_shown(gather):
    items = gather({".gbs/mcp.json": servers(**{"a\u200b": V1, "b\u200b": V1, "b\\u{200B}": V1})})
    assert items.pick(r"a\u{200B}").item.name == "a\u200b"
    assert items.pick(r"b\u{200B}").item.name == r"b\u{200B}", "the very name goes first"
    assert items.pick("b\u200b").item.name == "b\u200b"
