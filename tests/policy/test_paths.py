import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.policy.paths import Access, Area, is_sensitive, judge_path
from skillctl.policy.verdict import Decision

AREA = Area(
    root=Path("/a/b"),
    home=Path("/home/me"),
    protected=(Path("/a/b/conf/skillctl"), Path("/home/me/.state")),
    readable=(Path("/home/me/.agents/skills/notes"), Path("/var/artifact-1.txt")),
)
READ, WRITE = Access.READ, Access.WRITE
ALLOW, CONFIRM, REFUSE = Decision

# path, verdict for reading, verdict for writing: every row of agent.md section 7.1, both ways
ROWS = [
    ("src/app.py", ALLOW, ALLOW),
    (".", ALLOW, ALLOW),
    ("", ALLOW, ALLOW),
    ("/a/b/src/app.py", ALLOW, ALLOW),
    ("src/../app.py", ALLOW, ALLOW),
    # outside, by every spelling
    ("..", REFUSE, REFUSE),
    ("../c", REFUSE, REFUSE),
    ("src/../../c", REFUSE, REFUSE),
    ("/a/bc/x", REFUSE, REFUSE),
    ("/a", REFUSE, REFUSE),
    ("/etc/passwd", REFUSE, REFUSE),
    ("~", REFUSE, REFUSE),
    ("~/notes.txt", REFUSE, REFUSE),
    # names that only look bad
    ("v1..v2.md", ALLOW, ALLOW),
    ("..hidden/x", ALLOW, ALLOW),
    ("docs/...", ALLOW, ALLOW),
    ("~backup", ALLOW, ALLOW),
    ("a/~/b", ALLOW, ALLOW),
    ("environment.py", ALLOW, ALLOW),
    ("keys.md", ALLOW, ALLOW),
    ("solid_rock.txt", ALLOW, ALLOW),
    (".gitignore", ALLOW, ALLOW),
    (".github-notes.md", ALLOW, ALLOW),
    ("skillctl/x.py", ALLOW, ALLOW),
    # closed
    (".git/config", REFUSE, REFUSE),
    (".git", REFUSE, REFUSE),
    (".GIT/hooks/pre-commit", REFUSE, REFUSE),
    ("vendor/lib/.git/config", REFUSE, REFUSE),
    (".skillctl/snapshot/meta.toml", REFUSE, REFUSE),
    (".Skillctl", REFUSE, REFUSE),
    ("conf/skillctl/consent.toml", REFUSE, REFUSE),
    ("CONF/Skillctl/consent.toml", REFUSE, REFUSE),
    ("/home/me/.state/sessions/x.jsonl", REFUSE, REFUSE),
    # what steers others
    (".mcp.json", ALLOW, CONFIRM),
    (".vscode/settings.json", ALLOW, CONFIRM),
    (".claude/commands/x.md", ALLOW, CONFIRM),
    (".cursor/rules", ALLOW, CONFIRM),
    (".gemini/settings.json", ALLOW, CONFIRM),
    (".codex/config.toml", ALLOW, CONFIRM),
    ("pkg/SKILL.md", ALLOW, CONFIRM),
    ("pkg/skill.md", ALLOW, CONFIRM),
    (".bashrc", ALLOW, CONFIRM),
    ("dot/.zshenv", ALLOW, CONFIRM),
    ("Makefile", ALLOW, CONFIRM),
    ("sub/GNUmakefile", ALLOW, CONFIRM),
    (".github/workflows/ci.yml", ALLOW, CONFIRM),
    (".gitlab-ci.yml", ALLOW, CONFIRM),
    (".husky/pre-push", ALLOW, CONFIRM),
    ("skillctl.toml", ALLOW, CONFIRM),
    ("Makefile.md", ALLOW, ALLOW),
    # what often holds secrets
    (".env", CONFIRM, CONFIRM),
    ("deploy/.env.production", CONFIRM, CONFIRM),
    (".ENV", CONFIRM, CONFIRM),
    ("tls/server.pem", CONFIRM, CONFIRM),
    ("tls/SERVER.KEY", CONFIRM, CONFIRM),
    ("id_ed25519", CONFIRM, CONFIRM),
    (".npmrc", CONFIRM, CONFIRM),
    (".netrc", CONFIRM, CONFIRM),
    (".pypirc", CONFIRM, CONFIRM),
    (".aws/credentials", CONFIRM, CONFIRM),
    (".ssh/config", CONFIRM, CONFIRM),
    (".ssh", CONFIRM, CONFIRM),
    # opened for reading
    ("~/.agents/skills/notes/references/a.md", ALLOW, REFUSE),
    ("~/.agents/skills/notes2/a.md", REFUSE, REFUSE),
    ("/var/artifact-1.txt", ALLOW, REFUSE),
    ("/var/artifact-2.txt", REFUSE, REFUSE),
    # no path at all
    ("a\0b", REFUSE, REFUSE),
    ("\ud800", REFUSE, REFUSE),
]


@pytest.mark.parametrize(("path", "read", "write"), ROWS, ids=[repr(r[0]) for r in ROWS])
def test_table(path, read, write):
    judged = [judge_path(path, access, AREA, os.path.normpath) for access in (READ, WRITE)]
    assert [j.verdict.decision for j in judged] == [read, write]
    for each in judged:
        assert bool(each.verdict.reason) == (each.verdict.decision is not ALLOW)


@pytest.mark.parametrize("root", ["/", "/home", "/home/me"])
def test_a_root_that_holds_the_home_folder_is_read_only(root):
    area = Area(root=Path(root), home=Path("/home/me"))
    assert not area.writable
    target = "/home/me/notes.txt"
    read, write = (judge_path(target, a, area, os.path.normpath) for a in (READ, WRITE))
    assert (read.verdict.decision, write.verdict.decision) == (ALLOW, REFUSE)
    assert "home folder" in write.verdict.reason


def test_a_root_below_home_is_writable():
    assert Area(root=Path("/home/me/project"), home=Path("/home/me")).writable
    assert Area(root=Path("/home/me2"), home=Path("/home/me")).writable


@pytest.fixture
def area(tmp_path):
    root = tmp_path.resolve() / "root"
    (root / "docs").mkdir(parents=True)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "secret.txt").write_text("s")
    return Area(root=root, home=tmp_path.resolve() / "home")


def decide(area, path, access=READ):
    return judge_path(path, access, area).verdict.decision


def test_links_are_resolved_before_the_root_is_compared(area):
    (area.root / "out").symlink_to("../other")
    (area.root / "file").symlink_to("../other/secret.txt")
    (area.root / "inner").symlink_to("docs")
    assert decide(area, "out/secret.txt") is REFUSE
    assert decide(area, "file") is REFUSE
    assert decide(area, "out/new/deep.txt", WRITE) is REFUSE
    judged = judge_path("inner/new.txt", WRITE, area)
    assert (judged.path, judged.verdict.decision) == (area.root / "docs" / "new.txt", ALLOW)


def test_dots_after_a_link_count_from_its_target(area):
    (area.root / "out").symlink_to("../other")
    assert decide(area, "out/../root/docs") is ALLOW
    assert decide(area, "out/../other/secret.txt") is REFUSE


def test_a_link_to_a_closed_folder_is_closed(area):
    (area.root / ".git").mkdir()
    (area.root / "history").symlink_to(".git")
    assert decide(area, "history/config") is REFUSE


def test_a_dangling_link_is_judged_by_its_target(area):
    (area.root / "later").symlink_to("../other/later.txt")
    assert decide(area, "later", WRITE) is REFUSE


def test_a_loop_of_links_stays_where_it_is(area):
    (area.root / "loop").symlink_to("loop")
    assert decide(area, "loop") is ALLOW
    assert decide(area, "loop/../../other/secret.txt") is REFUSE


@given(st.lists(st.sampled_from(["..", ".", "a", "b", "docs", "", "~", "c"]), max_size=8))
def test_what_is_allowed_lies_inside_whatever_the_spelling(words):
    judged = judge_path("/".join(words), READ, AREA, os.path.normpath)
    if judged.verdict.decision is ALLOW:
        assert judged.path.parts[:3] == ("/", "a", "b")


def test_the_root_itself_is_not_sensitive():
    assert not is_sensitive([])
