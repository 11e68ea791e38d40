from pathlib import Path

from skillctl.rules.engine import Checker, Terms
from skillctl.rules.find.found import CLOSED, DEEP, STOPPED, Unseen
from skillctl.rules.find.paths import LintFolders
from skillctl.rules.selection import Selection
from skillctl.rules.walk_limit import check


def test_each_place_that_was_not_seen_is_a_case_with_its_reason():
    checker = Checker(Terms(selection=Selection(), places=LintFolders(Path("/w"))))
    one, two = check(checker, [Unseen("/w/a", "a", "too deep"), Unseen("/w/b", "b", "{no} entry")])
    assert (one.kind, one.path, one.findings[0].message) == ("folder", "a", "too deep")
    assert (two.findings[0].code, two.findings[0].message) == ("LT001", "{no} entry")
    assert two.findings[0].location.start is None


def helped(reason):
    """What the help of a finding with this reason says."""
    checker = Checker(Terms(selection=Selection(), places=LintFolders(Path("/w"))))
    (case,) = check(checker, [Unseen("/w/a", "a", reason)])
    return case.findings[0].advice


def test_the_help_fits_the_reason():
    """A limit of entries has nothing to do with a folder that may not be read."""
    assert "lint.max-entries" not in helped(f"{CLOSED}: Permission denied")
    assert helped(f"{CLOSED}: Permission denied").startswith("let the folder be read")
    assert helped(f"{STOPPED} after 5 entries").startswith("raise lint.max-entries")
    assert helped(f"{DEEP} 32 folders deep").startswith("name the folder itself")
