import json
import os
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from skillctl.agent.dialects.known import DIALECTS
from skillctl.agent.log import SessionLog
from skillctl.agent.messages import Opaque
from skillctl.agent.session import (
    Session,
    read_session,
    render_request,
    session_id,
    session_ids,
    session_path,
)
from skillctl.agent.session_text import render_session
from skillctl.errors import SkillctlError, StoreError
from skillctl.policy.redaction import Redactor
from skillctl.settings import RunSettings
from skillctl.skills.focus import Focus
from tests.agent.runs import SETTINGS, call, play, say
from tests.agent.views import server, skill, tool, view

SEEN = view([skill()], [server(instructions="x" * 1500)], [tool()])
TURNS = (
    say("Looking.", call(1, "mcp__weather__get", city="é" * 600), call(2, "nope")),
    say("", call(3, "list_dir")),
    say("Done."),
)


class Bodies:
    """A provider that keeps the bodies it was sent, and thinks in its dialect."""

    def __init__(self, inner, dialect):
        self.inner = inner
        self.name = inner.name
        self.dialect = dialect
        self.bodies = []

    def reply(self, request):
        self.bodies.append(request.body)
        thought = Opaque(self.dialect, 0, {"type": "thinking", "signature": "c2ln", "a": None})
        return replace(self.inner.reply(request), opaque=(thought,))

    def finish(self):
        self.inner.finish()


def recorded(tmp_path, turns=TURNS, redactor=None, dialect="openai-chat", cache="static"):
    """A written session: its path and the bodies that were sent."""
    from skillctl.agent.providers import ScriptedProvider

    folder, root = tmp_path / "sessions", tmp_path / "root"
    root.mkdir()
    log = SessionLog("s1", folder=folder, redactor=redactor)
    model = Bodies(ScriptedProvider(turns), dialect)
    settings = replace(SETTINGS, run=RunSettings(cache=cache))
    play(SEEN, root.resolve(), log=log, provider=model, dialect=dialect, settings=settings)
    log.close()
    return folder / "s1.jsonl", model.bodies


def test_what_was_written_is_read_whole(tmp_path):
    path, _ = recorded(tmp_path)
    session = read_session(path)
    assert (session.id, session.notices) == ("s1", ())
    assert [e["n"] for e in session.events] == list(range(1, len(session.events) + 1))
    assert next(session.of("catalog"))["system"].count("x" * 1500) == 1
    assert '"$blob"' in path.read_text()
    assert "$blob" not in json.dumps(session.events)


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("cache", ["static", "conversation"])
def test_every_body_is_made_again_to_the_byte(tmp_path, dialect, cache):
    path, bodies = recorded(tmp_path, dialect=dialect, cache=cache)
    session = read_session(path)
    assert len(bodies) == 3
    assert bodies[2].count(b"c2ln") == (0 if dialect == "openai-chat" else 2)
    for index, body in enumerate(bodies, 1):
        rendered = render_request(session, index)
        assert (rendered.body, rendered.exact) == (body, True)


def test_a_body_that_held_a_secret_is_known_to_differ(tmp_path):
    turns = (say("", call(1, "mcp__weather__get", city="canary-1")), say("Done."))
    path, bodies = recorded(tmp_path, turns, Redactor({"TOKEN": "canary-1"}))
    session = read_session(path)
    assert render_request(session, 1).exact
    second = render_request(session, 2)
    assert not second.exact
    assert second.body.replace(b"[redacted:TOKEN]", b"canary-1") == bodies[1]


OURS = (
    *("session", "schema", "skillctl", "dialect", "system", "message", "parameters", "openai-chat"),
    *("description", "request", "response", "catalog", "tool.call", "tool.result", "session.end"),
    *("skillctl.session/1", "scripted", "script", "server", "is_error", "messages", "tool_list"),
)


@pytest.mark.parametrize("word", OURS)
def test_a_secret_that_is_a_word_of_the_log_leaves_it_readable(tmp_path, word):
    path, bodies = recorded(tmp_path, redactor=Redactor({"SECRET": word}))
    session = read_session(path)
    assert render_session(session)
    for index, body in enumerate(bodies, 1):
        rendered = render_request(session, index)
        assert rendered.exact or rendered.body.replace(b"[redacted:SECRET]", word.encode()) == body


def test_sessions_stand_in_the_order_of_their_logged_start(tmp_path):
    starts = {
        "20261201T080000Z-ffffff": '{"v":{"time":"2026-12-01T08:00:00.001Z"}}',
        "20261201T080000Z-aaaaaa": '{"v":{"time":"2026-12-01T08:00:00.500Z"}}',
        "20261201T080000300Z-cccccc": '{"v":{"time":"2026-12-01T08:00:00.300Z"}}',
        "20261201T080000400Z-dddddd": "no JSON",
        "20261201T080000200Z-eeeeee": '{"v":[]}',
    }
    for name, first in starts.items():
        (tmp_path / f"{name}.jsonl").write_text(f"{first}\n")
    found = session_ids(tmp_path)
    assert [name.rpartition("-")[2] for name in found] == [
        *("ffffff", "eeeeee", "cccccc", "dddddd", "aaaaaa"),
    ]
    assert session_path(tmp_path, "last").stem == found[-1]


def test_an_id_sorts_by_time():
    moments = [datetime(2026, 12, 1, 8, 0, 0, n * 1000, tzinfo=UTC) for n in (1, 20, 300)]
    ids = [session_id(moment, random) for moment, random in zip(moments, "cba", strict=True)]
    assert ids == ["20261201T080000001Z-c", "20261201T080000020Z-b", "20261201T080000300Z-a"]
    assert ids == sorted(ids)


def test_there_is_no_other_request(tmp_path):
    session = read_session(recorded(tmp_path)[0])
    for index in (0, 4):
        with pytest.raises(StoreError, match=f"session s1 has no request {index}") as caught:
            render_request(session, index)
        assert caught.value.hint == "it has 3 requests"


def test_a_torn_last_line_is_left_out_with_a_notice(tmp_path):
    path, _ = recorded(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-9])
    session = read_session(path)
    assert session.notices == ("the last line of s1.jsonl is torn; it was left out",)
    assert len(session.events) == whole.count(b"\n") - 1
    assert path.read_bytes() == whole[:-9]


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (b'{"e":"mess', "not valid JSON"),
        (b"[]", "is no event"),
        (b"{}", "is no event"),
        (b"\xff", "not valid"),
    ],
)
def test_a_bad_line_elsewhere_is_an_error_with_its_number(tmp_path, bad, words):
    path, _ = recorded(tmp_path)
    lines = path.read_bytes().split(b"\n")
    lines[2] = bad
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(StoreError, match=f"line 3 of .*s1.jsonl.*{words}") as caught:
        read_session(path)
    assert caught.value.exit_code == 2
    assert path.read_bytes() == b"\n".join(lines)


def test_unknown_events_are_counted_and_skipped(tmp_path):
    path, _ = recorded(tmp_path)
    with path.open("ab") as file:
        file.write(b'{"e":"dance","n":99}\n{"e":"song"}\n')
    session = read_session(path)
    assert session.notices == ("2 events of an unknown kind in s1.jsonl; skipped",)
    assert render_request(session, 3).exact


@pytest.mark.parametrize(
    "content",
    [b"", b"\n", b'{"e":"message"}\n', b'{"e":"session.start","schema":"skillctl.session/9"}\n'],
)
def test_what_is_no_session_of_ours_is_refused(tmp_path, content):
    path = tmp_path / "x.jsonl"
    path.write_bytes(content)
    with pytest.raises(StoreError):
        read_session(path)


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(StoreError, match="session x cannot be read: No such file"):
        read_session(tmp_path / "x.jsonl")


def test_a_missing_or_changed_blob_is_named(tmp_path):
    path, _ = recorded(tmp_path)
    blob = next((path.parent / "blobs").iterdir())
    blob.write_text("other")
    with pytest.raises(StoreError, match=f"{blob.name} was changed"):
        read_session(path)
    blob.unlink()
    with pytest.raises(StoreError, match=f"{blob.name} cannot be read"):
        read_session(path)


def test_a_blob_reference_leads_nowhere_else(tmp_path):
    path = tmp_path / "sessions" / "x.jsonl"
    path.parent.mkdir()
    (tmp_path / "secret").write_text("s")
    reference = {"$blob": "../../secret", "bytes": 1}
    start = {"e": "session.start", "schema": "skillctl.session/1", "n": 1, "id": reference}
    path.write_text(json.dumps(start) + "\n")
    with pytest.raises(StoreError, match=r"'../../secret' is no name of a blob"):
        read_session(path)


def test_an_unfinished_session_can_be_read(tmp_path):
    path, bodies = recorded(tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    for count in range(1, len(lines)):
        path.write_bytes(b"".join(lines[:count]))
        session = read_session(path)
        for index, _ in enumerate(session.of("request"), 1):
            assert render_request(session, index).body == bodies[index - 1]


def test_a_log_that_lacks_something_says_so():
    start = {"e": "session.start", "n": 1, "model": "m", "dialect": "openai-chat"}
    request = {"e": "request", "n": 2, "i": 1, "messages": [7], "options": {}}
    catalog = {"e": "catalog", "n": 1, "system": "", "tool_list": []}
    for events in (
        (start, request),
        (start, catalog, request),
        (start, catalog, {**request, "messages": 3}),
    ):
        with pytest.raises(StoreError, match=r"lacks what request 1 was made of$"):
            render_request(Session("s", events), 1)


MUTATED = st.tuples(st.integers(0, 20_000), st.binary(max_size=4))


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None
)
@given(MUTATED)
def test_a_damaged_log_is_read_or_refused_in_words(tmp_path_factory, mutation):
    at, junk = mutation
    folder = tmp_path_factory.mktemp("m")
    path, _ = recorded(folder)
    data = path.read_bytes()
    at %= len(data)
    path.write_bytes(data[:at] + junk + data[at + len(junk) :])
    try:
        session = read_session(path)
        for index in range(1, 4):
            render_request(session, index)
    except SkillctlError:
        pass


def rewritten(path, change):
    """The log with each event changed by a function."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    path.write_text("".join(json.dumps(change(event)) + "\n" for event in lines))


@pytest.mark.parametrize("junk", [None, 5, "x", [], {}, True])
def test_whatever_a_log_holds_it_is_read_or_named_with_its_line(tmp_path, junk):
    path, _ = recorded(tmp_path)
    lines = path.read_text().splitlines()
    for at, line in enumerate(lines):
        event = json.loads(line)
        for name in event:
            for changed in (
                {**event, name: junk},
                {k: v for k, v in event.items() if k != name},
            ):
                text = [*lines[:at], json.dumps(changed), *lines[at + 1 :]]
                path.write_text("".join(f"{one}\n" for one in text))
                with suppress(SkillctlError):
                    session = read_session(path)
                    assert render_session(session)
                    for request in session.of("request"):
                        render_request(session, int(str(request["i"])))


def test_a_field_of_another_type_is_said_with_line_and_place(tmp_path):
    path, _ = recorded(tmp_path)
    rewritten(path, lambda e: {**e, "v": 5} if e["e"] == "response" else e)
    with pytest.raises(StoreError, match=r'line \d+ of .*: response: "v" is not an object; noth'):
        read_session(path)


def test_a_reason_may_be_empty(tmp_path):
    path, _ = recorded(tmp_path)
    rewritten(path, lambda e: {**e, "reason": ""} if e["e"] == "session.end" else e)
    assert render_session(read_session(path)).endswith("end: exit 0, \n")


def test_a_blob_that_is_no_text_is_said(tmp_path):
    path, _ = recorded(tmp_path)
    data = b"\xff" * 2000
    digest = sha256(data).hexdigest()
    (path.parent / "blobs" / digest).write_bytes(data)
    reference = {"$blob": digest, "bytes": 2000}
    rewritten(path, lambda e: {**e, "system": reference} if e["e"] == "catalog" else e)
    with pytest.raises(StoreError, match=r"line \d+ of .*blob .* is not UTF-8"):
        read_session(path)


@pytest.mark.parametrize("name", ["", "..", "a\0b", "../../etc/passwd", 5])
def test_a_blob_is_named_by_its_digest_alone(tmp_path, name):
    path, _ = recorded(tmp_path)
    reference = {"$blob": name, "bytes": 2000}
    rewritten(path, lambda e: {**e, "system": reference} if e["e"] == "catalog" else e)
    with pytest.raises(StoreError, match=r"line \d+ of .* is no name of a blob"):
        read_session(path)


def test_an_event_that_is_nested_too_deep_is_said(tmp_path):
    path, _ = recorded(tmp_path)
    lines = path.read_text().splitlines()
    at = next(i for i, line in enumerate(lines) if '"tool.call"' in line)
    event = {**json.loads(lines[at]), "args": 0}
    for depth in (300, 600, 900, 990, 5000):
        deep = json.dumps(event).replace('"args": 0', f'"args": {"[" * depth}{"]" * depth}')
        path.write_text("\n".join([*lines[:at], deep, *lines[at + 1 :], ""]))
        with suppress(StoreError):
            read_session(path)


def test_a_folder_that_cannot_be_read_is_not_an_empty_one(tmp_path):
    (tmp_path / "sessions").write_text("")
    with pytest.raises(StoreError, match=r"the folder of sessions .* cannot be read") as caught:
        session_ids(tmp_path / "sessions")
    assert caught.value.exit_code == 2
    assert session_ids(tmp_path / "none") == []


def test_what_is_not_a_file_is_no_session_that_can_be_read(tmp_path):
    os.mkfifo(tmp_path / "a.jsonl")
    (tmp_path / "b.jsonl").mkdir()
    assert session_ids(tmp_path) == ["a", "b"]
    for name in "ab":
        with pytest.raises(
            StoreError, match=f"session {name} cannot be read: it is not a regular file"
        ):
            read_session(tmp_path / f"{name}.jsonl")


def test_a_hint_is_logged_with_its_message_and_made_again_to_the_byte(tmp_path):
    attached = view([skill(auto_attach=("*.md",))])
    seen = replace(attached, focus=Focus(files=("x.md",)))
    log = SessionLog("s1", folder=tmp_path / "sessions")
    play(seen, tmp_path, say("Done."), log=log)
    log.close()
    session = read_session(tmp_path / "sessions" / "s1.jsonl")
    (message,) = session.of("message")
    assert message["text"].startswith("Do it.\n\n<skills_hint>x.md matches notes.")
    rendered = render_request(session, 1)
    assert rendered.exact
    assert b"<skills_hint>" in rendered.body
