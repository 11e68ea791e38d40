import json
from dataclasses import replace

import pytest

from skillctl.agent.assembly import assemble
from skillctl.agent.messages import UserMessage
from skillctl.agent.view import Absence, ServerView, View
from skillctl.errors import SkillctlError
from skillctl.scenario.snapshot import ordered, take
from skillctl.scenario.snapshot_changes import compare, refuse_malformed
from skillctl.scenario.snapshot_folder import read_snapshot, write_new
from skillctl.settings import DEFAULT_PRESET, Settings, SkillSettings, preset_settings
from skillctl.skills.model import Resource, Skill, SkillSnapshot
from skillctl.toolspec import ToolSpec
from skillctl.version import VERSION

SETTINGS = preset_settings(DEFAULT_PRESET)


def skill(root, name, **more):
    values = {
        "name": name,
        "description": f"Does {name}.",
        "body": "Do it.",
        "scope": "project",
        "base": root / name,
        "shown": f".agents/skills/{name}/SKILL.md",
        "source": f".agents/skills/{name}",
        "line": 3,
        "fingerprint": "sha256:ab",
        "sha256": "cd" * 32,
    }
    return Skill(**values | more)


GET = ToolSpec(
    name="mcp__w__get",
    description="Weather of one city: 天気",
    input_schema={"type": "object", "required": ["b"], "properties": {"b": {}, "a": {}}},
    server="w",
    raw_name="get",
    output_schema={"type": "string"},
    annotations={"readOnlyHint": True},
)


def view(*skills, tools=(GET,), absences=()):
    server = ServerView(key="w", state="ready", instructions="Ask once.")
    return View(
        skills=SkillSnapshot(tuple(skills), "hash"),
        servers=(server,) if tools else (),
        tools=tuple(tools),
        absences=tuple(absences),
        hash="view",
    )


def test_it_holds_the_bytes_that_are_sent(tmp_path):
    seen = view(skill(tmp_path, "notes"))
    taken = take(seen, SETTINGS)
    sent = assemble(seen, SETTINGS, [UserMessage("snapshot")], model="unset")
    assert taken.files["body.openai-chat.json"] == sent.body
    assert taken.files["system.txt"].decode() == sent.system
    assert taken.dialects == ("openai-chat",)


def test_each_tool_is_readable_in_the_order_of_its_keys():
    taken = take(view(), SETTINGS)
    text = taken.files["tools/mcp__w__get.json"].decode()
    assert text.startswith('{\n  "name": "mcp__w__get",\n  "server": "w",\n  "raw": "get",\n')
    assert "天気" in text
    assert list(json.loads(text)["inputSchema"]["properties"]) == ["b", "a"]
    assert json.loads(text)["annotations"] == {"readOnlyHint": True}
    assert json.loads(text)["outputSchema"] == {"type": "string"}
    own = json.loads(taken.files["tools/read_file.json"])
    assert list(own) == ["name", "description", "inputSchema"]


def test_each_skill_has_its_line_fingerprint_and_digests(tmp_path):
    files = (
        Resource(path="references/a b.md", size=3, sha256="ef" * 32),
        Resource(path="out\n.md", size=0, sha256="", link="../x", kind="leaves"),
    )
    hidden = skill(tmp_path, "quiet", model_invocable=False, fingerprint="")
    taken = take(view(skill(tmp_path, "notes", resources=files), hidden), SETTINGS)
    assert taken.files["skills/notes.txt"].decode().splitlines() == [
        "- notes: Does notes.",
        "sha256:ab",
        f"{'cd' * 32} SKILL.md",
        f"{'ef' * 32} references/a b.md",
        "leaves out\\n.md",
    ]
    assert taken.files["skills/quiet.txt"].decode().splitlines()[:2] == [
        "(not listed)",
        "no fingerprint",
    ]


def test_the_entry_of_a_skill_is_one_line_in_any_style(tmp_path):
    settings = Settings(skills=SkillSettings(style="xml"))
    taken = take(view(skill(tmp_path, "notes")), settings)
    first, second, *_ = taken.files["skills/notes.txt"].decode().splitlines()
    assert first.startswith("<skill><name>notes</name><description>Does notes.</description>")
    assert second == "sha256:ab"


def test_what_is_not_there_is_named_with_its_reason():
    absences = [
        Absence(kind="skill", name="z\n", reason="invalid", detail="/home/me/x"),
        Absence(kind="server", name="b", reason="pending"),
    ]
    taken = take(view(absences=absences), SETTINGS)
    assert taken.files["absent.txt"] == b"server b: pending\nskill z\\n: invalid\n"


def test_it_says_how_it_came_about():
    about = take(view(), SETTINGS).about
    assert about["skillctl"] == VERSION
    assert (about["source"], about["surface"], about["view"]) == ("live", "tools", "view")
    assert about["preset"] == DEFAULT_PRESET


def test_tokens_are_estimates():
    taken = take(view(), SETTINGS)
    assert taken.about["tokens_method"] == "bytes/4"
    assert taken.tokens["body"] == -(-len(taken.files["body.openai-chat.json"]) // 4)
    assert taken.tokens["system"] == -(-len(taken.files["system.txt"]) // 4)


def test_written_read_and_compared_it_is_the_same(tmp_path):
    taken = take(view(skill(tmp_path, "notes")), SETTINGS)
    write_new(tmp_path / "snap", "snap", taken)
    back = read_snapshot(tmp_path / "snap", "snap")
    refuse_malformed(back, "snap")
    assert back == taken
    assert compare(back, taken) == ()


def test_a_changed_skill_is_one_change(tmp_path):
    old = take(view(skill(tmp_path, "notes"), skill(tmp_path, "weather")), SETTINGS)
    other = skill(tmp_path, "notes", description="Does more.", sha256="00" * 32)
    new = take(view(other, skill(tmp_path, "weather")), SETTINGS)
    assert [(str(c.drift), c.item, c.path) for c in compare(old, new)] == [
        ("prompt-only", "skills/notes", "line 1"),
        ("prompt-only", "skills/notes", "SKILL.md"),
    ]


@pytest.mark.parametrize(
    "values", [{"style": "xml"}, {"loading": "read"}, {"loading": "read", "arrow": True}]
)
def test_a_changed_skill_is_one_change_in_any_style(tmp_path, values):
    settings = Settings(skills=SkillSettings(**values))
    old = take(view(skill(tmp_path, "a"), skill(tmp_path, "b")), settings)
    changed = skill(tmp_path, "b", description="Does more.")
    (found,) = compare(old, take(view(skill(tmp_path, "a"), changed), settings))
    assert (found.item, found.reason) == ("skills/b", "catalog line changed")
    assert "Does b." in found.old
    (gone,) = compare(old, take(view(skill(tmp_path, "a")), settings))
    assert (gone.item, gone.reason) == ("skills/b", "skill removed")


def test_a_pinned_skill_has_no_line_but_its_text_counts(tmp_path):
    settings = Settings(skills=SkillSettings(pinned=("a",)))
    old = take(view(skill(tmp_path, "a")), settings)
    first = old.files["skills/a.txt"].decode().splitlines()[0]
    assert first == "(pinned, its full text stands in the prompt)"
    changed = skill(tmp_path, "a", body="Do more.", sha256="00" * 32)
    found = compare(old, take(view(changed), settings))
    assert {c.item for c in found} == {"system", "skills/a"}
    unpinned = compare(old, take(view(skill(tmp_path, "a")), SETTINGS))
    assert ("skills/a", "catalog line changed") in {(c.item, c.reason) for c in unpinned}


def test_it_holds_the_body_of_each_dialect_that_is_asked_for(tmp_path):
    seen = view(skill(tmp_path, "notes"))
    names = ordered(["anthropic-messages", "openai-chat", "anthropic-messages"])
    assert names == ("openai-chat", "anthropic-messages")
    taken = take(seen, SETTINGS, names)
    assert taken.dialects == names
    for name, body in zip(names, taken.bodies.values(), strict=True):
        said = [UserMessage("snapshot")]
        assert body == assemble(seen, SETTINGS, said, model="unset", dialect=name).body
    chat, messages = (-(-len(body) // 4) for body in taken.bodies.values())
    assert taken.tokens["body"] == chat
    assert taken.tokens["anthropic-messages"] == messages
    refuse_malformed(taken, "snap")
    assert compare(taken, taken) == ()


def test_without_a_dialect_it_is_the_usual_one_and_an_unknown_one_is_refused():
    assert ordered([]) == ("openai-chat",)
    with pytest.raises(SkillctlError, match="no dialect named 'morse'"):
        ordered(["morse"])


def test_the_skill_of_a_server_has_a_file_that_every_system_takes(tmp_path):
    made = skill(tmp_path, "mcp:../../x", scope="generated")
    taken = take(replace(view(made), surface="skills"), SETTINGS)
    assert "skills/mcp%3A..%2F..%2Fx.txt" in taken.files
    assert taken.about["surface"] == "skills"
    assert "tools/call_mcp_tool.json" in taken.files
    items = [change.item for change in compare(take(view(), SETTINGS), taken)]
    assert "skills/mcp:../../x" in items
