import json
import re

import pytest

from tests.agent.fixtures import full, project
from tests.agent.projects import FAKE, SKILL
from tests.conftest import write_tree

__all__ = ["full", "project"]

EQUAL = re.compile(r"prefix ([0-9,]+) of \1 bytes, (~?[0-9,]+) of \2 tokens; equal\n")


@pytest.fixture
def taken(full, skillctl):
    """A project with a snapshot of it."""
    assert skillctl("snapshot", "take", cwd=full.root).code == 0
    return full


def test_nothing_has_changed_since_the_snapshot(taken, skillctl):
    words = ("prompt", "--against", ".skillctl/snapshot")
    run = skillctl(*words, cwd=taken.root)
    assert (run.code, run.err) == (0, "")
    assert EQUAL.fullmatch(run.out)
    assert skillctl(*words, "--format", "diff", cwd=taken.root).out == ""
    assert skillctl(*words, "--format", "diff", cwd=taken.root).code == 0


def test_another_task_or_model_is_a_difference(taken, skillctl):
    words = ("prompt", "--against", ".skillctl/snapshot")
    assert skillctl(*words, "Hi", cwd=taken.root).out.endswith("; breaks in task\n")
    run = skillctl(*words, "--model", "m", cwd=taken.root)
    assert (run.code, run.out.endswith("; breaks in frame: model\n")) == (1, True)
    run = skillctl(*words, "--format", "diff", "Hi", cwd=taken.root)
    assert run.code == 1
    assert '-    "content": "snapshot"\n+    "content": "Hi"\n' in run.out
    assert run.out.endswith(
        "\n\nprompt-only: body.openai-chat.json $.messages[1].content: changed\n"
    )


def kept(root, skillctl, *words):
    write_tree(root, {"kept.json": skillctl("prompt", *words, "--format", "body", cwd=root).out})
    return ("prompt", "--against", "kept.json", "--format", "diff")


def test_another_form_of_request_is_no_blank_space(full, skillctl):
    words, other = kept(full.root, skillctl, "hi"), "anthropic-messages"
    run = skillctl(*words, "--dialect", other, "bye", cwd=full.root)
    lines = run.out.splitlines()
    assert (run.code, lines[0]) == (1, "--- kept.json/messages.json")
    assert "+++ now/request.json" in lines
    assert "as sent" not in run.out
    assert lines[lines.index("", lines.index("+++ now/request.json")) + 1 :] == [
        f"prompt-only: meta dialects: another form of request, {other} and not openai-chat",
        f"prompt-only: body.{other}.json $.messages: what is said",
    ]
    run = skillctl(*words, "--dialect", other, "hi", cwd=full.root)
    assert [line for line in run.out.splitlines() if line.startswith("prompt-only")] == [lines[-2]]


def test_another_model_is_a_line_and_not_cosmetic(full, skillctl):
    words = kept(full.root, skillctl, "--model", "m1", "hi")
    run = skillctl(*words, "--model", "m2", "hi", cwd=full.root)
    assert (run.code, run.out.splitlines()[:7]) == (
        1,
        [
            "--- kept.json/request.json",
            "+++ now/request.json",
            "@@ -1,5 +1,5 @@",
            " {",
            '-  "model": "m1",',
            '+  "model": "m2",',
            '   "stream": true,',
        ],
    )
    assert run.out.endswith("\n\nprompt-only: body.openai-chat.json $.model: changed\n")


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ('{"temperature":0.7,', "$.temperature: gone"),
        ('{"x":{"y":1},', "$.x: gone"),
    ],
)
def test_an_option_that_was_kept_is_a_line(full, skillctl, body, place):
    words = kept(full.root, skillctl, "hi")
    text = (full.root / "kept.json").read_text()
    write_tree(full.root, {"kept.json": body + text[1:]})
    run = skillctl(*words, "hi", cwd=full.root)
    assert run.code == 1
    assert '-  "' + body[2:].split('"')[0] in run.out
    assert run.out.endswith(f"\nprompt-only: body.openai-chat.json {place}\n")


def test_an_option_behind_the_messages_and_another_order_are_lines(full, skillctl):
    words = kept(full.root, skillctl, "hi")
    text = (full.root / "kept.json").read_text()
    write_tree(full.root, {"kept.json": text[:-1] + ',"temperature":0.7}'})
    run = skillctl(*words, "hi", cwd=full.root)
    assert (run.code, '-  "temperature": 0.7\n' in run.out) == (1, True)
    assert run.out.endswith("\nprompt-only: body.openai-chat.json $.temperature: gone\n")
    moved = text.replace('"stream":true,', "", 1)[:-1] + ',"stream":true}'
    write_tree(full.root, {"kept.json": moved})
    run = skillctl(*words, "hi", cwd=full.root)
    assert (run.code, '+  "stream": true,\n' in run.out) == (1, True)
    assert re.search(
        r"\norder-only: body.openai-chat.json: other order; cached prefix lost from byte [0-9]+\n",
        run.out,
    )


CHANGED = FAKE.replace('required = ["city"]', 'required = ["city", "day"]').replace(
    "properties = {", 'properties = { day = { type = "string" },'
)


def test_a_changed_tool_and_skill_are_told_by_line_and_by_class(taken, skillctl):
    taken.write({"fakes/weather.toml": CHANGED, ".agents/skills/notes/SKILL.md": SKILL + "More.\n"})
    taken.grant()
    words = ("prompt", "--against", ".skillctl/snapshot")
    run = skillctl(*words, cwd=taken.root)
    assert run.code == 1
    assert run.out.endswith(" tokens; breaks in tools: weather/get\n")
    run = skillctl(*words, "--format", "diff", cwd=taken.root)
    assert run.code == 1
    lines = run.out.splitlines()
    assert lines[0].startswith("--- .skillctl/snapshot/skills/notes.txt")
    at = lines.index("--- .skillctl/snapshot/tools/mcp__weather__get.json")
    assert lines[at + 1] == "+++ now/tools/mcp__weather__get.json"
    assert '+      "day": {' in lines
    classes = lines[lines.index("") + 1 :]
    assert classes[0] == (
        "breaking: tools/mcp__weather__get $.inputSchema.properties.day: new required property"
    )
    assert [line.partition(":")[0] for line in classes] == [
        *("breaking", "prompt-only"),
    ]
    assert classes[1].startswith("prompt-only: skills/notes SKILL.md: its content changed (")


def test_a_body_that_was_kept_in_a_file(full, skillctl):
    for dialect in ("openai-chat", "anthropic-messages", "openai-responses"):
        words = ("prompt", "--dialect", dialect, "Hi")
        body = skillctl(*words, "--format", "body", cwd=full.root).out
        write_tree(full.root, {"kept.json": body})
        run = skillctl(*words, "--against", "kept.json", cwd=full.root)
        assert (run.code, run.err) == (0, "")
        assert EQUAL.fullmatch(run.out)
        write_tree(full.root, {"kept.json": body.replace("Ask for a city.", "Ask.")})
        run = skillctl(*words, "--against", "kept.json", cwd=full.root)
        assert (run.code, run.out.endswith("; breaks in mcp: weather\n")) == (1, True)
        run = skillctl(*words, "--against", "kept.json", "--format", "diff", cwd=full.root)
        assert "--- kept.json/system.txt\n+++ now/system.txt\n" in run.out
        assert "\n-Ask.\n+Ask for a city.\n" in run.out
        assert re.search(r"\nprompt-only: system line [0-9]+: changed\n$", run.out)


def test_a_request_of_a_session(full, skillctl):
    skillctl("run", "Hi.", "--model", "test", "--approve", "all", cwd=full.root)
    for number in (1, 2):
        run = skillctl("prompt", "--against", f"last#{number}", cwd=full.root)
        assert (run.code, run.err) == (0, "")
        assert EQUAL.fullmatch(run.out)
    full.write({".agents/skills/notes/SKILL.md": SKILL.replace("Takes", "Keeps")}).grant()
    run = skillctl("prompt", "--against", "last#2", cwd=full.root)
    assert (run.code, run.out.endswith("; breaks in skills: notes\n")) == (1, True)
    run = skillctl("prompt", "--against", "last#2", "--format", "diff", cwd=full.root)
    assert "-- notes: Takes notes." in run.out
    assert "+- notes: Keeps notes." in run.out


def test_a_session_that_held_a_secret_is_compared_with_a_word_of_warning(full, skillctl):
    server = json.loads((full.root / ".mcp.json").read_text())
    server["mcpServers"]["weather"]["env"] = {"TOKEN": "canary-77"}
    fake = FAKE.replace("Ask for a city.", "Ask for canary-77.")
    full.write({".mcp.json": json.dumps(server), "fakes/weather.toml": fake}).grant()
    skillctl("run", "Hi.", "--model", "test", "--approve", "all", cwd=full.root)
    run = skillctl("prompt", "--against", "last#1", cwd=full.root)
    assert (run.code, "canary-77" in run.out + run.err) == (1, False)
    assert "last#1 is compared as its log has it, not as it was sent: [redacted:TOKEN]" in run.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--format", "diff"), "--format diff needs --against"),
        (("--against", "gone"), "gone: error: there is nothing to compare with: No such file"),
        (("--against", "x", "--tokens"), "--tokens and --against ask for different things"),
        (("--against", "x", "--format", "json"), "--against and --format json ask for"),
        (("--against", "x", "--section", "mcp"), "--against and --section ask for"),
        (
            ("--against", "bad.json", "--format", "diff"),
            "bad.json: error: not a request body: Expecting value: line 1 column 1 (char 0)",
        ),
    ],
)
def test_what_cannot_be_compared_is_said(project, skillctl, words, message):
    project.write({"bad.json": "bad"})
    run = skillctl("prompt", *words, "Hi", cwd=project.root)
    assert (run.code, run.out) == (2, "")
    assert message in run.err


def test_the_digest_and_hidden_characters_of_a_diff(project, skillctl):
    body = skillctl("prompt", "--format", "body", "a\u200bb", cwd=project.root).out
    project.write({"kept.json": body})
    words = ("prompt", "--against", "kept.json", "--format", "diff", "ab")
    assert "a\u200bb" in skillctl(*words, cwd=project.root).out
    assert r"a\u{200B}b" in skillctl(*words, "--show-invisible", cwd=project.root).out
    assert re.fullmatch("[0-9a-f]{64}", skillctl(*words, "--sha256", cwd=project.root).out)
