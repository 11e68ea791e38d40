"""What is common to packages of both kinds: skills.md section 1.5."""

import pytest

from skillctl.skills import package_roots as module
from skillctl.skills.package_roots import Entry, Package, Unusable, read_manifest
from skillctl.skills.roots import SkillFolders


@pytest.fixture
def package(world):
    """A package with a manifest and eleven folders."""
    world.write({f"pack/s{number:02}/x": "" for number in range(11)})
    world.write({"pack/manifest": "text"})
    places = SkillFolders(world.project, world.home, world.home)
    return Package(world.project / "pack/manifest", places)


def entries(package, count):
    folder = package.manifest.parent
    return [Entry(f"s{n:02}", folder / f"s{n:02}", f"npm:p/s{n:02}", folder) for n in range(count)]


def test_each_limit_reported_entries(package):
    assert len(list(package.roots(entries(package, 10)))) == 10
    assert package.notes == []
    kept = list(package.roots(entries(package, 11)))
    assert [root.source for root in kept] == [f"npm:p/s{n:02}" for n in range(10)]
    assert package.notes == [
        'pack/manifest: 1 entry is over the limit of 10: not used: "s10"',
    ]


def test_all_entries_over_the_limit_are_named(package):
    list(package.roots([*entries(package, 11), *entries(package, 2)]))
    assert package.notes == [
        'pack/manifest: 3 entries are over the limit of 10: not used: "s10", "s00", "s01"',
    ]


def test_a_package_that_is_a_link_to_home_or_above(world, package):
    for name, target in (("own", world.home), ("all", "/")):
        world.link(name, target)
        folder = world.project / name
        entry = Entry("s", folder, f"npm:{name}/s", folder)
        assert list(package.roots([entry])) == []
    words = "lies in a package that is a link to the home folder or above: not used"
    assert package.notes == [f'pack/manifest: the entry "s" {words}'] * 2


def test_the_limits_are_those_of_the_specification():
    assert (module.MOST_ENTRIES, module.MOST_MANIFEST) == (10, 262_144)


def test_reading_a_manifest(package, tmp_path):
    assert read_manifest(package.manifest) == "text"
    assert read_manifest(tmp_path / "gone") is None
    assert read_manifest(package.manifest / "below") is None
    with pytest.raises(Unusable, match="it is not a regular file"):
        read_manifest(tmp_path)
