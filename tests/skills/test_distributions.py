"""Skills of Python packages: skills.md section 1.5."""

import sys
from pathlib import Path

import pytest

from skillctl.skills.distributions import python_roots
from skillctl.skills.roots import SkillFolders
from tests.skills.package_files import SITE, dist

POINTS = f"{SITE}/notes-1.0.dist-info/entry_points.txt"


@pytest.fixture
def found(world):
    """Write files, and give the sources of the roots and all notes."""

    def run(files=(), virtual_env=None):
        world.write(dict(files))
        places = SkillFolders(world.project, world.home, world.home, virtual_env)
        roots, notes = python_roots(world.project, places)
        return [root.source for root in roots], notes

    return run


def test_an_entry_point_names_a_folder(world, found):
    points = {"all": "notes.skills", "one": "notes:pdf-notes", "deep": "notes.a.b:c/d [extra]"}
    files = dist(points, name="My_Notes.Pack")
    files |= {f"{SITE}/notes/{path}/x": "" for path in ("skills", "pdf-notes", "a/b/c/d")}
    assert found(files) == (
        ["py:my-notes-pack/all", "py:my-notes-pack/deep", "py:my-notes-pack/one"],
        [],
    )
    roots, _ = python_roots(world.project, SkillFolders(world.project, world.home, world.home))
    site = world.project / SITE
    assert [root.path for root in roots] == [
        site / "notes/skills",
        site / "notes/a/b/c/d",
        site / "notes/pdf-notes",
    ]
    assert {(root.scope, root.container, root.most_depth) for root in roots} == {
        ("package", site / "notes", 1)
    }


@pytest.mark.parametrize(
    "site",
    [
        ".venv/lib/python3.11/site-packages",
        "venv/lib/python3.14/site-packages",
        ".venv/lib64/python3.12/site-packages",
        ".venv/lib/pypy3.10/site-packages",
        "venv/Lib/site-packages",
    ],
)
def test_where_environments_keep_packages(found, site):
    files = dist({"x": "notes"}, site=site) | {f"{site}/notes/a": ""}
    assert found(files) == (["py:notes/x"], [])


def test_the_active_environment_wherever_it_is(world, found):
    site = "~/envs/one/lib/python3.12/site-packages"
    files = dist({"x": "notes"}, site=site) | {f"{site}/notes/a": ""}
    assert found(files) == ([], [])
    assert found(virtual_env=world.home / "envs/one") == (["py:notes/x"], [])
    assert found(virtual_env=world.home / "gone") == ([], [])


def test_an_environment_that_is_found_in_two_ways_counts_once(world, found):
    files = dist({"x": "notes"}) | {f"{SITE}/notes/a": ""}
    world.link(".venv/lib64", "lib").link("venv", ".venv")
    assert found(files, world.project / ".venv") == (["py:notes/x"], [])


def test_of_a_distribution_in_two_environments_the_first_counts(world, found):
    other = "~/env/lib/python3.11/site-packages"
    files = dist({"x": "notes"}) | {f"{SITE}/notes/a": ""}
    files |= dist({"x": "notes"}, name="Notes", version="2.0", site=other)
    files |= {f"{other}/notes/a": ""}
    words = f"notes is installed as {SITE}/notes-1.0.dist-info, too: not used"
    assert found(files, world.home / "env") == (
        ["py:notes/x"],
        [f"{other}/Notes-2.0.dist-info/entry_points.txt: {words}"],
    )


def test_distributions_in_order_of_names(found):
    names = ("zeta", "Alpha", "b_c")
    files = {f"{SITE}/m/x": ""}
    for name in names:
        files |= dist({"s": "m"}, name=name)
    assert found(files)[0] == ["py:alpha/s", "py:b-c/s", "py:zeta/s"]


def test_other_groups_comments_and_blanks(found):
    text = (
        "# skills\n[console_scripts]\na = notes:main\n[ skillctl.skills ]\r\n\r\n# b = notes\n"
        "; c = notes\n  d   =   notes  \n[skillctl.skills.more]\ne = notes\n"
    )
    assert found({POINTS: text, f"{SITE}/notes/a": ""}) == (["py:notes/d"], [])


def test_without_entry_points_there_is_nothing(found):
    assert found({f"{SITE}/notes-1.0.dist-info/METADATA": "", f"{SITE}/notes/a": ""}) == ([], [])


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("notes:../other", "leads out of the package"),
        ("notes:/etc", "leads out of the package"),
        ("notes:up", "leads out of the package"),
        ("notes:gone", "names no folder"),
        ("notes.gone", "names no folder"),
        ("notes:a", "names no folder"),
        ("../other", "names no package"),
        ("notes/skills", "names no package"),
        (".notes", "names no package"),
        ("notes..skills", "names no package"),
        ("", "names no package"),
        (":skills", "names no package"),
    ],
)
def test_package_entry_link_escape(world, found, value, words):
    """A bad entry is one line, and the others go on."""
    files = dist({"x": value, "y": "notes:good"})
    files |= {f"{SITE}/notes/a": "", f"{SITE}/notes/good/a": "", f"{SITE}/other/a": ""}
    world.link(f"{SITE}/notes/up", "../other")
    assert found(files) == (
        ["py:notes/y"],
        [f'{POINTS}: the entry "x = {value}" {words}: not used'],
    )


def test_a_line_without_a_value(found):
    text = "[skillctl.skills]\nalone\n = notes\n"
    assert found({POINTS: text, f"{SITE}/notes/a": ""}) == (
        [],
        [
            f'{POINTS}: the entry " = notes" names no package: not used',
            f'{POINTS}: the entry "alone = " names no package: not used',
        ],
    )


@pytest.mark.parametrize(
    ("origin", "words"),
    [
        ('{"url": "x", "dir_info": {"editable": true}}', True),
        ('{"url": "x", "dir_info": {"editable": "true"}}', False),
        ('{"url": "x", "dir_info": {}}', False),
        ('{"url": "x", "vcs_info": {}}', False),
        ("[]", False),
        ('{"dir_info": []}', False),
        ("{", False),
        ("[" * 100_000, False),
    ],
)
def test_an_editable_install_is_told_and_not_followed(found, origin, words):
    files = dist({"x": "notes"})
    files[f"{SITE}/notes-1.0.dist-info/direct_url.json"] = origin
    end = "; it is an editable install, which is not followed" if words else ""
    assert found(files) == (
        [],
        [f'{POINTS}: the entry "x = notes" names no folder{end}: not used'],
    )


def test_a_file_of_entry_points_that_cannot_be_used(found):
    assert found({POINTS: b"[skillctl.skills]\n\xff"})[1] == [
        f"{POINTS}: is not UTF-8 text: not read"
    ]


@pytest.mark.parametrize("closed", [SITE, ".venv/lib"])
def test_a_folder_that_cannot_be_listed(world, found, monkeypatch, closed):
    real = Path.iterdir

    def iterdir(self):
        if self == world.project / closed:
            raise PermissionError(13, "Permission denied")
        return real(self)

    monkeypatch.setattr(Path, "iterdir", iterdir)
    files = dist({"x": "notes"}) | {f"{SITE}/notes/a": ""}
    assert found(files) == ([], [f"{closed} cannot be read: Permission denied"])


def test_an_environment_that_is_a_file_is_none(world, found):
    world.write({".venv": "", "venv/lib": ""})
    assert found() == ([], [])


def test_nothing_is_imported(found):
    text = "raise SystemExit('imported')\n"
    files = dist({"x": "notes_of_nobody.skills"})
    files |= {f"{SITE}/notes_of_nobody/__init__.py": text, f"{SITE}/notes_of_nobody/skills/a": ""}
    assert found(files) == (["py:notes/x"], [])
    assert "notes_of_nobody" not in sys.modules
