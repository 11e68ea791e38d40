from pathlib import Path

import pytest

from skillctl.findings import Alias, Case
from skillctl.rules.find.found import Found, by_host_name, discovery_of, is_skill_name
from skillctl.rules.find.paths import LintFolders


@pytest.mark.parametrize(
    ("name", "is_skill"),
    [("SKILL.md", True), ("Skill.MD", True), ("SKILLS.md", False), ("SKILL", False)],
)
def test_the_name_of_a_skill_file_in_any_case(name, is_skill):
    assert is_skill_name(name) is is_skill


def test_reasons_are_kept_under_the_printed_path():
    found = Found(skipped={"/w/a": "excluded"}, unseen={"/w/b": "too deep"})
    made = discovery_of(found, LintFolders(Path("/w")))
    assert [(s.path, s.reason) for s in made.skipped] == [("a", "excluded")]
    assert [(u.path, u.shown, u.reason) for u in made.unseen] == [("/w/b", "b", "too deep")]
    assert (made.skills, made.configs, made.aliases) == ((), (), ())


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("c", [("s/b", "s/c"), ("s/a", "s/c")]),  # the name that the skill bears
        ("a", [("s/b", "s/a"), ("s/c", "s/a")]),
        ("other", [("s/b", "s/a"), ("s/c", "s/a")]),  # else the first
    ],
)
def test_aliases_are_seen_from_the_name_that_a_host_knows(name, wanted):
    aliases = [Alias("s/b", "s/a"), Alias("s/c", "s/a")]
    cases = [Case(kind="skill", name=name, path="s/a/SKILL.md")]
    assert list(by_host_name(aliases, cases)) == wanted
    assert list(by_host_name((), cases)) == []
