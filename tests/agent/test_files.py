import os
import subprocess

import pytest

from skillctl.agent.files import FILE_TOOLS, difference
from skillctl.agent.prepared import Refused, ToolError
from skillctl.policy.paths import Area
from skillctl.policy.verdict import Decision

UNSEEN = "3 bytes; what is there is binary or too large: not shown"


@pytest.fixture
def area(tmp_path):
    root = tmp_path.resolve() / "root"
    root.mkdir()
    return Area(root=root, home=tmp_path.resolve() / "home")


@pytest.fixture
def prepare(area):
    return lambda tool, **arguments: FILE_TOOLS[tool](arguments, area)


def test_read_file(area, prepare):
    (area.root / "a.txt").write_text("1\n2\n3\n")
    call = prepare("read_file", path="a.txt", offset=2, limit=1)
    assert (call.asks, call.verdict.decision) == (False, Decision.ALLOW)
    assert call.run().text == "2\n[1 more line; read on with offset=3]"
    assert prepare("read_file", path="a.txt").run().text == "1\n2\n3\n"
    assert prepare("read_file", path=str(area.root / "a.txt"), offset=3.0).run().text == "3\n"


def test_a_long_result_is_cut_and_kept_whole(area, prepare):
    (area.root / "a.txt").write_text("x" * 1000 + "\n" + "y" * 1000 + "\n" + "z\n" * 12_000)
    result = prepare("read_file", path="a.txt", limit=2000).run()
    assert result.full is None
    (area.root / "a.txt").write_text(("x" * 100 + "\n") * 1000)
    result = prepare("read_file", path="a.txt").run()
    assert len(result.text) <= 20_000
    assert "characters left out" in result.text
    assert result.full == ("x" * 100 + "\n") * 1000


def test_list_dir_lists_the_root_unless_told(area, prepare):
    (area.root / "docs").mkdir()
    (area.root / "docs" / "a.md").touch()
    assert prepare("list_dir").run().text == "docs/"
    assert prepare("list_dir", path="docs").run().text == "a.md"


def test_glob(area, prepare):
    (area.root / "docs").mkdir()
    (area.root / "docs" / "a.md").touch()
    assert prepare("glob", pattern="*.md").run().text == "docs/a.md"
    assert prepare("glob", pattern="*.md", path="docs").run().text == "docs/a.md"


def test_write_file_asks_and_shows_what_changes(area, prepare):
    (area.root / "a.txt").write_text("one\ntwo\n")
    call = prepare("write_file", path="a.txt", content="one\n2\n")
    assert call.asks
    assert call.preview() == "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n"
    assert (area.root / "a.txt").read_text() == "one\ntwo\n"
    assert call.run().text == "Replaced a.txt (6 bytes)"
    assert (area.root / "a.txt").read_text() == "one\n2\n"


def test_write_file_makes_new_files(area, prepare):
    call = prepare("write_file", path="new/b.txt", content="é")
    assert call.preview() == "--- a/new/b.txt\n+++ b/new/b.txt\n@@ -0,0 +1 @@\n+é\n"
    assert call.run().text == "Wrote new file new/b.txt (2 bytes)"
    assert (area.root / "new" / "b.txt").read_text() == "é"


def test_content_goes_to_the_file_as_it_is(area, prepare):
    text = "\ufeffa\r\nb\u200b\x1b[0m"
    prepare("write_file", path="a", content=text).run()
    assert (area.root / "a").read_bytes() == text.encode()


def test_one_mebibyte_is_the_limit_of_a_write(prepare):
    assert "(1048576 bytes)" in prepare("write_file", path="a", content="x" * 2**20).run().text
    with pytest.raises(
        ToolError, match="content is 1048577 bytes; the limit of write_file is 1048576"
    ):
        prepare("write_file", path="a", content="x" * 2**20 + "y")


def test_what_no_file_can_hold_is_refused(prepare):
    with pytest.raises(ToolError, match="half a surrogate pair at character 2"):
        prepare("write_file", path="a", content="x\ud800")


@pytest.mark.parametrize("tool", FILE_TOOLS)
@pytest.mark.parametrize("path", ["../secret", "/etc/hosts", ".git/config", "a\0b"])
def test_every_tool_stands_behind_the_path_guard(tool, path, prepare, tmp_path):
    (tmp_path / "secret").write_text("s")
    with pytest.raises(Refused, match=r"\$\.path: .* may not be used: "):
        prepare(tool, path=path, content="", pattern="*")


def test_a_refusal_does_not_tell_what_lies_outside(prepare, tmp_path):
    (tmp_path / "there").mkdir()
    texts = []
    for name in ("there", "not-there"):
        with pytest.raises(Refused) as caught:
            prepare("write_file", path=f"../{name}", content="")
        texts.append(str(caught.value).replace(name, "X"))
    assert texts[0] == texts[1]


def test_sensitive_files_and_steering_files_need_a_person(area, prepare):
    (area.root / ".env").write_text("A=1")
    assert prepare("read_file", path=".env").verdict.decision is Decision.CONFIRM
    steering = prepare("write_file", path="Makefile", content="")
    assert steering.verdict.decision is Decision.CONFIRM


def test_a_folder_is_no_file_to_write(area, prepare):
    (area.root / "docs").mkdir()
    with pytest.raises(ToolError, match="docs is a folder"):
        prepare("write_file", path="docs", content="")


def test_a_difference_that_cannot_be_shown_is_told_by_its_size(tmp_path):
    (tmp_path / "bin").write_bytes(b"\xff\0")
    assert difference(tmp_path / "bin", "bin", b"abc") == f"bin: {UNSEEN}"
    (tmp_path / "long").write_text("x\n" * 4000)
    assert difference(tmp_path / "long", "long", b"y\n") == "long: replaces 4,000 lines by 1 line"


def test_a_difference_without_line_end_stays_readable(tmp_path):
    (tmp_path / "a").write_text("one")
    lines = difference(tmp_path / "a", "a", b"two").splitlines()
    assert lines[-2:] == ["-one", "+two"]


def test_only_what_is_small_and_regular_is_looked_at_for_a_difference(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with (tmp_path / "sparse").open("wb") as file:
        file.truncate(2**40)
    (tmp_path / "link").symlink_to("a")
    (tmp_path / "a").write_text("x" * (2**20 + 1))
    for name in ("pipe", "sparse", "link", "a"):
        assert difference(tmp_path / name, name, b"abc") == f"{name}: {UNSEEN}"
    (tmp_path / "a").write_text("x" * 2**20)
    assert difference(tmp_path / "a", "a", b"abc").endswith("x\n+abc\n")


def test_only_a_line_feed_ends_a_line_of_a_difference(tmp_path):
    text = difference(tmp_path / "a", "a\nb", "1\r2\x0b3\u20284\n5\n".encode())
    assert text == "--- a/a\\nb\n+++ b/a\\nb\n@@ -0,0 +1,2 @@\n+1\r2\x0b3\u20284\n+5\n"


def test_a_write_onto_a_pipe_replaces_it(area, prepare):
    os.mkfifo(area.root / "pipe")
    call = prepare("write_file", path="pipe", content="abc")
    assert call.preview() == f"pipe: {UNSEEN}"
    call.run()
    assert (area.root / "pipe").read_text() == "abc"


@pytest.mark.parametrize("tool", FILE_TOOLS)
@pytest.mark.parametrize("path", ["n" * 300, "d/" * 3000, "loop", "loop/a", "chain0/a"])
def test_odd_paths_are_told_in_words(tool, path, area, prepare):
    (area.root / "loop").symlink_to("loop")
    for number in range(1100):
        (area.root / f"chain{number}").symlink_to(f"chain{number + 1}")
    try:
        prepare(tool, path=path, content="", pattern="*").run()
    except ToolError as error:
        assert str(error)  # noqa: PT017 # a loop may be written over, the rest is told
    else:
        assert tool == "write_file"
    finally:  # what clears temporary folders goes into them by recursion
        subprocess.run(["rm", "-rf", str(area.root / "d")], check=True)


def test_odd_entries_do_not_stop_a_listing(area, prepare):
    (area.root / "loop").symlink_to("loop")
    (area.root / "a").touch()
    assert prepare("list_dir").run().text == "a\nloop"
    assert prepare("glob", pattern="*").run().text == "a"


def test_deep_folders_are_searched(area, prepare):
    file = area.root.joinpath(*["d"] * 1500, "f")
    folders = list(file.parents)[:1500]
    for folder in reversed(folders):
        folder.mkdir()
    file.touch()
    found = prepare("glob", pattern="f").run().text
    file.unlink()
    for folder in folders:  # what clears temporary folders goes into them by recursion
        folder.rmdir()
    assert found == str(file.relative_to(area.root))


def test_an_offset_may_be_any_number(area, prepare):
    (area.root / "a").write_text("1\n")
    for offset in (10**30, 1e300):
        with pytest.raises(ToolError, match="a has 1 line; offset is 1000"):
            prepare("read_file", path="a", offset=offset).run()


@pytest.mark.parametrize("tool", ["read_file", "list_dir", "glob"])
def test_a_parent_swapped_while_a_person_was_asked_is_noticed(tool, area, prepare, tmp_path):
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / ".env").write_text("SECRET")
    (area.root / "sw" / "in").mkdir(parents=True)
    (area.root / "sw" / ".env").write_text("A=1")
    path = "sw/.env" if tool == "read_file" else "sw"
    outside, inside = (prepare(tool, path=path, pattern="*") for _ in range(2))
    (area.root / "sw").rename(area.root / "aside")
    (area.root / "sw").symlink_to(tmp_path / "other")
    with pytest.raises(Refused, match="outside the workspace"):
        outside.run()
    (area.root / "sw").unlink()
    (area.root / "sw").symlink_to("aside")
    with pytest.raises(ToolError, match="changed after it was checked; nothing was read"):
        inside.run()
