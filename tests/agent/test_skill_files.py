"""`read_file` where skills load by reading: skills.md section 9."""

import pytest

from skillctl.agent.prepared import ToolError
from skillctl.agent.skill_files import skill_reader
from skillctl.policy.paths import Area
from skillctl.settings import Settings, SkillSettings
from skillctl.skills.choose import choose
from skillctl.skills.discover import discover
from skillctl.skills.gather import pin_all
from skillctl.skills.model import SkillSnapshot
from skillctl.worktree import NotPinned
from tests.agent.runs import call, of, play, say
from tests.agent.views import view
from tests.conftest import write_tree

READ = Settings(skills=SkillSettings(loading="read"))
SKILL = "---\nname: {0}\ndescription: Does {0}. Use when asked.\n---\nRead all of it.\n"
TREE = {
    "home/.agents/skills/notes/SKILL.md": SKILL.format("notes"),
    "home/.agents/skills/notes/references/a.md": "one\ntwo\u200b\nthree\n",
    "home/.agents/skills/notes/logo.png": b"\0PNG",
    "home/.agents/skills/notes/.env": "SECRET=1\n",
    "home/.agents/skills/shared/b.md": "shared\n",
    "home/.agents/skills/quiet/SKILL.md": SKILL.format("quiet").replace(
        "\n---\nRead", "\ndisable-model-invocation: true\n---\nRead"
    ),
    "home/private.md": "private\n",
    "ws/.agents/skills/own/SKILL.md": SKILL.format("own"),
    "ws/a.txt": "hello\n",
}


@pytest.fixture
def place(tmp_path):
    root = write_tree(tmp_path.resolve(), TREE)
    notes = root / "home/.agents/skills/notes"
    (notes / "linked").symlink_to("../shared")
    (notes / "out.md").symlink_to("../../../private.md")
    return root


def skills(place, settings=READ):
    found = discover(None, place / "home", place / "data", settings)
    return choose(pin_all(found, None).discovery, {}, settings)


def reader(place, settings=READ, **more):
    read = skill_reader(skills(place, settings), settings)
    area = Area(root=place / "ws", home=place / "home", **more)
    return lambda path, **arguments: read({"path": path, **arguments}, area)


NOTES = "~/.agents/skills/notes"


def test_the_file_that_the_catalog_names_is_read_from_the_view(place):
    prepared = reader(place)(f"{NOTES}/SKILL.md")
    (place / "home/.agents/skills/notes/SKILL.md").write_text("rewritten")
    result = prepared.run()
    assert result.text == SKILL.format("notes")
    assert result.event == {
        "name": "notes",
        "act": "activated",
        "resource": "",
        "fingerprint": result.event["fingerprint"],
        "by": "model",
    }
    assert result.event["fingerprint"].startswith("sha256:")
    assert not prepared.asks


def test_a_file_of_it_by_lines_and_clean(place):
    run = reader(place)(f"{NOTES}/references/a.md", offset=2, limit=1).run()
    assert run.text == "two\n[1 more line; read on with offset=3]"
    assert (run.event["act"], run.event["resource"]) == ("resource", "references/a.md")


@pytest.mark.parametrize("way", ["absolute", "dots", "through a link"])
def test_other_ways_to_a_file(place, way):
    path = {
        "absolute": f"{place}/home/.agents/skills/notes/references/a.md",
        "dots": "../home/.agents/skills/quiet/../notes/references/a.md",
        "through a link": f"{NOTES}/linked/b.md",
    }[way]
    assert reader(place)(path).run().event["name"] == "notes"


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("nothing.md", "no file"),
        (".env", "hidden files"),
        ("out.md", "resource is outside the skill"),
        ("references", "is a folder"),
    ],
)
def test_what_is_no_file_of_it_is_refused(place, path, words):
    prepared = reader(place)(f"{NOTES}/{path}")
    with pytest.raises(ToolError, match=words):
        prepared.run()


def test_a_binary_file_is_not_shown(place):
    assert reader(place)(f"{NOTES}/logo.png").run().text.startswith("[binary file, 4 bytes")


def test_what_changed_since_is_refused(place):
    prepared = reader(place)(f"{NOTES}/references/a.md")
    (place / "home/.agents/skills/notes/references/a.md").write_text("other")
    with pytest.raises(ToolError, match="changed since this message"):
        prepared.run()


def test_nothing_else_becomes_readable(place):
    read = reader(place)
    for path in (
        *("~/private.md", "/etc/passwd", "~/.agents/skills/quiet/SKILL.md", "~/.agents/skills"),
        *(NOTES, f"{NOTES}/../shared/b.md", "a.txt", "a\0b", "~/.agents/skills/notes-2/x"),
    ):
        assert read(path) is None


def test_what_only_the_user_may_activate_is_readable_once_that_was_done(place):
    activated = set()
    read = skill_reader(skills(place), READ, activated)
    area = Area(root=place / "ws", home=place / "home")
    path = {"path": "~/.agents/skills/quiet/SKILL.md"}
    assert read(path, area) is None
    activated.add("quiet")
    assert read(path, area).run().event["name"] == "quiet"


def test_a_protected_folder_stays_closed(place):
    closed = reader(place, protected=(place / "home/.agents",))
    assert closed(f"{NOTES}/SKILL.md") is None


CHANGED = "changed since this message; it is read again with the next message"


def test_in_the_root_a_file_is_read_and_told_only_as_it_was_agreed_to(place):
    base = write_tree(place / "ws/.agents/skills/own", {"a.md": "one\n", ".hidden": "x\n"})
    found = discover(place / "ws", place / "home", place / "data", READ)
    pinned = pin_all(found, None).discovery
    own = tuple(one.skill for one in pinned.items if one.name == "own")
    read = skill_reader(SkillSnapshot(own, "h"), READ)
    area = Area(root=place / "ws", home=place / "home")

    def run(name):
        return read({"path": f".agents/skills/own/{name}"}, area).run()

    result = run("SKILL.md")
    assert (result.text, result.event["act"]) == (SKILL.format("own"), "activated")
    assert (run("a.md").text, run("a.md").event["resource"]) == ("one\n", "a.md")
    for name in ("SKILL.md", "a.md"):
        (base / name).write_text("rewritten\n")
        with pytest.raises(ToolError) as error:
            run(name)
        assert str(error.value) == f"{name} {CHANGED}"


def test_in_the_root_what_is_no_part_of_the_skill_is_a_file_like_any(place):
    found = discover(place / "ws", place / "home", place / "data", READ)
    pinned = pin_all(found, None).discovery
    own = tuple(one.skill for one in pinned.items if one.name == "own")
    read = skill_reader(SkillSnapshot(own, "h"), READ)
    write_tree(place / "ws/.agents/skills/own", {"later.md": "new\n"})
    area = Area(root=place / "ws", home=place / "home")
    result = read({"path": ".agents/skills/own/later.md"}, area).run()
    assert (result.text, result.event) == ("new\n", None)


def test_a_file_that_goes_while_it_is_read_has_changed(place, monkeypatch):
    def gone(path):
        raise NotPinned(str(path))

    found = discover(place / "ws", place / "home", place / "data", READ)
    own = tuple(o.skill for o in pin_all(found, None).discovery.items if o.name == "own")
    read = skill_reader(SkillSnapshot(own, "h"), READ)
    monkeypatch.setattr("skillctl.agent.skill_files.digest_file", gone)
    area = Area(root=place / "ws", home=place / "home")
    prepared = read({"path": ".agents/skills/own/SKILL.md"}, area)
    with pytest.raises(ToolError, match=CHANGED):
        prepared.run()


def test_where_a_tool_loads_them_read_file_takes_none(place):
    assert reader(place, Settings())(f"{NOTES}/SKILL.md") is None


def test_read_mode_end_to_end(place):
    """The model reads what the catalog names, and a file that it points to."""
    snapshot = skills(place)
    seen = view(snapshot.skills)
    (told,) = of(play(seen, place / "ws", say(""), settings=READ)[1], "catalog")
    (line,) = [line for line in told["system"].splitlines() if line.startswith("- notes:")]
    path = line.partition("(`")[2].removesuffix("`)")
    _, log, _ = play(
        seen,
        place / "ws",
        say("", call(1, "read_file", path=path)),
        say("", call(2, "read_file", path="~/private.md")),
        say("Done."),
        settings=READ,
        skill_read=skill_reader(snapshot, READ),
    )
    first, second = of(log, "tool.result")
    assert (first["text"], first["is_error"]) == (SKILL.format("notes"), False)
    assert "outside the workspace" in second["text"]
    assert [(e["name"], e["act"]) for e in of(log, "skill")] == [("notes", "activated")]
