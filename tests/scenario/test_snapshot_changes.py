import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.drift.change import Drift
from skillctl.errors import StoreError
from skillctl.scenario.snapshot_changes import agreed, compare, refuse_malformed
from skillctl.scenario.snapshot_folder import Snapshot

SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
GET = {
    "name": "mcp__w__get",
    "server": "w",
    "raw": "get",
    "description": "Weather of one city",
    "inputSchema": SCHEMA,
}
READ = {"name": "read_file", "description": "Read", "inputSchema": {"type": "object"}}
WEATHER = "- weather: Tells the weather.\nsha256:aa\n11 SKILL.md\n22 references/a.md\n"
SYSTEM = "You work here.\n\n# Skills\n\n- weather: Tells the weather.\n\n# MCP servers\n"


def snapshot(tools=(READ, GET), skills=None, system=SYSTEM, absent="", about=None):
    about_tools = [
        {"name": t["name"], "description": t["description"], "parameters": t["inputSchema"]}
        for t in tools
    ]
    definitions = [{"type": "function", "function": one} for one in about_tools]
    said = [{"role": "system", "content": system}, {"role": "user", "content": "snapshot"}]
    body = json.dumps({"model": "unset", "tools": definitions, "messages": said}).encode()
    files = {
        "body.openai-chat.json": body,
        "system.txt": system.encode(),
        "absent.txt": absent.encode(),
        **{f"tools/{t['name']}.json": json.dumps(t).encode() for t in tools},
    }
    texts = {"weather": WEATHER} if skills is None else skills
    files |= {f"skills/{name}.txt": text.encode() for name, text in texts.items()}
    return Snapshot(
        files=files,
        about=about or {"preset": "p", "skillctl": "1.0.0"},
        dialects=("openai-chat",),
    )


def only(new, old=None):
    found = compare(old or snapshot(), new)
    assert len(found) == 1, found
    return found[0]


def test_no_change():
    assert compare(snapshot(), snapshot()) == ()


def test_a_new_required_property_is_breaking():
    properties = SCHEMA["properties"] | {"day": {"type": "string"}}
    schema = SCHEMA | {"properties": properties, "required": ["city", "day"]}
    found = only(snapshot((READ, GET | {"inputSchema": schema})))
    assert (found.drift, found.item) == (Drift.BREAKING, "tools/mcp__w__get")
    assert found.path == "$.inputSchema.properties.day"


def test_a_new_optional_property_is_prompt_only():
    properties = SCHEMA["properties"] | {"day": {"type": "string"}}
    found = only(snapshot((READ, GET | {"inputSchema": SCHEMA | {"properties": properties}})))
    assert found.drift is Drift.PROMPT_ONLY


def test_a_changed_description_is_prompt_only():
    found = only(snapshot((READ, GET | {"description": "Weather"})))
    assert (found.drift, found.path) == (Drift.PROMPT_ONLY, "$.description")
    assert (found.old, found.new) == ("Weather of one city", "Weather")


def test_another_order_of_tools_costs_the_cached_prefix():
    old, new = snapshot(), snapshot((GET, READ))
    found = only(new, old)
    first = next(
        i
        for i, (a, b) in enumerate(
            zip(old.files["body.openai-chat.json"], new.files["body.openai-chat.json"], strict=True)
        )
        if a != b
    )
    assert (found.drift, found.item) == (Drift.ORDER_ONLY, "tools")
    assert found.reason == f"other order; cached prefix lost from byte {first}"


def test_a_removed_tool_is_breaking_and_a_new_one_is_prompt_only():
    removed = only(snapshot((READ,)))
    assert (removed.drift, removed.item) == (Drift.BREAKING, "tools/mcp__w__get")
    assert removed.reason == "tool removed"
    added = only(snapshot(), snapshot((READ,)))
    assert (added.drift, added.reason) == (Drift.PROMPT_ONLY, "new tool")


def test_a_lost_server_is_breaking_and_says_why():
    new = snapshot((READ,), absent="server w: pending\n")
    found = {c.item: c for c in compare(snapshot(), new)}
    assert found["absent"].drift is Drift.BREAKING
    assert (found["absent"].path, found["absent"].new) == ("server w", "pending")
    assert found["absent"].reason == "waits for consent"
    assert found["tools/mcp__w__get"].reason == "its server waits for consent"
    assert {c.waits for c in found.values()} == {"server w"}


@pytest.mark.parametrize("why", ["server-failed", "denied", "disabled"])
def test_a_server_lost_for_another_reason_waits_for_nothing(why):
    found = {c.item: c for c in compare(snapshot(), snapshot((READ,), absent=f"server w: {why}\n"))}
    assert (found["absent"].reason, found["absent"].waits) == ("server or consent lost", "")
    words = "consent was denied" if why == "denied" else why
    assert found["tools/mcp__w__get"].reason == f"tool removed: {words}"


def test_the_skill_tool_goes_with_the_last_skill():
    tools = (READ, READ | {"name": "skill"})
    system = SYSTEM.replace("- weather: Tells the weather.\n", "")
    gone = compare(snapshot(tools), snapshot((READ,), skills={}, system=system))
    reasons = {c.item: c.reason for c in gone}
    assert reasons["tools/skill"] == "tool removed: there is no skill to load"
    still = compare(snapshot(tools), snapshot((READ,)))
    assert [c.reason for c in still] == ["tool removed"]


def test_what_a_snapshot_was_agreed_to():
    assert agreed(snapshot()) == {"server w", "skill weather"}


def test_what_was_never_there_breaks_nothing():
    new = snapshot(absent="server other: pending\nskill x: invalid\n")
    found = compare(snapshot(), new)
    assert [(c.drift, c.path) for c in found] == [
        (Drift.COSMETIC, "server other"),
        (Drift.COSMETIC, "skill x"),
    ]
    assert {c.reason for c in found} == {"newly absent"}


@pytest.mark.parametrize(
    ("now", "reason"),
    [("skill x: denied\n", "absent for another reason"), ("", "no longer absent")],
)
def test_what_became_of_something_absent(now, reason):
    found = only(snapshot(absent=now), snapshot(absent="skill x: invalid\n"))
    assert (found.drift, found.path, found.reason) == (Drift.COSMETIC, "skill x", reason)


def test_another_raw_tool_behind_a_name_is_breaking():
    found = only(snapshot((READ, GET | {"raw": "get2"})))
    assert (found.drift, found.path, found.reason) == (
        Drift.BREAKING,
        "$.raw",
        "name mapping changed",
    )


def test_icons_and_meta_are_cosmetic():
    found = only(snapshot((READ, GET | {"icons": []})))
    assert found.drift is Drift.COSMETIC


def test_a_changed_skill_description_is_one_prompt_only_change():
    line = "- weather: Tells the time."
    new = snapshot(
        skills={"weather": WEATHER.replace("- weather: Tells the weather.", line)},
        system=SYSTEM.replace("- weather: Tells the weather.", line),
    )
    found = only(new)
    assert (found.drift, found.item) == (Drift.PROMPT_ONLY, "skills/weather")
    assert (found.old, found.new) == ("- weather: Tells the weather.", line)
    assert found.reason == "catalog line changed"


def test_changed_instructions_are_prompt_only_and_another_file_is_cosmetic():
    own = only(snapshot(skills={"weather": WEATHER.replace("11 SKILL", f"{'3' * 64} SKILL")}))
    assert (own.drift, own.path) == (Drift.PROMPT_ONLY, "SKILL.md")
    assert own.reason == "its content changed (fingerprint 11 -> 333333333333)"
    assert (own.old, own.new) == (None, None), "a digest is no text that a model reads"
    other = only(snapshot(skills={"weather": WEATHER.replace("22 ", "33 ")}))
    assert (other.drift, other.path) == (Drift.COSMETIC, "references/a.md")
    fewer = snapshot(skills={"weather": WEATHER.replace("22 references/a.md\n", "")})
    assert only(fewer).reason == "this file is gone"
    assert only(snapshot(), fewer).reason == "this file is new"


def test_a_lost_skill_is_breaking_and_a_new_one_is_prompt_only():
    system = SYSTEM.replace("- weather: Tells the weather.\n", "")
    without = snapshot(skills={}, absent="skill weather: changed\n", system=system)
    found = only(without)
    assert (found.drift, found.item) == (Drift.BREAKING, "skills/weather")
    assert (found.reason, found.waits) == ("changed and waits for consent", "skill weather")
    assert only(snapshot(skills={}, system=system)).reason == "skill removed"
    added = only(snapshot(skills={"weather": WEATHER, "notes": "- notes: N.\nx\n"}))
    assert (added.drift, added.item, added.reason) == (
        Drift.PROMPT_ONLY,
        "skills/notes",
        "new skill",
    )


def test_changed_base_text_is_prompt_only():
    found = only(snapshot(system=SYSTEM.replace("You work", "You play")))
    assert (found.drift, found.item, found.path) == (Drift.PROMPT_ONLY, "system", "line 1")
    assert (found.old, found.new) == ("You work here.", "You play here.")


@pytest.mark.parametrize(
    ("about", "drift"),
    [
        ({"preset": "p", "skillctl": "1.1.0"}, Drift.COSMETIC),
        ({"preset": "q", "skillctl": "1.0.0"}, Drift.PROMPT_ONLY),
    ],
)
def test_versions_are_cosmetic_and_presets_are_not(about, drift):
    assert only(snapshot(about=about)).drift is drift


def test_bytes_that_nothing_explains_are_never_silent():
    new = snapshot()
    files = dict(new.files) | {"body.openai-chat.json": new.files["body.openai-chat.json"] + b" "}
    found = only(replace(new, files=files))
    assert (found.drift, found.item) == (Drift.PROMPT_ONLY, "body.openai-chat.json")
    assert found.path == f"byte {len(new.files['body.openai-chat.json'])}"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("body.openai-chat.json", b"["),
        ("body.openai-chat.json", b"[1]"),
        ("body.openai-chat.json", b'{"tools": [{"function": {"name": "../../x"}}]}'),
        ("body.openai-chat.json", b'{"tools": 3}'),
        ("tools/read_file.json", b"3"),
        ("tools/read_file.json", b"[" * 100_000),
        ("system.txt", b"\xff"),
    ],
)
def test_files_that_no_snapshot_holds_are_refused(name, data):
    files = dict(snapshot().files) | {name: data}
    with pytest.raises(StoreError, match="snap was not written by skillctl"):
        refuse_malformed(replace(snapshot(), files=files), "snap")


@pytest.mark.parametrize("dialects", [(), ("morse",), ("openai-chat", "openai-responses")])
def test_dialects_without_a_body_are_refused(dialects):
    with pytest.raises(StoreError, match="snap was not written by skillctl"):
        refuse_malformed(replace(snapshot(), dialects=dialects), "snap")


def with_dialects(old, **bodies):
    """A snapshot with other bodies, by dialect."""
    bodies = {name.replace("_", "-"): body for name, body in bodies.items()}
    files = {name: data for name, data in old.files.items() if not name.startswith("body.")}
    files |= {f"body.{name}.json": body for name, body in bodies.items()}
    return replace(old, files=files, dialects=tuple(bodies))


def test_the_tools_are_those_of_whichever_dialect_there_is():
    old = snapshot()
    tools = b'{"tools": [{"name": "mcp__w__get"}, {"name": "read_file"}]}'
    other = with_dialects(old, anthropic_messages=tools)
    refuse_malformed(other, "snap")
    changes = compare(old, other)
    assert [(c.drift, c.item, c.path) for c in changes] == [
        (Drift.ORDER_ONLY, "tools", "$"),
        (Drift.PROMPT_ONLY, "meta", "dialects"),
    ]
    words = "another form of request, anthropic-messages and not openai-chat"
    assert [c.reason for c in changes] == ["other order", words]
    assert (changes[1].old, changes[1].new) == ("openai-chat", "anthropic-messages")


def test_bytes_that_nothing_explains_are_named_in_each_dialect():
    old = with_dialects(snapshot(), openai_chat=b'{"tools":[]}', openai_responses=b'{"tools":[]}')
    new = with_dialects(old, openai_chat=b'{"tools":[] }', openai_responses=b'{ "tools":[]}')
    found = compare(old, new)
    assert [(c.item, c.path) for c in found] == [
        ("body.openai-chat.json", "byte 11"),
        ("body.openai-responses.json", "byte 1"),
    ]


def test_a_snapshot_of_ours_is_not_refused():
    refuse_malformed(snapshot(), "snap")
    with pytest.raises(StoreError):
        refuse_malformed(Snapshot(files={}), "snap")


ODD = st.binary(max_size=50) | st.sampled_from([b"", b"\n", b"{}", b"[]", b"null", b"\xe2\x80\xa8"])


@given(st.dictionaries(st.sampled_from(sorted(snapshot().files)), ODD))
def test_any_bytes_are_compared_or_refused(changed):
    odd = replace(snapshot(), files=dict(snapshot().files) | changed)
    try:
        refuse_malformed(odd, "snap")
    except StoreError:
        return
    compare(odd, snapshot())
    compare(snapshot(), odd)


ABOVE = {name: f"- {name}: Does {name}.\nsha256:aa\n11 SKILL.md\n" for name in ("a", "b", "c")}
BELOW = {name: f"- {name}: Does {name}.\nsha256:aa\n11 SKILL.md\n" for name in ("x", "y")}


def listed(skills):
    return "".join(text.partition("\n")[0] + "\n" for text in skills.values())


def test_a_line_of_the_system_text_has_the_number_of_the_file():
    old = f"Work.\n\n{listed(ABOVE)}\nRules.\n{listed(BELOW)}End.\n"
    skills = {**ABOVE, **BELOW}
    for word in ("Rules.", "End."):
        new = snapshot(skills=skills, system=old.replace(word, "Other."))
        found = only(new, snapshot(skills=skills, system=old))
        place = old.split("\n").index(word) + 1
        assert (found.item, found.path) == ("system", f"line {place}")
        assert (found.old, found.new) == (word, "Other.")
    fewer = {**ABOVE, "x": BELOW["x"]}
    new = old.replace("End.", "Other.").replace(listed({"y": BELOW["y"]}), "")
    changes = compare(snapshot(skills=skills, system=old), snapshot(skills=fewer, system=new))
    assert [c.path for c in changes if c.item == "system"] == ["line 10"]


def test_a_line_below_skills_of_several_lines_has_the_number_of_the_file():
    element = "<skill>\n<name>\na\n</name>\n</skill>"
    line = element.replace("\n", "")
    skills = {"a": f"{line}\nsha256:aa\n11 SKILL.md\n"}
    for end in ("\nEnd.", "\nEnd.\n"):
        old = f"Work.\n{element}{end}"
        found = only(
            snapshot(skills=skills, system=old.replace("End.", "Other.")),
            snapshot(skills=skills, system=old),
        )
        assert (found.path, found.old, found.new) == ("line 7", "End.", "Other.")
    old = f"Work.\n{element}"
    found = only(
        snapshot(skills=skills, system=f"{old}\nMore."), snapshot(skills=skills, system=old)
    )
    assert found.new == "More."
