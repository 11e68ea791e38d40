"""`skillctl session` from the command line."""

import json
import re
import shutil

from tests.agent.fixtures import full, project
from tests.cli.test_run import DONE, PARIS, script

__all__ = ["full", "project"]


def test_a_bad_session_hides_no_other_and_a_bad_folder_is_no_empty_one(full, skillctl):
    full.sessions.mkdir(parents=True)
    full.sessions.chmod(0o755)
    run = skillctl("run", "Hi", "--model", script(full, DONE), cwd=full.root)
    assert "was open to other users (mode 0755); now it is 0700" in run.err
    (path,) = full.sessions.glob("*.jsonl")
    first, rest = path.read_text().split("\n", 1)
    bad = json.dumps({**json.loads(first), "v": 5})
    (full.sessions / "bad.jsonl").write_text(f"{bad}\n{rest}")
    listed = skillctl("session", "list", cwd=full.root)
    assert (listed.code, listed.err) == (0, "")
    assert path.stem in listed.out
    assert "bad: line 1 of " in listed.out
    shown = skillctl("session", "show", "bad", cwd=full.root)
    assert (shown.code, shown.out) == (2, "")
    assert 'session.start: "v" is not an object' in shown.err
    shutil.rmtree(full.sessions)
    full.sessions.write_text("")
    for words in (("list",), ("show", "last")):
        run = skillctl("session", *words, cwd=full.root)
        assert (run.code, run.out) == (2, "")
        assert "cannot be read: Not a directory" in run.err


def test_sessions_are_listed_and_shown(full, skillctl):
    assert skillctl("session", "list", cwd=full.root).out == "no sessions\n"
    model = script(full, PARIS, DONE)
    skillctl("run", "Weather?", "--model", model, "--approve", "all", cwd=full.root)
    head, line = skillctl("session", "list", cwd=full.root).out.splitlines()
    assert head.split() == ["session", "project", "model", "requests", "end", "task"]
    name, *_, end, task = line.split()
    assert (end, task) == ("0", "Weather?")
    assert " script  " in line
    listed = json.loads(skillctl("session", "list", "--format", "json", cwd=full.root).out)
    assert listed["sessions"][0]["id"] == name
    for words in (("last",), (name,), (name[:10],)):
        shown = skillctl("session", "show", *words, cwd=full.root)
        assert shown.code == 0
        assert 'call call_1: mcp__weather__get [weather/get] {"city":"Paris"}' in shown.out
        assert shown.out.endswith("end: exit 0, done\n")
    whole = json.loads(skillctl("session", "show", "last", "--format", "json", cwd=full.root).out)
    assert whole["events"][0]["id"] == name
    part = skillctl("session", "show", "last", "--request", "2", cwd=full.root)
    assert part.out.startswith("request 2: ")
    assert listed["sessions"][0]["project"] == str(full.root)


def test_the_last_session_is_the_one_that_started_last(full, skillctl):
    model = script(full, DONE)
    for number in range(4):
        skillctl("run", f"Task {number}", "--model", model, cwd=full.root)
    listed = json.loads(skillctl("session", "list", "--format", "json", cwd=full.root).out)
    assert [s["task"] for s in listed["sessions"]] == [f"Task {n}" for n in range(4)]
    names = [s["id"] for s in listed["sessions"]]
    assert names == sorted(names)
    assert all(re.fullmatch(r"\d{8}T\d{9}Z-[0-9a-f]{6}", name) for name in names)
    assert "Task 3" in skillctl("session", "show", "last", cwd=full.root).out


def test_a_request_must_be_named_and_there(full, skillctl):
    skillctl("run", "Hi", "--model", script(full, DONE), cwd=full.root)
    for words in ((), ("--format", "json"), ("--body",)):
        run = skillctl("session", "show", "last", "--request", "99", *words, cwd=full.root)
        assert (run.code, run.out) == (2, ""), words
        assert "has no request 99\n  hint: it has 1 request" in run.err
    run = skillctl("session", "show", "last", "--body", cwd=full.root)
    assert (run.code, run.out) == (2, "")
    assert "error: --body needs --request N" in run.err
    assert "has 1, the first is 1" in run.err


def test_a_session_that_is_not_there(full, skillctl):
    run = skillctl("session", "show", "last", cwd=full.root)
    assert (run.code, run.out) == (2, "")
    assert "there is no session in" in run.err
    skillctl("run", "Hi", "--model", "test", cwd=full.root)
    run = skillctl("session", "show", "x", cwd=full.root)
    assert (run.code, run.out) == (2, "")
    assert "no session is named or begins with 'x'" in run.err
    run = skillctl("session", "show", "last", "--request", "9", "--body", cwd=full.root)
    assert (run.code, run.out) == (2, "")
    assert "has no request 9" in run.err


def test_a_torn_session_is_shown_with_a_notice(full, skillctl):
    skillctl("run", "Hi", "--model", script(full, DONE), cwd=full.root)
    (path,) = full.sessions.glob("*.jsonl")
    path.write_bytes(path.read_bytes()[:-5])
    run = skillctl("session", "show", "last", cwd=full.root)
    assert run.code == 0
    assert "is torn; it was left out" in run.err
