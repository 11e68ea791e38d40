import os

from skillctl.rules.skill import listing
from skillctl.rules.skill.listing import Listings


def test_names_and_links(tree):
    root = tree({"a/b.md": "", "a/c/d": ""})
    (root / "a" / "l").symlink_to("c")
    found = Listings().of(str(root / "a"))
    assert found.names == {"b.md": False, "c": False, "l": True}
    assert found.known


def test_a_name_that_differs_by_case_or_unicode_form(tree):
    found = Listings().of(str(tree({"Guide.MD": "", "caf\u0065\u0301": ""})))
    assert (found.alike("guide.md"), found.alike("caf\u00e9")) == ("Guide.MD", "cafe\u0301")
    assert found.alike("guides.md") is None


def test_what_is_no_folder_is_empty(tree):
    root = tree({"a": ""})
    for name in ("a", "b", "b/c"):
        found = Listings().of(str(root / name))
        assert (found.names, found.known) == ({}, True)


def test_what_cannot_be_read_is_not_known(tree, monkeypatch):
    def refuse(_):
        raise PermissionError

    monkeypatch.setattr(os, "scandir", refuse)
    assert not Listings().of(str(tree({"a": ""}))).known


def test_each_folder_is_listed_once_and_dropped_with_its_skill(tree, monkeypatch):
    root = tree({"a/x": "", "b/x": ""})
    seen = []
    scandir = os.scandir
    monkeypatch.setattr(os, "scandir", lambda path: seen.append(path) or scandir(path))
    listings = Listings()
    a, b = str(root / "a"), str(root / "b")
    listings.begin(a)
    for folder in (a, a, b, b):
        listings.of(folder)
    assert seen == [a, b]
    listings.begin(b)  # that of b was shared until now
    listings.begin(a)
    listings.of(a)
    assert seen == [a, b, a]
    monkeypatch.setattr(listing, "MOST_SHARED", 0)
    listings.begin(a)
    listings.of(b)
    assert seen == [a, b, a, b]
