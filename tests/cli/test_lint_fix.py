import json
import os
import subprocess
import sys

import pytest

BAD = "---\ndescription: 2024\n---\n"
GOOD = '---\nname: notes\ndescription: "2024"\n---\n'
DIFF = (
    "--- notes/SKILL.md\n+++ notes/SKILL.md\n@@ -1,3 +1,4 @@\n ---\n-description: 2024\n"
    '+name: notes\n+description: "2024"\n ---\n'
)
PIPED = ("lint", "-", "--stdin-filename")


@pytest.fixture
def bad(tree):
    return tree({"notes/SKILL.md": BAD})


def test_fix_mends_and_what_is_left_decides(bad, skillctl):
    assert skillctl("lint", cwd=bad).out.endswith(
        "1 skill checked: 2 errors; 2 fixable with --fix\n"
    )
    run = skillctl("lint", "--fix", cwd=bad)
    assert (run.code, run.out) == (0, "1 skill checked: no findings; fixed 2 of 2\n")
    assert (bad / "notes/SKILL.md").read_text() == GOOD
    again = skillctl("lint", "--fix", cwd=bad)
    assert (again.code, again.out) == (0, "1 skill checked: no findings\n")


def test_a_fix_that_is_withheld_is_told_and_counted(tree, skillctl):
    root = tree({"notes/SKILL.md": "\ufeff---\nname: 7\ndescription: Keeps.\n---\n"})
    run = skillctl("lint", "--fix", cwd=root)
    assert run.code == 1
    assert run.out.startswith(
        "notes/SKILL.md:2:7: error SK202 name-type: name is a number to YAML, not a string; "
        "fix withheld: a new error would appear: SK207 name-directory\n"
    )
    assert "--fix)" not in run.out
    assert run.out.endswith("1 skill checked: 1 error; fixed 1 of 2\n")
    report = json.loads(skillctl("lint", "--fix", "--format", "json", cwd=root).out)
    assert report["findings"][0]["fix"] is None
    assert (report["summary"]["fixed"], report["summary"]["fixable"]) == (0, 0)


def test_json_counts_what_was_fixed(bad, skillctl):
    summary = json.loads(skillctl("lint", "--format", "json", cwd=bad).out)["summary"]
    assert (summary["fixable"], summary["fixed"]) == (2, 0)
    summary = json.loads(skillctl("lint", "--fix", "--format", "json", cwd=bad).out)["summary"]
    assert (summary["fixable"], summary["fixed"], summary["failed"]) == (0, 2, False)


@pytest.mark.parametrize("words", [("--diff",), ("--fix", "--diff")])
def test_diff_writes_nothing_and_exits_1(words, bad, skillctl):
    run = skillctl("lint", *words, cwd=bad)
    assert (run.code, run.out, run.err) == (1, DIFF, "would fix 2 of 2\n")
    assert (bad / "notes/SKILL.md").read_text() == BAD
    assert skillctl("lint", *words, "--quiet", cwd=bad).err == ""


def test_diff_is_empty_where_nothing_would_change(tree, skillctl):
    root = tree({"notes/SKILL.md": GOOD, "other/SKILL.md": "# Head\n"})
    run = skillctl("lint", "--diff", cwd=root)
    assert (run.code, run.out, run.err) == (0, "", "")


def test_diff_tells_what_is_withheld(bad, skillctl):
    (bad / "notes/SKILL.md").chmod(0o444)
    run = skillctl("lint", "--diff", cwd=bad)
    reason = "fix withheld: the file is read-only"
    assert (run.code, run.out) == (0, "")
    assert run.err == (
        f"notes/SKILL.md: SK201: {reason}\nnotes/SKILL.md: SK211: {reason}\nwould fix 0 of 2\n"
    )


def test_a_text_from_stdin_is_printed_as_it_is_then(bad, skillctl):
    text = "---\r\nname: notes\r\ndescription: 2024\r\n---\r\nNo end"
    run = skillctl(*PIPED, "notes/SKILL.md", "--fix", cwd=bad, stdin=text)
    assert (run.code, run.out) == (0, text.replace("2024", '"2024"'))
    assert run.err == "1 skill checked: no findings; fixed 1 of 1\n"
    same = skillctl(*PIPED, "notes/SKILL.md", "--fix", cwd=bad, stdin="# Head\n")
    assert (same.code, same.out) == (1, "# Head\n")
    assert "SK101" in same.err
    diff = skillctl(*PIPED, "notes/SKILL.md", "--diff", cwd=bad, stdin=text)
    assert diff.code == 1
    assert '-description: 2024\r\n+description: "2024"\r\n' in diff.out
    assert (bad / "notes/SKILL.md").read_text() == BAD


def test_bytes_that_are_no_text_come_back(bad):
    command = [sys.executable, "-m", "skillctl", *PIPED, "notes/SKILL.md", "--fix"]
    done = subprocess.run(command, input=b"---\n\xff", capture_output=True, cwd=bad, check=False)
    assert (done.returncode, done.stdout) == (1, b"---\n\xff")
    assert b"SK003" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_a_terminal_gets_no_control_character_of_a_file(tree):
    import pty

    root = tree({"notes/SKILL.md": "---\nname: notes\ndescription: 2024\n---\n\x1b[31mred\n"})
    main, side = pty.openpty()
    command = [sys.executable, "-m", "skillctl", "lint", "--diff", "--ignore", "SK005"]
    done = subprocess.run(command, stdout=side, stderr=subprocess.PIPE, cwd=root, check=False)
    os.close(side)
    with open(main, "rb", buffering=0) as terminal:  # noqa: PTH123 # a descriptor
        assert done.returncode == 1, done.stderr  # so there is something to read
        shown = terminal.read(65_536)
    assert b"\x1b" not in shown
    assert b"\\x1b[31mred" in shown


def test_unsafe_fixes_are_not_offered(bad, skillctl):
    assert skillctl("lint", "--unsafe-fixes", cwd=bad).code == 2


def test_a_diff_of_a_config_shows_no_value_of_its_environment(tree, skillctl):
    entry = {"command": "x", "args": "-v", "env": {"A": "hunter", "N": 1}}
    text = json.dumps({"mcpServers": {"s": entry, "u": {"url": "https://me:hunter@h.example"}}})
    root = tree({".mcp.json": text})
    run = skillctl("lint", "--diff", cwd=root)
    assert run.code == 1
    assert '"type": "http"' in run.out
    assert "hunter" not in run.out + run.err


def test_a_diff_shows_nothing_of_a_file_of_another_name_but_tells_that_it_would_change(
    tree, skillctl
):
    text = "---\nname: 2024\ndescription: Keeps notes. Use when asked.\n---\nWrite.\n"
    root = tree({"a/text.md": text, "skills/2024/.keep": "", "skillctl.toml": ""})
    (root / "skills/2024/SKILL.md").symlink_to("../../a/text.md")
    run = skillctl("lint", "skills", "--diff", cwd=root)
    assert (run.code, run.out) == (1, "")
    assert run.err == (
        "skills/2024/SKILL.md: would change; it is a link to a file of another name, which is not "
        "shown\nwould fix 1 of 1\n"
    )
