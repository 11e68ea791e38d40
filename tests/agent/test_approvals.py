from dataclasses import replace

import pytest

from skillctl.agent.approvals import (
    Answer,
    Approvals,
    Mode,
    Nobody,
    Person,
    Question,
    Rule,
    card,
    decide,
)
from skillctl.agent.base import READ_FILE, WRITE_FILE
from skillctl.agent.prepared import Prepared, ToolResult
from skillctl.policy.verdict import ALLOWED, Decision, Verdict
from skillctl.toolspec import ToolSpec

GET = ToolSpec(
    name="mcp__w__get",
    description="",
    input_schema={},
    server="w",
    raw_name="get",
    read_only=True,
    destructive=True,
)
CONFIRM = Verdict(Decision.CONFIRM, "such files often hold secrets")


def question(tool=GET, verdict=ALLOWED, preview="", **arguments):
    prepared = Prepared(
        run=lambda: ToolResult(""), asks=True, verdict=verdict, preview=lambda: preview
    )
    return Question(tool, arguments, prepared)


class Somebody:
    """Counts how often it is asked and says yes."""

    def __init__(self):
        self.asked = 0

    def ask(self, _question):
        self.asked += 1
        return Answer(allowed=True, by="person")

    def waited(self):
        return 0.0


def outcome(approvals, tool=GET, verdict=ALLOWED):
    """`allow`, `deny`, or `asked`, and by whom."""
    somebody = Somebody()
    answer = decide(question(tool, verdict), approvals, somebody)
    return "asked" if somebody.asked else f"{'allow' if answer.allowed else 'deny'} by {answer.by}"


@pytest.mark.parametrize(
    ("mode", "server_tool", "reading", "writing"),
    [
        (Mode.NONE, "asked", "asked", "asked"),
        (Mode.READ_ONLY, "asked", "allow by mode", "asked"),
        (Mode.LISTED, "asked", "allow by mode", "asked"),
        (Mode.ALL, "allow by mode", "allow by mode", "allow by mode"),
    ],
)
def test_modes_without_rules(mode, server_tool, reading, writing):
    found = [outcome(Approvals(mode), tool) for tool in (GET, READ_FILE, WRITE_FILE)]
    assert found == [server_tool, reading, writing]


@pytest.mark.parametrize(
    ("mode", "decision", "expected"),
    [
        (Mode.NONE, "allow", "asked"),
        (Mode.READ_ONLY, "allow", "asked"),
        (Mode.LISTED, "allow", "allow by rule"),
        (Mode.ALL, "allow", "allow by rule"),
        (Mode.LISTED, "ask", "asked"),
        (Mode.ALL, "ask", "asked"),
        (Mode.NONE, "deny", "deny by rule"),
        (Mode.ALL, "deny", "deny by rule"),
    ],
)
def test_one_rule_in_each_mode(mode, decision, expected):
    assert outcome(Approvals(mode, (Rule("mcp__w__*", decision),))) == expected


@pytest.mark.parametrize("order", [1, -1])
def test_the_most_restrictive_rule_wins_in_any_order(order):
    rules = (Rule("mcp__*", "allow"), Rule("mcp__w__get", "ask"), Rule("*", "deny"))[::order]
    assert outcome(Approvals(Mode.ALL, rules)) == "deny by rule"
    kept = tuple(rule for rule in rules if rule.decision != "deny")
    assert outcome(Approvals(Mode.ALL, kept)) == "asked"


def test_a_rule_may_name_server_and_raw_name():
    assert outcome(Approvals(Mode.LISTED, (Rule("w/g*", "allow"),))) == "allow by rule"
    assert outcome(Approvals(Mode.LISTED, (Rule("x/*", "allow"),))) == "asked"


def test_a_rule_for_another_tool_says_nothing():
    assert outcome(Approvals(Mode.LISTED, (Rule("mcp__x__*", "allow"),))) == "asked"


@pytest.mark.parametrize(
    ("mode", "default", "expected"),
    [
        (Mode.NONE, "deny", "deny by rule"),
        (Mode.ALL, "deny", "deny by rule"),
        (Mode.LISTED, "allow", "allow by rule"),
        (Mode.NONE, "allow", "asked"),
        (Mode.ALL, "ask", "allow by mode"),
    ],
)
def test_the_default_counts_where_no_rule_matches(mode, default, expected):
    assert outcome(Approvals(mode, (), default)) == expected


def test_a_guard_that_wants_a_person_beats_every_flag_and_rule_but_deny():
    rules = (Rule("mcp__*", "allow"),)
    assert outcome(Approvals(Mode.ALL, rules), verdict=CONFIRM) == "asked"
    denied = Approvals(Mode.ALL, (Rule("*", "deny"),))
    assert outcome(denied, verdict=CONFIRM) == "deny by rule"


def test_nobody_denies_and_takes_no_time():
    answer = Nobody().ask(question())
    assert (answer.allowed, answer.by) == (False, "nobody")
    assert Nobody().waited() == 0


def person(*lines):
    shown, ticks = [], iter(range(100))
    left = iter([*lines, *[""] * 9])
    return shown, Person(shown.append, lambda: next(left), lambda: next(ticks) * 10.0)


@pytest.mark.parametrize(
    ("typed", "allowed", "by", "reason"),
    [
        ("y\n", True, "person", ""),
        ("Yes\n", True, "person", ""),
        ("n\n", False, "person", ""),
        ("no use the test city\n", False, "person", "use the test city"),
        ("", False, "nobody", "the terminal was closed"),
    ],
)
def test_a_person_answers(typed, allowed, by, reason):
    _, somebody = person(typed)
    answer = somebody.ask(question())
    assert (answer.allowed, answer.by, answer.reason) == (allowed, by, reason)


def test_an_empty_or_unknown_answer_is_asked_again():
    shown, somebody = person("\n", "maybe\n", "yeah\n", "y\n")
    assert somebody.ask(question()).allowed
    assert sum("allow this call once?" in text for text in shown) == 4


def test_the_time_of_waiting_adds_up():
    _, somebody = person("y\n", "n\n")
    assert somebody.waited() == 0
    somebody.ask(question())
    somebody.ask(question())
    assert somebody.waited() == 20


def test_the_wait_that_goes_on_counts_already():
    clock = iter(range(0, 1000, 10))
    seen = []
    somebody = Person(
        lambda _: None, lambda: seen.append(somebody.waited()) or "y\n", lambda: next(clock)
    )
    somebody.ask(question())
    assert seen == [10]


def test_the_card_shows_who_and_every_argument():
    text = card(question(city="Paris", note="a\nb", days=3))
    assert text == (
        "The agent wants to call a tool:\n"
        "  tool       mcp__w__get\n"
        "  server     w, tool get there (claimed: read-only, destructive)\n"
        '  city = "Paris"\n'
        '  note = "a\\nb"\n'
        "  days = 3\n"
    )


def test_the_card_shows_guard_and_difference_of_a_built_in_tool():
    text = card(question(WRITE_FILE, CONFIRM, "--- a\n+++ b\n+x\n", path=".env"))
    assert "server" not in text
    assert "  guard      such files often hold secrets\n" in text
    assert text.endswith("  | --- a\n  | +++ b\n  | +x\n")


def test_nothing_on_the_card_reaches_the_terminal_as_a_control():
    text = card(question(WRITE_FILE, ALLOWED, "+\x1b[2J\u202e", **{"a\x1b": "\x9b1m\u200b"}))
    assert not [c for c in text if not c.isprintable() and c != "\n"]
    assert r"\u{202E}" in text
    assert r"\u{200B}" in text


def test_a_long_argument_is_folded_never_cut():
    text = card(question(content="x" * 5000))
    assert text.count("x") == 5000
    assert max(map(len, text.splitlines())) < 2100


def test_nothing_foreign_on_the_card_makes_a_row_of_its_own():
    forged = "x\n  guard      allowed\r\n  server     good\u2028\t"
    tool = replace(GET, server=forged, raw_name=forged)
    verdict = Verdict(Decision.CONFIRM, f"$.{forged}: odd")
    lines = card(question(tool, verdict, **{forged: forged})).split("\n")
    assert [line[:13] for line in lines] == [
        "The agent wan",
        "  tool       ",
        "  server     ",
        '  "x\\n  guard',
        "  guard      ",
        "",
    ]


def test_a_key_that_looks_like_a_row_is_in_quotes():
    lines = card(question(**{"guard      allowed": 1, "": 2, "a.b-c": 3})).split("\n")[3:]
    assert lines == ['  "guard      allowed" = 1', '  "" = 2', "  a.b-c = 3", ""]


def test_a_preview_has_the_lines_of_the_file():
    text = card(question(WRITE_FILE, ALLOWED, "+a\x0b+b\r+c\u2028+d\n+e\n"))
    assert text.endswith("  | +a\\x0b+b\\x0d+c\\u{2028}+d\n  | +e\n")


def test_what_was_typed_before_a_card_is_forgotten():
    happened = []
    somebody = Person(
        lambda _: happened.append("shown"),
        lambda: happened.append("read") or "y\n",
        lambda: 0.0,
        lambda: happened.append("forgotten"),
    )
    somebody.ask(question())
    somebody.ask(question())
    assert happened == ["forgotten", "shown", "shown", "read"] * 2


def test_a_call_through_another_tool_shows_server_and_tool_with_indented_json():
    asked = replace(question(city="Paris\x1b", more={"a": 1}), subject="weather/get")
    assert card(asked) == (
        "The agent wants to call a tool:\n"
        "  tool       weather/get\n"
        "  server     w, tool get there (claimed: read-only, destructive)\n"
        "    {\n"
        '      "city": "Paris\\u001b",\n'
        '      "more": {\n'
        '        "a": 1\n'
        "      }\n"
        "    }\n"
    )


def test_rules_count_for_a_call_through_another_tool():
    asked = replace(question(), subject="weather/get")
    for rule in ("mcp__w__*", "w/get"):
        decided = decide(asked, Approvals(Mode.LISTED, (Rule(rule, "allow"),)), Nobody())
        assert decided.allowed
