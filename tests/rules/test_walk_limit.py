from pathlib import Path

from skillctl.rules.engine import Checker, Terms
from skillctl.rules.find.found import Unseen
from skillctl.rules.find.paths import LintFolders
from skillctl.rules.selection import Selection
from skillctl.rules.walk_limit import check


def test_each_place_that_was_not_seen_is_a_case_with_its_reason():
    checker = Checker(Terms(selection=Selection(), places=LintFolders(Path("/w"))))
    one, two = check(checker, [Unseen("/w/a", "a", "too deep"), Unseen("/w/b", "b", "{no} entry")])
    assert (one.kind, one.path, one.findings[0].message) == ("folder", "a", "too deep")
    assert (two.findings[0].code, two.findings[0].message) == ("LT001", "{no} entry")
    assert two.findings[0].location.start is None
