from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skillctl.skills.document import MAX_FRONT_MATTER_BYTES, parse_skill, read_skill_document
from skillctl.source.file import SourceFile, Undecodable, decode
from skillctl.source.read import Unreadable

GOOD = "---\nname: notes\ndescription: Keeps notes. Use when asked.\n---\n\n# Notes\n"


def read(tree, content, name="notes/SKILL.md"):
    root = tree({name: content})
    return read_skill_document(root / name, f"shown/{name}")


def test_a_good_skill(tree):
    doc = read(tree, GOOD)
    assert (doc.folder, doc.spelled, doc.shown) == ("notes", "notes", "shown/notes/SKILL.md")
    assert (doc.failure, doc.stop) == (None, None)
    assert doc.text("name") == "notes"
    assert doc.text("license") is None
    assert doc.body == "\n# Notes\n"
    entry = doc.entry("description")
    assert str(doc.source.location(entry.value.start)) == "shown/notes/SKILL.md:3:14"


def test_the_byte_order_mark_and_line_ends_change_nothing(tree):
    doc = read(tree, b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert doc.text("description") == "Keeps notes. Use when asked."
    assert doc.source.location(doc.entry("name").start).start.offset == 3 + 5


def test_a_value_that_is_no_string_is_no_text(tree):
    doc = read(tree, "---\nname: 2024\ndescription: [a]\n---\n")
    assert (doc.text("name"), doc.text("description")) == (None, None)
    assert doc.entry("name").value.kind == "number"


@pytest.mark.parametrize("yaml", ["- a\n", "text\n", ""])
def test_front_matter_that_is_no_mapping_has_no_fields(tree, yaml):
    doc = read(tree, f"---\n{yaml}---\n")
    assert doc.front is not None
    assert (doc.fields, doc.entry("name")) == (None, None)


def test_broken_yaml_has_a_stop_and_the_body_is_there(tree):
    doc = read(tree, "---\nname: notes\ndescription: a: b\n---\nbody\n")
    assert doc.front is None
    assert (doc.stop.kind, doc.stop.key, doc.body) == ("plain-colon", "description", "body\n")


def test_without_a_block_all_is_body(tree):
    doc = read(tree, "# Title\n")
    assert (doc.block, doc.front, doc.body) == (None, None, "# Title\n")


def test_an_unclosed_block_is_not_parsed(tree):
    doc = read(tree, "---\nname: notes\n\n1. Read.\n")
    assert (doc.front, doc.stop, doc.body) == (None, None, "1. Read.\n")


def test_a_long_front_matter_is_not_parsed(tree):
    line = "é" * (MAX_FRONT_MATTER_BYTES // 2 - 2)
    just = read(tree, f"---\nk: {line}\n---\n")
    assert (just.front_matter_too_long, just.text("k")) == (False, line)
    over = read(tree, f"---\nk: {line}x\n---\n")
    assert (over.front_matter_too_long, over.front) == (True, None)


def test_what_cannot_be_read_is_a_failure(tree, tmp_path):
    assert isinstance(read(tree, b"---\nname: \xff\n").failure, Undecodable)
    doc = read_skill_document(tmp_path / "gone" / "SKILL.md", "gone/SKILL.md")
    assert isinstance(doc.failure, Unreadable)
    assert (doc.body, doc.folder, doc.front_matter_too_long) == ("", "gone", False)
    (tmp_path / "loop").symlink_to("loop")
    assert isinstance(read_skill_document(tmp_path / "loop" / "SKILL.md", "x").failure, Unreadable)


def test_the_folder_is_the_real_one_whatever_the_spelling(tree, tmp_path, monkeypatch):
    tree({"real/SKILL.md": GOOD})
    (tmp_path / "alias").symlink_to("real")
    doc = read_skill_document(tmp_path / "alias" / "SKILL.md", "x")
    assert (doc.folder, doc.spelled) == ("real", "alias")
    monkeypatch.chdir(tmp_path / "real")
    here = read_skill_document(Path("SKILL.md"), "x")
    assert here.folder == "real"


PIECES = st.sampled_from(
    [b"---\n", b"name: ", b"a: b\n", b"\xff", b"\xef\xbb\xbf", b"\r\n", b": ", b"\x00", b"[", b'"']
)


@given(st.lists(PIECES | st.binary(max_size=4), max_size=20).map(b"".join))
@settings(max_examples=400, deadline=None)
def test_any_bytes_give_a_document_whose_places_are_inside(tmp_path_factory, data):
    source = decode("SKILL.md", data)
    if not isinstance(source, SourceFile):
        return
    doc = parse_skill(source, tmp_path_factory.getbasetemp(), "a", "a")
    if doc.stop:
        assert 0 <= doc.stop.start <= doc.stop.end <= len(source.text)
        assert doc.front is None
