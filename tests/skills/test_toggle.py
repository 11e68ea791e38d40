"""Turning skills on and off: skills.md section 5."""

import json
import os
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skillctl.errors import StoreError
from skillctl.skills.preferences import load_preferences
from skillctl.skills.toggle import toggle, with_flags

ONE_LINE = '{"is_enabled": {"mcp:github": false, "b": true}, "x": 1.50}'
KEENS = """\
{
    "version": 1e400,
    "is_enabled": {
        "mcp:github": false,
        "z": true
    },
    "last": [ 1,2 ]
}
"""


@pytest.fixture
def place(tmp_path):
    """The file of preferences, and how it is written to."""
    return Place(tmp_path / "config" / "skills.json", tmp_path / "config" / "skills.lock")


class Place:
    def __init__(self, path, lock):
        self.path, self.lock = path, lock

    def write(self, text):
        self.path.parent.mkdir(exist_ok=True)
        self.path.write_bytes(text.encode())

    def read(self):
        return self.path.read_bytes().decode()

    def disable(self, *names):
        return toggle(self.path, self.lock, names, enabled=False)

    def enable(self, *names):
        return toggle(self.path, self.lock, names, enabled=True)


def test_a_new_file_has_the_form_of_the_specification(place):
    assert place.disable("notes", "é").enables("notes")
    assert place.read() == '{\n  "is_enabled": {\n    "notes": false,\n    "é": false\n  }\n}\n'
    assert place.path.parent.stat().st_mode & 0o777 == 0o700
    assert sorted(p.name for p in place.path.parent.iterdir()) == ["skills.json", "skills.lock"]


def test_what_was_disabled_is_enabled_again(place):
    place.disable("notes")
    assert not place.enable("notes").enables("notes")
    assert json.loads(place.read()) == {"is_enabled": {"notes": True}}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (ONE_LINE, '{"is_enabled": {"mcp:github": false, "b": false, "a": false}, "x": 1.50}'),
        (KEENS, KEENS.replace("true\n", 'true,\n        "a": false,\n        "b": false\n')),
        ("{}", '{\n  "is_enabled": {\n    "a": false,\n    "b": false\n  }\n}'),
        ('{"x":1}', '{"x":1, "is_enabled": {\n    "a": false,\n    "b": false\n  }}'),
        ('{"is_enabled":{}}', '{"is_enabled":{\n    "a": false,\n    "b": false\n  }}'),
        ('{"is_enabled":{"c":true,"d":true}}',
         '{"is_enabled":{"c":true,"d":true,"a": false,"b": false}}'),
        ("{\r\n}",
         '{\r\n  "is_enabled": {\r\n    "a": false,\r\n    "b": false\r\n  }\r\n}'),
    ],
)  # fmt: skip
def test_only_the_flags_change(place, text, wanted):
    """Other keys and unknown names stay as they are written, in their order."""
    place.write(text)
    place.disable("a", "b")
    assert place.read() == wanted
    assert not load_preferences(place.path).enables("a")


def test_mark_mode_and_link_stay(place, tmp_path):
    place.write("\ufeff{}")
    real = tmp_path / "real.json"
    place.path.rename(real)
    real.chmod(0o640)
    place.path.symlink_to(real)
    place.disable("a")
    assert place.path.is_symlink()
    assert place.read().startswith("\ufeff{\n")
    assert real.stat().st_mode & 0o777 == 0o640


def test_what_is_so_already_is_not_written(place):
    assert place.enable("a").enables("a")
    assert not place.path.exists()
    place.disable("a")
    before = place.path.stat()
    place.disable("a")
    place.enable("b")
    after = place.path.stat()
    assert (after.st_ino, after.st_ctime_ns) == (before.st_ino, before.st_ctime_ns)


@pytest.mark.parametrize("text", ["", "[]", '{"is_enabled": {"a": 1}}', '{"is_enabled": {"b": tr'])
def test_corrupt_preferences_kept(place, text):
    """Never treated as empty, never overwritten."""
    place.write(text)
    for change in (place.disable, place.enable):
        with pytest.raises(StoreError, match=r"preferences of skills cannot be used"):
            change("b")
    assert place.read() == text


def test_a_name_that_is_no_text(place):
    with pytest.raises(StoreError, match="not UTF-8 text cannot be stored; not changed"):
        place.disable("a", "\udcff")
    assert not place.path.exists()


def test_where_nothing_can_be_written(place):
    place.path.parent.write_text("a file")
    with pytest.raises(StoreError, match=r"skills\.json cannot be written: .*; not changed"):
        place.disable("a")


def test_a_failed_write_leaves_the_file(place, monkeypatch):
    place.write(KEENS)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreError, match="No space left on device; not changed"):
        place.disable("a")
    assert place.read() == KEENS
    assert sorted(p.name for p in place.path.parent.iterdir()) == ["skills.json", "skills.lock"]


def test_processes_that_write_at_once_lose_nothing(place):
    code = """
import sys
from pathlib import Path
from skillctl.skills.toggle import toggle
for number in range(5):
    toggle(Path(sys.argv[1]), Path(sys.argv[2]), [f"{sys.argv[3]}{number}"], enabled=False)
"""
    words = [sys.executable, "-c", code, str(place.path), str(place.lock)]
    running = [subprocess.Popen([*words, name]) for name in "abc"]
    assert [process.wait() for process in running] == [0, 0, 0]
    said = load_preferences(place.path).said
    assert sorted(said) == [f"{name}{number}" for name in "abc" for number in range(5)]


NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=4)
VALUES = st.recursive(st.none() | st.booleans() | NAMES | st.integers(), st.lists, max_leaves=3)


@settings(max_examples=150)
@given(
    st.dictionaries(NAMES, st.booleans(), max_size=3),
    st.dictionaries(NAMES, VALUES, max_size=2),
    st.dictionaries(NAMES, st.booleans(), min_size=1, max_size=3),
    st.sampled_from([None, 0, 3, "\t"]),
)
def test_with_flags_is_the_old_object_with_the_flags(flags, others, wanted, indent):
    data = {**others, "is_enabled": flags}
    changed = json.loads(with_flags(json.dumps(data, indent=indent), wanted))
    assert changed == {**data, "is_enabled": flags | wanted}
    assert list(changed["is_enabled"]) == list(flags | wanted)
    assert list(changed) == list(data)
