import pytest

from skillctl.errors import SkillctlError
from skillctl.scenario.file import load_scenario
from skillctl.scenario.runner import run_scenario

HEAD = 'schema = "skillctl.scenario/1"\nprompt = "Go."\n'
SAY = '[[turn]]\nsay = "Done."\n'
FAKE = 'schema = "skillctl.fake/1"\n[server]\nname = "w"\n[[tool]]\nname = "get"\n'
FAKE += "[[tool.reply]]\ndefault = true\ntext = '18C'\n"
CRASH = FAKE + "[[fault]]\non = 'tools/call'\nnth = 1\nexit = { code = 7, stderr = 'disk full' }\n"


@pytest.fixture
def run(tree):
    def go(lines, files=()):
        root = tree({"a.toml": HEAD + lines, "f.toml": FAKE, **dict(files)})
        ran = run_scenario(load_scenario(root / "a.toml", "a.toml"))
        return [(f.code, f.location.start.line, f.message) for f in ran.findings], ran

    return go


def codes(found):
    return [code for code, _, _ in found[0]]


def test_a_run_without_fault(run):
    lines = 'fakes = ["f.toml"]\napprovals = { default = "allow" }\n'
    lines += "[[turn]]\ncall = [{ tool = 'w/get' }]\n"
    lines += "[[turn]]\nexpect = { last_result_contains = '18C' }\nsay = 'It is 18C.'\n"
    lines += "[[assert]]\ntool_called = 'w/get'\ntext_contains = '18C'\n"
    found, ran = run(lines)
    assert found == []
    assert ran.output == ""


def test_the_expectations_of_a_turn_are_about_the_request_that_it_answers(run):
    lines = 'fakes = ["f.toml"]\napprovals = { default = "allow" }\n'
    lines += "[[turn]]\nexpect = { body_contains = '18C' }\ncall = [{ tool = 'w/get' }]\n"
    lines += "[[turn]]\nexpect = { body_contains = '18C' }\nsay = 'x'\n"
    (found,), _ = run(lines)
    assert found[:2] == ("ST101", 6)
    assert "request 1 " in found[2]


def test_an_assertion_and_an_expectation_are_both_reported(run):
    lines = (
        "[[turn]]\nexpect = { body_contains = 'zz' }\nsay = 'a'\n[[assert]]\ntext_contains = 'b'\n"
    )
    assert codes(run(lines)) == ["ST101", "ST205"]


def test_an_unused_turn_keeps_the_final_answer(run):
    lines = SAY + SAY + "[[assert]]\ntext_contains = 'Done.'\nexit = 0\n"
    assert codes(run(lines)) == ["ST002"]


def test_an_unexpected_call(run):
    assert codes(run("[[turn]]\ncall = [{ tool = 'list_dir' }]\n")) == ["ST001"]


def test_no_turn_at_all(run):
    assert codes(run("")) == ["ST001"]


def test_a_question_that_nobody_answers_ends_the_run(run):
    call = "[[turn]]\ncall = [{ tool = 'write_file', args = { path = 'a', content = 'x' } }]\n"
    assert codes(run(call)) == ["ST005"]
    assert codes(run(call + "[[assert]]\nexit = 4\nnot_called = 'write_file'\n")) == []
    assert codes(run(call + SAY)) == ["ST002"]


def test_a_denial_by_rule_goes_to_the_model(run):
    lines = "approvals = { rule = [{ tool = 'write_*', decision = 'deny' }] }\n"
    lines += "[[turn]]\ncall = [{ tool = 'write_file', args = { path = 'a', content = 'x' } }]\n"
    lines += "[[turn]]\nexpect = { last_result_contains = 'denied' }\nsay = 'No.'\n"
    lines += "[[assert]]\nnot_called = 'write_file'\n"
    assert codes(run(lines)) == []


def test_limits_of_the_scenario(run):
    call = "[[turn]]\ncall = [{ tool = 'list_dir' }, { tool = 'list_dir' }]\n"
    limited = run("limits = { max_tool_calls = 1 }\n" + call + "[[assert]]\nexit = 3\n")
    assert codes(limited) == []
    assert codes(run("limits = { max_turns = 1 }\n" + call + "[[assert]]\nexit = 3\n")) == []


def test_a_crashing_fake_is_an_error_for_the_model_and_starts_again(run):
    lines = 'fakes = ["f.toml"]\napprovals = { default = "allow" }\n'
    lines += "[[turn]]\ncall = [{ tool = 'w/get' }]\n"
    lines += "[[turn]]\nexpect = { last_result_contains = 'exited with code 7' }\nsay = 'x'\n"
    assert codes(run(lines, {"f.toml": CRASH})) == []


def test_what_a_fake_expects_of_its_client_is_judged_at_its_end(run):
    lines = 'fakes = ["f.toml"]\n' + SAY
    met = FAKE + "[[expect]]\nmethod = 'tools/list'\n"
    assert codes(run(lines, {"f.toml": met})) == []
    missed = met + "[[expect]]\nmethod = 'tools/call'\ncount = 2\n"
    (found,), ran = run(lines, {"f.toml": missed})
    assert (found[0], ran.findings[0].location.path) == ("ST008", "f.toml")
    assert "tools/call" in found[2]


def test_an_expectation_that_one_start_of_a_fake_met_is_met(run):
    lines = 'fakes = ["f.toml"]\napprovals = { default = "allow" }\n'
    lines += "[[turn]]\ncall = [{ tool = 'w/get' }]\n" * 2 + SAY
    expects = "[[expect]]\nmethod = 'tools/list'\n"
    assert codes(run(lines, {"f.toml": CRASH + expects})) == []


def test_bad_arguments_reach_the_model_as_an_error(run):
    lines = "[[turn]]\ncall = [{ tool = 'glob', raw_args = '{' }, { tool = 'nope' }]\n"
    lines += "[[turn]]\nexpect = { last_result_contains = 'no tool named', "
    lines += "body_contains = 'invalid arguments for glob' }\nsay = 'x'\n"
    lines += "[[assert]]\nnot_called = '*'\n"
    assert codes(run(lines)) == []


def test_what_is_absent_is_told_beside_the_findings(run):
    lines = 'fakes = ["f.toml"]\nconsent = { "server:w" = "denied" }\n' + SAY
    _, ran = run(lines)
    assert ran.output.startswith("absent: server w: denied (a.toml:3:10: ")


def test_what_is_missing_is_an_error(run):
    with pytest.raises(SkillctlError, match="there is no fake at none"):
        run('fakes = ["none.toml"]\n' + SAY)


def test_a_process_that_is_left_over_is_found(run, monkeypatch):
    seen = iter([{1: "a"}, {1: "a", 2: "sleep"}])
    monkeypatch.setattr("skillctl.scenario.runner.child_processes", lambda: next(seen))
    assert codes(run(SAY)) == ["ST004"]


@pytest.mark.parametrize(
    ("dialect", "mark", "result"),
    [
        (
            "openai-chat",
            '"stream_options"',
            '"role":"tool","tool_call_id":"call_1","content":"<mcp',
        ),
        ("openai-responses", '"store":false', '"call_id":"call_1","output":"<mcp'),
        ("anthropic-messages", '"max_tokens":8192', '"tool_use_id":"call_1","content":"<mcp'),
    ],
)
def test_the_bodies_of_a_run_are_those_of_its_dialect(run, dialect, mark, result):
    lines = f'dialect = "{dialect}"\nfakes = ["f.toml"]\napprovals = {{ default = "allow" }}\n'
    lines += f"[[turn]]\nexpect = {{ body_contains = '{mark}' }}\ncall = [{{ tool = 'w/get' }}]\n"
    lines += f"[[turn]]\nexpect = {{ body_contains = '{result}', tools_include = 'w/get' }}\n"
    lines += "say = 'x'\n"
    assert run(lines)[0] == []
