import json
import subprocess
import sys

import pytest
from jsonschema import Draft202012Validator

from tests.conftest import ROOT
from tests.fakes.lockstep import HEAD, Process, ids, request
from tests.test_house import loaded_by, run_code

WEATHER = HEAD + "[server]\nname = 'weather'\n[[tool]]\nname = 'get'\n"
WRONG = HEAD + "[server]\nnmae = 'x'\n"
WRONG_REFUSED = """\
wrong.toml:3:1: error: FK003 unknown-key: unknown key "nmae" in "server"
  hint: did you mean "name"?
"""


def test_serve_answers_on_stdout_and_greets_on_stderr(tree, skillctl):
    folder = tree({"w.toml": WEATHER})
    run = skillctl("fake", "serve", "w.toml", cwd=folder, stdin=request(1, "ping").decode())
    assert (run.code, run.out) == (0, '{"jsonrpc":"2.0","id":1,"result":{}}\n')
    assert run.err == 'skillctl: fake server "weather" with 1 tool; ends with its client\n'


def test_the_greeting_shows_a_hostile_name_as_text(tree, skillctl):
    folder = tree({"w.toml": HEAD + '[server]\nname = "\\u001b[2J\\u202e"\n'})
    run = skillctl("fake", "serve", "w.toml", cwd=folder)
    assert run.err.startswith('skillctl: fake server "\\x1b[2J\\u{202E}" with 0 tools')


def test_serve_exits_as_the_file_says(tree, skillctl):
    folder = tree({"w.toml": HEAD + "[process]\nexit_at_start = { code = 9, stderr = 'no' }\n"})
    run = skillctl("fake", "serve", "w.toml", cwd=folder)
    assert run.code == 9
    assert run.err.endswith("client\nno\n")


def test_a_failed_expectation_is_exit_1(tree, skillctl):
    folder = tree({"w.toml": HEAD + "[[expect]]\nmethod = 'ping'\n"})
    run = skillctl("fake", "serve", "w.toml", cwd=folder)
    assert run.code == 1
    assert run.err.endswith("fake: line 3: expected ping; the client sent 0\n")


def test_the_wire_log_is_written(tree, skillctl):
    folder = tree({"w.toml": WEATHER, "log.jsonl": "old"})
    line = request(1, "ping").decode()
    run = skillctl("fake", "serve", "w.toml", "--log", "log.jsonl", cwd=folder, stdin=line)
    assert run.code == 0
    entries = list(map(json.loads, (folder / "log.jsonl").read_text().splitlines()))
    assert [entry["dir"] for entry in entries] == ["in", "out"]
    assert [entry["line"] for entry in entries] == [line[:-1], run.out[:-1]]


def test_the_wire_log_is_complete_while_the_fake_runs(tree):
    folder = tree({"w.toml": WEATHER})
    process = Process(folder / "w.toml", folder / "log.jsonl")
    process.write(request(1, "ping"))
    assert ids(process.read(process.now() + 5)) == {1}
    assert len(process.wire_log.splitlines()) == 2
    assert process.close() == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["none.toml"], "none.toml: error: the fake cannot be read: No such file or directory\n"),
        (["."], ".: error: the fake is not a regular file\n"),
        (["wrong.toml"], WRONG_REFUSED),
    ],
)
def test_serve_refuses_what_is_no_fake(tree, skillctl, words, message):
    folder = tree({"wrong.toml": WRONG})
    run = skillctl("fake", "serve", *words, cwd=folder)
    assert (run.code, run.out, run.err) == (2, "", message)


@pytest.mark.parametrize(
    ("log", "words"),
    [
        ("w.toml", "w.toml: error: the wire log would replace the fake\n"),
        ("sub/../w.toml", "the wire log would replace the fake\n"),
        ("none/log", "none/log: error: the wire log cannot be written: No such file or directory"),
        ("sub", "sub: error: the wire log cannot be written: Is a directory"),
    ],
)
def test_a_log_that_cannot_be_written(tree, skillctl, log, words):
    folder = tree({"w.toml": WEATHER, "sub/x": ""})
    run = skillctl("fake", "serve", "w.toml", "--log", log, cwd=folder)
    assert run.code == 2
    assert words in run.err
    assert (folder / "w.toml").read_text() == WEATHER


def test_a_full_disk_is_told_and_ends_it(tree, skillctl):
    folder = tree({"w.toml": WEATHER})
    line = request(1, "ping").decode()
    run = skillctl("fake", "serve", "w.toml", "--log", "/dev/full", cwd=folder, stdin=line)
    assert run.code == 2
    assert run.err.endswith(
        "/dev/full: error: the wire log cannot be written: No space left on device\n"
    )


def test_check_finds_nothing_in_a_fake_that_is_right(tree, skillctl):
    folder = tree({"a.toml": WEATHER, "b/b.toml": WEATHER})
    run = skillctl("fake", "check", "a.toml", "b/b.toml", "a.toml", cwd=folder)
    assert (run.code, run.out) == (0, "2 fakes checked: no findings\n")


def test_check_points_at_what_is_wrong(tree, skillctl):
    folder = tree({"a.toml": WRONG})
    run = skillctl("fake", "check", folder / "a.toml", cwd=folder)
    assert run.code == 1
    assert run.out == (
        'a.toml:3:1: error FK003 unknown-key: unknown key "nmae" in "server"\n'
        "  3 | nmae = 'x'\n"
        "    | ^^^^\n"
        "  = the file is refused by fake and test\n"
        '  = help: rename the key to "name"\n'
        "\n"
        "1 fake checked: 1 error\n"
    )


def test_a_warning_fails_nothing(tree, skillctl):
    folder = tree({"a.toml": WEATHER + "[[tool]]\nname = 'get'\n"})
    run = skillctl("fake", "check", "a.toml", cwd=folder)
    assert run.code == 0
    assert "a.toml:7:8: warning FK011 duplicate:" in run.out
    assert "= see a.toml:5:8: the first one" in run.out


def test_check_as_json(tree, skillctl):
    folder = tree({"a.toml": WRONG})
    run = skillctl("fake", "check", "--format", "json", "a.toml", cwd=folder)
    document = json.loads(run.out)
    schema = json.loads((ROOT / "docs" / "lint.schema.json").read_text())
    Draft202012Validator(schema).validate(document)
    (finding,) = document["findings"]
    assert (run.code, finding["code"], finding["kind"]) == (1, "FK003", "fake")
    assert finding["range"]["start"] == {"line": 3, "column": 1, "offset": 36}
    assert finding["fix"]["edits"] == [{"path": "a.toml", "start": 36, "end": 40, "text": "name"}]
    assert (document["summary"]["fakes"], document["summary"]["errors"]) == (1, 1)
    assert len(finding["fingerprint"]) == 16


def test_check_for_github(tree, skillctl):
    folder = tree({"a.toml": WRONG})
    run = skillctl("fake", "check", "--format", "github", "a.toml", cwd=folder)
    assert run.code == 1
    assert run.out.startswith("::error file=a.toml,line=3,col=1,endLine=3,endColumn=5,title=FK003")


def test_check_names_every_missing_file_at_once(tree, skillctl):
    folder = tree({"a.toml": WEATHER})
    run = skillctl("fake", "check", "a.toml", "x.toml", "y.toml", cwd=folder)
    assert (run.code, run.out) == (2, "")
    assert run.err == "error: no such file: x.toml, y.toml\n  hint: check the path\n"


@pytest.mark.parametrize("words", [["check"], ["serve"], ["check", "--format", "xml", "a.toml"]])
def test_usage(skillctl, words):
    run = skillctl("fake", *words)
    assert (run.code, run.out) == (2, "")


def test_serving_loads_nothing_heavy(tree):
    folder = tree({"w.toml": WEATHER})
    serve = run_code("fake", "serve", str(folder / "w.toml"))
    assert loaded_by(f"import sys; sys.stdin = open('/dev/null'); {serve}") == set()


def test_a_client_that_leaves_without_reading_is_no_bug(tree):
    folder = tree({"w.toml": WEATHER})
    with subprocess.Popen(
        [sys.executable, "-m", "skillctl", "fake", "serve", str(folder / "w.toml")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        child.stdout.close()
        child.stdin.write(request(1, "ping"))
        child.stdin.close()
        errors = child.stderr.read()
        assert child.wait(timeout=30) == 0
    assert errors.count(b"\n") == 1


def talk_to(tree, text, line, *options):
    folder = tree({"w.toml": 'schema = "skillctl.fake/1"\n' + text})
    process = Process(folder / "w.toml", options=options)
    process.write(line)
    answer = process.read(process.now() + 10)
    assert process.close() == 0
    return json.loads(answer)


def test_another_era_than_that_of_the_file(tree):
    line = request(1, "initialize", protocolVersion="2025-11-25")
    assert talk_to(tree, "", line, "--era", "modern")["error"]["code"] == -32022
    assert "result" in talk_to(tree, "[server]\nera = 'modern'", line, "--era", "handshake")
    assert "result" in talk_to(tree, "[server]\nera = 'modern'", line, "--era", "both")


def test_another_order_than_that_of_the_file(tree):
    text = "[server]\nshuffle = ['tools']\nseed = 1\n" + "".join(
        f"[[tool]]\nname = '{name}'\n" for name in "abcdef"
    )
    orders = set()
    for options in ((), ("--seed", "1"), ("--seed", "2"), ("--seed", "3")):
        tools = talk_to(tree, text, request(1, "tools/list"), *options)["result"]["tools"]
        orders.add("".join(tool["name"] for tool in tools))
    assert len(orders) == 3


@pytest.mark.parametrize("words", [("--era", "old"), ("--seed", "-1"), ("--seed", "2147483648")])
def test_an_era_or_a_number_that_is_none(tree, skillctl, words):
    folder = tree({"w.toml": 'schema = "skillctl.fake/1"\n'})
    assert skillctl("fake", "serve", str(folder / "w.toml"), *words).code == 2


def test_check_looks_for_files_beside_the_fake(tree, skillctl):
    fake = """schema = "skillctl.fake/1"
[[tool]]
name = "a"
reply = [{ default = true, file = "r.json" }]
"""
    folder = tree({"one/w.toml": fake, "one/r.json": "{}", "two/w.toml": fake})
    assert skillctl("fake", "check", str(folder / "one" / "w.toml")).code == 0
    done = skillctl("fake", "check", str(folder / "two" / "w.toml"))
    assert done.code == 1
    assert "FK009 missing-file" in done.out
