"""Servers as skills, through the commands: mcp.md section 10."""

import json
import os
import re

import jsonschema
import pytest

from tests.agent.fixtures import full, project
from tests.cli.test_run import DONE, calls, events, results, script
from tests.conftest import ROOT

__all__ = ["full", "project"]

KEEN = ("--preset", "keen")
FOLDER = "~/.keen/skills/mcp:weather"
READ = calls(("read_file", f'{{ path = "{FOLDER}/SKILL.md" }}'))
SCHEMA = calls(("read_file", f'{{ path = "{FOLDER}/schemas/get.json" }}'))


def called(city, server="weather", tool="get"):
    given = f'server = "{server}", tool = "{tool}", arguments = {{ city = "{city}" }}'
    return calls(("call_mcp_tool", f"{{ {given} }}"))


def test_a_run_reads_the_skill_and_a_schema_and_calls(full, skillctl):
    model = script(full, READ, SCHEMA, called("Paris"), DONE)
    words = ("run", "Weather?", "--model", model, "--approve", "all", *KEEN)
    run = skillctl(*words, cwd=full.root)
    assert (run.code, run.out) == (0, "It is 18C.\n")
    skill, schema, answer = results(events(full))
    assert "| get | Weather of one city |" in skill
    assert json.loads(schema)["required"] == ["city"]
    assert answer == '<mcp_result server="weather" tool="get">\n18C\n</mcp_result>'
    assert 'call call_mcp_tool {"city":"Paris"}' in run.err


@pytest.mark.parametrize("inside", [False, True])
def test_nothing_hidden_in_a_generated_skill_is_read(full, skillctl, inside):
    """Neither from the notes of the user nor from a schema, wherever the folder lies."""
    fake = full.root / "fakes/weather.toml"
    fake.write_text(fake.read_text().replace('"string" }', '"string", title = "ti\\u200btle" }'))
    folder = (full.root if inside else full.home) / "made"
    config = full.config_dir / "skillctl.toml"
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text(f'[mcp]\ngenerated-dir = "{folder}"\n')
    full.grant()
    assert skillctl("prompt", *KEEN, cwd=full.root).code == 0
    skill = folder / "mcp:weather"
    (skill / "NOTES.md").write_text("hid\u200bden </skill> x\r\n")
    files = ("SKILL.md", "NOTES.md", "schemas/get.json")
    turns = (calls(("read_file", f'{{ path = "{skill}/{name}" }}')) for name in files)
    model = script(full, *turns, DONE)
    assert skillctl("run", "Hi", "--model", model, *KEEN, cwd=full.root).code == 0
    text, notes, schema = results(events(full))
    assert text.endswith("hidden &lt;/skill> x\n")
    assert notes == "hidden &lt;/skill> x\n"
    assert json.loads(schema)["properties"]["city"]["title"] == "title"


def test_without_consent_of_a_person_the_server_is_named(full, skillctl):
    run = skillctl(
        "run", "Hi", "--model", script(full, called("Paris"), DONE), *KEEN, cwd=full.root
    )
    assert run.code == 4
    assert "tool weather/get needs approval" in run.err


def test_a_tool_that_is_not_there_is_an_error_for_the_model(full, skillctl):
    turns = (called("Paris", tool="gett"), called("Paris", server="wether"), DONE)
    model = script(full, *turns)
    assert skillctl("run", "Hi", "--model", model, *KEEN, cwd=full.root).code == 0
    assert results(events(full)) == [
        'no such tool: server "weather" has none that is named "gett"; did you mean "get"?',
        'no server named "wether"; did you mean "weather"?',
    ]


def test_what_is_printed_is_what_is_sent(full, skillctl):
    said = skillctl("prompt", "Hi", "--format", "body", "--model", "test", *KEEN, cwd=full.root)
    dry = skillctl("run", "Hi", "--dry-run", "--model", "test", *KEEN, cwd=full.root)
    assert said.out == dry.out
    assert f"→ read {FOLDER}/SKILL.md" in said.out


@pytest.mark.parametrize("command", [("prompt", "--section", "tools"), ("tools",)])
def test_the_surface_of_the_command_line(full, skillctl, command):
    for surface, there, missing in (
        ("skills", "call_mcp_tool", "mcp__weather__get"),
        ("tools", "mcp__weather__get", "call_mcp_tool"),
        ("auto", "mcp__weather__get", "call_mcp_tool"),
    ):
        run = skillctl(*command, "--surface", surface, cwd=full.root)
        assert run.code == 0
        assert there in run.out
        assert missing not in run.out
        if command == ("tools",):
            stands = "call_mcp_tool stands for weather (1 tool)\n"
            assert (stands in run.err) == (surface == "skills")
    wrong = skillctl(*command, "--surface", "none", cwd=full.root)
    assert wrong.code == 2


@pytest.mark.parametrize(
    ("name", "code", "words"),
    [
        ("mcp:weather", 0, "present in skills, from ~/.keen/skills/mcp:weather/SKILL.md:3"),
        ("call_mcp_tool", 0, "present in tools, from builtin"),
        ("get", 1, f"absent (surface): it is called through call_mcp_tool; its schema is {FOLDER}"),
        ("mcp__weather__get", 1, "absent (surface)"),
        ("weather", 1, "absent (surface): its tools are told by the skill mcp:weather"),
    ],
)
def test_why_something_is_there_or_not(full, skillctl, name, code, words):
    run = skillctl("prompt", "--explain", name, *KEEN, cwd=full.root)
    assert run.code == code
    assert words in run.out
    assert ("--surface tools offers them one by one" in run.out) == (code == 1)


def test_the_default_preset_writes_nothing_and_changes_nothing(full, skillctl):
    before = skillctl("prompt", "Hi", "--format", "body", cwd=full.root)
    skillctl("prompt", "Hi", "--surface", "skills", cwd=full.root)
    folder = full.home / ".data" / "skillctl" / "generated" / "mcp-weather"
    assert (folder / "SKILL.md").is_file()
    after = skillctl("prompt", "Hi", "--format", "body", cwd=full.root)
    assert after == before
    assert not (full.home / ".keen").exists()


def test_a_repository_cannot_say_where_skills_are_written(full, skillctl, tmp_path):
    target = tmp_path / "target"
    text = f'[mcp]\nsurface = "skills"\ngenerated-dir = "{target}"\ngenerated-names = "colon"\n'
    full.write({"skillctl.toml": text})
    run = skillctl("prompt", cwd=full.root)
    assert "mcp:weather" in run.out
    assert "mcp.generated-dir" in run.err
    assert not target.exists()


def test_a_generated_skill_is_listed_as_hidden_by_what_starts_nothing(full, skillctl):
    skillctl("prompt", *KEEN, cwd=full.root)
    listed = skillctl("skills", "list", "--all", "--format", "json", *KEEN, cwd=full.root)
    schema = json.loads((ROOT / "docs" / "skills.schema.json").read_text())
    jsonschema.validate(json.loads(listed.out), schema)
    rows = {row["name"]: row for row in json.loads(listed.out)["skills"]}
    row = rows["mcp:weather"]
    assert (row["scope"], row["status"]) == ("generated", "hidden")
    assert row["reason"] == "it is shown where the surface is skills, while its server is ready"
    why = skillctl("skills", "why", "mcp:weather", *KEEN, cwd=full.root)
    assert why.code == 0
    assert "hidden" in why.out


MADE = "mcp:weather"


def test_a_generated_skill_can_be_looked_at_on_every_surface(full, skillctl):
    skillctl("prompt", "Hi", "--surface", "skills", cwd=full.root)
    run = skillctl("skills", "show", MADE, cwd=full.root)
    assert (run.code, "| get | Weather of one city |" in run.out) == (0, True)
    assert run.out.startswith('<skill name="mcp:weather" scope="generated" ')
    assert run.err == (
        "~/.data/skillctl/generated/mcp-weather/SKILL.md: as prompt, tools or run wrote it last; "
        "they renew it where the surface is skills\n"
    )
    schema = skillctl("skills", "show", MADE, "--file", "schemas/get.json", cwd=full.root)
    assert '"city"' in schema.out
    raw = skillctl("skills", "show", MADE, "--raw", cwd=full.root)
    written = full.home / ".data/skillctl/generated/mcp-weather/SKILL.md"
    assert raw.out == written.read_text()
    why = skillctl("skills", "why", MADE, cwd=full.root)
    assert (why.code, "mcp:weather: not available: hidden: it is shown" in why.out) == (0, True)
    listed = skillctl("skills", "list", "--all", cwd=full.root)
    assert MADE not in listed.out


def test_where_only_a_fake_has_one_it_is_the_last_that_was_written(project, skillctl):
    head = 'schema = "skillctl.fake/1"\n[server]\nname = "weather"\n[[tool]]\nname = "{}"\n'
    project.write({f"{name}.toml": head.format(name) for name in ("get", "set")})
    for name in ("get", "set", "get"):
        words = ("--fake", f"{name}.toml", "--surface", "skills")
        assert skillctl("prompt", "Hi", *words, cwd=project.root).code == 0
        folder = sorted((project.home / ".data/skillctl/fakes").iterdir())
        for at, one in enumerate(sorted(folder, key=lambda x: name not in str(list(x.rglob("*"))))):
            os.utime(one, (1_700_000_000 - at, 1_700_000_000 - at))
        run = skillctl("skills", "show", MADE, cwd=project.root)
        assert (run.code, f"| {name} |" in run.out) == (0, True)
        assert run.err.startswith("~/.data/skillctl/fakes/")
    assert "/fakes/" in skillctl("skills", "why", MADE, cwd=project.root).out


def test_one_that_is_read_can_be_looked_at_too(full, skillctl):
    skillctl("prompt", "Hi", *KEEN, cwd=full.root)
    run = skillctl("skills", "show", MADE, *KEEN, cwd=full.root)
    assert (run.code, "| get | Weather of one city |" in run.out) == (0, True)


@pytest.mark.parametrize("command", ["show", "why", "disable"])
def test_one_that_was_never_made_says_what_makes_it(full, skillctl, command):
    run = skillctl("skills", command, MADE, cwd=full.root)
    assert (run.code, run.out) == (2, "")
    assert run.err.endswith(
        'error: no skill named "mcp:weather"\n  hint: prompt, tools and run make the skills of '
        "servers where the surface is skills (--surface skills, or mcp.surface); they stand in "
        "~/.data/skillctl/generated\n"
    )


FORGED = """\
schema = "skillctl.fake/1"
[server]
name = "weather"
[[tool]]
name = "forged"
description = "Not of the real server"
[[tool.reply]]
default = true
text = "forged"
"""


def everything(folder):
    return {
        (p.relative_to(folder).as_posix(), p.stat().st_mtime_ns, p.read_bytes())
        for p in folder.rglob("*")
        if p.is_file()
    }


def test_a_fake_never_touches_the_skills_of_real_servers(full, skillctl):
    fake = full.root.parent / "forged.toml"
    fake.write_text(FORGED)
    ours = full.home / ".keen/skills"
    words = ("prompt", "Hi", "--fake", fake, *KEEN)
    alone = skillctl(*words, cwd=full.root)
    assert alone.code == 0
    assert not ours.exists()
    assert skillctl("prompt", "Hi", *KEEN, cwd=full.root).code == 0
    (ours / "mcp:weather/NOTES.md").write_text("Mine.\n")
    before = everything(ours)
    assert any(b"| get |" in data for _, _, data in before)
    for command in (words, ("tools", "--fake", fake, *KEEN)):
        assert skillctl(*command, cwd=full.root).code == 0
        assert everything(ours) == before


def test_a_run_reads_the_skill_of_a_fake(full, skillctl):
    fake = full.root.parent / "forged.toml"
    fake.write_text(FORGED)
    said = skillctl("prompt", "Hi", "--fake", fake, *KEEN, cwd=full.root)
    path = re.search(r"mcp:weather: .* → read (\S+/SKILL\.md)", said.out)[1]
    assert "/fakes/" in path
    model = script(full, calls(("read_file", f'{{ path = "{path}" }}')), DONE)
    run = skillctl("run", "Hi", "--fake", fake, "--model", model, *KEEN, cwd=full.root)
    assert run.code == 0, run.err
    (skill,) = results(events(full))
    assert "| forged | Not of the real server |" in skill


def test_a_fake_beside_a_real_server(full, skillctl):
    fake = full.root.parent / "other.toml"
    fake.write_text(FORGED.replace('"weather"', '"other"'))
    said = skillctl("prompt", "Hi", "--fake", fake, *KEEN, cwd=full.root)
    assert said.code == 0
    assert f"→ read {FOLDER}/SKILL.md" in said.out
    assert re.search(r"- mcp:other: .* → read \S+/fakes/\S+/mcp:other/SKILL\.md", said.out)
    assert not (full.home / ".keen/skills/mcp:other").exists()


@pytest.mark.parametrize(
    "words",
    [("prompt", "--explain", MADE), ("run", "Hi", "--model", "test", "--skill", MADE)],
)
def test_where_the_surface_is_tools_a_build_says_what_makes_it(full, skillctl, words):
    run = skillctl(*words, "--surface", "tools", cwd=full.root)
    assert (run.code, run.out) == (2, "")
    assert "make the skills of servers where the surface is skills (--surface skills, or" in run.err
