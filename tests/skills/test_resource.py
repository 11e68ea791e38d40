"""Files of a skill as the model may read them: skills.md section 9."""

import os
from contextlib import suppress
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skillctl.skills.resource import OUTSIDE, ResourceRefused, open_resource, raw_resource
from tests.skills.conftest import skill_text

BASE = ".agents/skills/x"
NOT_RELATIVE = "resource must be a relative path inside the skill"


@pytest.fixture
def opened(world):
    """Write files of a skill, make its links, and open one file."""
    world.write({f"{BASE}/SKILL.md": skill_text("x")})

    def run(wanted, files=None, links=None, then=None):
        world.write({f"{BASE}/{path}": content for path, content in (files or {}).items()})
        for path, target in (links or {}).items():
            world.link(f"{BASE}/{path}", target)
        skill = world.decide().gather().get("x")
        if then:
            then(world.project / BASE)
        return open_resource(skill, wanted)

    return run


def refused(opened, *args, **kwargs):
    with pytest.raises(ResourceRefused) as caught:
        opened(*args, **kwargs)
    return str(caught.value)


@pytest.mark.parametrize(
    "wanted", ["references/a.md", "./references//a.md", "references\\a.md", "references/./a.md"]
)
def test_a_file_by_any_spelling(opened, wanted):
    found = opened(wanted, {"references/a.md": "A\r\n"})
    assert (found.path, found.text, found.size) == ("references/a.md", "A\r\n", 3)
    assert found.sha256 == sha256(b"A\n").hexdigest()


def test_dots_in_file_name(opened):
    files = {"v1..v2.md": "A", "..notes.md": "B", "a...b/c..md": "C"}
    assert opened("v1..v2.md", files).text == "A"
    assert opened("a...b/c..md", files).text == "C"


@pytest.mark.parametrize(
    "wanted",
    [
        *("/etc/passwd", "../y/SKILL.md", "a/../../b", "a\\..\\b", "C:/x", "c:x", "\\\\host\\x"),
        *("", ".", "./", "a\0b", "a\ud800", ".."),
    ],
)
def test_paths_that_are_not_relative(opened, wanted):
    assert refused(opened, wanted) == NOT_RELATIVE


def test_hidden_parts_are_never_resources(opened):
    files = {".env": "S=1", "a/.git/config": "c"}
    for wanted in (".env", "a/.git/config", ".missing"):
        assert refused(opened, wanted, files) == "hidden files are not part of a skill's resources"


@pytest.mark.parametrize("exists", [True, False])
@pytest.mark.parametrize(
    ("link", "target", "wanted"),
    [
        ("out.md", "../../../private.md", "out.md"),
        ("out", "../../..", "out/private.md"),
        ("abs.md", "~/private.md", "abs.md"),
        ("env.md", ".env", "env.md"),
        ("gone.md", "not-there.md", "gone.md"),
    ],
)
def test_a_link_that_leaves_says_the_same_with_or_without_a_target(
    opened, world, exists, link, target, wanted
):
    if exists:
        world.write({"private.md": "S", "~/private.md": "S", f"{BASE}/.env": "S"})
    target = target.replace("~", str(world.home))
    assert refused(opened, wanted, links={link: target}) == OUTSIDE


def test_links_into_the_skills_root(opened, world):
    world.write({".agents/skills/_shared/a.md": "A", ".agents/skills/_shared/d/b.md": "B"})
    links = {"a.md": "../_shared/a.md", "d": "../_shared/d"}
    assert opened("a.md", links=links).text == "A"
    assert opened("d/b.md").text == "B"


def test_the_whole_instructions(opened):
    found = opened("SKILL.md")
    assert found.text == skill_text("x")
    assert found.path == "SKILL.md"


def test_the_instructions_come_from_the_snapshot(opened):
    found = opened("SKILL.md", then=lambda base: (base / "SKILL.md").write_text("evil"))
    assert found.text == skill_text("x")


def test_a_folder_names_its_files(opened):
    files = {f"refs/{index:02}.md": "" for index in range(22)}
    names = ", ".join(f"refs/{index:02}.md" for index in range(20))
    assert refused(opened, "refs", files) == (f'"refs" is a folder; its files: {names} and 2 more')
    assert refused(opened, "empty", then=lambda base: (base / "empty").mkdir()) == (
        '"empty" is a folder; its files: none'
    )


def test_a_missing_file_names_up_to_five_near_ones(opened):
    files = {f"references/column{index}.md": "" for index in range(7)}
    said = refused(opened, "references/columns.md", files)
    assert said.startswith('no file "references/columns.md" in the skill; did you mean ')
    assert said.count("references/column") == 6
    assert refused(opened, "zzz") == 'no file "zzz" in the skill'


def test_what_was_not_agreed_to_is_not_served(opened, world):
    world.write({".gitignore": "dist/\n"})
    assert refused(opened, "dist/a.js", {"dist/a.js": "1"}) == (
        '"dist/a.js" is not part of what was agreed to for this skill'
    )
    said = refused(opened, "new.md", then=lambda base: (base / "new.md").write_text("N"))
    assert said == '"new.md" is not part of what was agreed to for this skill'


def test_a_fifo_is_refused_without_opening(opened):
    said = refused(opened, "pipe", then=lambda base: os.mkfifo(base / "pipe"))
    assert said == '"pipe" is not a regular file'


def fifo_instead(base):
    (base / "a.md").unlink()
    os.mkfifo(base / "a.md")


@pytest.mark.parametrize(
    "change",
    [
        lambda base: (base / "a.md").write_text("B"),
        lambda base: (base / "a.md").unlink(),
        fifo_instead,
    ],
    ids=["edited", "deleted", "fifo"],
)
def test_a_file_that_changed_since(opened, change):
    assert refused(opened, "a.md", {"a.md": "A"}, then=change) == (
        "a.md changed since this message; it is read again with the next message"
    )


def test_tier3_limits(opened):
    files = {"big.md": "x" * 1_048_577, "fits.md": "x" * 1_048_576}
    assert refused(opened, "big.md", files) == (
        "big.md is 1,048,577 bytes; limit 1,048,576: not read"
    )
    assert len(opened("fits.md").text) == 1_048_576


def test_binary_files_have_no_text(opened):
    files = {"a.png": b"\x89\0", "b.txt": b"\xff"}
    assert opened("a.png", files).text is None
    assert (opened("b.txt").text, opened("b.txt").size) == (None, 1)


def test_raw_bytes_are_those_of_the_file(opened, world):
    opened("a.png", {"a.png": b"\xef\xbb\xbfA\r\n\0", "v1..v2.md": "A"})
    skill = world.decide().gather().get("x")
    assert raw_resource(skill, "a.png") == b"\xef\xbb\xbfA\r\n\0"
    assert raw_resource(skill, "SKILL.md") == skill_text("x").encode()
    assert raw_resource(skill, "./v1..v2.md") == b"A"
    with pytest.raises(ResourceRefused, match="relative path"):
        raw_resource(skill, "../x")
    (world.project / BASE / "SKILL.md").write_text("evil")
    with pytest.raises(ResourceRefused, match=r"SKILL\.md changed since"):
        raw_resource(skill, "SKILL.md")


def test_a_file_that_cannot_be_read(opened, monkeypatch):
    def no_open(*_args, **_kwargs):
        raise PermissionError(13, "Permission denied")

    def forbid(_base):
        monkeypatch.setattr(os, "open", no_open)

    assert refused(opened, "a.md", {"a.md": "A"}, then=forbid) == (
        "a.md cannot be read: Permission denied"
    )


PARTS = st.sampled_from(["..", ".", "", "a", "out", "in.md", "b.md", "~", "C:", "\0", ".env", "*"])


def test_no_spelling_reaches_what_lies_outside(world):
    files = {"SKILL.md": skill_text("x"), "a/b.md": "inside", "in.md": "inside", ".env": "secret"}
    world.write({"private/b.md": "secret", "b.md": "secret", "~/b.md": "secret"})
    for path, content in files.items():
        world.write({f"{BASE}/{path}": content})
    world.link(f"{BASE}/out", "../../../private").link(f"{BASE}/a/out", str(world.home))
    skill = world.decide().gather().get("x")

    @settings(deadline=None, max_examples=300)
    @given(st.lists(PARTS, max_size=6), st.sampled_from("/\\"))
    def try_it(parts, separator):
        with suppress(ResourceRefused):
            assert open_resource(skill, separator.join(parts)).text == "inside"

    try_it()
