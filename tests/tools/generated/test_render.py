"""A server as the files of its skill: skills.md section 17."""

import json
from datetime import UTC, datetime
from hashlib import sha256

from skillctl.tools.generated.render import Documented, generate, mark, schema_file

GET = Documented(name="get", description="Weather of one city", schema={"type": "object"})


def test_a_file_for_the_skill_and_one_for_each_schema():
    found = generate("weather", [GET, Documented(name="a/b", description="x")], "Ask.")
    assert list(found.files) == ["SKILL.md", "schemas/get.json", "schemas/a/b.json"]
    assert found.files["schemas/get.json"] == b'{\n  "type": "object"\n}\n'
    assert found.files["schemas/a/b.json"] == b"{}\n"
    assert found.paths == {"get": "schemas/get.json", "a/b": "schemas/a/b.json"}
    assert b"| a/b | x |\n| get | Weather of one city |\n" in found.files["SKILL.md"]
    assert (found.left_out, found.notes) == ({}, ())


def test_bad_tool_name_isolated():
    found = generate("weather", [GET, Documented(name="../x\x1b", description="out")], "")
    assert list(found.files) == ["SKILL.md", "schemas/get.json"]
    assert b"out" not in found.files["SKILL.md"]
    assert list(found.left_out) == ["../x\x1b"]
    (note,) = found.notes
    assert note.startswith(r'tool "../x\x1b" is not in its skill: its name holds characters')


def test_a_schema_whose_name_is_told_apart_is_named_in_the_table():
    tools = [Documented(name=name, description=f"It is {name}.") for name in ("Get", "get", "set")]
    text = generate("weather", tools, "").files["SKILL.md"].decode()
    digest = sha256(b"get").hexdigest()[:8]
    assert f"| get | (schema: schemas/get-{digest}.json) It is get. |\n" in text
    assert "| set | It is set. |\n" in text


def test_cut_instructions_are_told():
    found = generate("weather", [GET], "x" * 5000)
    assert found.notes == ("instructions cut from 5000 to 4000 characters",)


def test_the_users_notes_are_part_of_the_skill():
    assert generate("weather", [GET], "", "Mine.").files["SKILL.md"].endswith(b"\n\nMine.\n")


def test_a_schema_is_as_served_with_clean_text():
    served = {
        "required": ["z"],
        "$schema": "http://json-schema.org/draft-07/schema#",
        "properties": {"z": {"description": "hid\u200bden Ä"}},
    }
    text = schema_file(served).decode()
    assert (
        text
        == json.dumps(
            served | {"properties": {"z": {"description": "hidden Ä"}}},
            indent=2,
            ensure_ascii=False,
        )
        + "\n"
    )


def test_the_mark_has_keens_keys():
    data = mark("weather", count=2, at=datetime(2026, 11, 30, 16, 20, 5, 99, tzinfo=UTC))
    assert list(json.loads(data).items()) == [
        ("managed_by", "keen-mcp"),
        ("server", "weather"),
        ("status", "ready"),
        ("tool_count", 2),
        ("last_successful_refresh", "2026-11-30T16:20:05Z"),
        ("last_error", None),
    ]
    assert data.endswith(b"\n}\n")
