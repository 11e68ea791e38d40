import os

from skillctl.rules.skill.links import Link
from skillctl.rules.skill.places import map_of
from skillctl.rules.skill.reach import Where
from tests.rules.checks import placed

HEAD = "---\nname: a\ndescription: b\n---\n"


def test_strays_are_real_links_that_lead_elsewhere(tree):
    text = f"{HEAD}[x](gone.md) `[y](gone2.md)` [z](SKILL.md) [u](<url>) [w](<no.md>)\n"
    skill = placed(tree({"a/SKILL.md": text}))
    assert [(s.link.target, s.to.where) for s in skill.strays] == [
        ("gone.md", Where.MISSING),
        ("no.md", Where.MISSING),
    ]
    link = skill.strays[0].link
    assert text[link.span.start : link.span.end] == "gone.md"
    assert isinstance(link, Link)


def test_the_blocks_are_read_only_if_a_link_seems_wrong(tree):
    skill = placed(tree({"a/SKILL.md": f"{HEAD}[z](SKILL.md) [web](https://a.b)\n"}))
    assert skill.strays == ()
    assert "marked" not in vars(skill)


def test_a_file_that_is_no_text_has_no_links(tree):
    skill = placed(tree({"a/SKILL.md": b"\xff[x](y)"}))
    assert (skill.text, skill.body, skill.strays, skill.codes) == ("", 0, (), frozenset())


def test_a_skill_outside_the_project_has_its_own(tree):
    root = tree({"p/x": "", "q/skillctl.toml": "", "q/s/a/SKILL.md": f"{HEAD}[x](../b.md)"})
    skill = placed(root, "q", project=root / "p")
    assert skill.spot.ground.project == str(root / "q")
    (root / "q" / "skillctl.toml").unlink()
    skill = placed(root, "q", project=root / "p")
    assert skill.spot.ground.project == str(root / "q/s/a")
    assert skill.strays[0].to.where is Where.OUTSIDE


def test_one_listing_per_folder_and_no_stat_per_link(tree, monkeypatch):
    files = {f"a/references/{n}.md": "" for n in range(50)}
    links = "\n".join(f"[{n}](references/{n}.md) [m](references/m{n}.md)" for n in range(50))
    skill = placed(tree({"a/SKILL.md": HEAD + links, **files}))
    calls = {}

    def counted(name):
        real = getattr(os, name)

        def call(*words, **options):
            calls[name] = calls.get(name, 0) + 1
            return real(*words, **options)

        return call

    for name in ("stat", "lstat", "scandir", "listdir", "open"):
        monkeypatch.setattr(os, name, counted(name))
    assert len(skill.strays) == 50
    parts = len(skill.spot.folder.split("/"))
    assert calls.pop("lstat") <= 3 * parts  # the folder and the file, with their links followed
    assert calls == {"scandir": 2}


def test_a_map_begins_with_no_listing(tmp_path):
    ground = map_of(str(tmp_path)).ground
    assert (ground.project, ground.real) == (str(tmp_path), str(tmp_path.resolve()))
