import json

import pytest

from skillctl.agent.log import SessionLog
from skillctl.agent.session_list import Summary, as_json, as_text, summaries
from tests.agent.runs import play, say
from tests.agent.views import EMPTY


def record(folder, name, task="Do it.", *, finish=True):
    log = SessionLog(name, folder=folder, now=lambda: f"time of {name}")
    root = folder.parent.resolve()
    play(EMPTY, root, say("Done."), task=task, log=log)
    log.close()
    if not finish:
        path = folder / f"{name}.jsonl"
        path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))


def test_a_line_each_the_oldest_first(tmp_path):
    folder = tmp_path / "sessions"
    record(folder, "20261202T080000Z-a", "Second\nline")
    record(folder, "20261201T080000Z-b", "x" * 80)
    record(folder, "20261203T080000Z-c", finish=False)
    (folder / "20261204T080000Z-d.jsonl").write_text("nonsense\n")
    lines = as_text(summaries(folder), tmp_path, 100).splitlines()
    assert lines[:4] == [
        "session             project  model   requests  end         task",
        f"20261201T080000Z-b  ~        script         1  exit 0      {'x' * 40}…",
        "20261202T080000Z-a  ~        script         1  exit 0      Second",
        "20261203T080000Z-c  ~        script         1  unfinished  Do it.",
    ]
    assert lines[4].startswith("20261204T080000Z-d: line 1 of ")
    assert len(lines) == 5


@pytest.mark.parametrize("width", [80, 100, 200])
def test_the_table_fits_the_terminal_by_the_task_and_the_project(tmp_path, width):
    record(tmp_path / "deeply" / "nested" / "projects" / "sessions", "20261201T080000123Z-abcdef")
    folder = tmp_path / "deeply" / "nested" / "projects" / "sessions"
    record(folder, "20261201T080000124Z-abcdef", "Do this. " * 30)
    text = as_text(summaries(folder), tmp_path / "elsewhere", width)
    assert max(map(len, text.splitlines())) <= width
    assert "…" in text.splitlines()[1]
    assert "ts  script" in text


def test_no_sessions(tmp_path):
    assert as_text(summaries(tmp_path / "none"), tmp_path) == "no sessions\n"


def test_only_broken_ones_need_no_head(tmp_path):
    (tmp_path / "a.jsonl").write_text("nonsense\n")
    assert as_text(summaries(tmp_path), tmp_path).startswith("a: line 1 of ")


def test_json(tmp_path):
    record(tmp_path / "s", "one")
    value = json.loads(as_json(summaries(tmp_path / "s")))
    assert value == {
        "schema": "skillctl.sessions/1",
        "sessions": [
            {
                "id": "one",
                "time": "time of one",
                "project": str(tmp_path.resolve()),
                "model": "script",
                "requests": 1,
                "exit": 0,
                "task": "Do it.",
                "problem": "",
            }
        ],
    }


def test_no_name_forges_a_line_or_a_column(tmp_path):
    found = [
        Summary(id="a\nFORGED", project="/p\tq", model="m\u3164", task="t\tu"),
        Summary(id="b\tc", problem="x\nFORGED"),
    ]
    _, row, problem = as_text(found, tmp_path, 200).splitlines()
    assert row.split() == [r"a\nFORGED", r"/p\tq", r"m\u{3164}", "0", "unfinished", r"t\tu"]
    assert problem == r"b\tc: x\nFORGED"
