from dataclasses import replace

import pytest

from skillctl.agent.build import build_view
from skillctl.consent.item import Item
from skillctl.mcp.operations import ServerInfo, ToolList
from skillctl.mcp.server import ServerStatus
from skillctl.servers.standing import Standing
from skillctl.settings import McpSettings
from skillctl.skills.focus import Focus
from skillctl.skills.model import Candidate, SkillSnapshot
from tests.agent.views import skill
from tests.server_configs import server_config

NO_SKILLS = SkillSnapshot((), "h0")


def standing(name="weather", state="configured", consent="granted", **more):
    config = server_config(name, ".mcp.json", "project", **more.pop("config", {}))
    item = Item("server", name, ".mcp.json", f"sha256:{name}", "{}")
    return Standing(config=config, state=state, consent=consent, item=item, **more)


def ready(*names, instructions="Hi."):
    tools = tuple({"name": n, "description": n, "inputSchema": {"type": "object"}} for n in names)
    info = ServerInfo(name="x", version="1", protocol="2025-11-25", instructions=instructions)
    return ServerStatus(state="ready", info=info, tools=ToolList(tools))


def build(*standings, skills=NO_SKILLS, **statuses):
    return build_view(skills, standings, statuses)


def test_nothing_is_an_empty_view():
    view = build()
    assert (view.servers, view.tools, view.absences, view.notes) == ((), (), (), ())
    assert view.writable
    assert build_view(NO_SKILLS, (), {}, writable=False).hash != view.hash


def test_a_ready_server_brings_its_tools_and_instructions():
    view = build(standing(), weather=ready("set", "get"))
    (server,) = view.servers
    assert (server.key, server.state, server.protocol) == ("weather", "ready", "2025-11-25")
    assert (server.instructions, server.error, server.consent) == ("Hi.", "", "granted")
    assert server.fingerprint == "sha256:weather"
    assert [t.name for t in view.tools] == ["mcp__weather__get", "mcp__weather__set"]
    assert view.absences == ()


@pytest.mark.parametrize(
    ("state", "consent", "reason"),
    [
        ("shadowed", "missing", "shadowed"),
        ("disabled", "granted", "disabled"),
        ("unresolved", "granted", "invalid"),
        ("pending", "missing", "pending"),
        ("pending", "changed", "changed"),
        ("denied", "denied", "denied"),
        ("skipped", "granted", "server-failed"),
    ],
)
def test_what_may_not_start_is_absent_with_place_words_and_remedy(state, consent, reason):
    view = build(standing(state=state, consent=consent, reason="because"))
    (absence,) = view.absences
    assert (absence.kind, absence.name, absence.reason) == ("server", "weather", reason)
    assert absence.detail == ".mcp.json: because"
    assert absence.remedy
    assert [s.state for s in view.servers] == ([] if state == "shadowed" else [state])


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (ServerStatus(state="failed", reason='server "weather": exited'), "exited"),
        (
            ServerStatus(state="starting", reason="was not ready within 30 s"),
            "was not ready within 30 s",
        ),
    ],
)
def test_what_did_not_come_up_is_absent(status, words):
    view = build(standing(), weather=status)
    assert view.absences[0].reason == "server-failed"
    assert view.absences[0].detail == f".mcp.json: {words}"
    assert view.servers[0].error == words
    assert view.tools == ()


def test_a_failed_server_shows_no_instructions():
    failed = replace(ready("get"), state="failed", reason="late")
    assert build(standing(), weather=failed).servers[0].instructions == ""


def test_a_shadowed_entry_stands_beside_the_one_that_counts():
    view = build(standing(state="shadowed", reason="other"), standing(), weather=ready("get"))
    assert [(s.key, s.state) for s in view.servers] == [("weather", "ready")]
    assert [a.reason for a in view.absences] == ["shadowed"]


def test_what_waits_for_the_user_or_can_never_start_is_a_note():
    view = build(
        standing("a", "pending", "missing", reason="consent pending"),
        standing("b", "denied", "denied", reason="consent was denied"),
        standing("c", "disabled", reason="disabled by its entry"),
        standing("d", "skipped", reason="transport http is not supported"),
    )
    assert view.notes == (
        'server "a": consent pending',
        'server "b": consent was denied',
        'server "d": transport http is not supported',
    )


def test_the_remedy_for_a_transport_that_cannot_be_spoken_is_another_one():
    view = build(standing("d", "skipped", reason="transport http is not supported"))
    assert [a.remedy.partition(",")[0] for a in view.absences] == ["configure it over stdio"]


def test_odd_lists_are_notes_and_many_tools_stay():
    names = [f"t{n:03}" for n in range(129)]
    view = build(standing(), weather=ready(*names, ""))
    assert len(view.tools) == 129
    assert any("left out" in note for note in view.notes)


def test_skills_that_are_not_used_are_absent_with_their_status():
    candidates = tuple(
        Candidate(name=s, scope="project", path=f".agents/skills/{s}", status=s, reason="why")
        for s in ("active", "shadowed", "pending", "changed", "denied", "invalid", "cut")
    )
    view = build(skills=SkillSnapshot((skill("active"),), "h", candidates))
    assert [(a.name, a.reason) for a in view.absences] == [
        (s, s) for s in ("shadowed", "pending", "changed", "denied", "invalid", "cut")
    ]
    assert view.absences[0].detail == "project .agents/skills/shadowed: why"
    assert "skillctl consent grant pending" in view.absences[1].remedy


def test_the_hash_is_over_all_that_shapes_the_prompt():
    base = build(standing(), weather=ready("get"))
    assert build(standing(), weather=ready("get")).hash == base.hash
    others = [
        build(standing(), weather=ready("set")),
        build(standing(), weather=ready("get", instructions="Other.")),
        build(standing(), standing("b"), weather=ready("get"), b=ready("get")),
        build(standing(), skills=SkillSnapshot((), "h9"), weather=ready("get")),
        build(standing()),
    ]
    assert len({base.hash, *(view.hash for view in others)}) == 6


def test_a_forged_name_of_another_servers_tool_reaches_nobody():
    # SHA-256 of "a__b" NUL "find" begins with 20bee7ed: mcp.md section 8.1, rule 3
    hashed, forged = "mcp__a__b__find_20bee7ed", "b__find_20bee7ed"
    lists = {"a": ready(forged, "good"), "a__b": ready("find")}
    view = build(standing("a"), standing("a__b"), **lists)
    assert [tool.name for tool in view.tools] == ["mcp__a__good"]
    assert [(a.name, a.reason, a.alias) for a in view.absences if a.kind == "tool"] == [
        (forged, "duplicate", hashed),
        ("find", "duplicate", hashed),
    ]
    assert any("both are left out" in note for note in view.notes)


def test_what_a_request_is_about_is_part_of_the_view():
    focus = Focus(files=("a.md",), budget=3)
    seen = build_view(NO_SKILLS, (), {}, focus=focus)
    assert seen.focus == focus
    assert seen.hash != build_view(NO_SKILLS, (), {}).hash
    assert seen.hash == build_view(NO_SKILLS, (), {}, focus=focus).hash


def test_names_and_their_first_words_follow_the_settings():
    mcp = McpSettings(naming="single")
    seen = build_view(NO_SKILLS, [standing()], {"weather": ready("get")}, mcp=mcp)
    assert [tool.name for tool in seen.tools] == ["mcp_weather_get"]
    assert seen.naming == "single"
    assert build(standing(), weather=ready("get")).naming == "double"
