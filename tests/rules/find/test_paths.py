from pathlib import Path

from skillctl.rules.find.paths import LintFolders, is_itself, real


def test_paths_are_printed_relative_below_the_working_directory_only():
    places = LintFolders(Path("/a/b"))
    assert places.shown("/a/b/c/SKILL.md") == "c/SKILL.md"
    assert places.shown("/a/b") == "."
    assert places.shown("/a/bc") == "/a/bc"


def test_globs_count_from_the_settings_then_the_root_then_here():
    cwd, root, settings = Path("/a/b/c"), Path("/a/b"), Path("/a")
    assert LintFolders(cwd, root, settings).for_globs("/a/b/c/x") == "b/c/x"
    assert LintFolders(cwd, root).for_globs("/a/b/c/x") == "c/x"
    assert LintFolders(cwd).for_globs("/a/b/c/x") == "x"


def test_the_working_directory_as_seen_from_the_top():
    assert LintFolders(Path("/a/b/c"), Path("/a")).here == "b/c"
    assert LintFolders(Path("/a"), Path("/a")).here == ""
    assert LintFolders(Path("/a")).here == ""
    assert LintFolders(Path("/x"), Path("/a")).here == ""


def test_two_dots_go_up_from_where_a_link_leads(tmp_path):
    (tmp_path / "deep" / "real").mkdir(parents=True)
    (tmp_path / "link").symlink_to("deep/real")
    places = LintFolders(tmp_path)
    assert places.absolute(Path("link/../x")) == str(tmp_path / "deep" / "x")
    assert places.absolute(Path("./link/x")) == str(tmp_path / "link" / "x")
    assert places.absolute(Path()) == str(tmp_path)
    assert places.absolute(Path("..")) == str(tmp_path.parent)
    assert places.absolute(tmp_path / "a") == str(tmp_path / "a")


def test_a_loop_of_links_stays_a_path(tmp_path):
    (tmp_path / "loop").symlink_to("loop")
    assert real(str(tmp_path / "loop")) == str(tmp_path / "loop")


def test_a_link_to_a_file_of_another_name_is_not_itself(tmp_path):
    (tmp_path / "key.pem").write_text("x")
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "SKILL.md").write_text("x")
    (tmp_path / "SKILL.md").symlink_to("key.pem")
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "SKILL.md").symlink_to("../a/SKILL.md")
    assert not is_itself(tmp_path / "SKILL.md")
    assert is_itself(tmp_path / "a" / "SKILL.md")
    assert is_itself(tmp_path / "b" / "SKILL.md")


def test_links_may_lead_through_the_project_or_what_was_named_elsewhere(tree):
    root = tree({"p/a/SKILL.md": "", "q/b/SKILL.md": ""})
    here = LintFolders(root / "p")
    assert here.bounds(Path("a")) == str(root / "p")
    assert here.bounds(Path("../q")) == str(root / "q")
    assert here.bounds(Path("../q/b/SKILL.md")) == str(root / "q/b")
    assert LintFolders(root / "p", root).bounds(Path("../q/b")) == str(root)
