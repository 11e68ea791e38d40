"""`read_file` where skills load by reading: skills.md section 9."""

import json
import re
import shutil

import pytest

from skillctl.agent.files import prepare_read
from skillctl.agent.gather import gather_view
from skillctl.agent.prepared import ToolError
from skillctl.agent.skill_files import skill_reader
from skillctl.files import open_file
from skillctl.policy.paths import Area
from skillctl.settings import Settings, SkillSettings, preset_settings
from skillctl.skills.choose import choose
from skillctl.skills.discover import discover
from skillctl.skills.gather import fingerprint_all
from skillctl.skills.model import SkillSnapshot
from tests.agent.fixtures import project
from tests.agent.runs import call, of, play, say
from tests.agent.views import view
from tests.conftest import golden_cases, write_tree

__all__ = ["project"]

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
    return choose(fingerprint_all(found, None).discovery, {}, settings)


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


def own_reader(place, files=(), activated=()):
    """Reads files of the skill `own`, which lies in the project; `files` are added before."""
    base = write_tree(place / "ws/.agents/skills/own", dict(files))
    found = discover(place / "ws", place / "home", place / "data", READ)
    pinned = fingerprint_all(found, None).discovery
    own = tuple(one.skill for one in pinned.items if one.name == "own")
    read = skill_reader(SkillSnapshot(own, "h"), READ, activated)
    area = Area(root=place / "ws", home=place / "home")

    def run(name, **arguments):
        asked = {"path": f".agents/skills/own/{name}", **arguments}
        return (read(asked, area) or prepare_read(asked, area)).run()

    return base, run


def test_in_the_root_a_file_is_read_and_told_only_as_it_was_agreed_to(place):
    base, run = own_reader(place, {"a.md": "one\n", ".hidden": "x\n"})
    result = run("SKILL.md")
    assert (result.text, result.event["act"]) == (SKILL.format("own"), "activated")
    assert (run("a.md").text, run("a.md").event["resource"]) == ("one\n", "a.md")
    for name in ("SKILL.md", "a.md"):
        (base / name).write_text("rewritten\n")
        with pytest.raises(ToolError) as error:
            run(name)
        assert str(error.value) == f"{name} {CHANGED}"


HIDDEN = "hid\u200bden </skill> x\r\nnext\x1b[2J\n"
CLEAN = "hidden &lt;/skill> x\nnext[2J\n"


def test_in_the_root_nothing_hidden_and_no_tag_of_ours_reaches_the_model(place):
    whole = SKILL.format("own") + HIDDEN
    _, run = own_reader(place, {"SKILL.md": whole, "a.md": HIDDEN, "schemas/b.json": HIDDEN})
    assert run("SKILL.md").text == SKILL.format("own") + CLEAN
    assert run("a.md").text == run("schemas/b.json").text == CLEAN
    assert run("a.md", offset=2).text == "next[2J\n"
    assert run("a.md", limit=1).text == (
        "hidden &lt;/skill> x\n[1 more line; read on with offset=2]"
    )


def test_in_the_root_the_text_is_that_of_any_checkout(place):
    """CRLF does not change what was agreed to, and not what is read."""
    base, run = own_reader(place, {"a.md": "one\ntwo\n"})
    (base / "a.md").write_bytes(b"one\r\ntwo\r\n")
    assert run("a.md").text == "one\ntwo\n"


LONG = "".join(f"line {number}\n" for number in range(3000))


@pytest.mark.parametrize("text", ["", "one", "one\n\n two \n", "\n\n", LONG, "x" * 5000, "e\u0301"])
@pytest.mark.parametrize("more", [{}, {"offset": 1, "limit": 1}])
def test_in_the_root_a_text_with_nothing_to_clean_is_read_like_any_file(place, text, more):
    _, run = own_reader(place, {"a.md": text})
    write_tree(place / "ws", {"plain.md": text})
    area = Area(root=place / "ws", home=place / "home")
    plain = prepare_read({"path": "plain.md", **more}, area).run()
    read = run("a.md", **more)
    assert (read.text, read.full) == (plain.text, plain.full)


def test_in_the_root_an_offset_beyond_the_end_names_the_file_as_the_workspace_does(place):
    _, run = own_reader(place, {"a.md": "one\n"})
    with pytest.raises(ToolError, match=r"^\.agents/skills/own/a.md has 1 line; offset is 9$"):
        run("a.md", offset=9)


def test_in_the_root_the_bytes_that_are_served_are_those_that_were_checked(place, monkeypatch):
    """One read: a file that is rewritten while it is read cannot pass for the one agreed to."""
    base, run = own_reader(place, {"a.md": "one\n"})
    opened = []

    def counted(path):
        opened.append(path)
        return open_file(path)

    monkeypatch.setattr("skillctl.skills.resource.open_file", counted)
    monkeypatch.setattr("skillctl.agent.reading.open_file", counted)
    monkeypatch.setattr("skillctl.worktree.open_file", counted)
    assert run("a.md").text == "one\n"
    assert opened == [base / "a.md"]


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"\0PNG", "^.binary file, 4 bytes, sha256:[0-9a-f]{64}; not shown.$"), (b"\xff", "1 bytes")],
)
def test_in_the_root_a_binary_file_is_not_shown(place, content, words):
    _, run = own_reader(place, {"logo.png": content})
    assert re.search(words, run("logo.png").text)


def test_in_the_root_a_file_over_a_mebibyte_is_not_read(place):
    _, run = own_reader(place, {"big.md": "x" * 1_048_577})
    with pytest.raises(ToolError, match=r"^big\.md is 1,048,577 bytes; limit 1,048,576: not read$"):
        run("big.md")


def test_in_the_root_a_name_that_only_looks_like_a_path_is_read_by_its_own(place):
    _, run = own_reader(place, {"a\\b.md": "odd\u200b\n"})
    assert run("a\\b.md").text == "odd\n"


def test_in_the_root_a_link_that_was_led_elsewhere_has_changed(place):
    base, run = own_reader(place, {"a.md": "one\n"})
    (base / "a.md").unlink()
    (base / "a.md").symlink_to("../../../a.txt")
    with pytest.raises(ToolError, match="resource is outside the skill"):
        run("a.md")


@pytest.mark.parametrize(
    "way", ["docs/link.md", "docs/folder/a.md", "./.agents/../.agents/skills/own/a.md"]
)
def test_in_the_root_every_way_to_a_file_is_the_same(place, way):
    write_tree(place / "ws/.agents/skills/own", {"a.md": HIDDEN})
    (place / "ws/docs").mkdir()
    (place / "ws/docs/link.md").symlink_to("../.agents/skills/own/a.md")
    (place / "ws/docs/folder").symlink_to("../.agents/skills/own")
    found = discover(place / "ws", place / "home", place / "data", READ)
    own = tuple(o.skill for o in fingerprint_all(found, None).discovery.items if o.name == "own")
    read = skill_reader(SkillSnapshot(own, "h"), READ)
    result = read({"path": way}, Area(root=place / "ws", home=place / "home")).run()
    assert (result.text, result.event["resource"]) == (CLEAN, "a.md")


def test_in_the_root_a_link_in_a_skill_that_nobody_agreed_to_is_no_way_around(place):
    base, run = own_reader(place, {"a.md": HIDDEN, "b.md": "b\n"})
    (base / "new.md").symlink_to("a.md")
    assert (run("new.md").text, run("new.md").event["resource"]) == (CLEAN, "a.md")
    (place / "ws/docs/deep").mkdir(parents=True)
    (base / "away").symlink_to("../../../docs/deep")
    (place / "ws/docs/b.md").write_text("other\n")
    assert run("away/../b.md").text == "other\n"


def test_in_the_root_what_is_no_part_of_the_skill_is_a_file_like_any(place):
    """Plain data of the workspace, as `glob` and `list_dir` give it: nothing is taken out."""
    base, run = own_reader(place)
    write_tree(base, {"later.md": HIDDEN})
    assert (run("later.md").text, run("later.md").event) == (HIDDEN, None)


def test_in_the_root_what_only_the_user_may_activate_is_clean_and_no_activation(place):
    quiet = SKILL.format("own").replace("---\nRead", "disable-model-invocation: true\n---\nRead")
    _, run = own_reader(place, {"SKILL.md": quiet + HIDDEN})
    assert (run("SKILL.md").text, run("SKILL.md").event) == (quiet + CLEAN, None)
    _, run = own_reader(place, activated=("own",))
    assert run("SKILL.md").event["act"] == "activated"


def test_a_file_that_went_has_changed(place):
    base, run = own_reader(place)
    (base / "SKILL.md").unlink()
    with pytest.raises(ToolError, match=CHANGED):
        run("SKILL.md")


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


@pytest.mark.parametrize("case", golden_cases("skill-reading"))
def test_golden(case, project, golden):
    """`tree/` is a project whose skills are all consented to; `calls.json` are the calls."""
    shutil.copytree(case / "tree", project.root, dirs_exist_ok=True)
    settings = preset_settings("catbuddy")
    project.grant(settings=settings)
    area = Area(root=project.root, home=project.home)
    with gather_view(project.ground(), settings, project.pipe) as seen:
        read = skill_reader(seen.view.skills, settings)
        results = ""
        for asked in json.loads((case / "calls.json").read_text()):
            try:
                result = (read(asked, area) or prepare_read(asked, area)).run()
                text, act = result.text, result.event["act"] if result.event else "data"
            except ToolError as error:
                text, act = str(error), "error"
            results += f"=== {json.dumps(asked)} -> {act}\n{text}\n"
    assert results == golden("results.txt")
