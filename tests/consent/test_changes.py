import json
from dataclasses import replace

import pytest

from skillctl.canonical import canonical, digest
from skillctl.consent.changes import changes, lost_files, values_since
from skillctl.consent.item import Item
from skillctl.consent.store import Record


def item(entry=None, files=(), kind="server", **values):
    form = {"files": list(files), "kind": kind, "name": "x", "source": ".mcp.json", "v": 1}
    form |= {"entry": entry} if entry is not None else {}
    return Item(kind, "x", ".mcp.json", digest(form), canonical(form).decode(), **values)


def record(old):
    return Record(
        "server", "x", ".mcp.json", old.fingerprint, "granted", old.resolved, old.form, None
    )


def between(old, new):
    return list(changes(record(old), new))


def pinned(path, digit="0"):
    return {"path": path, "sha256": digit * 64}


def test_nothing():
    assert between(item({"command": "x"}), item({"command": "x"})) == []


def test_the_lines_of_the_specification():
    old = item(
        {"args": ["-y", "@acme/x@1.4.2"], "env": {"TOKEN": "sha256:1"}}, [pinned("srv/main.py")]
    )
    new = item(
        {"args": ["-y", "@acme/x@1.5.0"], "env": {"NODE_OPTIONS": "sha256:3", "TOKEN": "sha256:2"}},
        [pinned("srv/main.py", "1")],
    )
    assert between(old, new) == [
        'args[1]: "@acme/x@1.4.2" → "@acme/x@1.5.0"',
        "env.NODE_OPTIONS: added",
        "env.TOKEN: value changed",
        "srv/main.py: content changed",
    ]


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        ({}, {"cwd": "sub"}, ['cwd: added "sub"']),
        ({"cwd": None}, {}, ["cwd: removed null"]),
        ({"args": ["a"]}, {"args": ["a", "b"]}, ['args[1]: added "b"']),
        ({"args": ["a", "b"]}, {"args": ["b"]}, ['args[0]: "a" → "b"', 'args[1]: removed "b"']),
        ({"x": {"y": [1]}}, {"x": {"y": [True]}}, ["x.y[0]: 1 → true"]),
        ({"x": []}, {"x": {}}, ["x: [] → {}"]),
        ({"Auth": {"key": "sha256:1"}}, {"Auth": {"key": "sha256:2"}}, ["Auth.key: value changed"]),
        ({"auth": "sha256:1"}, {"auth": {"k": "sha256:1"}}, ["auth: value changed"]),
        ({"headers": {"A": "sha256:1"}}, {}, ["headers.A: removed"]),
        ({"url": "https://a"}, {"url": "https://b"}, ['url: "https://a" → "https://b"']),
        (
            {"image": f"sha256:{'0' * 64}"},
            {"image": f"sha256:{'1' * 64}"},
            [f'image: "sha256:{"0" * 64}" → "sha256:{"1" * 64}"'],
        ),
    ],
)
def test_fields(old, new, lines):
    assert between(item(old), item(new)) == lines


def test_a_secret_after_its_flag_is_not_shown():
    old = item({"args": ["--token", "hunter1", "-v"]})
    assert between(old, item({"args": ["--token", "hunter2", "-w"]})) == [
        "args[1]: value changed",
        'args[2]: "-v" → "-w"',
    ]
    assert between(old, item({"args": []}))[1] == "args[1]: removed"


def test_files_of_a_skill():
    old = item(None, [pinned("a"), pinned("b"), pinned("c")], kind="skill")
    new = item(None, [pinned("b", "1"), {"link": "../x", "path": "c"}, pinned("d")], kind="skill")
    assert between(old, new) == [
        "a: removed",
        "b: content changed",
        "c: now a link to ../x",
        "d: added",
    ]


def test_another_expansion_on_this_machine():
    old, new = (item({"command": "${X}"}, resolved=f"sha256:{n}") for n in (1, 2))
    assert between(old, new) == ["what its variables expand to on this machine changed"]


def test_an_item_that_cannot_be_fingerprinted_any_more():
    new = Item("server", "x", ".mcp.json", "", "", problem="too many files")
    assert between(item({}), new) == ["it has no fingerprint any more: too many files"]


@pytest.mark.parametrize("form", ["", "{", json.dumps({"entry": {}})])
def test_a_form_that_is_not_the_granted_one_is_not_believed(form):
    forged = replace(record(item({"command": "x"})), form=form)
    (line,) = changes(forged, item({"command": "y"}))
    assert line.startswith("what it was before is not known")


@pytest.mark.parametrize(
    ("old", "new", "since"),
    [
        ({"A": "1", "B": "2", "D": "4"}, {"A": "1", "B": "3", "C": "2"},
         {"A": "as before", "B": "changed", "C": "added"}),
        (None, {"A": "1"}, {"A": "added"}),
        ({"A": 1}, {"A": True}, {"A": "changed"}),
        ({"A": "1"}, "A", {}),
        ([], {"A": "1"}, {"A": "added"}),
    ],
)  # fmt: skip
def test_what_became_of_values_that_only_stand_as_digests(old, new, since):
    before = item({"env": old} if old is not None else {})
    assert values_since(record(before), item({"env": new}), "env") == since


def test_what_is_not_known_of_values_is_not_said():
    old, new = item({"env": {"A": "1"}}), item({"env": {"A": "2"}})
    assert values_since(replace(record(old), form=""), new, "env") == {}
    assert values_since(record(old), replace(new, problem="too big"), "env") == {}


def test_each_key_of_a_new_or_lost_table_of_secrets_is_named():
    bare, full = item({"command": "x"}), item({"command": "x", "env": {"NODE_OPTIONS": "sha256:1"}})
    assert between(bare, full) == ["env.NODE_OPTIONS: added"]
    assert between(full, bare) == ["env.NODE_OPTIONS: removed"]
    assert between(bare, item({"command": "x", "env": {}})) == ["env: added"]


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        ({"args": ["--token=a1"]}, {"args": ["--token=b1"]}, ["args[0]: value changed"]),
        ({"args": ["--auth", "x"]}, {"args": ["--auth", "y"]}, ["args[1]: value changed"]),
        ({"args": ["--auth", "x"]}, {"args": ["--auth"]}, ["args[1]: removed"]),
        (
            {"args": ["--auth", "x"]},
            {"args": ["--auth", "./x.sh"]},
            ['args[1]: "***" → "./x.sh"'],
        ),
        (
            {"command": "mysql", "args": ["-px"]},
            {"command": "mysql", "args": ["-py", "db"]},
            ["args[0]: value changed", 'args[1]: added "db"'],
        ),
        (
            {"a": {"credentials": {"x": "1"}}},
            {"a": {"credentials": {"x": "2"}}, "b": {"env": {"X": "3", "N": 1}}},
            ["a.credentials.x: value changed", 'b: added {"env": {"N": 1, "X": "***"}}'],
        ),
    ],
)
def test_a_value_that_is_masked_is_only_told_to_have_changed(old, new, lines):
    assert sorted(between(item(old), item(new))) == lines


def test_the_files_whose_former_text_is_gone():
    """Of a file there is a digest; a link is known whole, and what is new has no former text."""
    link = {"path": "l", "link": "x"}
    old = item({}, [pinned("a"), pinned("b"), pinned("gone"), link])
    new = item({}, [pinned("a"), pinned("b", "1"), pinned("new"), {"path": "l", "link": "y"}])
    assert lost_files(record(old), new) == ("b", "gone")
    assert lost_files(record(old), old) == ()
    assert lost_files(record(old), replace(new, problem="too big")) == ()
    assert lost_files(replace(record(old), form="{}"), new) == ()
