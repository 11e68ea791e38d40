import os
from hashlib import sha256

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from skillctl import worktree
from skillctl.worktree import NotPinned, digest_data, digest_file, files_below, pin
from tests.conftest import write_tree
from tests.repositories import commit_all, git, make_repository


def open_workspace(root):
    return worktree.open_workspace(root, dict(os.environ))


def pins(workspace, path):
    return list(pin(workspace, workspace.root / path))


def hexed(text):
    return sha256(text.encode()).hexdigest()


def trap(folder, marker):
    """A program that leaves a mark when it runs, as a repository's core.fsmonitor."""
    program = folder / "monitor.sh"
    program.write_text(f"#!/bin/sh\ntouch '{marker}'\n")
    program.chmod(0o755)
    return program


class TestShared:
    def test_tracked_and_addable_files_are_shared_and_ignored_ones_are_not(self, tree):
        root = tree({"a.py": "", ".gitignore": "dist/\n*.log\n", "sub/b.py": ""})
        make_repository(root)
        write_tree(root, {"new.py": "", "dist/x.js": "", "run.log": "", ".env": ""})
        workspace = open_workspace(root)
        assert workspace.listed == {"a.py", ".gitignore", "sub/b.py", "new.py", ".env"}
        assert workspace.is_shared("sub/b.py")
        assert not workspace.is_shared("dist/x.js")
        assert not workspace.is_shared(".git/config")

    def test_names_with_blanks_line_breaks_and_bytes_that_are_no_text(self, tree):
        root = tree({"a b\n\u00e9.py": ""})
        (root / os.fsdecode(b"\xff.py")).write_bytes(b"")
        make_repository(root, commit=False)
        assert open_workspace(root).listed == {"a b\n\u00e9.py", os.fsdecode(b"\xff.py")}

    def test_a_project_below_the_top_sees_its_own_part(self, tree):
        root = tree({"services/api/main.py": "", "other/x.py": ""})
        make_repository(root)
        workspace = open_workspace(root / "services/api")
        assert workspace.listed == {"main.py"}
        assert (workspace.project, workspace.top) == ("services/api", root.resolve())

    def test_a_nested_repository_is_asked_in_its_turn(self, tree):
        root = make_repository(tree({"a.py": ""}))
        inner = {"deep/nest/n.py": "", "deep/nest/build/o": "", "deep/nest/.gitignore": "build\n"}
        make_repository(write_tree(root, inner) / "deep/nest", commit=False)
        make_repository(write_tree(root, {"deep/nest/in/i.py": ""}) / "deep/nest/in")
        names = {"a.py", "deep/nest/n.py", "deep/nest/.gitignore", "deep/nest/in/i.py"}
        assert open_workspace(root).listed == names

    def test_a_submodule_gives_its_tracked_files_only(self, tmp_path):
        module = make_repository(write_tree(tmp_path / "module", {"s.py": ""}))
        root = make_repository(write_tree(tmp_path / "main", {"app/a.py": ""}))
        git(root, "submodule", "--quiet", "add", str(module), "app/libs")
        write_tree(root, {"app/libs/untracked.py": ""})
        expected = {".gitmodules", "app/a.py", "app/libs", "app/libs/s.py"}
        assert open_workspace(root).listed == expected
        assert open_workspace(root / "app").listed == {"a.py", "libs", "libs/s.py"}
        assert open_workspace(root).shared_below(root / "app") == ("a.py", "libs/s.py")

    def test_a_deleted_file_is_listed_but_neither_pinned_nor_below(self, tree):
        root = make_repository(tree({"a.py": "", "b/c.py": "", "b/d.py": ""}))
        (root / "b/c.py").unlink()
        workspace = open_workspace(root)
        assert pins(workspace, "b/c.py") == []
        assert workspace.shared_below(workspace.root / "b") == ("d.py",)

    def test_outside_a_work_tree_all_but_a_fixed_list(self, tree):
        names = ("node_modules/x.js", ".venv/y", "venv/z", "__pycache__/c", "s/.DS_Store")
        root = tree(dict.fromkeys((*names, "Thumbs.db", "a.py", "s/.hidden", ".gitignore"), ""))
        workspace = open_workspace(root)
        assert workspace.listed is None
        assert [n for n in names if workspace.is_shared(n)] == []
        assert workspace.shared_below(workspace.root) == (".gitignore", "a.py", "s/.hidden")
        assert workspace.is_shared("s/.hidden")
        assert (workspace.tree, workspace.top, workspace.project) == (*[root.resolve()] * 2, ".")

    def test_files_below_lists_links_without_following_them(self, tree):
        root = tree({"a/b.txt": ""})
        (root / "loop").symlink_to(root)
        (root / "gone").symlink_to("nowhere")
        assert files_below(root) == ("a/b.txt", "gone", "loop")

    def test_files_below_a_folder_that_cannot_be_read(self, tmp_path):
        with pytest.raises(NotPinned, match="missing cannot be read: No such file"):
            files_below(tmp_path / "missing")


class TestPlace:
    def test_linked_work_trees_share_the_main_one(self, tmp_path):
        main = make_repository(write_tree(tmp_path / "main", {"p/a.py": ""}))
        git(main, "worktree", "add", "-q", str(tmp_path / "linked"))
        workspace = open_workspace(tmp_path / "linked/p")
        assert (workspace.top, workspace.project) == (main.resolve(), "p")
        assert workspace.root == (tmp_path / "linked/p").resolve()

    def test_another_clone_is_another_workspace(self, tmp_path):
        main = make_repository(write_tree(tmp_path / "main", {"a.py": ""}))
        git(tmp_path, "clone", "-q", str(main), "clone")
        assert open_workspace(tmp_path / "clone").top == (tmp_path / "clone").resolve()

    def test_a_bare_main_repository_stands_for_its_work_trees(self, tmp_path):
        main = make_repository(write_tree(tmp_path / "main", {"a.py": ""}))
        git(tmp_path, "clone", "-q", "--bare", str(main), "bare.git")
        git(tmp_path / "bare.git", "worktree", "add", "-q", str(tmp_path / "one"))
        assert open_workspace(tmp_path / "one").top == (tmp_path / "bare.git").resolve()

    def test_a_linked_root_is_taken_by_its_real_path(self, tree):
        root = make_repository(tree({"real/a.py": ""}))
        (root / "alias").symlink_to("real")
        assert open_workspace(root / "alias").project == "real"

    def test_what_the_workspace_holds(self, tmp_path):
        root = make_repository(write_tree(tmp_path / "main", {"p/a.py": "", "q/b": ""})) / "p"
        workspace = open_workspace(root)
        (tmp_path / "way-in").symlink_to(root)
        (root / "way-out").symlink_to(tmp_path)
        assert workspace.holds(root / "x.toml")
        assert workspace.holds(root / "../q/x.toml")
        assert workspace.holds(tmp_path / "way-in/x.toml")
        assert workspace.holds(root / "way-out/x.toml")
        assert not workspace.holds(tmp_path / "x.toml")


class TestGit:
    def test_a_monitor_of_the_repository_never_runs(self, tmp_path):
        marker = tmp_path / "ran"
        module = make_repository(write_tree(tmp_path / "module", {"s.py": ""}))
        root = make_repository(write_tree(tmp_path / "main", {"a.py": ""}))
        git(root, "submodule", "--quiet", "add", str(module), "libs")
        nested = make_repository(write_tree(root, {"nest/n.py": ""}) / "nest")
        for folder in (root, root / "libs", nested):
            git(folder, "config", "core.fsmonitor", str(trap(tmp_path, marker)))
        assert open_workspace(root).listed >= {"a.py", "libs/s.py", "nest/n.py"}
        assert not marker.exists()
        git(root, "ls-files", "-co", "--exclude-standard")
        assert marker.exists(), "the trap itself must work, or this test shows nothing"

    def test_variables_of_git_do_not_reach_it(self, tree, monkeypatch, tmp_path_factory):
        elsewhere = make_repository(tmp_path_factory.mktemp("other"))
        root = make_repository(tree({"a.py": ""}))
        monkeypatch.setenv("GIT_DIR", str(elsewhere / ".git"))
        monkeypatch.setenv("GIT_WORK_TREE", str(elsewhere))
        monkeypatch.setenv("GIT_INDEX_FILE", str(elsewhere / "index"))
        assert open_workspace(root).listed == {"a.py"}

    def test_a_work_tree_without_git_has_no_fingerprints(self, tree, monkeypatch):
        root = make_repository(tree({"a.py": ""}))
        monkeypatch.setenv("PATH", str(root / "nowhere"))
        workspace = open_workspace(root)
        assert workspace.problem.startswith("git is not installed")
        assert not workspace.is_shared("a.py")

    def test_a_git_that_lies_in_the_work_tree_is_not_run(self, tree, monkeypatch):
        root = make_repository(tree({"a.py": ""}))
        trap(root, root / "ran").rename(root / "git")
        monkeypatch.setenv("PATH", "." + os.pathsep + os.environ["PATH"])
        monkeypatch.chdir(root)
        assert open_workspace(root).listed == {"a.py", "git"}
        assert not (root / "ran").exists()

    def test_without_any_variable_git_is_found_in_its_usual_place(self, tree):
        root = make_repository(tree({"a.py": ""}))
        assert worktree.open_workspace(root, {}).listed == {"a.py"}

    def test_the_words_of_git_are_passed_on(self, tree):
        root = tree({".git/HEAD": "nonsense", "a.py": ""})
        problem = open_workspace(root).problem
        assert problem.startswith("git rev-parse failed in ")
        assert "not a git repository" in problem

    def test_a_git_that_cannot_be_started_or_does_not_end(self, tree, monkeypatch):
        root = make_repository(tree({"a.py": ""}))
        write_tree(root, {"bin/git": "#!/bin/sh\nexec sleep 60\n"})
        (root / "bin/git").chmod(0o755)
        monkeypatch.setenv("PATH", f"{root / 'bin'}{os.pathsep}{os.environ['PATH']}")
        monkeypatch.setattr(worktree, "_GIT_SECONDS", 0.2)
        assert "timed out" in open_workspace(root).problem
        (root / "bin/git").write_text("#!/no/such/shell\n")
        assert "git rev-parse failed" in open_workspace(root).problem

    @pytest.mark.parametrize(
        ("said", "words"),
        [
            ("echo one", "git gives no work tree"),
            ("printf '/elsewhere\\n.git\\n.git\\n'", "git names /elsewhere as the work tree"),
            ("exit 3", "exit 3"),
        ],
    )
    def test_answers_that_make_no_sense(self, tree, monkeypatch, said, words):
        root = make_repository(tree({"bin/git": f"#!/bin/sh\n{said}\n"}))
        (root / "bin/git").chmod(0o755)
        monkeypatch.setenv("PATH", f"{root / 'bin'}{os.pathsep}{os.environ['PATH']}")
        assert words in open_workspace(root).problem


class TestPin:
    def test_a_file_is_pinned_by_content(self, tree):
        workspace = open_workspace(make_repository(tree({"srv/main.py": "print('hello')\n"})))
        digest = "03e693d9f2f687e0f40e36a8df7fcb4d1c22974012b7c2a55c000eb30f305824"
        entry = {"path": "srv/main.py", "sha256": digest}
        assert pins(workspace, "srv/main.py") == [entry]
        assert pins(workspace, "./srv/../srv//main.py") == [entry]
        assert pins(workspace, str(workspace.root / "srv/main.py")) == [entry]

    @pytest.mark.parametrize("path", ["srv", "none.py", "srv/main.py/x", "n" * 5000, "../out.py"])
    def test_what_is_no_shared_regular_file(self, tmp_path, path):
        write_tree(tmp_path, {"out.py": "", "root/srv/main.py": ""})
        workspace = open_workspace(make_repository(tmp_path / "root"))
        assert pins(workspace, path) == []

    def test_a_pipe_is_not_opened(self, tree):
        root = tree({"a.py": ""})
        os.mkfifo(root / "pipe")
        assert pins(open_workspace(root), "pipe") == []

    def test_a_link_and_its_target(self, tree):
        root = tree({"real/main.py": "x"})
        (root / "first.py").symlink_to("./second.py")
        (root / "second.py").symlink_to("real/main.py")
        assert pins(open_workspace(make_repository(root)), "first.py") == [
            {"link": "./second.py", "path": "first.py"},
            {"link": "real/main.py", "path": "second.py"},
            {"path": "real/main.py", "sha256": hexed("x")},
        ]

    def test_a_link_in_a_folder_name_is_pinned_with_what_it_leads_to(self, tree):
        root = tree({"real/main.py": "x"})
        (root / "tools").symlink_to(root / "real")
        assert pins(open_workspace(make_repository(root)), "tools/main.py") == [
            {"link": str(root / "real"), "path": "tools"},
            {"path": "real/main.py", "sha256": hexed("x")},
        ]

    @pytest.mark.parametrize("target", ["../outside.py", "/no/such/file", "dist/ignored.py"])
    def test_a_link_that_leaves_is_pinned_by_its_text_alone(self, tmp_path, target):
        files = {"outside.py": "", "root/dist/ignored.py": "", "root/.gitignore": "dist\nown\n"}
        root = write_tree(tmp_path, files) / "root"
        (root / "link.py").symlink_to(target)
        workspace = open_workspace(make_repository(root))
        assert pins(workspace, "link.py") == [{"link": target, "path": "link.py"}]

    def test_a_link_that_is_not_shared_is_only_followed(self, tree):
        root = tree({"a.py": "x", ".gitignore": "own.py\n"})
        (root / "own.py").symlink_to("a.py")
        workspace = open_workspace(make_repository(root))
        assert pins(workspace, "own.py") == [{"path": "a.py", "sha256": hexed("x")}]

    def test_links_in_a_circle_end(self, tree):
        root = tree({})
        (root / "a").symlink_to("b")
        (root / "b").symlink_to("a")
        entries = pins(open_workspace(root), "a")
        assert {e["path"] for e in entries} == {"a", "b"}
        assert len(entries) == 40

    def test_decomposed_names_are_composed(self, tree):
        workspace = open_workspace(make_repository(tree({"cafe\u0301.py": "x"})))
        assert [e["path"] for e in pins(workspace, "cafe\u0301.py")] == ["caf\u00e9.py"]


class TestDigest:
    @pytest.mark.parametrize(
        ("data", "hashed"),
        [
            (b"port = 1\r\n", b"port = 1\n"),
            (b"a\r\n\r\nb\rc\r", b"a\n\nb\rc\r"),
            (b"a\r\r\n", b"a\r\n"),
            (b"\0a\r\n", b"\0a\r\n"),
            (b"x" * 8000 + b"\0\r\n", b"x" * 8000 + b"\0\n"),
            (b"x" * 7999 + b"\0\r\n", b"x" * 7999 + b"\0\r\n"),
            (b"", b""),
        ],
    )
    def test_text_counts_line_ends_once_and_binary_is_left_alone(self, tmp_path, data, hashed):
        (tmp_path / "f").write_bytes(data)
        assert digest_file(tmp_path / "f") == sha256(hashed).hexdigest()

    def test_a_line_end_across_two_reads(self, tmp_path, monkeypatch):
        monkeypatch.setattr(worktree, "_CHUNK", 4)
        (tmp_path / "f").write_bytes(b"abc\r\nde\r\rx\r\n\r")
        assert digest_file(tmp_path / "f") == sha256(b"abc\nde\r\rx\n\r").hexdigest()

    def test_a_file_that_is_too_large_or_gone_is_named(self, tmp_path):
        (tmp_path / "f").write_bytes(b"12345")
        with pytest.raises(NotPinned, match="f is 5 bytes; limit 4"):
            digest_file(tmp_path / "f", 4)
        with pytest.raises(NotPinned, match="g cannot be read: No such file"):
            digest_file(tmp_path / "g")


def test_two_clones_with_other_line_ends_and_builds_pin_the_same(tmp_path):
    files = {"srv/main.py": "print(1)\n", ".gitignore": "dist/\n.venv/\n"}
    main = make_repository(write_tree(tmp_path / "main", files))
    git(tmp_path, "-c", "core.autocrlf=true", "clone", "-q", str(main), "clone")
    write_tree(tmp_path / "clone", {"dist/x.js": "1", ".venv/bin/python": ""})
    assert (tmp_path / "clone/srv/main.py").read_bytes() == b"print(1)\r\n"
    one, two = (open_workspace(tmp_path / name) for name in ("main", "clone"))
    assert one.listed == two.listed
    assert pins(one, "srv/main.py") == pins(two, "srv/main.py")
    write_tree(main, {"srv/main.py": "print(2)\n"})
    commit_all(main)
    assert pins(open_workspace(main), "srv/main.py") != pins(two, "srv/main.py")


PIECES = st.sampled_from([b"\r\n", b"\r", b"\n", b"\0", b"text", b"\xff", b"x" * 7999])


def test_line_ends_of_text_do_not_matter_those_of_binary_do():
    assert digest_data(b"a\r\nb\r") == sha256(b"a\nb\r").hexdigest()
    assert digest_data(b"a\0\r\n") == sha256(b"a\0\r\n").hexdigest()
    assert digest_data(b"a" * 8000 + b"\0\r\n") == sha256(b"a" * 8000 + b"\0\n").hexdigest()


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(PIECES, max_size=8).map(b"".join))
def test_it_is_that_of_a_file(tmp_path, data):
    path = tmp_path / "file"
    path.write_bytes(data)
    assert digest_data(data) == digest_file(path)


def test_a_committed_folder_that_looks_like_a_bare_repository_decides_nothing(tmp_path):
    fake = {"HEAD": "ref: refs/heads/x\n", "objects/.keep": "", "refs/.keep": ""}
    fake |= {"config": "[core]\nrepositoryformatversion=0\nbare=false\nworktree=.\n"}
    fake |= {"info/exclude": "main.py\n", "main.py": "print(1)\n"}
    write_tree(tmp_path / "ws" / "sub", fake)
    top = make_repository(tmp_path / "ws")
    assert "bare repository" in open_workspace(top / "sub").problem


@pytest.mark.parametrize("form", ["file", "commondir"])
def test_a_work_tree_that_its_repository_does_not_know_is_forged(tmp_path, form):
    trusted = make_repository(tmp_path / "trusted")
    git(trusted, "worktree", "add", "-q", str(tmp_path / "linked"))
    forged = tmp_path / "forged"
    if form == "file":
        write_tree(forged, {".git": f"gitdir: {trusted}/.git/worktrees/linked\n"})
    else:
        head = (trusted / ".git" / "HEAD").read_text()
        write_tree(forged, {".git/HEAD": head, ".git/commondir": f"{trusted}/.git\n"})
        (forged / ".git" / "index").write_bytes(b"")
    assert open_workspace(forged).problem
    assert open_workspace(tmp_path / "linked").top == trusted.resolve()
