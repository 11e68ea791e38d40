from dataclasses import replace

from skillctl.skills.focus import NO_FOCUS, Focus
from tests.skills.test_entry import skill as plain


def skill(*globs):
    return replace(plain(), auto_attach=globs)


def test_one_glob_and_one_file_are_enough():
    focus = Focus(files=("x.rs", "docs/y.csv"))
    assert focus.attaches(skill("*.md", "*.csv"))
    assert focus.attaches(skill("docs/**"))
    assert not focus.attaches(skill("*.md"))
    assert not focus.attaches(skill())
    assert not NO_FOCUS.attaches(skill("**"))


def test_case_counts_where_the_file_system_says_so():
    assert not Focus(files=("A.MD",)).attaches(skill("*.md"))
    assert Focus(files=("A.MD",), case_sensitive=False).attaches(skill("*.md"))


def test_which_file_it_is():
    focus = Focus(files=("a.md", "b.md"))
    assert [f for f in focus.files if focus.fits(skill("a.*"), f)] == ["a.md"]
