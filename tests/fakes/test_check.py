import re

import pytest

from skillctl.fakes.defects import DEFECTS
from skillctl.fakes.file import check_fake
from skillctl.findings import Edit, Safety, Severity
from skillctl.source.file import decode
from skillctl.version import VERSION
from tests.fakes.lockstep import HEAD


def check(text):
    data = text if isinstance(text, bytes) else text.encode()
    return check_fake(decode("fake.toml", data))


def only(text):
    (finding,) = check(text)
    return finding


def at(finding):
    """Line, column, and the text that the finding points at."""
    start, end = finding.location.start, finding.location.end
    return start.line, start.column, finding.line[start.column - 1 : end.column - 1]


def test_codes_and_names_are_those_of_the_catalogue(shared):
    text = (shared / "spec" / "lint.md").read_text()
    for defect in DEFECTS:
        assert re.search(rf"{defect.code}(, SC\d+)? {defect.name}\b", text)


def test_a_file_that_is_right():
    assert check(HEAD) == ()


def test_no_utf8():
    finding = only(HEAD.encode() + b'[server]\nname = "\xff"')
    assert (finding.code, finding.name, finding.severity) == ("FK001", "syntax", Severity.ERROR)
    assert finding.message == "byte ff is not UTF-8"
    assert (finding.location.start.line, finding.location.start.offset) == (3, 44)
    assert "UTF-16LE" in only(HEAD.encode("utf-16")).message


def test_no_toml():
    finding = only(HEAD + "[server]\nname = x\n")
    assert finding.code == "FK001"
    assert at(finding) == (3, 8, "x")
    assert finding.message == "not valid TOML: Invalid value"
    assert finding.consequence == "the file is refused by fake and test"
    assert finding.kind == "fake"


def test_an_open_string_and_a_key_twice():
    assert at(only(HEAD + 'name = "a'))[0] == 2
    assert only(HEAD + "[server]\n[server]\n").code == "FK001"


def test_no_schema():
    finding = only("[server]\nname = 'x'\n")
    assert (finding.code, finding.name) == ("FK002", "schema")
    assert at(finding) == (1, 1, "[")
    assert finding.advice == 'begin the file with schema = "skillctl.fake/1"'


def test_no_schema_hides_nothing_else():
    assert [finding.code for finding in check("[server]\nnme = 'x'\n")] == ["FK002", "FK003"]


@pytest.mark.parametrize("number", [2, 17])
def test_a_later_schema_asks_for_a_newer_skillctl_and_judges_nothing_else(number):
    finding = only(f"schema = 'skillctl.fake/{number}'\nunknown = 1\n")
    assert finding.code == "FK002"
    assert at(finding) == (1, 10, f"'skillctl.fake/{number}'")
    assert finding.message == f'the schema is not "skillctl.fake/1", which skillctl {VERSION} reads'
    assert finding.advice == f"use a newer skillctl, one that reads skillctl.fake/{number}"


@pytest.mark.parametrize("value", ["'skillctl.scenario/1'", "'skillctl.fake/0'", "5", "['x']"])
def test_another_schema(value):
    finding = only(f"schema = {value}\nunknown = 1\n")
    assert (finding.code, at(finding)[2]) == ("FK002", value)
    assert finding.advice == 'write schema = "skillctl.fake/1"'


def test_a_misspelt_key_can_be_renamed():
    finding = only(HEAD + "[[tool]]\nname = 'a'\ndescripton = 'x'\n")
    assert (finding.code, finding.name) == ("FK003", "unknown-key")
    assert at(finding) == (4, 1, "descripton")
    assert finding.advice == 'did you mean "description"?'
    assert finding.fix.safety is Safety.SAFE
    assert finding.fix.edits == (Edit("fake.toml", 47, 57, "description"),)


def test_a_key_of_a_later_version_is_not_supported():
    finding = only(HEAD + "[[fault]]\nstatus = 5\non = 'ping'\nno_reply = true\n")
    assert finding.code == "FK003"
    assert at(finding) == (3, 1, "status")
    assert finding.message == (
        'this version of skillctl does not support the key "status" in "fault" yet'
    )
    assert finding.fix is None


@pytest.mark.parametrize(
    ("text", "line", "token", "message"),
    [
        ("[server]\npage_size = 0", 3, "0", '"page_size" in "server" is 0'),
        ("[server]\nname = 5", 3, "5", '"name" in "server" wants a string'),
        ("[process]\nstart_delay_ms = -1", 3, "-1",
         '"start_delay_ms" in "process" wants a whole number of milliseconds, at most one day'),
        ("[server]\nunknown_method = 'dye'", 3, "'dye'", '"unknown_method" in "server" is "dye"'),
        ("[[fault]]\nno_reply = true", 2, "f", 'the key "on" in "fault" is missing'),
        ("[[tool]]\nname = 'a'\nreply = [{ default = false, text = 'x' }]", 4, "false",
         '"default" in "reply" wants true, or to be left out'),
        ("[[tool]]\nname = 'a'\nreply = [{ default = true, content = 1979-05-27 }]", 4,
         "1979-05-27",
         '"content" in "reply" wants a list of values that JSON can hold (no date, no infinity)'),
    ],
)  # fmt: skip
def test_values(text, line, token, message):
    finding = only(HEAD + text)
    assert (finding.code, finding.name, finding.message) == ("FK004", "value", message)
    assert (at(finding)[0], at(finding)[2]) == (line, token)


def test_an_outcome_is_at_the_second_key():
    finding = only(
        HEAD + "[[tool]]\nname = 'a'\nreply = [{ default = true, text = 'x', error = 'y' }]"
    )
    assert (finding.code, finding.name) == ("FK005", "outcome")
    assert at(finding) == (4, 40, "error")


def test_a_reply_out_of_reach_is_a_warning_with_both_places():
    text = (
        "[[tool]]\nname = 'a'\nreply = [{ default = true, text = 'x' }, { when = {}, text = 'y' }]"
    )
    finding = only(HEAD + text)
    assert (finding.code, finding.name) == ("FK006", "unreachable")
    assert finding.severity is Severity.WARNING
    assert at(finding) == (4, 44, "when")
    (related,) = finding.related
    assert (related.location.start.line, related.location.start.column) == (4, 12)


def test_a_name_that_nothing_bears():
    finding = only(HEAD + "[[fault]]\non = 'tools/kall'\nno_reply = true")
    assert (finding.code, finding.name) == ("FK010", "unknown-name")
    assert at(finding) == (3, 6, "'tools/kall'")
    assert finding.advice == 'did you mean "tools/call"?'


def test_the_same_tool_twice_is_a_warning_at_the_second():
    finding = only(HEAD + "[[tool]]\nname = 'a'\n[[tool]]\nname = 'a'\n")
    assert (finding.code, finding.name) == ("FK011", "duplicate")
    assert finding.severity is Severity.WARNING
    assert at(finding) == (5, 8, "'a'")
    assert finding.related[0].location.start.line == 3


def test_everything_is_reported_at_once_in_the_order_of_the_file():
    text = (
        "[server]\nerra = 1\npage_size = 0\n[[tool]]\n[[fault]]\non = 'x'\n[[event]]\nafter = 5\n"
    )
    assert [(f.code, f.location.start.line) for f in check(HEAD + text)] == [
        ("FK003", 3),
        ("FK004", 4),
        ("FK005", 5),
        ("FK005", 6),
        ("FK010", 7),
        ("FK005", 8),
        ("FK004", 9),
    ]


def test_warnings_wait_until_there_is_no_error():
    text = "[[tool]]\nname = 'a'\n[[tool]]\nname = 'a'\n"
    assert [f.code for f in check(HEAD + text + "erra = 1\n")] == ["FK003"]


@pytest.mark.parametrize("end", ["\r\n", "\n"])
def test_lines_are_the_same_whatever_ends_them(end):
    text = (HEAD + "[server]\n# ü\npage_size = 0\n").replace("\n", end)
    assert at(only(text)) == (4, 13, "0")


def test_columns_count_code_points_and_offsets_bytes():
    finding = only("\ufeff" + HEAD + "server = { name = 'ü', nme = 1 }\n")
    assert at(finding) == (2, 24, "nme")
    assert finding.location.start.offset == 3 + 27 + 23 + 1


@pytest.mark.parametrize("value", ["[{ a = 1 }]", "'a'", "[1]", "true", "{ a = 1 }"])
@pytest.mark.parametrize("around", ["{{ {} }}", "{{ properties = {{ deep = {{ {} }} }} }}"])
def test_what_a_schema_requires_are_names(around, value):
    schema = around.format(f"required = {value}")
    finding = only(f"{HEAD}[[tool]]\nname = 'a'\ninput_schema = {schema}\n")
    assert (finding.code, at(finding)[::2]) == ("FK004", (4, value))
    assert finding.message == '"required" in "input_schema" wants a list of strings'


@pytest.mark.parametrize("kind", ["tool", "prompt"])
def test_what_a_schema_of_a_reply_requires_are_names(kind):
    reply = "{ when_schema = { required = 5 }, text = 'x' }"
    finding = only(f"{HEAD}[[{kind}]]\nname = 'a'\nreply = [{reply}]\n")
    assert (finding.code, at(finding)[::2]) == ("FK004", (4, "5"))
    assert finding.message == '"required" in "when_schema" wants a list of strings'


def test_an_argument_may_be_called_required():
    properties = "{ required = { type = 'string' } }"
    schema = f"{{ type = 'object', properties = {properties}, required = ['required'] }}"
    assert check(f"{HEAD}[[tool]]\nname = 'a'\ninput_schema = {schema}\n") == ()
