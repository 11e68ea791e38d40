import pytest

from skillctl.drift.change import Change, Drift
from skillctl.findings import Severity
from skillctl.scenario.snapshot_report import report_of

BREAKING = Change(Drift.BREAKING, "tools/get", "$.inputSchema.required", "[]", '["a"]', "required")
WORDS = Change(Drift.PROMPT_ONLY, "skills/notes", "line 1", "- notes: A.", "- notes: B.", "")
ORDER = Change(Drift.ORDER_ONLY, "tools", "$", '["a","b"]', '["b","a"]', "other order")
OTHER = Change(Drift.PROMPT_ONLY, "body.anthropic-messages.json", "byte 3", None, None, "other")
VERSION = Change(Drift.COSMETIC, "meta", "skillctl", "1.0.0", "1.1.0")


def report(*changes, fail_on=Drift.ORDER_ONLY):
    return report_of(changes, "kept/snap", fail_on, "snapshot")


@pytest.mark.parametrize(
    ("change", "code", "name", "path"),
    [
        (BREAKING, "SN001", "breaking", "kept/snap/tools/get.json"),
        (WORDS, "SN002", "prompt-only", "kept/snap/skills/notes.txt"),
        (ORDER, "SN003", "order-only", "kept/snap/body.openai-chat.json"),
        (OTHER, "SN002", "prompt-only", "kept/snap/body.anthropic-messages.json"),
        (VERSION, "SN004", "cosmetic", "kept/snap/meta.toml"),
        (Change(Drift.PROMPT_ONLY, "system", "line 2", "a", "b"), "SN002", "prompt-only",
         "kept/snap/system.txt"),
        (Change(Drift.BREAKING, "absent", "server w", None, "pending"), "SN001", "breaking",
         "kept/snap/absent.txt"),
    ],
)  # fmt: skip
def test_each_class_has_its_code_and_each_item_its_file(change, code, name, path):
    (found,) = report(change).findings
    assert (found.code, found.name, found.location.path) == (code, name, path)
    assert found.kind == "snapshot"


def test_words_old_new_and_tokens():
    (found,) = report(WORDS).findings
    assert found.message == "skills/notes line 1: changed"
    assert found.subject == "skills/notes"
    assert found.evidence == (
        "- - notes: A.\n+ - notes: B.",
        "tokens: ~3 before, ~3 now (+0)",
    )
    assert report(ORDER).findings[0].message == "tools: other order"


def test_of_a_body_only_what_is_said_is_read():
    body = "body.openai-chat.json"
    found = report(
        Change(Drift.PROMPT_ONLY, body, "$.model", "m", "n"),
        Change(Drift.PROMPT_ONLY, body, "$.messages[1].content", "a", "b"),
    ).findings
    assert [len(one.evidence) for one in found] == [1, 2]


def test_one_side_only():
    (found,) = report(Change(Drift.BREAKING, "skills/x", "$", "- x: X.", None, "removed")).findings
    assert found.evidence == ("- - x: X.", "tokens: ~2 before, ~0 now (-2)")
    (bare,) = report(Change(Drift.PROMPT_ONLY, "body", "byte 3", None, None, "other")).findings
    assert bare.evidence == ()


@pytest.mark.parametrize(
    "change",
    [
        VERSION,
        Change(Drift.PROMPT_ONLY, "meta", "preset", "a", "b"),
        Change(Drift.BREAKING, "absent", "server w", None, "pending"),
    ],
)
def test_what_the_model_never_reads_costs_no_tokens(change):
    (found,) = report(change).findings
    assert len(found.evidence) == 1
    assert "tokens" not in found.evidence[0]


def test_a_long_text_is_cut_and_counted():
    (found,) = report(Change(Drift.PROMPT_ONLY, "system", "line 1", "x" * 500, "y")).findings
    assert found.evidence[0] == f"- {'x' * 400} (100 more characters)\n+ y"


@pytest.mark.parametrize(
    ("fail_on", "severities"),
    [
        (Drift.ORDER_ONLY, [Severity.ERROR, Severity.ERROR, Severity.ERROR, Severity.NOTE]),
        (Drift.PROMPT_ONLY, [Severity.ERROR, Severity.ERROR, Severity.WARNING, Severity.NOTE]),
        (Drift.BREAKING, [Severity.ERROR, Severity.WARNING, Severity.WARNING, Severity.NOTE]),
    ],
)
def test_what_fails(fail_on, severities):
    made = report(BREAKING, WORDS, ORDER, VERSION, fail_on=fail_on)
    (case,) = made.cases
    assert [f.severity for f in case.findings] == severities
    assert made.failed
    assert not report(VERSION, fail_on=fail_on).failed


def test_no_change_is_one_passed_case():
    made = report()
    assert (len(made.cases), made.failed, made.command) == (1, False, "snapshot")


def test_an_order_stands_in_the_body_that_there_is():
    found = report_of([ORDER], "snap", Drift.ORDER_ONLY, "snapshot", "body.openai-responses.json")
    assert found.findings[0].location.path == "snap/body.openai-responses.json"
