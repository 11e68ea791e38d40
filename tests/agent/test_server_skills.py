"""Servers as skills, from their lists to the view: mcp.md section 10, skills.md section 17."""

import json
from datetime import UTC, datetime
from functools import partial

import pytest

from skillctl.agent.assembly import assemble
from skillctl.agent.base import base_only
from skillctl.agent.build import build_view
from skillctl.agent.gather import gather_view
from skillctl.agent.messages import UserMessage
from skillctl.agent.server_skills import Place, view_by_skills
from skillctl.mcp.operations import ServerInfo, ToolList
from skillctl.mcp.server import ServerStatus
from skillctl.servers.standing import Standing
from skillctl.settings import Settings, with_values
from skillctl.skills.choose import choose
from skillctl.skills.discover import discover, with_generated
from skillctl.skills.gather import fingerprint_all
from skillctl.skills.roots import SkillFolders
from skillctl.tokens import quarter
from skillctl.tools.generated.folder import replace_folder
from skillctl.tools.generated.refresh import GeneratedRoot
from tests.agent.projects import FAKE, FULL, SERVER
from tests.server_configs import server_config

KEEN = with_values(
    Settings(),
    {
        "skills.loading": "read",
        "skills.arrow": True,
        "skills.project_roots": [".agents/skills", ".host/skills"],
        "skills.user_roots": [".agents/skills", ".host/skills"],
        "mcp.surface": "skills",
        "mcp.generated_dir": "~/.host/skills",
        "mcp.generated_names": "colon",
    },
)


def folder_of(project, server="weather"):
    return project.home / ".host" / "skills" / f"mcp:{server}"


def view_of(project, settings=KEEN, **more):
    with gather_view(project.ground(**more), settings, project.pipe) as seen:
        return seen.view


def system(view, settings=KEEN):
    return assemble(view, settings, [UserMessage("Hi")], model="m").system


def absences(view, kind):
    return {a.name: (a.reason, a.detail) for a in view.absences if a.kind == kind}


def test_a_ready_server_is_a_line_of_the_catalog(full):
    view = view_of(full)
    assert [s.name for s in view.skills.skills] == ["mcp:weather", "notes"]
    assert view.surface == "skills"
    assert view.notes == ()
    line = (
        "- mcp:weather: Use this skill to interact with the `weather` MCP server. "
        "→ read ~/.host/skills/mcp:weather/SKILL.md\n"
    )
    assert line in system(view)
    assert "Ask for a city." not in system(view)
    assert "Ask for a city." in (folder_of(full) / "SKILL.md").read_text()
    schema = json.loads((folder_of(full) / "schemas" / "get.json").read_text())
    assert schema["required"] == ["city"]


def test_the_tools_are_absent_with_the_place_of_their_schema(full):
    view = view_of(full)
    path = "~/.host/skills/mcp:weather/schemas/get.json"
    assert absences(view, "tool") == {
        "get": ("surface", f"it is called through call_mcp_tool; its schema is {path}")
    }
    assert absences(view, "server") == {
        "weather": ("surface", "its tools are told by the skill mcp:weather")
    }
    assert view.schemas == {("weather", "get"): path}
    assert all("--surface tools" in a.remedy for a in view.absences)


def test_the_same_bytes_each_time_and_nothing_written_twice(full):
    first = view_of(full)
    stamps = {p: p.stat().st_mtime_ns for p in folder_of(full).rglob("*")}
    second = view_of(full)
    assert (system(second), second.hash) == (system(first), first.hash)
    assert {p: p.stat().st_mtime_ns for p in folder_of(full).rglob("*")} == stamps


def test_at_the_next_message_the_same_view_is_built_again_until_something_changes(full):
    with gather_view(full.ground(), KEEN, full.pipe) as first:
        again = gather_view(full.ground(), KEEN, full.pipe, earlier=first)
        assert (again.view.hash, again.view.surface) == (first.view.hash, "skills")
        (folder_of(full) / "NOTES.md").write_text("Only in Europe.")
        later = gather_view(full.ground(), KEEN, full.pipe, earlier=again)
        assert later.view.hash != first.view.hash
        (skill,) = [s for s in later.view.skills.skills if s.name == "mcp:weather"]
        assert skill.body.endswith("\n\nOnly in Europe.\n")


def test_another_schema_is_another_view(full):
    before = view_of(full).hash
    full.write({"fakes/weather.toml": FAKE.replace('type = "string"', 'type = "number"')})
    full.grant()
    assert view_of(full).hash != before


def test_the_surface_is_part_of_the_view(full):
    tools = view_of(full, with_values(KEEN, {"mcp.surface": "tools"}))
    assert [t.name for t in tools.tools] == ["mcp__weather__get"]
    assert "mcp:weather" not in system(tools)
    assert not folder_of(full).exists()


def test_on_the_surface_tools_a_folder_of_another_run_is_nothing(full):
    view_of(full)
    tools = view_of(full, with_values(KEEN, {"mcp.surface": "tools"}))
    assert [c.name for c in tools.skills.candidates] == ["notes"]
    assert (tools.absences, tools.notes) == ((), ())


def test_where_auto_is_tools_it_is_hidden(full):
    view_of(full)
    tools = view_of(full, with_values(KEEN, {"mcp.surface": "auto"}))
    assert [s.name for s in tools.skills.skills] == ["notes"]
    reason, detail = absences(tools, "skill")["mcp:weather"]
    assert (reason, "where the surface is skills" in detail) == ("hidden", True)


def test_an_offline_start_hides_the_skill_and_keeps_its_files(full):
    before = system(view_of(full))
    full.write({"fakes/weather.toml": FAKE + '[[fault]]\non = "initialize"\nexit = { code = 3 }\n'})
    full.grant()
    offline = view_of(full)
    assert [s.name for s in offline.skills.skills] == ["notes"]
    assert offline.tools == ()
    assert "# MCP servers" not in system(offline)
    reason, detail = absences(offline, "skill")["mcp:weather"]
    assert reason == "hidden"
    assert "server is failed: exited with code 3" in detail
    assert (folder_of(full) / "SKILL.md").is_file()
    assert list(full.config_dir.glob("skills.json")) == []
    full.write({"fakes/weather.toml": FAKE}).grant()
    assert system(view_of(full)) == before


def test_a_server_without_consent_is_never_generated(project):
    view = view_of(project.write(FULL))
    assert not folder_of(project).exists()
    assert absences(view, "server")["weather"][0] == "pending"


def test_a_server_that_is_gone_is_hidden(full):
    view_of(full)
    full.write({".mcp.json": '{"mcpServers": {}}'})
    reason, detail = absences(view_of(full), "skill")["mcp:weather"]
    assert (reason, detail.endswith("its server is not configured here")) == ("hidden", True)


def test_a_disabled_skill_is_hidden_and_its_server_stays_callable(full):
    full.config_dir.mkdir(parents=True, exist_ok=True)
    chosen = full.config_dir / "skills.json"
    chosen.write_text('{"is_enabled": {"mcp:weather": false}}')
    view = view_of(full)
    assert "mcp:weather" not in system(view)
    assert [t.raw_name for t in view.tools] == ["get"]
    assert chosen.read_text() == '{"is_enabled": {"mcp:weather": false}}'


def test_unmanaged_folder_left_alone(full):
    mine = folder_of(full)
    mine.mkdir(parents=True)
    (mine / "SKILL.md").write_text("---\nname: mcp:weather\ndescription: Mine.\n---\nMine.\n")
    view = view_of(full)
    assert (mine / "SKILL.md").read_text().endswith("Mine.\n")
    assert [p.name for p in mine.iterdir()] == ["SKILL.md"]
    assert view.tools == ()
    assert "call_mcp_tool" not in system(view)
    assert [s.name for s in view.skills.skills] == ["notes"]
    words = f"{mine}: not generated by skillctl; left alone"
    assert f'server "weather": no skill, hence no tool: {words}' in view.notes
    assert absences(view, "server")["weather"] == (
        "surface",
        f"no tool of it can be called: {words}",
    )
    assert any("invalid skill" in note and "mcp:weather" in note for note in view.notes)


def test_a_place_that_cannot_be_written_is_told(full, monkeypatch):
    from skillctl.tools.generated import refresh as module

    def refuse(*_):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(module, "locked", refuse)
    view = view_of(full)
    assert view.tools == ()
    assert "Read-only file system" in view.notes[0]
    assert view.servers[0].error.endswith("Read-only file system")


def test_what_stands_there_from_before_is_not_shown_if_it_cannot_be_renewed(full, monkeypatch):
    from skillctl.tools.generated import refresh as module

    view_of(full)

    def refuse(*_):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(module, "locked", refuse)
    assert [t.raw_name for t in view_of(full).tools] == ["get"]
    full.write({"fakes/weather.toml": FAKE.replace("Weather of one", "Weather of a")}).grant()
    view = view_of(full)
    assert view.tools == ()
    assert [s.name for s in view.skills.skills] == ["notes"]
    assert absences(view, "skill")["mcp:weather"][1].endswith("Read-only file system")


def test_a_skill_that_another_process_changes_meanwhile_is_not_shown(full, monkeypatch):
    from skillctl.agent import server_skills as module

    found = module.discover_generated

    def changed(folders, path):
        mark = (folder_of(full) / ".keen-generated-mcp.json").read_bytes()
        text = (folder_of(full) / "SKILL.md").read_bytes()
        replace_folder(folder_of(full), {"SKILL.md": text + b"other"}, mark)
        return found(folders, path)

    monkeypatch.setattr(module, "discover_generated", changed)
    view = view_of(full)
    assert view.tools == ()
    assert "another process has just changed it" in view.notes[0]


def test_a_skill_that_is_gone_meanwhile_is_told(full, monkeypatch):
    from skillctl.agent import server_skills as module

    monkeypatch.setattr(module, "discover_generated", lambda *_: [])
    view = view_of(full)
    assert view.tools == ()
    assert "is not there any more" in view.notes[0]


def test_a_folder_of_the_other_naming_is_not_taken(full):
    for naming, name, other in (
        ("colon", "mcp:weather", None),
        ("portable", "mcp-weather", "mcp:weather"),
        ("colon", "mcp:weather", "mcp-weather"),
    ):
        view = view_of(full, with_values(KEEN, {"mcp.generated_names": naming}))
        (skill,) = [s for s in view.skills.skills if s.name == "mcp:weather"]
        assert skill.base.name == name
        assert [t.raw_name for t in view.tools] == ["get"]
        hidden = [a.detail for a in view.absences if a.reason == "hidden"]
        stale = f"generated ~/.host/skills/{other}: the skill of its server stands in "
        assert hidden == ([f"{stale}{skill.base}"] if other else [])


def test_a_bad_name_of_a_tool_costs_only_that_tool(full):
    bad = (
        '\n[[tool]]\nname = "../x"\ndescription = "d"\n[[tool.reply]]\ndefault = true\ntext = "t"\n'
    )
    full.write({"fakes/weather.toml": FAKE + bad})
    full.grant()
    view = view_of(full)
    assert [t.raw_name for t in view.tools] == ["../x", "get"]
    assert 'server "weather": tool "../x" is not in its skill: its name is no path' in view.notes[0]
    assert absences(view, "tool")["../x"][1].startswith("it is called through call_mcp_tool; its")


def test_two_servers_are_told_apart(full):
    full.write({".mcp.json": json.dumps({"mcpServers": {"weather": SERVER, "Sky": SERVER}})})
    full.grant()
    view = view_of(full)
    assert [s.name for s in view.skills.skills] == ["mcp:Sky", "mcp:weather", "notes"]
    assert sorted(view.schemas) == [("Sky", "get"), ("weather", "get")]


def test_auto_looks_at_what_all_servers_weigh(full):
    auto = with_values(KEEN, {"mcp.surface": "auto"})
    assert view_of(full, auto).surface == "tools"
    heavy = FAKE.replace("Weather of one city", "x" * 40_000)
    full.write({"fakes/weather.toml": heavy}).grant()
    assert view_of(full, auto).surface == "skills"


def test_many_tools_are_no_warning_where_none_is_sent(full):
    reply = '[[tool.reply]]\ndefault = true\ntext = "t"\n'
    more = (f'\n[[tool]]\nname = "t{n}"\ndescription = "d"\n{reply}' for n in range(130))
    full.write({"fakes/weather.toml": FAKE + "".join(more)})
    full.grant()
    for settings, warned in ((KEEN, False), (Settings(), True)):
        said = assemble(view_of(full, settings), settings, [UserMessage("Hi")], model="m").notes
        assert any("tools are sent" in note for note in said) == warned


@pytest.mark.parametrize("form", ["openai", "gemini"])
def test_schemas_are_told_as_served_whatever_form_is_set(full, form):
    view_of(full)
    before = (folder_of(full) / "schemas" / "get.json").read_bytes()
    view_of(full, with_values(KEEN, {"mcp.schema": form}))
    assert (folder_of(full) / "schemas" / "get.json").read_bytes() == before


def github(shared):
    """The published list of 117 tools as a ready server."""
    folder = shared / "corpus-tools" / "github+github-mcp-server"
    listed = tuple(json.loads(path.read_text()) for path in sorted(folder.glob("*.json")))
    info = ServerInfo(name="github", version="1", protocol="2025-11-25", instructions="")
    return ServerStatus(state="ready", info=info, tools=ToolList(listed))


def test_the_first_request_of_117_tools_is_at_most_5_percent(shared, tmp_path, home):
    status = github(shared)
    assert len(status.tools.tools) == 117
    standing = Standing(config=server_config("github", ".mcp.json", "user"), state="configured")
    found = discover(None, home, tmp_path, KEEN)

    def build(skills, **more):
        return build_view(skills, [standing], {"github": status}, **more)

    def choose_with(items):
        return choose(fingerprint_all(with_generated(found, items), None).discovery, {}, KEEN)

    folders = SkillFolders(None, home, tmp_path)
    place = Place(
        GeneratedRoot(tmp_path / "generated"), folders, datetime(2026, 11, 30, tzinfo=UTC)
    )
    told = {"github": status.tools.tools}
    tools = build(choose_with([]))
    by_skills = partial(build, surface="skills")
    bare = by_skills(choose_with([]))
    skills = view_by_skills(bare, by_skills, choose_with, told, place)

    def cost(view):
        """Tokens of the first request, beyond what stands there without servers."""
        body = assemble(view, KEEN, [UserMessage("Hi")], model="m").body
        return quarter(len(body)) - quarter(len(base_only("Hi", "m")))

    assert len(skills.schemas) == 117
    assert cost(tools) > 20_000
    assert cost(skills) <= cost(tools) * 5 / 100
    whole = {
        name: quarter(len(assemble(v, KEEN, [UserMessage("Hi")], model="m").body))
        for name, v in (("tools", tools), ("skills", skills))
    }
    assert whole["skills"] <= whole["tools"] * 5 / 100, whole
