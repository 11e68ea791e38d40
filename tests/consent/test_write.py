import os
import subprocess
import sys
import time
import tomllib
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from skillctl.consent.item import Item, Place
from skillctl.consent.store import load_store
from skillctl.consent.write import decide, revoke
from skillctl.errors import StoreError
from tests.conftest import ROOT
from tests.timing import SOON

NOW = datetime(2026, 11, 30, 16, 20, tzinfo=UTC)
PLACE = Place("/home/me/mono", "services/api")
FORM = '{"entry":{"args":["it\'s","caf\u00e9\\n"]}}'
NOTES = Item("server", "notes", ".mcp.json", "sha256:16c9", FORM, "sha256:77ab")
SKILL = Item("skill", "pdf", ".agents/skills/pdf", "sha256:5c1f", "{}")


def grant(folder, *items, place=PLACE, decision="granted"):
    decide(folder, place, items, decision=decision, at=NOW)


def stored(folder):
    return tomllib.loads((folder / "consent.toml").read_text())


class TestDecide:
    def test_the_file_as_the_specification_shows_it(self, tmp_path):
        grant(tmp_path / "conf", NOTES, SKILL)
        assert stored(tmp_path / "conf") == {
            "schema": "skillctl.consent/1",
            "item": [
                {
                    "workspace": "/home/me/mono",
                    "project": "services/api",
                    "kind": "server",
                    "source": ".mcp.json",
                    "name": "notes",
                    "fingerprint": "sha256:16c9",
                    "resolved": "sha256:77ab",
                    "decision": "granted",
                    "at": NOW,
                    "form": FORM,
                },
                {
                    "workspace": "/home/me/mono",
                    "project": "services/api",
                    "kind": "skill",
                    "source": ".agents/skills/pdf",
                    "name": "pdf",
                    "fingerprint": "sha256:5c1f",
                    "decision": "granted",
                    "at": NOW,
                    "form": "{}",
                },
            ],
        }
        store = load_store(tmp_path / "conf")
        assert [store.status(i, PLACE) for i in (NOTES, SKILL)] == ["granted", "granted"]

    def test_one_record_per_key_and_the_others_stay(self, tmp_path):
        other = Place("/home/me/mono", ".")
        grant(tmp_path, NOTES, SKILL)
        grant(tmp_path, NOTES, place=other)
        grant(tmp_path, NOTES, decision="denied")
        rows = [(r["project"], r["name"], r["decision"]) for r in stored(tmp_path)["item"]]
        assert sorted(rows) == [
            (".", "notes", "granted"),
            ("services/api", "notes", "denied"),
            ("services/api", "pdf", "granted"),
        ]

    def test_an_expansion_that_is_gone_is_forgotten(self, tmp_path):
        grant(tmp_path, NOTES)
        grant(tmp_path, Item("server", "notes", ".mcp.json", "sha256:16c9", FORM))
        assert "resolved" not in stored(tmp_path)["item"][0]

    def test_modes_are_closed(self, tmp_path):
        folder = tmp_path / "conf"
        grant(folder, NOTES)
        modes = [
            p.stat().st_mode & 0o777
            for p in (folder, folder / "consent.toml", folder / "consent.lock")
        ]
        assert modes == [0o700, 0o600, 0o600]
        folder.chmod(0o755)
        (folder / "consent.toml").chmod(0o666)
        grant(folder, SKILL)
        assert load_store(folder).problems == ()

    def test_unknown_keys_and_items_are_kept(self, tmp_path):
        grant(tmp_path, NOTES)
        text = (tmp_path / "consent.toml").read_text().replace("[[item]]", "[[item]]\nnote = 7", 1)
        text = "future = [1]\n" + text + '[[item]]\nkind = "plugin"\nname = 3\n[later]\nx = 1\n'
        (tmp_path / "consent.toml").write_text(text)
        grant(tmp_path, NOTES, SKILL)
        data = stored(tmp_path)
        assert (data["future"], data["later"]) == ([1], {"x": 1})
        assert {"kind": "plugin", "name": 3} in data["item"]
        assert [r["note"] for r in data["item"] if r["name"] == "notes"] == [7]

    def test_a_link_stays_a_link(self, tmp_path):
        (tmp_path / "real").mkdir()
        (tmp_path / "conf").mkdir()
        grant(tmp_path / "real", NOTES)
        (tmp_path / "conf/consent.toml").symlink_to("../real/consent.toml")
        grant(tmp_path / "conf", SKILL)
        assert (tmp_path / "conf/consent.toml").is_symlink()
        assert len(stored(tmp_path / "real")["item"]) == 2

    @pytest.mark.parametrize("text", ["schema = ", 'schema = "skillctl.consent/9"\n', "\xff"])
    def test_a_broken_store_is_left_byte_for_byte(self, tmp_path, text):
        path = tmp_path / "consent.toml"
        path.write_bytes(text.encode("latin-1"))
        with pytest.raises(StoreError, match="the consent store cannot be used"):
            grant(tmp_path, NOTES)
        with pytest.raises(StoreError):
            revoke(tmp_path, PLACE, lambda _: True)
        assert path.read_bytes() == text.encode("latin-1")
        assert sorted(p.name for p in tmp_path.iterdir()) == ["consent.lock", "consent.toml"]

    def test_a_time_is_whole_seconds(self, tmp_path):
        decide(tmp_path, PLACE, [NOTES], decision="granted", at=NOW.replace(microsecond=987_654))
        assert stored(tmp_path)["item"][0]["at"] == NOW
        assert "." not in (tmp_path / "consent.toml").read_text().partition("at = ")[2][:30]

    def test_a_folder_that_is_no_text_cannot_be_stored(self, tmp_path):
        grant(tmp_path, SKILL)
        before = (tmp_path / "consent.toml").read_bytes()
        with pytest.raises(StoreError, match=r"not UTF-8 text.*not changed"):
            grant(tmp_path, NOTES, place=Place("/home/me/w\udcff", "."))
        assert (tmp_path / "consent.toml").read_bytes() == before

    def test_a_store_inside_the_workspace_is_not_written(self, tmp_path):
        with pytest.raises(StoreError, match="lies inside the workspace"):
            grant(tmp_path / "conf", NOTES, place=Place(str(tmp_path), "."))
        assert list(tmp_path.iterdir()) == []

    def test_a_folder_that_cannot_be_made(self, tmp_path):
        (tmp_path / "file").write_text("")
        with pytest.raises(StoreError, match="cannot be written: Not a directory; not changed"):
            grant(tmp_path / "file/conf", NOTES)


class TestRevoke:
    def test_only_matching_records_of_this_place(self, tmp_path):
        other = Place("/home/me/mono", ".")
        grant(tmp_path, NOTES, SKILL)
        grant(tmp_path, NOTES, place=other)
        assert revoke(tmp_path, PLACE, lambda r: r.name == "notes") == 1
        store = load_store(tmp_path)
        assert store.status(NOTES, PLACE) == "missing"
        assert store.status(SKILL, PLACE) == store.status(NOTES, other) == "granted"

    def test_of_two_decisions_at_once_the_last_counts(self, tmp_path):
        grant(tmp_path, NOTES, replace(NOTES, fingerprint="sha256:2"))
        assert [item["fingerprint"] for item in stored(tmp_path)["item"]] == ["sha256:2"]
        assert revoke(tmp_path, PLACE, lambda _: True) == 1

    def test_nothing_to_remove_writes_nothing(self, tmp_path):
        assert revoke(tmp_path, PLACE, lambda _: True) == 0
        assert not (tmp_path / "consent.toml").exists()


class TestLock:
    def test_a_holder_that_stays_is_named_after_the_time_is_over(self, tmp_path, monkeypatch):
        monkeypatch.setattr("skillctl.lock.LOCK_SECONDS", 0.2)
        lock = str(tmp_path / "consent.lock")
        code = f"import fcntl, os; f = open({lock!r}, 'w'); fcntl.flock(f, 2); "
        code += "f.write(str(os.getpid())); f.flush(); print(flush=True); input()"
        with subprocess.Popen(
            [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as holder:
            holder.stdout.readline()
            with pytest.raises(
                StoreError, match=f"is held by process {holder.pid}; consent was not"
            ):
                grant(tmp_path, NOTES)
            holder.communicate(b"\n")
        assert not (tmp_path / "consent.toml").exists()
        grant(tmp_path, NOTES)

    def test_a_file_that_names_a_living_process_is_a_lock(self, tmp_path, monkeypatch):
        monkeypatch.setattr("skillctl.lock.LOCK_SECONDS", 0.1)
        (tmp_path / "consent.lock").write_text(f"{os.getppid()}\n")
        started = time.monotonic()
        with pytest.raises(StoreError, match=f"held by process {os.getppid()}"):
            grant(tmp_path, NOTES)
        assert 0.1 <= time.monotonic() - started < SOON

    @pytest.mark.parametrize("left", ["", "2147483646", "99999999999999999999", "not a pid"])
    def test_what_a_dead_holder_left_is_taken_over(self, tmp_path, left):
        (tmp_path / "consent.lock").write_text(left)
        grant(tmp_path, NOTES)
        assert (tmp_path / "consent.lock").read_text() == ""

    def test_a_lock_file_that_is_no_text_is_free(self, tmp_path):
        (tmp_path / "consent.lock").write_bytes(b"\xe9\xff 12\n")
        grant(tmp_path, NOTES)
        assert stored(tmp_path)["item"][0]["name"] == "notes"
        assert (tmp_path / "consent.lock").read_bytes() == b""

    def test_a_lock_file_that_is_none(self, tmp_path):
        lock = tmp_path / "consent.lock"
        os.mkfifo(lock)
        with pytest.raises(StoreError, match=r"consent\.lock is no regular file.*not changed"):
            grant(tmp_path, NOTES)
        lock.unlink()
        for make in (lock.mkdir, lambda: lock.symlink_to("consent.lock")):
            make()
            with pytest.raises(StoreError, match="not changed"):
                grant(tmp_path, NOTES)
            lock.rmdir() if lock.is_dir() else lock.unlink()
        assert not (tmp_path / "consent.toml").exists()

    def test_a_process_of_another_user_is_alive(self, tmp_path, monkeypatch):
        def forbidden(pid, signal):
            raise PermissionError(pid, signal)

        monkeypatch.setattr("skillctl.lock.LOCK_SECONDS", 0.05)
        monkeypatch.setattr(os, "kill", forbidden)
        (tmp_path / "consent.lock").write_text("1")
        with pytest.raises(StoreError, match="held by process 1"):
            grant(tmp_path, NOTES)

    def test_processes_that_write_at_once_lose_nothing(self, tmp_path):
        code = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from pathlib import Path
from tests.consent.test_write import *
for number in range(10):
    name = f"{{sys.argv[1]}}-{{number}}"
    grant(Path({str(tmp_path)!r}), Item("server", name, ".mcp.json", "sha256:0", "{{}}"))
"""
        running = [subprocess.Popen([sys.executable, "-c", code, str(n)]) for n in range(4)]
        assert [process.wait(30) for process in running] == [0] * 4
        names = sorted(row["name"] for row in stored(tmp_path)["item"])
        assert names == sorted(f"{n}-{i}" for n in range(4) for i in range(10))
