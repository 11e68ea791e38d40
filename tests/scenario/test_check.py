import pytest

from skillctl.findings import Edit, Safety, Severity
from skillctl.scenario.file import check_scenario
from skillctl.source.file import decode

HEAD = 'schema = "skillctl.scenario/1"\nprompt = "Go."\n'
TURN = '[[turn]]\nsay = "Done."\n'


def check(text):
    data = text if isinstance(text, bytes) else text.encode()
    return check_scenario(decode("a.scenario.toml", data))


def only(text):
    found = check(text)
    assert len(found) == 1, found
    return found[0]


def place(finding):
    return str(finding.location)


def test_a_good_scenario_has_no_finding():
    assert check(HEAD + TURN) == ()


def test_syntax_names_line_and_column():
    found = only('schema = "skillctl.scenario/1"\nprompt = Go.\n')
    assert (found.code, found.name, found.severity) == ("SC001", "syntax", Severity.ERROR)
    assert place(found) == "a.scenario.toml:2:10"
    assert found.line == "prompt = Go."
    assert found.kind == "scenario"


def test_a_file_that_is_not_utf8_names_the_line_and_the_byte():
    found = only(b'schema = "x"\nprompt = "\xff"\n')
    assert found.code == "SC001"
    assert (found.location.start.line, found.location.start.offset) == (2, 23)
    assert found.message == "byte ff is not UTF-8"


def test_a_utf16_file_is_called_one():
    assert only((HEAD + TURN).encode("utf-16")).message.endswith("; it seems to be UTF-16LE")


def test_a_missing_schema():
    found = only('prompt = "Go."\n' + TURN)
    assert (found.code, found.name, place(found)) == ("SC002", "schema", "a.scenario.toml:1:1")
    assert found.advice == 'begin the file with schema = "skillctl.scenario/1"'


def test_a_newer_schema_says_what_can_read_it_and_nothing_else():
    found = only('schema = "skillctl.scenario/2"\nnew_key = 1\n')
    assert (found.code, place(found)) == ("SC002", "a.scenario.toml:1:10")
    assert found.advice == "use a newer skillctl, one that reads skillctl.scenario/2"


@pytest.mark.parametrize("value", ['"skillctl.fake/1"', "1", '"skillctl.scenario/01"'])
def test_another_schema_says_which_to_write(value):
    assert only(f"schema = {value}\n").advice == 'write schema = "skillctl.scenario/1"'


def test_an_unknown_key_is_renamed_where_one_letter_is_wrong():
    found = only(HEAD + "lmits = {}\n" + TURN)
    assert (found.code, found.name, place(found)) == ("SC003", "unknown-key", "a.scenario.toml:3:1")
    assert found.advice == 'did you mean "limits"?'
    assert found.fix.safety is Safety.SAFE
    assert found.fix.edits == (Edit("a.scenario.toml", len(HEAD), len(HEAD) + 5, "limits"),)


def test_a_key_of_a_later_version_is_refused_by_name():
    found = only(HEAD + 'surface = "tools"\n' + TURN)
    assert (found.code, found.fix) == ("SC003", None)
    assert found.message == 'this version of skillctl does not support the key "surface" yet'


@pytest.mark.parametrize(
    ("line", "column", "words"),
    [
        ("prompt = 1", 10, '"prompt" wants a string'),
        ("limits = { max_turns = 0 }", 24, '"max_turns" in "limits" is 0'),
        ("limits = { max_tool_calls = -1 }", 29, '"max_tool_calls" in "limits" is -1'),
        ('approvals = { default = "yes" }', 25, '"default" in "approvals" is "yes"'),
        ("approvals = { rule = [{ tool = 'x' }] }", 23, 'the key "decision" in "rule" is missing'),
        ("consent = { 'server:a' = 'maybe' }", 26, '"consent" is "maybe"'),
        ("consent = { a = 'denied' }", 13, '"a" in "consent" names neither a server nor a skill'),
        ("dialect = 'morse'", 11, '"dialect" is "morse"'),
        ("matrix = { dialect = ['openai'] }", 23, '"dialect" in "matrix" is "openai"'),
        (
            "matrix = { dialect = 'openai-chat' }",
            22,
            '"dialect" in "matrix" wants a list of strings',
        ),
        ("files = { '../x' = '' }", 11, '"../x" in "files" does not stay inside the workspace'),
        ("files = { '/x' = '' }", 11, '"/x" in "files" does not stay inside the workspace'),
        (r"files = { 'a\b' = '' }", 11, r'"a\b" in "files" does not stay inside the workspace'),
        ("files = { '.' = '' }", 11, '"." in "files" does not stay inside the workspace'),
        (r'files = { "a\u0000" = "" }', 11, '"a\0" in "files" does not stay inside the workspace'),
    ],
)
def test_a_wrong_value(line, column, words):
    head = HEAD if not line.startswith("prompt") else 'schema = "skillctl.scenario/1"\n'
    found = only(head + line + "\n" + TURN)
    assert (found.code, found.name) == ("SC004", "value")
    assert found.message == words
    assert found.location.start.column == column


@pytest.mark.parametrize(
    ("turn", "line", "words"),
    [
        ("expect = { body_contains = '' }", 4, '"body_contains" is empty, so it demands nothing'),
        (
            "expect = { body_contains = ['a', ''] }",
            4,
            '"body_contains" is empty, so it demands nothing',
        ),
        ("expect = { tools_include = [] }", 4, '"tools_include" is empty, so it demands nothing'),
        ("call = [{ args = {} }]", 4, 'the key "tool" in "call" is missing'),
        (
            "call = [{ tool = 'a', args = {}, raw_args = '{' }]",
            4,
            '"args" and "raw_args" stand beside each other',
        ),
    ],
)
def test_a_wrong_value_in_a_turn(turn, line, words):
    found = only(f"{HEAD}[[turn]]\n{turn}\nsay = 'x'\n")
    assert (found.code, found.message, found.location.start.line) == ("SC004", words, line)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("", "the assertion demands nothing"),
        ("times = 1", '"times" says more about "tool_called", which is missing'),
        ("args = {}", '"args" says more about "tool_called", which is missing'),
        ("text_contains = ''", '"text_contains" is empty, so it demands nothing'),
        ("order = []", '"order" is empty, so it demands nothing'),
    ],
)
def test_a_wrong_value_in_an_assertion(table, words):
    found = only(f"{HEAD}{TURN}[[assert]]\n{table}\n")
    assert (found.code, found.message) == ("SC004", words)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (f"{HEAD}{TURN}[[assert]]\nnot_called = 'a['\n", 'a name of "not_called"'),
        (f"{HEAD}{TURN}[[assert]]\ntool_called = ''\n", 'a name of "tool_called"'),
        (f"{HEAD}{TURN}[[assert]]\norder = ['a', 'b{{']\n", 'a name of "order"'),
        (f"{HEAD}{TURN}expect = {{ tools_exclude = '[' }}\n", 'a name of "tools_exclude"'),
        (
            f"{HEAD}approvals = {{ rule = [{{ tool = 'a{{', decision = 'deny' }}] }}\n{TURN}",
            '"tool" in "rule"',
        ),
    ],
)
def test_a_glob_that_can_match_nothing(text, what):
    found = only(text)
    assert found.code == "SC004"
    assert found.message.startswith(f"{what} can match no tool: ")


def test_a_turn_without_an_action():
    found = only(HEAD + "[[turn]]\nexpect = { body_contains = 'x' }\n")
    assert (found.code, found.name, place(found)) == ("SC010", "turn", "a.scenario.toml:3:3")
    assert found.message == "the turn says nothing and calls nothing"


def test_a_turn_after_the_one_that_ends_the_run():
    found = only(HEAD + "[[turn]]\ncall = [{ tool = 'a' }]\n" + TURN + TURN)
    assert (found.code, place(found)) == ("SC010", "a.scenario.toml:7:3")
    assert found.message == "turn 3 comes after turn 2, which ends the run"


def test_findings_stand_in_the_order_of_the_file():
    text = HEAD + "zzz = 1\n[[turn]]\nsay = 2\n[[assert]]\nexit = 'no'\nfiles = 1\n"
    found = check(text)
    assert [(f.code, f.location.start.line) for f in found] == [
        ("SC003", 3),
        ("SC004", 5),
        ("SC004", 7),
        ("SC003", 8),
    ]


def test_wrong_shapes_of_tables_do_not_hide_the_rest():
    found = check(HEAD + "turn = 1\nassert = [2]\nfiles = 3\nconsent = []\napprovals = 'x'\n")
    assert [f.code for f in found] == ["SC004"] * 5
