import shutil
from pathlib import Path

import pytest

from skillctl.rules.find.paths import LintFolders
from skillctl.rules.fix import run
from skillctl.rules.fix.run import fix
from skillctl.rules.lint import LintRequest, lint
from skillctl.settings import LintSettings

BAD = b"---\ndescription: 2024\n---\n"
GOOD = b'---\nname: notes\ndescription: "2024"\n---\n'


def request(root, *names, **terms):
    paths = [Path(name) for name in names or ["."]]
    return LintRequest(paths=paths, places=LintFolders(root), **terms)


def messages(fixed):
    return [finding.message for finding in fixed.result.report.findings]


def test_files_are_mended_written_and_checked_again(tree):
    root = tree({"notes/SKILL.md": BAD, ".mcp.json": '{"mcpServers": {"a": {"command": 5}}}'})
    fixed = fix(request(root))
    assert (root / "notes/SKILL.md").read_bytes() == GOOD
    assert (root / ".mcp.json").read_text() == '{"mcpServers": {"a": {"command": "5"}}}'
    report = fixed.result.report
    assert (report.fixed, report.withheld, report.findings) == (3, 0, ())
    assert [change.target.shown for change in fixed.changes] == [".mcp.json", "notes/SKILL.md"]
    again = fix(request(root))
    assert (again.changes, again.result.report.fixed) == ((), 0)


def test_a_dry_run_writes_nothing_and_reports_all(tree):
    root = tree({"notes/SKILL.md": BAD})
    fixed = fix(request(root), dry=True)
    assert (root / "notes/SKILL.md").read_bytes() == BAD
    assert [(c.before, c.after, c.fixed) for c in fixed.changes] == [(BAD, GOOD, 2)]
    assert len(fixed.result.report.findings) == 2


@pytest.mark.parametrize(
    "terms",
    [
        {"settings": LintSettings(ignore=("SK201", "SK211"))},
        {"settings": LintSettings(per_path_ignores={"notes/**": ("SK",)})},
        {"settings": LintSettings(select=("SK101",))},
    ],
)
def test_rules_that_are_not_selected_or_silenced_mend_nothing(terms, tree):
    root = tree({"notes/SKILL.md": BAD})
    assert fix(request(root, **terms)).changes == ()
    assert (root / "notes/SKILL.md").read_bytes() == BAD


def test_only_what_is_selected_is_mended(tree):
    root = tree({"notes/SKILL.md": BAD})
    fix(request(root, settings=LintSettings(select=("SK211",))))
    assert (root / "notes/SKILL.md").read_bytes() == BAD.replace(b"2024", b'"2024"')


def test_a_comment_keeps_a_fix_away(tree):
    silent = b"---\nname: notes\n# skillctl: ignore SK211\ndescription: 2024\n---\n"
    root = tree({"notes/SKILL.md": silent})
    assert fix(request(root)).changes == ()
    assert fix(request(root, comments=False)).result.report.fixed == 1
    assert (root / "notes/SKILL.md").read_bytes() == silent.replace(b"2024", b'"2024"')


def test_why_a_fix_is_withheld_stands_at_its_finding(tree):
    root = tree({"other/SKILL.md": b"---\nname: 2024\ndescription: Keeps.\nx: 1\n---\n"})
    fixed = fix(request(root))
    reason = "fix withheld: a new error would appear: SK207 name-directory"
    assert messages(fixed) == [f"name is a number to YAML, not a string; {reason}"]
    assert (fixed.result.report.fixed, fixed.result.report.withheld) == (0, 1)
    assert fixed.result.report.findings[0].fix is None


def test_a_reason_is_found_at_its_place_in_the_mended_file(tree):
    root = tree({"other/SKILL.md": b"\xef\xbb\xbf---\nname: 2024\ndescription: Keeps.\n---\n"})
    fixed = fix(request(root))
    assert (fixed.result.report.fixed, fixed.result.report.withheld) == (1, 1)
    assert "fix withheld" in messages(fixed)[0]


def test_a_read_only_file_and_a_link_out_are_left_alone(tree):
    root = tree({"p/a/SKILL.md": BAD, "p/b/.keep": "", "out/SKILL.md": BAD})
    (root / "p/a/SKILL.md").chmod(0o444)
    (root / "p/b/SKILL.md").symlink_to(root / "out/SKILL.md")
    fixed = fix(request(root / "p"))
    reasons = [m.partition("; fix withheld: ")[2] for m in messages(fixed)]
    assert [reason for reason in reasons if reason] == (
        ["the file is read-only"] * 2 + ["the file is a link out of the project"] * 2
    )
    assert (fixed.result.report.fixed, fixed.result.report.withheld) == (0, 4)
    assert (root / "p/a/SKILL.md").read_bytes() == (root / "out/SKILL.md").read_bytes() == BAD


def test_a_link_inside_the_project_is_written_through(tree):
    root = tree({"a/text.md": BAD, "notes/.keep": ""})
    link = root / "notes/SKILL.md"
    link.symlink_to("../a/text.md")
    shown = fix(request(root, "notes"), dry=True).changes[0]
    assert (shown.before, shown.fixed, shown.withheld) == (BAD, 2, {})
    assert fix(request(root, "notes")).result.report.fixed == 2
    assert link.is_symlink()
    assert (root / "a/text.md").read_bytes() == BAD.replace(b"---\nd", b"---\nname: a\nd").replace(
        b"2024", b'"2024"'
    )


def test_a_file_that_changes_in_between_is_not_written(tree, monkeypatch):
    root = tree({"notes/SKILL.md": BAD})
    real = run.mend

    def slow(data, bench):
        (root / "notes/SKILL.md").write_bytes(BAD + b"more")
        return real(data, bench)

    monkeypatch.setattr(run, "mend", slow)
    fixed = fix(request(root))
    assert (root / "notes/SKILL.md").read_bytes() == BAD + b"more"
    assert fixed.result.report.fixed == 0
    assert all("the file has changed since it was read" in m for m in messages(fixed))


def test_a_file_that_is_gone_in_between_is_told(tree, monkeypatch):
    root = tree({"notes/SKILL.md": BAD})

    def refusal(path, _top):
        path.unlink()
        return ""

    monkeypatch.setattr(run, "refusal", refusal)
    fixed = fix(request(root), dry=True)
    assert set(fixed.changes[0].withheld.values()) == {
        "the file cannot be read: No such file or directory"
    }


def test_a_text_from_stdin_is_never_written(tree):
    root = tree({"notes/SKILL.md": BAD})
    given = request(root, "notes/SKILL.md", text=BAD)
    fixed = fix(given)
    # what its folder would be plays no part, so it gets no name
    assert fixed.changes[0].after == BAD.replace(b"2024", b'"2024"')
    assert (root / "notes/SKILL.md").read_bytes() == BAD
    assert [f.code for f in fixed.result.report.findings] == ["SK201"]


def writable_copy(folder, root):
    shutil.copytree(folder, root)
    for path in (root, *root.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return root


READING = ("SK0", "SK1", "SK201", "SK202")


def test_published_broken_skills_with_a_safe_fix_are_clean(shared, tmp_path):
    root = writable_copy(shared / "corpus-broken", tmp_path / "broken")
    asked = request(root, settings=LintSettings(select=READING))
    before = lint(asked).report
    fixable = {f.location.path for f in before.findings if f.fix}
    fixed = fix(asked)
    report = fixed.result.report
    # 24 cannot be read as YAML, 6 of them at two values; 4 have no name; 22 no front matter
    assert (len(before.findings), len(fixable), report.fixed, report.withheld) == (50, 28, 34, 0)
    left = {f.location.path for f in report.findings}
    assert not left & fixable
    assert {f.code for f in report.findings} == {"SK101"}
    for path in root.rglob("SKILL.md"):
        name = path.relative_to(root).as_posix()
        same = path.read_bytes() == (shared / "corpus-broken" / name).read_bytes()
        assert same == (name not in fixable)
    assert fix(asked).changes == ()
