import shutil
import subprocess

import pytest

from skillctl.rules.fix.diff import MAX_COMPARED, unified
from tests.policy.test_secrets import noise


def test_a_diff_is_unified_and_plain():
    before, after = b"a\nb\nc\nd\ne\nf\ng\n", b"a\nb\nc\nd\nE\nf\ng\n"
    assert unified("x/y.md", before, after) == (
        "--- x/y.md\n+++ x/y.md\n@@ -2,6 +2,6 @@\n b\n c\n d\n-e\n+E\n f\n g\n"
    )
    assert unified("x", before, before) == ""


def test_bytes_that_cannot_be_seen_are_part_of_it():
    assert unified("x", b"\xef\xbb\xbfa\r\nb", b"a\r\nb\n") == (
        "--- x\n+++ x\n@@ -1,2 +1,2 @@\n-\ufeffa\r\n-b\n\\ No newline at end of file\n+a\r\n+b\n"
    )


LONG = b"".join(b"%d\n" % n for n in range(MAX_COMPARED + 5))
CASES = {
    "middle": (b"a\nb\nc\n", b"a\nX\nc\n"),
    "no-line-end": (b"a\nb", b"a\nX"),
    "first": (b"a\nb\n", b"n\na\nb\n"),
    "far": (b"x\n" * 30 + b"y\n" * 30, b"w\n" + b"x\n" * 30 + b"z\n" + b"y\n" * 29),
    "lone-cr": (b"a\rb\rc", b"a\rX\rc"),
    "long": (LONG, LONG.replace(b"\n7\n", b"\nX\nX\n").replace(b"\n1500\n", b"\n")),
    "long-first": (LONG, b"new\n" + LONG),
    "long-last": (LONG, LONG + b"new"),
    "long-all-but-one": (LONG, LONG[2:-5]),
    "repeated": (b"x\n" * 3000, b"x\n" * 3001),
}


@pytest.mark.skipif(shutil.which("patch") is None, reason="patch is not installed")
@pytest.mark.parametrize("name", CASES)
def test_patch_makes_the_new_file_of_it(name, tmp_path):
    before, after = CASES[name]
    (tmp_path / "f").write_bytes(before)
    text = unified("f", before, after)
    done = subprocess.run(
        ["patch", "--binary", "-p0"],
        input=text.encode(),
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert (tmp_path / "f").read_bytes() == after


def test_no_secret_is_printed_and_no_name_forges_a_line():
    token = "gh" + "p_" + noise(36)
    text = unified("a\nb", f"k {token}\na\n".encode(), f"k {token}\nb\n".encode())
    assert token not in text
    assert text.startswith("--- a\\nb\n+++ a\\nb\n")


def test_only_what_is_hidden_changes_in_a_row_and_a_change_in_it_still_shows():
    hide = str.maketrans({"s": "*", "t": "*"})
    text = unified("x", b"--s\nks\nc\n", b"--s\nkt\nc\n", lambda text: text.translate(hide))
    assert text == "--- x\n+++ x\n@@ -1,3 +1,3 @@\n --*\n-k*\n+k*\n c\n"
