import json
import re
from hashlib import sha256

import pytest
from jsonschema import Draft202012Validator

from skillctl.agent.base import BASE_TEXT, base_only
from skillctl.agent.dialects.known import DIALECTS, dialect_named
from tests.agent.fixtures import full, project
from tests.agent.projects import FAKE, FULL, SERVER
from tests.agent.test_base import base_only_elsewhere
from tests.conftest import ROOT, write_tree

__all__ = ["full", "project"]


@pytest.fixture
def write_user_settings(project):
    def write(text):
        write_tree(project.config_dir, {"skillctl.toml": text})

    return write


LINE = "- notes: Takes notes. Use when asked."


def test_the_system_text_is_the_default_and_exact(project, skillctl):
    run = skillctl("prompt", cwd=project.root)
    assert (run.code, run.out, run.err) == (0, BASE_TEXT, "")


def test_the_body_is_that_of_a_process_without_the_features(project, skillctl):
    run = skillctl("prompt", "--format", "body", "--model", "unset", "Say hello.", cwd=project.root)
    assert (run.code, run.err) == (0, "")
    assert run.out.encode() == base_only_elsewhere("Say hello.", "openai-chat")


def test_without_config_the_body_is_the_baseline_whatever_is_there(full, skillctl):
    run = skillctl("prompt", "--format", "body", "--no-config", "Say hello.", cwd=full.root)
    assert run.out.encode() == base_only("Say hello.", "unset")
    assert run.err == 'no --model: the body says "model":"unset"\n'


def test_what_is_not_granted_changes_nothing(project, skillctl):
    project.write(FULL)
    run = skillctl("prompt", "--format", "body", "Say hello.", cwd=project.root)
    assert run.code == 0
    assert run.out.encode() == base_only("Say hello.", "unset")
    assert "consent" in run.err


def test_a_body_without_a_task_says_so(project, skillctl):
    run = skillctl("prompt", "--format", "body", "--model", "m", cwd=project.root)
    assert run.err == "no TASK: the body holds no user message\n"
    assert [m["role"] for m in json.loads(run.out)["messages"]] == ["system"]


def test_skill_and_server_are_in_the_text(full, skillctl):
    run = skillctl("prompt", cwd=full.root)
    assert (run.code, run.err) == (0, "")
    assert LINE in run.out
    assert "Ask for a city." in run.out
    assert not run.out.endswith("\n")


def test_sections(full, skillctl):
    parts = {
        name: skillctl("prompt", "--section", name, "Hi", cwd=full.root).out
        for name in ("system", "skills", "mcp", "tools", "messages")
    }
    assert parts["system"] == "\n\n".join((BASE_TEXT, parts["skills"], parts["mcp"]))
    assert parts["skills"].endswith(LINE)
    assert parts["mcp"].startswith("# MCP servers\n")
    names = [tool["function"]["name"] for tool in json.loads(parts["tools"])]
    assert names[-2:] == ["skill", "mcp__weather__get"]
    assert json.loads(parts["messages"])[-1] == {"role": "user", "content": "Hi"}


def test_pinned_skills_stand_in_full_before_the_catalog(full, skillctl, write_user_settings):
    write_user_settings('[skills]\npinned = ["notes", "ghost"]\n')
    pinned = "# Always-on skills\n\n## Skill: notes\n\nRead the file first."
    run = skillctl("prompt", "--section", "pinned", cwd=full.root)
    note = 'pinned skill "ghost" is not in the prompt: no skill has that name\n'
    assert (run.code, run.out, run.err) == (0, pinned, note)
    system = skillctl("prompt", cwd=full.root).out
    assert system.startswith(f"{BASE_TEXT}\n\n{pinned}\n\n# MCP servers\n")
    told = skillctl("prompt", "--explain", "notes", cwd=full.root)
    assert told.code == 0
    assert told.out.startswith(
        "notes: present in pinned:notes, from .agents/skills/notes/SKILL.md:3; bytes "
    )


def test_a_repository_cannot_pin(full, skillctl):
    full.write({"skillctl.toml": '[skills]\npinned = ["notes"]\n'})
    run = skillctl("prompt", cwd=full.root)
    assert LINE in run.out
    assert "Always-on" not in run.out
    assert "skills.pinned" in run.err


def test_nothing_to_pin_is_the_baseline(project, skillctl, write_user_settings):
    write_user_settings('[skills]\npinned = ["memory", "my"]\n')
    words = ("prompt", "--format", "body", "--model", "unset", "Say hello.")
    run = skillctl(*words, cwd=project.root)
    assert run.out.encode() == base_only("Say hello.", "unset")
    assert run.err.count("it comes with skillctl and is off") == 2


def test_json_is_everything_and_agrees_with_the_body(full, skillctl):
    body = skillctl("prompt", "--format", "body", "Hi", cwd=full.root).out.encode()
    found = json.loads(skillctl("prompt", "--format", "json", "Hi", cwd=full.root).out)
    assert found["schema"] == "skillctl.prompt/1"
    assert found["sha256"]["body"] == sha256(body).hexdigest()
    assert found["spans"][-1]["end"] == len(body)
    assert {s["source"] for s in found["spans"]} >= {
        *("builtin", ".agents/skills/notes/SKILL.md", "weather", "weather/get", "command line"),
    }


def spans(project, skillctl):
    """(part, source, text) of each span."""
    body = skillctl("prompt", "--format", "body", "Hi", cwd=project.root).out.encode()
    found = json.loads(skillctl("prompt", "--format", "json", "Hi", cwd=project.root).out)
    return [(s["part"], s["source"], body[s["start"] : s["end"]]) for s in found["spans"]]


def test_with_skill_and_server_only_their_spans_differ(project, skillctl):
    before = [s for s in spans(project, skillctl) if s[0] not in ("frame", "joiner")]
    project.write(FULL).grant()
    after = [s for s in spans(project, skillctl) if s[0] not in ("frame", "joiner")]
    added = [s for s in after if s not in before]
    assert [s for s in after if s in before] == before
    assert {s[0] for s in added} == {"skills", "mcp", "tools"}


@pytest.mark.parametrize(
    "words",
    [
        *(("--format", "body"), ("--section", "tools"), ("--format", "json"), ()),
        *(("--tokens",), ("--sources",), ("--explain", "notes"), ("--show-invisible",)),
        *(("--against", "kept.json"), ("--against", "kept.json", "--format", "diff")),
    ],
)
def test_the_digest_is_that_of_what_would_be_printed(full, skillctl, words):
    full.write({"kept.json": base_only("Hi", "unset")})
    text = skillctl("prompt", *words, "Hi", cwd=full.root).out
    digest = skillctl("prompt", *words, "--sha256", "Hi", cwd=full.root).out
    assert digest == sha256(text.encode()).hexdigest()


def test_tokens(full, skillctl):
    run = skillctl("prompt", "--tokens", "Hi", cwd=full.root)
    lines = run.out.splitlines()
    assert re.fullmatch(r"method: (bytes/4|o200k_base); frame: .*; joiner: .*", lines[-1])
    assert lines[-2].startswith("total ")
    assert any(line.startswith("skills  notes ") for line in lines)
    assert any(line.startswith("tools  mcp__weather__get ") for line in lines)


def test_all_may_be_required(project, skillctl):
    project.write(FULL)
    assert skillctl("prompt", cwd=project.root).code == 0
    run = skillctl("prompt", "--require-all", cwd=project.root)
    assert (run.code, run.out) == (4, BASE_TEXT)
    assert run.err.endswith(
        "exit code 4: without consent, hence not in the prompt: server weather, skill notes\n"
    )
    project.grant()
    project.write({".agents/skills/notes/SKILL.md": FULL[".agents/skills/notes/SKILL.md"] + "x"})
    run = skillctl("prompt", "--require-all", "--tokens", cwd=project.root)
    assert (run.code, "not in the prompt: skill notes\n" in run.err) == (4, True)
    project.grant()
    assert skillctl("prompt", "--require-all", cwd=project.root).code == 0


def test_sources(full, skillctl):
    run = skillctl("prompt", "--sources", "Hi", cwd=full.root)
    line = next(x for x in run.out.splitlines() if x.endswith(LINE))
    assert line.startswith(".agents/skills/notes/SKILL.md:3 ")
    assert any(
        line.startswith("server weather ") and line.endswith("Ask for a city.")
        for line in run.out.splitlines()
    )


@pytest.mark.parametrize(
    ("name", "code", "words"),
    [
        ("notes", 0, "notes: present in skills, from .agents/skills/notes/SKILL.md:3; bytes "),
        ("weather/get", 0, "mcp__weather__get: present in tools, from weather/get; bytes "),
        ("gone", 1, "server gone: absent (disabled): .mcp.json:"),
    ],
)
def test_explain(full, skillctl, name, code, words):
    servers = {"weather": SERVER, "gone": {**SERVER, "disabled": True}}
    full.write({".mcp.json": json.dumps({"mcpServers": servers})}).grant()
    run = skillctl("prompt", "--explain", name, cwd=full.root)
    assert (run.code, run.err) == (code, "")
    assert run.out.startswith(words)


def test_explain_what_nobody_knows(full, skillctl):
    run = skillctl("prompt", "--explain", cwd=full.root)
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("error: Option '--explain' requires an argument.\n  hint: see ")
    run = skillctl("prompt", "--explain", "note", cwd=full.root)
    assert (run.code, run.out) == (2, "")
    assert "nothing here is named 'note'" in run.err
    assert 'did you mean "notes"?' in run.err
    assert ".agents/skills" in run.err


def test_hidden_characters_can_be_shown(project, skillctl):
    words = ("prompt", "--section", "messages", "a\u200bb\u202e")
    assert "a\u200bb\u202e" in skillctl(*words, cwd=project.root).out
    assert r"a\u{200B}b\u{202E}" in skillctl(*words, "--show-invisible", cwd=project.root).out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--dialect", "morse"), "no dialect named 'morse'\n  hint: known dialects: openai-chat"),
        (("--dialect", "anthropic"), 'did you mean "anthropic-messages"?'),
        (("--dialect", "openai-chat", "--model", "anthropic:m"), "asked in anthropic-messages"),
        (("--preset", "x"), "no preset named 'x'\n  hint: known presets: "),
        (("--tokens", "--sources"), "--tokens and --sources ask for different things"),
        (("--format", "body", "--section", "mcp"), "--format body and --section ask for"),
        (("--project", "nowhere"), "no folder there"),
        (("--skills", "nowhere"), "nowhere"),
        (("--mcp-config", "nowhere.json"), "no file there"),
        (("--section", "pinnd"), "pinnd"),
    ],
)
def test_what_cannot_be_done_is_said(full, skillctl, words, message):
    run = skillctl("prompt", *words, "Hi", cwd=full.root)
    assert (run.code, run.out) == (2, "")
    assert message in run.err


def test_skills_may_be_named(project, skillctl, tmp_path):
    extra = tmp_path / "extra" / "notes"
    extra.mkdir(parents=True)
    (extra / "SKILL.md").write_text(FULL[".agents/skills/notes/SKILL.md"])
    run = skillctl("prompt", "--skills", extra.parent, cwd=project.root)
    assert LINE in run.out


def test_a_server_that_fails_is_said_and_the_prompt_stands(full, skillctl):
    servers = {"weather": {"command": "skillctl-no-such-program"}}
    full.write({".mcp.json": json.dumps({"mcpServers": servers})}).grant()
    run = skillctl("prompt", cwd=full.root)
    assert run.code == 0
    assert "# MCP" not in run.out
    assert 'server "weather": ' in run.err
    assert "skillctl-no-such-program" in run.err


@pytest.mark.parametrize(
    "words",
    [
        *(("tools",), ("tools", "--format", "json"), ("mcp", "tools"), ("prompt", "--tokens")),
        ("tools", "mcp__weather__get-canary-2"),
        *(("prompt", "--explain", "weather"), ("prompt", "--explain", "zz"), ("snapshot", "take")),
        ("run", "Hi.", "--model", "test", "--json"),
        ("session", "show", "last"),
    ],
    ids=" ".join,
)
def test_a_value_that_a_server_puts_into_names_is_told_by_no_command(full, skillctl, words):
    tool = '[[tool]]\nname = "{}"\ndescription = "x"\ninput_schema = {}\n'
    fake = FAKE + tool.format("get-canary-1", "{}") + tool.format("bad-canary-1", "{ type = 3 }")
    servers = {"weather": {**SERVER, "env": {"KEY": "canary-1"}, "disabledTools": ["canary-1"]}}
    text = json.dumps({"mcpServers": servers})
    full.write({".mcp.json": text, "fakes/weather.toml": fake}).grant()
    if words[0] == "session":
        skillctl("run", "Hi.", "--model", "test", cwd=full.root)
    run = skillctl(*words, cwd=full.root)
    assert run.code in (0, 2, 4), run.err
    assert "canary-1" not in run.out + run.err
    assert words[0] == "session" or "[redacted:KEY]" in run.out + run.err


@pytest.mark.parametrize("name", DIALECTS)
def test_the_body_of_each_dialect_is_what_a_run_would_send(full, skillctl, name):
    words = ("--dialect", name, "Say hello.")
    body = skillctl("prompt", "--format", "body", "--model", "test", *words, cwd=full.root)
    dry = skillctl("run", "--dry-run", "--model", "test", *words, cwd=full.root)
    assert (body.code, dry.code, body.err, dry.err) == (0, 0, "", "")
    assert body.out == dry.out
    assert list(json.loads(body.out))[-1] == dialect_named(name).said
    assert LINE in body.out
    bare = skillctl("prompt", "--format", "body", "--no-config", *words, cwd=full.root)
    assert bare.out.encode() == base_only("Say hello.", "unset", dialect=name)


def test_the_dialect_of_a_body_is_that_of_its_model(project, skillctl):
    words = ("prompt", "--format", "body", "Say hello.", "--model")
    for model, name in [("anthropic:m", "anthropic-messages"), ("responses:m", "openai-responses")]:
        run = skillctl(*words, model, cwd=project.root)
        assert run.out.encode() == base_only("Say hello.", "m", dialect=name)
    write_tree(project.config_dir, {"skillctl.toml": '[run]\nmodel = "anthropic:m"\n'})
    assert skillctl(*words[:-1], cwd=project.root).out.encode() == base_only(
        "Say hello.", "m", dialect="anthropic-messages"
    )


def test_the_mark_for_the_cache_is_set_in_settings(project, skillctl):
    words = ("prompt", "--format", "body", "--dialect", "anthropic-messages", "Hi")
    for cache, marks in [("off", 0), ("static", 1), ("conversation", 2)]:
        project.write({"skillctl.toml": f'[run]\ncache = "{cache}"\n'})
        run = skillctl(*words, cwd=project.root)
        assert run.out.count("cache_control") == marks
    project.write({"skillctl.toml": '[run]\ncache = "always"\n'})
    assert skillctl(*words, cwd=project.root).code == 2


def test_messages_and_tools_are_those_of_the_dialect(full, skillctl):
    words = ("prompt", "Hi", "--dialect", "openai-responses", "--section")
    (said,) = json.loads(skillctl(*words, "messages", cwd=full.root).out)
    assert said["content"] == [{"type": "input_text", "text": "Hi"}]
    assert json.loads(skillctl(*words, "tools", cwd=full.root).out)[0]["strict"] is False


@pytest.mark.parametrize("command", ["prompt", "tools", "run"])
def test_help_names_the_dialects(skillctl, monkeypatch, command):
    monkeypatch.setenv("COLUMNS", "200")
    assert all(name in skillctl(command, "--help").out for name in DIALECTS)


ATTACHED = (
    "---\nname: {0}\ndescription: Does {0}. Use when asked.\nautoAttach: '{1}'\n---\nDo it.\n"
)


@pytest.fixture
def attached(project):
    for name, glob in (("a", "*.rs"), ("b", "docs/**"), ("c", "x")):
        write_tree(project.home, {f".agents/skills/{name}/SKILL.md": ATTACHED.format(name, glob)})
    return project


def test_skills_for_a_file_come_first_and_are_named_below_the_task(attached, skillctl):
    words = ("prompt", "--file", "docs/a.md", "--file", "y")
    shown = skillctl(*words, "--section", "skills", cwd=attached.root).out
    assert [line[:3] for line in shown.splitlines()[4:]] == ["- b", "- a", "- c"]
    hint = "\n\n<skills_hint>docs/a.md matches b. Load with the skill tool first.</skills_hint>"
    body = json.loads(skillctl(*words, "--format", "body", "Hi", cwd=attached.root).out)
    assert body["messages"][-1] == {"role": "user", "content": f"Hi{hint}"}
    assert hint.strip() not in body["messages"][0]["content"]
    found = skillctl(*words, "--explain", "b", "Hi", cwd=attached.root).out
    assert "b: present in hint, from ~/.agents/skills/b/SKILL.md:" in found
    assert "user: hint" in skillctl(*words, "--sources", "Hi", cwd=attached.root).out
    assert "hint" in skillctl(*words, "--tokens", "Hi", cwd=attached.root).out
    told = json.loads(skillctl(*words, "--format", "json", "Hi", cwd=attached.root).out)
    assert told["parts"][-1]["id"] == "hint"
    schema = json.loads((ROOT / "docs" / "prompt.schema.json").read_text())
    Draft202012Validator(schema).validate(told)


def test_a_run_posts_the_hint(attached, skillctl):
    long = ATTACHED.format("d", "x").replace("Use", "x" * 200)
    write_tree(attached.home, {".agents/skills/d/SKILL.md": long})
    words = ("--file", "docs/a.md", "--catalog-budget", "320", "--model", "test", "Hi")
    printed = skillctl("prompt", "--format", "body", *words, cwd=attached.root)
    assert "<skills_hint>" in printed.out
    assert "(2 more skills are installed" in printed.out
    assert "not in the catalog, can be loaded by name: c, d" in printed.err
    dry = skillctl("run", "--dry-run", *words, cwd=attached.root)
    assert dry.out == printed.out
    run = skillctl("run", "--json", "--no-log", *words, cwd=attached.root)
    events = [json.loads(line) for line in run.out.splitlines()]
    (first, *_) = [e for e in events if e["e"] == "request"]
    assert first["body_sha256"] == sha256(printed.out.encode()).hexdigest()


def test_what_a_budget_leaves_out_is_explained(attached, skillctl):
    words = ("prompt", "--catalog-budget", "200", "--explain")
    run = skillctl(*words, "a", cwd=attached.root)
    assert (run.code, run.out) == (
        1,
        (
            "skill a: absent (cut): ~/.agents/skills/a/SKILL.md: the catalog has no room for it; "
            "it loads by name\n"
            "  remedy: give a larger --catalog-budget, or disable skills that are not needed\n"
        ),
    )
    assert skillctl("prompt", "--catalog-budget", "-1", cwd=attached.root).code == 2


STYLES = {
    "read": ('loading = "read"', "- a: Does a. Use when asked. (`~/.agents/skills/a/SKILL.md`)"),
    "arrow": (
        'loading = "read"\narrow = true',
        "- a: Does a. Use when asked. → read ~/.agents/skills/a/SKILL.md",
    ),
    "xml": ('style = "xml"', "<location>\n~/.agents/skills/a/SKILL.md\n</location>"),
}


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("dialect", DIALECTS)
def test_each_style_reaches_the_body_with_spans_that_tile_it(attached, skillctl, style, dialect):
    text, line = STYLES[style]
    attached.write({"skillctl.toml": f"[skills]\n{text}\n"})
    words = ("prompt", "--dialect", dialect, "--file", "b.rs", "Hi")
    assert line in skillctl(*words, cwd=attached.root).out
    body = skillctl(*words, "--format", "body", cwd=attached.root).out.encode()
    told = json.loads(skillctl(*words, "--format", "json", cwd=attached.root).out)
    ends = [0, *(span["end"] for span in told["spans"])]
    assert [span["start"] for span in told["spans"]] == ends[:-1]
    assert ends[-1] == len(body)
    lines = [span for span in told["spans"] if span["part"] == "skills" and span["item"]]
    assert [(s["item"], s["source"], s["line"]) for s in lines] == [
        (name, f"~/.agents/skills/{name}/SKILL.md", 3) for name in "abc"
    ]
    names = [tool["name"] for tool in told["tools"]]
    assert ("skill" in names) is (style == "xml")
    listed = skillctl("tools", "--dialect", dialect, cwd=attached.root).out
    assert ("\nskill " in listed) is (style == "xml")
