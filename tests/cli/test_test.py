import json
import os
import signal
import subprocess
import sys
import time

import pytest

from tests.conftest import ROOT

HEAD = 'schema = "skillctl.scenario/1"\nprompt = "Go."\n'
PASSES = '[[turn]]\nsay = "Done."\n'
FAILS = "[[turn]]\nexpect = { body_contains = 'zz' }\nsay = 'x'\n"
UNUSED = PASSES + PASSES


def scenario(name, rest):
    return f'{HEAD}name = "{name}"\n{rest}'


@pytest.fixture
def root(tree):
    return tree(
        {
            "s/a.scenario.toml": scenario("first", PASSES),
            "s/b.scenario.toml": scenario("second", PASSES),
            "s/plain.toml": scenario("plain", PASSES),
        }
    )


@pytest.fixture
def run(skillctl, root):
    return lambda *words, cwd=root: skillctl("test", *words, cwd=cwd)


def lines(text):
    """Outcome and id of each case line."""
    rows = [line.split("  ") for line in text.splitlines() if " s  " in line or "not run" in line]
    return [(row[0].strip(), row[-1]) for row in rows]


def test_all_below_here(run):
    done = run()
    assert (done.code, done.err) == (0, "")
    assert lines(done.out) == [
        ("passed", "s/a.scenario.toml::first"),
        ("passed", "s/b.scenario.toml::second"),
    ]
    assert done.out.endswith("\n2 scenarios checked: 2 passed\n")


def test_the_settings_say_where_also_from_a_folder_below(run, root):
    (root / "skillctl.toml").write_text('test-paths = ["s/plain.toml"]\n')
    assert lines(run().out) == [("passed", "s/plain.toml::plain")]
    assert lines(run(cwd=root / "s").out) == [("passed", "plain.toml::plain")]


def test_path_and_name(run):
    assert lines(run("s/a.scenario.toml::first", "s/plain.toml").out) == [
        ("passed", "s/a.scenario.toml::first"),
        ("passed", "s/plain.toml::plain"),
    ]


def test_a_keyword(run):
    assert lines(run("-k", "SECOND").out) == [("passed", "s/b.scenario.toml::second")]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("-k", "zzz"), "no scenario is selected"),
        (("s/a.scenario.toml::other",), "no scenario is selected"),
        (("none",), "there is nothing at none"),
        (("--timeout", "0"), "timeout"),
    ],
)
def test_nothing_to_run_is_an_error(run, words, message):
    done = run(*words)
    assert (done.code, done.out) == (2, "")
    assert message in done.err


def test_an_empty_folder_is_an_error(run, root):
    (root / "empty").mkdir()
    done = run("empty")
    assert done.code == 2
    assert "no scenario found in empty" in done.err


def test_list_names_and_runs_nothing(run, root):
    (root / "s/b.scenario.toml").write_text(scenario("second", FAILS))
    done = run("--list")
    assert (done.code, done.err) == (0, "")
    assert done.out == "s/a.scenario.toml::first\ns/b.scenario.toml::second\n"


def test_list_names_what_cannot_be_read(run, root):
    (root / "s/c.scenario.toml").write_text("x = ")
    done = run("--list")
    assert done.code == 2
    assert done.out == "s/a.scenario.toml::first\ns/b.scenario.toml::second\n"
    assert done.err.startswith("s/c.scenario.toml:1:")


@pytest.mark.parametrize(
    ("contents", "code"),
    [
        ((PASSES, PASSES), 0),
        ((PASSES, UNUSED), 6),
        ((UNUSED, FAILS), 1),
        ((FAILS, "["), 2),
    ],
)
def test_exit_codes_combine(run, root, contents, code):
    for name, content in zip("ab", contents, strict=True):
        (root / f"s/{name}.scenario.toml").write_text(scenario(name, content))
    assert run().code == code


def test_a_wrong_expectation_is_told_with_file_line_request_and_bytes(run, root):
    (root / "s/a.scenario.toml").write_text(scenario("first", FAILS))
    done = run("s/a.scenario.toml")
    assert done.code == 1
    assert "s/a.scenario.toml:5:28: error ST101 body-contains: the body of request 1" in done.out
    assert "  5 | expect = { body_contains = 'zz' }\n" in done.out
    assert "  | request 1, body, nothing in it is near\n" in done.out


def test_fail_fast_leaves_the_rest_and_says_so(run, root):
    (root / "s/a.scenario.toml").write_text(scenario("first", FAILS))
    done = run("--fail-fast")
    assert done.code == 1
    assert lines(done.out) == [
        ("failed", "s/a.scenario.toml::first"),
        ("skipped", "s/b.scenario.toml::second"),
    ]
    assert done.out.endswith("2 scenarios checked: 1 failed, 1 skipped\n")


def test_other_formats_stand_alone_on_stdout(run):
    done = run("--format", "json")
    assert json.loads(done.out)["summary"]["passed"] == 2
    assert [row[1] for row in lines(done.err)] == [
        "s/a.scenario.toml::first",
        "s/b.scenario.toml::second",
    ]
    assert run("--format", "junit").out.startswith("<?xml")
    assert run("--format", "github").code == 0


def test_the_report_goes_to_a_file(run, root):
    done = run("--format", "junit", "--output", "out.xml")
    assert (done.code, done.out) == (0, "")
    assert (root / "out.xml").read_text().startswith("<?xml")
    lost = run("--output", "none/out.txt")
    assert lost.code == 2
    assert "the report cannot be written to" in lost.err


def test_a_case_that_takes_too_long_fails_and_the_others_go_on(run, monkeypatch):
    from skillctl.scenario import runner

    real = runner.run_scenario

    def slow(made):
        if made.name == "first":
            time.sleep(0.3)
        return real(made)

    monkeypatch.setattr(runner, "run_scenario", slow)
    done = run("--timeout", "0.2")
    assert done.code == 1
    assert [row[0] for row in lines(done.out)] == ["failed", "passed"]
    assert "the run took longer than 0.2 s" in done.out


def test_an_interrupt_reports_what_is_finished(run, monkeypatch):
    from skillctl.scenario import runner

    real = runner.run_scenario

    def interrupted(made):
        if made.name == "second":
            raise KeyboardInterrupt
        return real(made)

    monkeypatch.setattr(runner, "run_scenario", interrupted)
    done = run()
    assert done.code == 130
    assert lines(done.out) == [
        ("passed", "s/a.scenario.toml::first"),
        ("skipped", "s/b.scenario.toml::second"),
    ]


@pytest.mark.slow
def test_ctrl_c_ends_a_run_that_hangs(root):
    code = (
        "import sys, time\n"
        "from skillctl.scenario import runner\n"
        "runner.run_scenario = lambda made: print('go', flush=True) or time.sleep(60)\n"
        "from skillctl.cli.app import main\n"
        "sys.exit(main(['test', 's/a.scenario.toml']))\n"
    )
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=root,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdout.readline() == "go\n"
        child.send_signal(signal.SIGINT)
        out, _ = child.communicate(timeout=30)
    assert child.returncode == 130
    assert "skipped  not run: interrupted  s/a.scenario.toml::first" in out


@pytest.mark.slow
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_what_ends_a_run_leaves_no_folder_behind(root, tmp_path, number, code):
    program = (
        "import sys, tempfile, time\n"
        "from skillctl.scenario import runner\n"
        "def run_scenario(made):\n"
        "    with tempfile.TemporaryDirectory():\n"
        "        print('go', flush=True) or time.sleep(60)\n"
        "runner.run_scenario = run_scenario\n"
        "from skillctl.cli.app import main\n"
        "sys.exit(main(['test', 's/a.scenario.toml']))\n"
    )
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    with subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=root,
        env=os.environ | {"PYTHONPATH": str(ROOT), "TMPDIR": str(temporary)},
        stdout=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdout.readline() == "go\n"
        assert list(temporary.iterdir())
        child.send_signal(number)
        child.communicate(timeout=30)
    assert (child.returncode, list(temporary.iterdir())) == (code, [])


@pytest.mark.slow
def test_a_terminal_sees_one_line_of_progress(root):
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "skillctl", "test", "s/a.scenario.toml", "--format", "json"]
    with os.fdopen(ours, "rb", buffering=0) as terminal:
        done = subprocess.run(
            command, cwd=root, stdout=subprocess.PIPE, stderr=theirs, check=False, timeout=20
        )
        os.close(theirs)
        shown = terminal.read(4096)
    assert done.returncode == 0
    assert shown == b"\r\x1b[K1/1 s/a.scenario.toml::first\r\x1b[K"


def test_the_example_workspace_passes(skillctl):
    done = skillctl("test", cwd=ROOT / "examples" / "workspace")
    assert done.code == 0, done.out
    assert lines(done.out) == [
        ("passed", "scenarios/release-notes.scenario.toml::release notes from tickets")
    ]


def test_what_a_terminal_is_told_of_a_case_holds_no_escapes(root):
    (root / "s" / "c.scenario.toml").write_text(scenario("\\u001b[31mred\\nline", PASSES))
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "skillctl", "test", "s/c.scenario.toml"]
    subprocess.run(command, cwd=root, stdout=subprocess.PIPE, stderr=theirs, check=True, timeout=60)
    os.close(theirs)
    told = os.read(ours, 4096)
    os.close(ours)
    assert told == b"\r\x1b[K1/1 s/c.scenario.toml::\\x1b[31mred\\nline\r\x1b[K"


def test_a_short_time_and_a_whole_day_are_taken(run):
    assert run("--timeout", "86400").code == 0
    assert "took longer than 1e-09 s" in run("--timeout", "1e-9").out
