"""Bodies compared where no other file tells what they hold."""

import json

import pytest

from skillctl.drift.change import Change, Drift
from skillctl.scenario.body_changes import compare_bodies

TOOL = {"type": "function", "function": {"name": "get", "parameters": {"type": "object"}}}
SYSTEM = {"role": "system", "content": "Work."}
USER = {"role": "user", "content": "Hi"}
CHAT = {"model": "m", "tools": [TOOL], "messages": [SYSTEM, USER]}
ONLY = Drift.PROMPT_ONLY
GONE = json.dumps(USER, separators=(",", ":"))
FILE = "body.openai-chat.json"


def changes(old, new, told=(), names=(FILE, FILE)):
    bodies = [
        {name: json.dumps(body).encode()} for name, body in zip(names, (old, new), strict=True)
    ]
    return list(compare_bodies(*bodies, told))


def test_what_is_the_same_has_no_change():
    assert changes(CHAT, CHAT) == []
    other = {**CHAT, "messages": [{"role": "system", "content": "Rest."}, USER]}
    assert changes(CHAT, other) == []  # system.txt tells it


@pytest.mark.parametrize(
    ("new", "change"),
    [
        ({**CHAT, "model": "n"}, Change(ONLY, FILE, "$.model", "m", "n")),
        ({**CHAT, "seed": 1}, Change(ONLY, FILE, "$.seed", None, "1", "new")),
        (
            {**CHAT, "messages": [SYSTEM, {**USER, "content": "Ho"}]},
            Change(ONLY, FILE, "$.messages[1].content", "Hi", "Ho"),
        ),
        (
            {**CHAT, "messages": [SYSTEM]},
            Change(ONLY, FILE, "$.messages[1]", GONE, None, "gone"),
        ),
        (
            {**CHAT, "tools": [{**TOOL, "strict": True}]},
            Change(ONLY, "tools/get", "$.strict", None, "true", "new"),
        ),
    ],
)
def test_each_change_has_its_place(new, change):
    assert changes(CHAT, new) == [change]


def test_a_tool_that_is_told_already_is_told_once():
    assert changes(CHAT, {**CHAT, "tools": [{**TOOL, "strict": True}]}, {"tools/get"}) == []


def test_tools_that_come_and_go_have_their_own_files():
    assert changes(CHAT, {**CHAT, "tools": []}) == []


def test_another_order_of_options():
    (found,) = changes(CHAT, dict(reversed(CHAT.items())))
    assert (found.drift, found.path) == (Drift.ORDER_ONLY, "$")


ANTHROPIC = {
    "model": "m",
    "system": [{"type": "text", "text": "Work."}],
    "messages": [{"role": "user", "content": [{"type": "text", "text": "Hi"}]}],
}


def test_two_forms_are_compared_by_what_both_have():
    names = (FILE, "body.anthropic-messages.json")
    assert changes(CHAT, ANTHROPIC, names=names) == []
    other = {**ANTHROPIC, "model": "n", "messages": []}
    assert changes(CHAT, other, names=names) == [
        Change(ONLY, names[1], "$.model", "m", "n"),
        Change(ONLY, names[1], "$.messages", "Hi", "", "what is said"),
    ]


def test_what_is_no_body_is_left_to_the_bytes():
    assert changes({}, CHAT) == []
    assert list(compare_bodies({}, {}, ())) == []
