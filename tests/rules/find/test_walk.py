import os
from pathlib import PurePath

import pytest

from skillctl.findings import NOT_ENTERED
from skillctl.rules.find.found import Found, Surroundings
from skillctl.rules.find.paths import LintFolders
from skillctl.rules.find.walk import MAX_DEPTH, Walk, look_around
from skillctl.settings import DEFAULT_EXCLUDE

SKILL = "---\nname: x\ndescription: y\n---\n"


def walk(root, *folders, exclude=DEFAULT_EXCLUDE, max_entries=1000):
    found = Found()
    walker = Walk(found, LintFolders(root), exclude, max_entries)
    for folder in folders or (".",):
        walker.folder(str(root / folder))
    walker.finish()
    return found


def relative(table, root):
    return [PurePath(path).relative_to(root).as_posix() for path in table]


def skills(found, root):
    return relative(found.skills.values(), root)


def test_skills_flat_nested_and_in_dot_folders_in_code_point_order(tree):
    root = tree(
        {
            f"{name}/SKILL.md": SKILL
            for name in ("b", "a/deep/er", ".claude/skills/c", "skills/cat/d", "Z", "é")
        }
    )
    assert skills(walk(root), root) == [
        ".claude/skills/c/SKILL.md",
        "Z/SKILL.md",
        "a/deep/er/SKILL.md",
        "b/SKILL.md",
        "skills/cat/d/SKILL.md",
        "é/SKILL.md",
    ]


def test_a_skill_file_below_a_skill_is_bundled_unless_below_skills(tree):
    root = tree(
        {
            "SKILL.md": SKILL,
            "examples/x/SKILL.md": SKILL,
            "skills/y/SKILL.md": SKILL,
            "skills/y/z/SKILL.md": SKILL,
        }
    )
    assert skills(walk(root), root) == ["SKILL.md", "skills/y/SKILL.md"]
    named = walk(root, ".", "examples/x")
    assert skills(named, root) == ["SKILL.md", "skills/y/SKILL.md", "examples/x/SKILL.md"]


def test_another_case_counts_below_skills_or_with_front_matter(tree):
    root = tree(
        {
            "skills/a/skill.md": "# text",
            "docs/skill.md": "# How to write a skill",
            "docs/b/Skill.md": SKILL,
            "docs/c/skill.MD": "---\ntitle: x\n---\n",
            "both/skill.md": SKILL,
            "both/SKILL.md": SKILL,
        }
    )
    assert skills(walk(root), root) == ["both/SKILL.md", "docs/b/Skill.md", "skills/a/skill.md"]
    assert skills(walk(root, "skills/a"), root) == ["skills/a/skill.md"]


def test_configs_are_known_by_their_names(tree):
    names = (".codex/config.toml", ".gbs/mcp.json", ".mcp.json", ".skillctl/consent.toml")
    names = (*names, ".vscode/mcp.json", ".vscode/settings.json", "a/mcp.json", "b/linear.mcp.json")
    others = ("config.toml", "a/package.json", "mcp.json.md", "plugin.json", "consent.json")
    root = tree(dict.fromkeys((*names, *others), "{}"))
    assert relative(walk(root).configs.values(), root) == sorted(names)


def test_excluded_folders_are_counted(tree):
    root = tree(
        {
            f"{name}/SKILL.md": SKILL
            for name in ("a", "node_modules/b", "x/.venv/c", "vendor/d", "x/vendor/e", "old.d/f")
        }
        | {"gen.mcp.json": "{}"}
    )
    found = walk(root, exclude=(*DEFAULT_EXCLUDE, "vendor/**", "old.d", "gen.*"))
    assert skills(found, root) == ["a/SKILL.md", "x/vendor/e/SKILL.md"]
    assert set(relative(found.skipped, root)) == {
        "node_modules",
        "x/.venv",
        "vendor/d",
        "old.d",
        "gen.mcp.json",
    }
    reasons = {path.rpartition("/")[2]: reason for path, reason in found.skipped.items()}
    assert reasons.pop("gen.mcp.json") == "excluded"
    assert set(reasons.values()) == {NOT_ENTERED}


def test_depth_has_a_limit_that_is_told(tree):
    deepest = "/".join(["d"] * MAX_DEPTH)
    root = tree({f"{deepest}/SKILL.md": SKILL, f"{deepest}/e/SKILL.md": SKILL, f"{deepest}/x": ""})
    found = walk(root)
    assert skills(found, root) == [f"{deepest}/SKILL.md"]
    assert relative(found.unseen, root) == [f"{deepest}/e"]
    assert "32 folders deep" in next(iter(found.unseen.values()))


def test_entries_have_a_limit_that_is_told_once(tree):
    root = tree({f"{n:02}/SKILL.md": SKILL for n in range(10)})
    assert walk(root, max_entries=20).unseen == {}
    found = walk(root, max_entries=15)
    assert len(found.skills) == 5
    assert relative(found.unseen, root) == ["05"]
    assert next(iter(found.unseen.values())) == "the walk stopped here after 15 entries"
    assert relative(walk(root, max_entries=3).unseen, root) == ["."]


def test_an_unreadable_folder_is_told(tree, monkeypatch):
    root = tree({"a/SKILL.md": SKILL, "b/SKILL.md": SKILL})
    scandir = os.scandir

    def refuse(path):  # root reads everything, so the refusal is played
        if os.fspath(path) == str(root / "a"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    found = walk(root)
    assert skills(found, root) == ["b/SKILL.md"]
    assert relative(found.unseen, root) == ["a"]
    assert "cannot be read: Permission denied" in next(iter(found.unseen.values()))


def test_a_folder_that_is_gone_is_told(tmp_path):
    found = walk(tmp_path, "gone")
    assert relative(found.unseen, tmp_path) == ["gone"]
    assert "cannot be read: No such file" in next(iter(found.unseen.values()))


def test_links_are_followed_once_and_their_names_kept(tree):
    root = tree({"store/notes/SKILL.md": SKILL, "store/notes/.mcp.json": "{}", "a/b": ""})
    (root / "zlinks").mkdir()
    (root / "zlinks" / "other").symlink_to("../store/notes")
    (root / "zlinks" / "store").symlink_to("../store")
    found = walk(root)
    assert skills(found, root) == ["store/notes/SKILL.md"]
    (names,) = [names for names in found.names.values() if names]
    assert relative(names, root) == ["zlinks/other/SKILL.md"]
    assert {path.rpartition("/")[2]: why for path, why in found.skipped.items()} == {
        "store": "a link to store"
    }


def test_a_link_may_come_before_what_it_leads_to(tree):
    root = tree({"z/SKILL.md": SKILL})
    (root / "a").symlink_to("z")
    found = walk(root)
    assert skills(found, root) == ["a/SKILL.md"]
    assert [relative(names, root) for names in found.names.values()] == [["z/SKILL.md"]]


def test_loops_end_and_dangling_links_are_counted(tree):
    root = tree({"a/SKILL.md": SKILL, "b/c/x": ""})
    (root / "a" / "up").symlink_to("..")
    (root / "a" / "self").symlink_to("self")
    (root / "b" / "gone").symlink_to("nowhere")
    (root / "b" / "c" / "d").symlink_to("../../b")
    found = walk(root)
    assert skills(found, root) == ["a/SKILL.md"]
    assert {PurePath(p).name: why for p, why in found.skipped.items()} == {
        "up": "a link to a folder above it",
        "self": "a link that leads to itself",
        "gone": "a link without a target",
        "d": "a link to a folder above it",
    }


def test_a_linked_file_is_a_file(tree):
    root = tree({"real.json": "{}", "store/SKILL.md": SKILL, "b/x": ""})
    (root / ".mcp.json").symlink_to("real.json")
    (root / "b" / "SKILL.md").symlink_to("../store/SKILL.md")
    found = walk(root)
    assert relative(found.configs.values(), root) == [".mcp.json"]
    assert skills(found, root) == ["b/SKILL.md"]
    assert [relative(n, root) for n in found.names.values() if n] == [["store/SKILL.md"]]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFO on this system")
def test_a_fifo_with_a_skills_name_in_another_case_is_not_opened(tree):
    root = tree({"a/x": ""})
    os.mkfifo(root / "a" / "skill.md")
    assert walk(root, "a").skills == {}
    (root / "a" / "Skill.md").write_text("---\nname: x\n---\n")
    assert skills(walk(root), root) == ["a/Skill.md"]


def test_a_folder_with_a_skills_name_is_found_for_its_rule(tree):
    root = tree({"a/SKILL.md/x": ""})
    assert skills(walk(root), root) == ["a/SKILL.md"]


def test_naming_a_folder_twice_changes_nothing(tree):
    root = tree({"a/SKILL.md": SKILL, ".mcp.json": "{}"})
    found = walk(root, "a", ".", "a", ".")
    assert skills(found, root) == ["a/SKILL.md"]
    assert relative(found.configs.values(), root) == [".mcp.json"]
    assert found.skipped == {}
    assert not any(found.names.values())


def test_categories_reach_six_levels_below_a_root(tree):
    deep = "skills/1/2/3/4/5"
    root = tree({f"{deep}/6/skill.md": "# x", f"{deep}/7/8/skill.md": "# x", "skill.md": "# x"})
    assert skills(walk(root), root) == [f"{deep}/6/skill.md"]
    assert skills(walk(root, f"{deep}/6"), root) == [f"{deep}/6/skill.md"]
    assert skills(walk(root, f"{deep}/7/8"), root) == []


def test_a_byte_order_mark_does_not_hide_a_skill_in_another_case(tree):
    root = tree({"a/skill.md": b"\xef\xbb\xbf" + SKILL.encode()})
    assert skills(walk(root), root) == ["a/skill.md"]


def test_what_surrounds_a_skill(tree):
    root = tree(
        {
            "skills/a/SKILL.md": SKILL,
            "skills/a/skill.md": SKILL,
            "skills/a/sub/x": "",
            "skills/a/skills/b/SKILL.md": SKILL,
            "out/x": "",
        }
    )
    links = {"a/gone": "no", "a/sub/out": "../../../out", "a/sub/in": "../SKILL.md", "lost": "no"}
    for name, target in {**links, "a/skills/b/gone": "no", "node_modules": "no"}.items():
        (root / "skills" / name).symlink_to(target)
    (root / "lost").symlink_to("no")
    found = walk(root)
    a, b = found.around.values()
    assert relative(a.alike, root) == ["skills/a/skill.md"]
    assert relative(a.dangling, root) == ["skills/a/gone"]
    assert a.linked == [(str(root / "skills/a/sub/out"), str(root / "out"))]
    assert (a.real, b.real) == (str(root / "skills/a"), str(root / "skills/a/skills/b"))
    assert relative(b.dangling, root) == ["skills/a/skills/b/gone"]
    assert relative(found.dangling, root) == ["skills/lost"]
    assert {relative([p], root)[0]: why for p, why in found.skipped.items()} == {
        "lost": "a link without a target",
        "skills/node_modules": "excluded",
        "skills/a/sub/out": "a link to out",
    }


def test_a_skill_named_by_its_file_has_the_same_surroundings(tree):
    root = tree({"skills/a/SKILL.md": SKILL, "skills/a/x/skill.md": ""})
    (root / "skills/a/x/gone").symlink_to("no")
    path = str(root / "skills/a/SKILL.md")
    around = look_around(path, path, LintFolders(root), DEFAULT_EXCLUDE)
    (walked,) = walk(root).around.values()
    assert around == walked
    assert look_around(path, "other", LintFolders(root), DEFAULT_EXCLUDE) == Surroundings()


def test_a_link_that_may_not_be_followed_is_told(tree, monkeypatch):
    root = tree({"skills/a/SKILL.md": SKILL})
    (root / "skills/a/l").symlink_to("x")
    stat = os.stat

    def refuse(path, **options):  # root may go everywhere, so the refusal is played
        if os.fspath(path) == str(root / "skills/a/l"):
            raise PermissionError(13, "Permission denied")
        return stat(path, **options)

    monkeypatch.setattr(os, "stat", refuse)
    found = walk(root)
    assert list(found.skipped.values()) == ["a link that cannot be followed: Permission denied"]
    assert found.around.popitem()[1].dangling == []


def test_a_link_in_a_skill_bundles_nothing_that_is_a_skill_by_its_own_path(tree):
    root = tree({"a/SKILL.md": SKILL, "store/b/SKILL.md": SKILL, "other/c/SKILL.md": SKILL})
    (root / "a/ref").symlink_to("../store")
    (root / "a/skills").symlink_to("../other")
    found = walk(root)
    assert skills(found, root) == ["a/SKILL.md", "a/skills/c/SKILL.md", "store/b/SKILL.md"]
    assert skills(walk(root, "a", "store"), root) == skills(found, root)
    # what is reached only by the link is bundled
    assert skills(walk(root, "a"), root) == ["a/SKILL.md", "a/skills/c/SKILL.md"]


def bare(root, *folders, **options):
    return relative(walk(root, *folders, **options).bare, root)


def test_a_folder_among_skills_in_which_no_host_finds_one(tree):
    root = tree(
        {
            "skills/a/notes.md": "# a",
            "skills/b/c/x": "",
            "skills/good/SKILL.md": SKILL,
            "skills/category/good/SKILL.md": SKILL,
            "skills/other-case/skill.md": "# x",
            "skills/.hidden/x": "",
            "skills/_draft/x": "",
            "skills/node_modules/x": "",
            "skills/file.md": "",
            "skills/inner/skills/y/SKILL.md": SKILL,
            "docs/x/y.md": "",
        }
    )
    assert bare(root) == ["skills/a", "skills/b"]
    assert bare(root, "skills") == ["skills/a", "skills/b"]


def test_a_skill_deeper_than_hosts_look_leaves_the_folder_bare(tree):
    root = tree({"skills/a/2/3/4/5/6/SKILL.md": SKILL, "skills/b/2/3/4/5/6/7/SKILL.md": SKILL})
    assert bare(root) == ["skills/b"]


def test_what_a_skill_bundles_is_not_bare(tree):
    assert bare(tree({"skills/SKILL.md": SKILL, "skills/references/x.md": ""})) == []


def test_a_folder_that_was_not_wholly_looked_at_is_not_called_bare(tree):
    root = tree({"skills/a/x": "", "skills/b/x": "", "skills/c/x": ""})
    assert bare(root, max_entries=5) == ["skills/a"]
    deep = tree({"skills/z/" + "d/" * MAX_DEPTH + "x": ""})
    assert bare(deep) == ["skills/a", "skills/b", "skills/c"]


def test_a_link_to_a_skill_elsewhere_is_not_bare(tree):
    root = tree({"store/a/SKILL.md": SKILL, "store/text/x": "", "skills/b/SKILL.md": SKILL})
    (root / "skills/a").symlink_to("../store/a")
    (root / "skills/t").symlink_to("../store/text")
    (root / "skills/up").symlink_to("..")
    assert bare(root, "skills") == ["skills/t"]
    assert bare(root) == ["skills/t"]


def test_a_link_to_skills_that_were_seen_by_their_own_path_is_not_bare(tree):
    root = tree({".agents/skills/a/SKILL.md": SKILL, "skills/b/SKILL.md": SKILL})
    (root / "skills/agents").symlink_to("../.agents/skills")
    assert bare(root) == []
