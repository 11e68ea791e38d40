import os

import pytest

from skillctl.rules.skill.listing import Listings
from skillctl.rules.skill.reach import Ground, Reached, Spot, Where, best, is_below


@pytest.fixture
def project(tree):
    root = tree(
        {
            "p/skills/notes/SKILL.md": "",
            "p/skills/notes/references/GUIDE.md": "",
            "p/skills/other/SKILL.md": "",
            "p/readme.md": "",
            "out/secret.md": "",
            "store/kept/SKILL.md": "",
            "store/kept/a.md": "",
            "store/shared.md": "",
        }
    )
    notes = root / "p/skills/notes"
    (notes / "in").symlink_to("references")
    (notes / "up").symlink_to("../../readme.md")
    (notes / "out.md").symlink_to("../../../out/secret.md")
    (notes / "gone").symlink_to("nowhere")
    (notes / "self").symlink_to("self")
    (root / "p/skills/linked").symlink_to("../../store/kept")
    return root / "p"


def spot(project, name="notes"):
    folder = f"{project}/skills/{name}"
    ground = Ground(str(project), str(project), Listings())
    return Spot(ground, folder, f"{folder}/SKILL.md")


@pytest.mark.parametrize(
    ("path", "where", "near"),
    [
        ("references/GUIDE.md", Where.SKILL, ""),
        ("./references//GUIDE.md", Where.SKILL, ""),
        ("references/", Where.SKILL, ""),
        ("../notes/SKILL.md", Where.SKILL, ""),
        ("in/GUIDE.md", Where.SKILL, ""),
        (".", Where.SKILL, ""),
        ("references/guide.md", Where.MISSING, "GUIDE.md"),
        ("References/GUIDE.md", Where.MISSING, "references"),
        ("references/x.md", Where.MISSING, ""),
        ("SKILL.md/x", Where.MISSING, ""),
        ("gone", Where.MISSING, ""),
        ("self", Where.MISSING, ""),
        ("../none/x.md", Where.MISSING, ""),
        ("../other/SKILL.md", Where.PROJECT, ""),
        ("../..", Where.PROJECT, ""),
        ("up", Where.PROJECT, ""),
        ("out.md", Where.OUTSIDE, ""),
        ("../../../out/secret.md", Where.OUTSIDE, ""),
        ("../../../out/none.md", Where.OUTSIDE, ""),
        ("../../../p/readme.md", Where.OUTSIDE, ""),  # by the name of this clone
        ("../../../../../../../../../etc", Where.OUTSIDE, ""),
    ],
)
def test_where_paths_lead(project, path, where, near):
    assert spot(project).reach(path) == Reached(where, near)


def test_a_linked_skill_is_itself_by_both_paths(project):
    linked = spot(project, "linked")
    assert linked.own == (f"{project.parent}/store/kept",)
    assert linked.is_led_out
    assert not spot(project).is_led_out
    assert linked.reach("a.md").where is Where.SKILL
    assert linked.reach("../notes/SKILL.md").where is Where.PROJECT
    assert linked.reach("../shared.md").where is Where.OUTSIDE
    assert linked.reach("b.md").where is Where.MISSING


def test_a_linked_file_counts_from_where_it_lies(project):
    folder = project / "skills/by-file"
    folder.mkdir()
    (folder / "SKILL.md").symlink_to("../notes/SKILL.md")
    assert spot(project, "by-file").reach("references/GUIDE.md").where is Where.SKILL


def test_what_lies_in_a_closed_folder_is_not_known(project, monkeypatch):
    here = spot(project)
    scandir = os.scandir

    def refuse(path):
        if path.endswith("references"):
            raise PermissionError
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    assert here.reach("references/GUIDE.md").where is Where.UNKNOWN


def test_the_best_reading_counts():
    ends = [Reached(Where.MISSING, "x"), Reached(Where.PROJECT), Reached(Where.OUTSIDE)]
    assert best(ends).where is Where.PROJECT


def test_below():
    assert is_below("/a", "/a")
    assert is_below("/a/b", "/a")
    assert is_below("/a", "/")
    assert not is_below("/ab", "/a")
