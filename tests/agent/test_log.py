import json
import stat
from hashlib import sha256

import pytest

from skillctl.agent.log import SessionLog, line, utc_now
from skillctl.errors import StoreError
from skillctl.policy.redaction import Redactor

NOW = "2026-11-30T16:20:00.000Z"


@pytest.fixture
def log():
    """Make logs that are closed at the end of the test."""
    made = []

    def make(folder=None, **more):
        made.append(SessionLog("s1", folder=folder, now=lambda: NOW, **more))
        return made[-1]

    yield make
    for each in made:
        each.close()


def test_events_are_numbered_and_volatile_fields_stand_apart(log):
    kept = log()
    assert kept.emit("message", {"place": "x"}, role="user", text="Hi") == 1
    assert kept.emit("session.end", exit=0) == 2
    assert kept.events == [
        {"e": "message", "n": 1, "role": "user", "text": "Hi", "v": {"time": NOW, "place": "x"}},
        {"e": "session.end", "n": 2, "exit": 0, "v": {"time": NOW}},
    ]
    assert line(kept.events[1]) == b'{"e":"session.end","n":2,"exit":0,"v":{"time":"%s"}}\n' % (
        NOW.encode()
    )


def test_each_line_is_on_disk_when_emit_returns(tmp_path, log):
    kept = log(tmp_path / "sessions")
    path = tmp_path / "sessions" / "s1.jsonl"
    for number in (1, 2, 3):
        kept.emit("message", text=f"é{number}")
        assert [json.loads(t) for t in path.read_text().splitlines()] == kept.events
    kept.close()
    kept.emit("message", text="later")
    assert len(kept.events) == 4
    assert len(path.read_text().splitlines()) == 3


def test_only_the_owner_reads_them(tmp_path, log):
    kept = log(tmp_path / "state" / "sessions")
    kept.emit("message", text="x" * 2000)
    kept.close()
    folder = tmp_path / "state" / "sessions"
    modes = {p.name: stat.S_IMODE(p.stat().st_mode) for p in [folder, *folder.rglob("*")]}
    digest = sha256(b"x" * 2000).hexdigest()
    assert modes == {"sessions": 0o700, "blobs": 0o700, "s1.jsonl": 0o600, digest: 0o600}


def test_a_folder_that_others_may_read_is_closed_and_that_is_said(tmp_path, log):
    folder = tmp_path / "sessions"
    folder.mkdir(mode=0o755)
    folder.chmod(0o755)
    kept = log(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert kept.notices == [
        f"{folder} was open to other users (mode 0755); now it is 0700",
    ]
    assert log().notices == []


def test_texts_over_1024_bytes_are_blobs_on_disk_and_whole_in_memory(tmp_path, log):
    kept = log(tmp_path)
    long = "é" * 513
    kept.emit("tool.result", text=long, deep={"list": [long, "é" * 512]})
    digest = sha256(long.encode()).hexdigest()
    (stored,) = [json.loads(t) for t in (tmp_path / "s1.jsonl").read_text().splitlines()]
    reference = {"$blob": digest, "bytes": 1026}
    assert stored["text"] == reference
    assert stored["deep"] == {"list": [reference, "é" * 512]}
    assert (tmp_path / "blobs" / digest).read_text() == long
    assert kept.events[0]["text"] == long
    assert len(list((tmp_path / "blobs").iterdir())) == 1


def test_secrets_are_taken_out_before_anything_is_kept(tmp_path, log):
    heard = []
    kept = log(tmp_path, redactor=Redactor({"TOKEN": "canary-1"}), listen=heard.append)
    kept.emit("tool.call", {"place": "canary-1"}, args={"key": "canary-1"}, tool="canary-1" * 200)
    kept.close()
    everything = b"".join(p.read_bytes() for p in tmp_path.rglob("*") if p.is_file())
    assert b"canary" not in everything
    assert "canary" not in json.dumps([kept.events, heard])
    assert kept.events[0]["args"] == {"key": "[redacted:TOKEN]"}


def test_somebody_may_listen(log):
    heard = []
    kept = log(listen=heard.append)
    kept.emit("message", text="Hi")
    assert heard == kept.events


def test_half_surrogates_are_written_as_replacement_characters(tmp_path, log):
    log(tmp_path).emit("message", text="a\ud800", long="\ud800" * 400)
    (stored,) = [json.loads(t) for t in (tmp_path / "s1.jsonl").read_text().splitlines()]
    assert stored["text"] == "a\ufffd"
    blob = (tmp_path / "blobs" / stored["long"]["$blob"]).read_bytes()
    assert blob.decode() == "\ufffd" * 400


def test_a_folder_that_cannot_be_made_says_what_to_do(tmp_path, log):
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="no session log can be written in") as caught:
        log(tmp_path / "file" / "sessions")
    assert (caught.value.exit_code, caught.value.hint) == (2, "--no-log runs without one")


def test_a_session_is_never_written_over(tmp_path, log):
    log(tmp_path).close()
    with pytest.raises(StoreError, match="File exists"):
        log(tmp_path)


@pytest.fixture
def no_room():
    """No file of this process may grow over 200 bytes."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (200, hard))
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_stops_the_run_once_and_memory_goes_on(tmp_path, no_room, log):
    kept = log(tmp_path)
    no_room()
    kept.emit("message", text="a")
    with pytest.raises(StoreError, match="session log s1 cannot be written: File too large"):
        kept.emit("message", text="b" * 500)
    kept.emit("session.end", exit=2)
    assert [e["e"] for e in kept.events] == ["message", "message", "session.end"]


def test_the_time_of_an_event_is_utc_with_milliseconds():
    assert utc_now().endswith("Z")
    assert len(utc_now()) == len(NOW)
