"""Skills of npm packages: skills.md section 1.5."""

import json
import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from skillctl.skills.npm import is_package_name, npm_roots
from skillctl.skills.package_roots import MOST_MANIFEST
from skillctl.skills.roots import SkillFolders
from tests.skills.package_files import npm, npm_skill

MANIFEST = "node_modules/notes/package.json"


@pytest.fixture
def found(world):
    """Write files, and give the sources of the roots and all notes."""

    def run(files=()):
        world.write(dict(files))
        roots, notes = npm_roots(world.project, SkillFolders(world.project, world.home, world.home))
        return [root.source for root in roots], notes

    return run


def test_each_entry_is_a_root(world, found):
    files = npm("skills/a", "./more/", ".")
    files |= npm_skill("skills/a") | npm_skill("more/b")
    assert found(files) == (["npm:notes/skills/a", "npm:notes/more", "npm:notes/."], [])
    roots, _ = npm_roots(world.project, SkillFolders(world.project, world.home, world.home))
    folder = world.project / "node_modules/notes"
    assert (roots[0].path, roots[0].real) == (folder / "skills/a", folder / "skills/a")
    assert {(root.scope, root.container, root.most_depth) for root in roots} == {
        ("package", folder, 1)
    }


def test_dependencies_and_those_of_developers_by_name_and_no_others(found):
    package = json.dumps({"gbsSkills": ["s"]})
    names = ("zeta", "@acme/notes", "alpha", "stranger", "peer", "twice")
    files = {f"node_modules/{name}/package.json": package for name in names}
    files |= {f"node_modules/{name}/s/SKILL.md": "" for name in names}
    files["package.json"] = json.dumps(
        {
            "dependencies": {"zeta": "1", "twice": "1", "not-installed": "1"},
            "devDependencies": {"alpha": "*", "@acme/notes": "^2", "twice": "2"},
            "peerDependencies": {"peer": "1"},
        }
    )
    assert found(files) == (
        ["npm:@acme/notes/s", "npm:alpha/s", "npm:twice/s", "npm:zeta/s"],
        [],
    )


def test_without_a_manifest_or_skills_there_is_nothing(found):
    assert found() == ([], [])
    assert found({"package.json": "{}"}) == ([], [])
    assert found({"package.json": '{"dependencies": {"notes": "1"}}', MANIFEST: "{}"}) == ([], [])


def test_a_package_that_is_a_link_as_pnpm_makes(world, found):
    store = "node_modules/.pnpm/notes@1.0.0/node_modules/notes"
    files = {
        "package.json": '{"dependencies": {"notes": "1"}}',
        f"{store}/package.json": '{"gbsSkills": ["skills"]}',
        f"{store}/skills/a/SKILL.md": "",
    }
    world.write(files).link("node_modules/notes", ".pnpm/notes@1.0.0/node_modules/notes")
    assert found() == (["npm:notes/skills"], [])
    (root,), _ = npm_roots(world.project, SkillFolders(world.project, world.home, world.home))
    assert root.path == world.project / "node_modules/notes/skills"
    assert (root.real, root.container) == (world.project / store / "skills", world.project / store)


@pytest.mark.parametrize("entry", ["../other/s", "out", "in/../../other/s", "skills/up"])
def test_package_entry_link_escape(world, found, entry):
    """What leads out is refused, by name or by a link, whether or not anything is there."""
    world.write(npm(entry) | npm_skill("s", package="other") | npm_skill("in/a"))
    world.link("node_modules/notes/out", world.home)
    world.link("node_modules/notes/skills/up", "../../other/s")
    words = f'the entry "{entry}" leads out of the package: not used'
    assert found() == ([], [f"{MANIFEST}: {words}"])


def test_dots_in_an_entry_that_stays_inside(found):
    assert found(npm("a/../v1..v2") | npm_skill("v1..v2") | npm_skill("a")) == (
        ["npm:notes/a/../v1..v2"],
        [],
    )


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ([1], "gbsSkills holds a number, not a string: not used"),
        ([None], "gbsSkills holds null, not a string: not used"),
        ([["s"]], "gbsSkills holds an array, not a string: not used"),
        ([{"s": 1}], "gbsSkills holds an object, not a string: not used"),
        ("s", "gbsSkills is a string, not an array: not used"),
        (True, "gbsSkills is true or false, not an array: not used"),
        ([""], 'the entry "" is no relative path: not used'),
        (["/etc"], 'the entry "/etc" is no relative path: not used'),
        (["gone"], 'the entry "gone" names no folder: not used'),
        (["package.json"], 'the entry "package.json" names no folder: not used'),
        (["a\0b"], 'the entry "a\0b" names no folder (it holds a NUL character): not used'),
        (["\ud800"], 'the entry "\ud800" names no folder (it holds half of a character): not used'),
        (["gone/.."], 'the entry "gone/.." names no folder: not used'),
    ],
)
def test_a_bad_entry_is_one_line_and_the_others_go_on(found, value, words):
    more = [*value, "good"] if isinstance(value, list) else value
    files = npm() | {MANIFEST: json.dumps({"gbsSkills": more})} | npm_skill("good")
    good = ["npm:notes/good"] if isinstance(value, list) else []
    assert found(files) == (good, [f"{MANIFEST}: {words}"])


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("{", "is not JSON (Expecting property name enclosed in double quotes, line 1, column 2)"),
        ('{\n  "gbsSkills": [,]}', "is not JSON (Expecting value, line 2, column 17)"),
        ("[" * 100_000, "is JSON beyond all limits"),
        ('{"x": ' + "1" * 5000 + "}", "is JSON beyond all limits"),
        ("[]", "is an array, not an object"),
        ('"gbsSkills"', "is a string, not an object"),
    ],
)
def test_a_bad_manifest_is_one_line(found, data, words):
    files = npm("s", dependencies=("good", "notes"), name="good") | npm_skill("s", package="good")
    expected = ["npm:good/s"], [f"{MANIFEST}: {words}: not used"]
    assert found(files | {MANIFEST: data}) == expected
    assert found({"package.json": data})[1] == [f"package.json: {words}: not used"]


def test_a_manifest_that_is_no_text(found):
    assert found(npm("s") | {MANIFEST: b'{"name": "\xe9"}'}) == (
        [],
        [f"{MANIFEST}: is not UTF-8 text: not read"],
    )


def test_a_byte_order_mark_does_no_harm(found):
    files = npm("s") | npm_skill("s")
    files[MANIFEST] = b"\xef\xbb\xbf" + files[MANIFEST].encode()
    assert found(files) == (["npm:notes/s"], [])


def test_each_limit_reported_manifest(found):
    files = npm("s") | npm_skill("s")
    files[MANIFEST] += " " * (MOST_MANIFEST - len(files[MANIFEST]))
    assert found(files) == (["npm:notes/s"], [])
    files[MANIFEST] += " "
    assert found(files) == ([], [f"{MANIFEST}: is over 262,144 bytes: not read"])


def test_a_manifest_that_is_a_pipe_or_may_not_be_read(world, found, monkeypatch):
    from skillctl.skills import package_roots

    world.write(npm("s"))
    (world.project / MANIFEST).unlink()
    os.mkfifo(world.project / MANIFEST)
    words = "cannot be read: it is not a regular file"
    assert found()[1] == [f"{MANIFEST}: {words}"]

    def refuse(_path):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(package_roots, "open_file", refuse)
    assert found()[1] == ["package.json: cannot be read: Permission denied"]


def test_name_never_joined_to_path(world, found):
    """A dependency whose name is a path leads nowhere."""
    names = [
        "../../evil",
        "..",
        ".",
        "/etc",
        "a/b",
        "@/x",
        "@a/../b",
        "a\\..\\b",
        "C:x",
        "a\0b",
        "",
    ]
    world.write(
        {
            "package.json": json.dumps({"dependencies": dict.fromkeys(names, "1")}),
            "node_modules/a/b/package.json": '{"gbsSkills": ["."]}',
            "evil/package.json": '{"gbsSkills": ["."]}',
            "evil/SKILL.md": "",
            "package/package.json": "",
        }
    )
    roots, notes = found()
    assert roots == []
    assert notes == [
        f'package.json: "{name}" is no name of a package: not looked for' for name in sorted(names)
    ]


@pytest.mark.parametrize("key", ["dependencies", "devDependencies"])
def test_dependencies_of_another_type(found, key):
    words = f"package.json: {key} is an array, not an object: no package is looked for"
    assert found({"package.json": json.dumps({key: ["notes"]})}) == ([], [words])


def test_names_of_packages():
    for name in ("notes", "@acme/notes", "lodash.merge", "JSONStream", "a_b", "~x", "é"):
        assert is_package_name(name), name
    for name in ("", ".x", "@acme", "@acme/", "@/x", "a/b/c", "@a/b/c", "a\nb", "@a/.b"):
        assert not is_package_name(name), name


PIECES = ("..", ".", "a", "out", "deep", "gone", "/", "//", "\\", "\0", "\ud800", " ", "~", "é")


@given(st.lists(st.lists(st.sampled_from(PIECES), max_size=6).map("".join), max_size=12))
@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_package_entry_link_escape_whatever_is_written(world, entries):
    """Each entry is a root inside the package, or it is on a line."""
    manifest = {"package.json": '{"dependencies": {"notes": "1"}}'}
    world.write(manifest | {MANIFEST: json.dumps({"gbsSkills": entries})})
    folder = world.project / "node_modules/notes"
    (folder / "a/deep").mkdir(parents=True, exist_ok=True)
    if not (folder / "out").is_symlink():
        (folder / "out").symlink_to("../..")
    roots, notes = npm_roots(world.project, SkillFolders(world.project, world.home, world.home))
    assert all(root.real.is_dir() and root.real.is_relative_to(folder) for root in roots)
    too_many = [note for note in notes if "over the limit" in note]
    named = [note for note in notes if note not in too_many]
    relative = [entry for entry in entries if entry and entry[0] != "/"]
    assert len(roots) + len(named) == min(len(relative), 10) + len(entries) - len(relative)
    assert len(too_many) == (len(relative) > 10)
