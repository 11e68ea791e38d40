import json

from skillctl.agent.log import SessionLog
from skillctl.agent.session_list import as_json, as_text, summaries
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
    lines = as_text(summaries(folder)).splitlines()
    assert lines[:3] == [
        f"20261201T080000Z-b  script  1 request  exit 0  {'x' * 60}…",
        "20261202T080000Z-a  script  1 request  exit 0  Second",
        "20261203T080000Z-c  script  1 request  unfinished  Do it.",
    ]
    assert lines[3].startswith("20261204T080000Z-d  line 1 of ")


def test_no_sessions(tmp_path):
    assert as_text(summaries(tmp_path / "none")) == "no sessions\n"


def test_json(tmp_path):
    record(tmp_path / "s", "one")
    value = json.loads(as_json(summaries(tmp_path / "s")))
    assert value == {
        "schema": "skillctl.sessions/1",
        "sessions": [
            {
                "id": "one",
                "time": "time of one",
                "model": "script",
                "requests": 1,
                "exit": 0,
                "task": "Do it.",
                "problem": "",
            }
        ],
    }
