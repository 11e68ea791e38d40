import re

from skillctl.scenario import keys
from skillctl.source.closed import WORDS

TABLES = [keys.SCENARIO, keys.TURN, keys.CALL, keys.EXPECT, keys.ASSERT, keys.LIMITS]
TABLES += [keys.RULE, keys.APPROVALS, keys.MATRIX]


def spec_keys(shared, heading, stop):
    """The words of the first column of the tables between two headings of the specification."""
    text = (shared / "spec" / "harness.md").read_text()
    part = text[text.index(heading) : text.index(stop)]
    cells = [line.split("|")[1] for line in part.splitlines() if line.startswith("| ")]
    words = {
        w for cell in cells for w in re.findall(r"[a-z_0-9]+", re.sub(r"[({][^|]*?[)}]", "", cell))
    }
    return words - {"key", "turn", "assert", "or", "expectation", "on", "a", "request"}


def test_every_kind_has_its_words():
    assert {key.kind for table in TABLES for key in table.values()} <= set(WORDS)


def test_every_expectation_of_the_specification_is_known(shared):
    wanted = spec_keys(shared, "| expectation on a request", "| assertion after the run")
    wanted -= {"expect", "with", "n"}
    assert wanted <= set(keys.EXPECT) | {"include", "exclude"}, wanted - set(keys.EXPECT)


def test_every_assertion_of_the_specification_is_known(shared):
    wanted = spec_keys(shared, "| assertion after the run", "- Always on, without")
    wanted -= {"assertion", "after", "the", "run", "subsequence", "default", "strict"}
    wanted -= {"unordered", "subset", "superset", "key", "state", "error_contains", "1"}
    assert wanted <= set(keys.ASSERT), wanted - set(keys.ASSERT)


def test_every_top_key_of_the_specification_is_known(shared):
    wanted = spec_keys(shared, "| key | meaning (default) |", "Names in `call`")
    wanted -= {"expectation", "assert", "turn"}
    assert wanted <= {*keys.SCENARIO, "override", "user"}, wanted - set(keys.SCENARIO)


def test_what_is_supported_now():
    def now(table):
        return [name for name, key in table.items() if not key.later]

    assert now(keys.SCENARIO) == [
        *("schema", "name", "description", "tags", "skills", "fakes", "workspace", "files"),
        *("prompt", "dialect", "matrix", "limits", "approvals", "consent", "turn", "assert"),
    ]
    assert now(keys.MATRIX) == ["dialect"]
    assert now(keys.TURN) == ["expect", "say", "call"]
    assert now(keys.EXPECT) == [
        *("body_contains", "body_not_contains", "system_contains", "last_result_contains"),
        *("tools_include", "tools_exclude"),
    ]
    assert now(keys.ASSERT) == [
        *("tool_called", "times", "args", "args_subset", "not_called", "order"),
        *("skill_activated", "text_contains", "exit"),
    ]
