import json
import threading

import pytest

from skillctl.agent import gather
from skillctl.agent.assembly import assemble
from skillctl.agent.base import base_only
from skillctl.agent.gather import gather_view, no_config
from skillctl.agent.messages import UserMessage
from skillctl.errors import EndpointFailed
from skillctl.fakes.file import load_fake
from skillctl.fakes.pipe import Pipe
from skillctl.settings import McpSettings, Settings
from skillctl.skills import gather as skills_gather
from tests.agent.projects import FULL, SERVER, SKILL
from tests.agent.test_base import base_only_elsewhere


def body(view):
    return assemble(view, Settings(), [UserMessage("Say hello.")], model="unset").body


def view_of(where, /, **more):
    with gather_view(where.ground(**more), Settings(), where.pipe) as seen:
        return seen.view


def never(config):
    raise AssertionError(f"{config.name} was started")


def test_a_granted_skill_and_server_are_there(full):
    view = view_of(full)
    assert [s.name for s in view.skills.skills] == ["notes"]
    assert [t.name for t in view.tools] == ["mcp__weather__get"]
    (server,) = view.servers
    assert (server.key, server.state, server.consent) == ("weather", "ready", "granted")
    assert (server.instructions, server.protocol) == ("Ask for a city.", "2025-11-25")
    assert server.fingerprint.startswith("sha256:")
    assert (view.absences, view.notes) == ((), ())
    assert len(view.hash) == 64


def test_the_same_project_gives_the_same_view(full):
    assert view_of(full).hash == view_of(full).hash
    full.write({".agents/skills/notes/SKILL.md": SKILL.replace("first", "twice")}).grant()
    changed = view_of(full)
    assert changed.hash != view_of(full.write({".agents/skills/notes/SKILL.md": SKILL})).hash


# DESIGN.md decision 1: none of these may change a byte
NOTHING = {
    "no roots": {},
    "empty roots": {".agents/skills/.keep": "", ".claude/skills/.keep": ""},
    "only invalid": {".agents/skills/bad/SKILL.md": "no front matter\n"},
    "only pending": FULL,
    "no servers": {".mcp.json": '{"mcpServers": {}}'},
    "an empty object": {".mcp.json": "{}"},
    "a broken config": {".mcp.json": '{"mcpServers": '},
    "a disabled server": {
        ".mcp.json": json.dumps({"mcpServers": {"x": {**SERVER, "disabled": True}}})
    },
}


@pytest.mark.parametrize("case", NOTHING)
def test_where_nothing_is_usable_no_byte_changes_and_nothing_starts(project, case):
    project.write(NOTHING[case])
    with gather_view(project.ground(), Settings(), never) as seen:
        found = body(seen.view)
    assert found == body(no_config(project.ground()).view) == base_only("Say hello.", "unset")


def test_the_baseline_is_that_of_a_process_without_the_features(project):
    assert body(view_of(project)) == base_only_elsewhere("Say hello.", "openai-chat")


def test_denied_and_changed_are_not_there_either(project):
    project.write(FULL).grant("denied")
    with gather_view(project.ground(), Settings(), never) as seen:
        assert body(seen.view) == base_only("Say hello.", "unset")
        reasons = {(a.kind, a.name): a.reason for a in seen.view.absences}
    assert reasons == {("skill", "notes"): "denied", ("server", "weather"): "denied"}
    project.write({"fakes/weather.toml": FULL["fakes/weather.toml"] + "\n# more\n"})
    with gather_view(project.ground(), Settings(), never) as seen:
        assert {a.name: a.reason for a in seen.view.absences}["weather"] == "changed"


def test_what_waits_says_what_to_do(project):
    project.write(FULL)
    with gather_view(project.ground(), Settings(), never) as seen:
        for absence in seen.view.absences:
            assert absence.reason == "pending"
            assert f"skillctl consent grant {absence.name}" in absence.remedy
        assert any("weather" in note and "consent" in note for note in seen.view.notes)
        assert any("notes" in note and "consent" in note for note in seen.view.notes)


def test_a_server_that_changes_between_consent_and_start_is_not_started(full, monkeypatch):
    started = []
    judge = gather.stand

    def judge_then_swap(*args):
        found = judge(*args)
        full.write({"fakes/weather.toml": FULL["fakes/weather.toml"] + "\n# swapped\n"})
        return found

    monkeypatch.setattr(gather, "stand", judge_then_swap)
    with gather_view(full.ground(), Settings(), started.append) as seen:
        view = seen.view
    assert started == []
    (absence,) = (a for a in view.absences if a.kind == "server")
    assert "changed between consent and start; not started" in absence.detail


def test_a_server_that_does_not_come_up_is_an_absence_and_the_others_work(full):
    servers = {"weather": SERVER, "broken": {"command": "skillctl-no-such-program"}}
    full.write({".mcp.json": json.dumps({"mcpServers": servers})}).grant()

    def start(config):
        if config.name == "broken":
            raise EndpointFailed('server "broken": not started: program not found')
        return full.pipe(config)

    with gather_view(full.ground(), Settings(), start) as seen:
        view = seen.view
    assert [t.name for t in view.tools] == ["mcp__weather__get"]
    (absence,) = view.absences
    assert (absence.name, absence.reason) == ("broken", "server-failed")
    assert "program not found" in absence.detail
    assert any("program not found" in note for note in view.notes)


@pytest.mark.parametrize("secret", ["canary-1", "weather"])
def test_why_a_server_failed_is_told_without_the_values_it_was_given(full, secret):
    servers = {"weather": {**SERVER, "env": {"TOKEN": secret}}}
    full.write({".mcp.json": json.dumps({"mcpServers": servers})}).grant()

    def start(config):
        raise EndpointFailed(f'server "{config.name}": exited; stderr: bad token {secret}')

    with gather_view(full.ground(), Settings(), start) as seen:
        view = seen.view
    (absence,) = view.absences
    assert absence.detail.endswith("exited; stderr: bad token [redacted:TOKEN]")
    assert "stderr: bad token [redacted:TOKEN]" in view.servers[0].error
    assert any(note.endswith("stderr: bad token [redacted:TOKEN]") for note in view.notes)
    assert not any(f"bad token {secret}" in note for note in view.notes)


def test_a_server_that_takes_long_is_named_while_it_is_waited_for(full, monkeypatch):
    monkeypatch.setattr("skillctl.agent.patience.SILENT_SECONDS", 0.01)
    ready, lines = threading.Event(), []

    def start(config):
        ready.wait(5)
        return full.pipe(config)

    def tell(line):
        lines.append(line)
        ready.set()

    with gather_view(full.ground(), Settings(), start, tell) as seen:
        assert [t.name for t in seen.view.tools] == ["mcp__weather__get"]
    assert lines == ['waiting for server "weather" (up to 30 s)']


def test_servers_are_waited_for_only_as_long_as_there_is_time(full, monkeypatch):
    monkeypatch.setattr("skillctl.mcp.manager.MOMENT", 0.0)

    def start(config):
        threading.Event().wait(1)
        return full.pipe(config)

    with gather_view(full.ground(), Settings(), start, seconds=0.1) as seen:
        (absence,) = seen.view.absences
    assert "was not ready within 0.1 s" in absence.detail


def test_a_users_server_needs_no_consent(project):
    project.write({"fakes/weather.toml": FULL["fakes/weather.toml"]})
    project.config_dir.mkdir(parents=True)
    config = {"command": "x", "args": [str(project.root / "fakes/weather.toml")]}
    (project.config_dir / "mcp.json").write_text(json.dumps({"mcpServers": {"mine": config}}))
    view = view_of(project)
    assert [t.name for t in view.tools] == ["mcp__mine__get"]
    assert view.servers[0].consent == "exempt"


def test_one_config_may_take_the_place_of_all(full):
    other = full.root / "other.json"
    other.write_text('{"mcpServers": {}}')
    assert view_of(full, mcp_configs=(other,)).servers == ()


def test_more_skills_may_be_named(project, tmp_path):
    extra = tmp_path / "extra"
    (extra / "notes").mkdir(parents=True)
    (extra / "notes" / "SKILL.md").write_text(SKILL)
    view = view_of(project, skill_roots=(extra,))
    assert [s.name for s in view.skills.skills] == ["notes"]


def test_without_a_project_scope_only_the_user_counts(full):
    with gather_view(full.ground(project=None), Settings(), never) as seen:
        assert body(seen.view) == base_only("Say hello.", "unset")


def test_where_the_root_is_home_nothing_writes(project):
    view = view_of(project, root=project.home, project=None)
    assert not view.writable
    assert body(view) == base_only("Say hello.", "unset", writable=False)
    assert body(no_config(project.ground(root=project.home)).view) == body(view)


def test_the_values_of_servers_are_known_as_secrets(project):
    entry = {**SERVER, "env": {"TOKEN": "canary-1"}, "headers": {"X-Key": "canary-2"}}
    project.write({".mcp.json": json.dumps({"mcpServers": {"a": entry}})})
    with gather_view(project.ground(), Settings(), never) as seen:
        assert seen.secrets == {"TOKEN": "canary-1", "X-Key": "canary-2"}


def test_servers_are_ended_also_when_looking_fails(full, monkeypatch):
    ended = []

    class Watched(Pipe):
        def close(self):
            ended.append(self)
            super().close()

    def fail(*_args, **_more):
        raise RuntimeError

    monkeypatch.setattr(gather, "build_view", fail)
    fake = load_fake(full.root / "fakes/weather.toml", "weather.toml")
    with pytest.raises(RuntimeError):
        gather_view(full.ground(), Settings(), lambda _: Watched(fake))
    assert len(ended) == 1


def test_a_real_process_is_started_and_ended(full):
    with gather_view(full.ground(), Settings()) as seen:
        assert [t.name for t in seen.view.tools] == ["mcp__weather__get"]
        raw = seen.manager.call("weather", "get", {"city": "Paris"})
        assert raw["content"] == [{"type": "text", "text": "18C"}]
    assert seen.manager.statuses()["weather"].state == "stopped"


def test_a_skill_is_fingerprinted_once_also_where_servers_are_skills(full, monkeypatch):
    fixed = []
    usual = skills_gather.fingerprint_skill

    def counting(one, *more):
        fixed.append(one.name)
        return usual(one, *more)

    monkeypatch.setattr(skills_gather, "fingerprint_skill", counting)
    settings = Settings(mcp=McpSettings(surface="skills"))
    for made in (["notes", "mcp:weather"], ["notes", "mcp:weather", "mcp:weather"]):
        with gather_view(full.ground(), settings, full.pipe) as seen:
            assert [skill.name for skill in seen.view.skills.skills] == ["mcp:weather", "notes"]
        assert sorted(fixed) == sorted(made)
        fixed.clear()
