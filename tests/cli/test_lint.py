import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from skillctl.findings import Severity
from skillctl.rules.rule import rule
from skillctl.rules.skill import check as skill_check

GOOD = "---\nname: notes\ndescription: Keeps notes. Use when asked.\n---\nWrite.\n"
BAD = "---\nname: notes\ndescription: Use when: asked\n---\nWrite.\n"
LOOSE = GOOD.replace("\n---\n", "\n--- \n")


@pytest.fixture
def bad(tree):
    return tree({"notes/SKILL.md": BAD})


def codes(run):
    return [f["code"] for f in json.loads(run.out)["findings"]]


def test_a_finding_is_shown_with_its_line_and_fails(bad, skillctl):
    run = skillctl("lint", cwd=bad)
    assert run.code == 1
    assert run.out.startswith(
        'notes/SKILL.md:3:22: error SK105 plain-colon: ": " starts a nested mapping inside the '
        'value of "description"\n'
        "  3 | description: Use when: asked\n"
        "    |                      ^^\n"
        "  = dropped by claude-code (loads with empty metadata), codex, skills-cli\n"
    )
    assert run.out.endswith("\n\n1 skill checked: 1 error; 1 fixable with --fix\n")


def test_clean_input_says_what_was_checked(tree, skillctl):
    config = '{"mcpServers": {"notes": {"command": "notes-server"}}}'
    run = skillctl("lint", cwd=tree({"notes/SKILL.md": GOOD, ".mcp.json": config}))
    assert (run.code, run.out) == (0, "1 skill, 1 config checked: no findings\n")


@pytest.mark.parametrize("path", [".", "notes", "notes/", "notes/SKILL.md", "./notes/../notes"])
def test_the_spelling_of_a_path_gives_one_verdict(path, bad, skillctl):
    assert skillctl("lint", path, cwd=bad).out == skillctl("lint", cwd=bad).out


@pytest.mark.parametrize(
    ("cwd", "path"),
    [(".", "."), (".", "SKILL.md"), ("sub", ".."), ("sub", "../SKILL.md"), ("../p", "../p/sub/..")],
)
def test_the_root_of_a_project_is_itself_however_it_is_spelled(cwd, path, tree, skillctl):
    text = "---\nname: other\ndescription: Does it.\n---\n[x](sub/a)\n"
    root = tree({"p/SKILL.md": text, "p/.git/x": "", "p/sub/a": ""}) / "p"
    run = skillctl("lint", path, cwd=root / cwd)
    assert (run.code, run.out.count("SK")) == (0, 0), run.out


def test_formats_and_order_of_arguments(tree, skillctl):
    root = tree({"a/SKILL.md": "", "b/SKILL.md": ""})
    github = skillctl("lint", "--format", "github", "b", "a", cwd=root)
    assert [line.partition(",")[0] for line in github.out.splitlines()] == [
        "::error file=a/SKILL.md",
        "::error file=b/SKILL.md",
    ]
    junit = skillctl("lint", "--format", "junit", "b", "a", cwd=root)
    assert '<testsuite name="skill" tests="2" failures="2"' in junit.out
    reports = [
        skillctl("lint", "--format", "json", *p, cwd=root).out for p in (("a", "b"), ("b", "a"))
    ]
    assert reports[0] == reports[1]


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["--select", "SK2"], []),
        (["--select", "SK105,SK2"], ["SK105"]),
        (["--select", "plain-colon", "--select", "SK2"], ["SK105"]),
        (["--select", "SK1", "--ignore", "SK105"], []),
        (["--ignore", "SK1", "--extend-select", "SK105"], ["SK105"]),
        (["--extend-ignore", "SK"], []),
        (["--ignore", "ALL"], []),
    ],
)
def test_rules_are_chosen_by_words(words, wanted, bad, skillctl):
    assert codes(skillctl("lint", "--format", "json", *words, cwd=bad)) == wanted


def test_an_unknown_word_is_answered_with_a_near_one(bad, skillctl):
    run = skillctl("lint", "--select", "plain-colons", cwd=bad)
    assert run.code == 2
    assert run.err == (
        "error: no rule has the code, name or prefix 'plain-colons'\n"
        '  hint: did you mean "plain-colon"?\n'
    )


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ('select = ["SK999"]', "2:11", "no rule has the code, name or prefix 'SK999'"),
        ('severity = { SK105 = "warn" }', "2:22", "setting 'lint.severity.SK105' is 'warn'"),
    ],
)
def test_a_wrong_word_in_the_settings_is_located(text, place, words, bad, skillctl):
    (bad / "skillctl.toml").write_text(f"[lint]\n{text}\n")
    run = skillctl("lint", cwd=bad)
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith(f"{bad / 'skillctl.toml'}:{place}: error: {words}\n  hint: ")


def test_a_code_of_another_command_is_told_apart(bad, skillctl):
    run = skillctl("lint", "--ignore", "ST002", cwd=bad)
    assert run.err.endswith("\n  hint: skillctl test reports it, not lint\n")


def test_levels_shown_and_failing(tree, skillctl):
    root = tree({"notes/SKILL.md": LOOSE})
    assert skillctl("lint", cwd=root).code == 0
    assert skillctl("lint", "--fail-on", "warning", cwd=root).code == 1
    assert skillctl("lint", "--fail-on", "note", cwd=root).code == 1
    hidden = skillctl("lint", "--severity", "error", "--fail-on", "warning", cwd=root)
    assert (hidden.code, hidden.out) == (0, "1 skill checked: no findings\n")
    bad = tree({"notes/SKILL.md": BAD})
    assert skillctl("lint", "--fail-on", "never", cwd=bad).code == 0


def test_settings_are_heeded_unless_isolated(bad, skillctl):
    (bad / "skillctl.toml").write_text('[lint]\nignore = ["SK105"]\nselect = ["SK1"]\n')
    (bad / "notes" / "skillctl.toml").write_text("broken")
    assert skillctl("lint", cwd=bad).code == 0
    assert skillctl("lint", "--isolated", cwd=bad).code == 1
    assert skillctl("lint", "--ignore", "SK2", cwd=bad).code == 1
    assert skillctl("lint", "--extend-ignore", "SK2", cwd=bad).code == 0
    assert skillctl("lint", "notes", cwd=bad).code == 2


def test_another_settings_file_and_where_its_globs_count_from(bad, skillctl):
    (bad / "ci").mkdir()
    own = bad / "ci" / "lint.toml"
    own.write_text('[lint]\nfail-on = "never"\nper-path-ignores = { "notes/**" = ["SK"] }\n')
    run = skillctl("lint", "--config", "ci/lint.toml", cwd=bad)
    assert (run.code, "SK105" in run.out) == (0, True)
    (bad / "lint.toml").write_text(own.read_text())
    silent = skillctl("lint", "--config", "lint.toml", cwd=bad)
    assert (silent.code, silent.out) == (0, "1 skill checked: no findings; 1 suppressed\n")
    shown = skillctl("lint", "--config", "lint.toml", "--show-suppressed", cwd=bad)
    assert "error (suppressed) SK105" in shown.out
    assert skillctl("lint", "--config", "gone.toml", cwd=bad).code == 2


def test_a_setting_that_a_project_may_not_make_is_told(bad, skillctl):
    (bad / "skillctl.toml").write_text('[run]\nmodel = "x"\n')
    run = skillctl("lint", cwd=bad)
    assert run.code == 1
    assert "run.model is honoured from the user's settings only" in run.err


def test_a_target_judges_as_that_host_does(skillctl, tree):
    folder = tree({"skills/a/SKILL.md": "---\nname: b\ndescription: d\n---\nx\n"})
    assert "1 error" in skillctl("lint", cwd=folder).out
    run = skillctl("lint", "--target", "claude-code", "--format", "json", cwd=folder)
    document = json.loads(run.out)
    assert (run.code, document["targets"]) == (0, ["claude-code"])
    assert [f["severity"] for f in document["findings"]] == ["warning"]
    both = ("--target", "claude-code", "--target", "spec")
    assert "1 error" in skillctl("lint", *both, cwd=folder).out
    (folder / "skillctl.toml").write_text('[lint]\ntarget = ["claude-code"]\n')
    assert skillctl("lint", cwd=folder).code == 0
    assert skillctl("lint", "--target", "any", cwd=folder).code == 1


def test_a_target_with_two_names_counts_once(bad, skillctl):
    words = ("--target", "copilot", "--target", "vscode", "--target", "codex", "--format", "json")
    assert json.loads(skillctl("lint", *words, bad).out)["targets"] == ["vscode", "codex"]


def test_an_unknown_target_is_refused(bad, skillctl, tree):
    run = skillctl("lint", "--target", "skils-cli", cwd=bad)
    assert (run.code, run.out) == (2, "")
    assert 'no target is called "skils-cli"' in run.err
    assert 'did you mean "skills-cli"?' in run.err
    folder = tree({"skillctl.toml": '[lint]\ntarget = ["any", "skils-cli"]\n'})
    run = skillctl("lint", cwd=folder)
    assert run.code == 2
    assert "skillctl.toml:2:18" in run.err


def test_nothing_to_check(tree, skillctl):
    root = tree({"README.md": "x"})
    run = skillctl("lint", cwd=root)
    assert run.code == 2
    assert run.err.startswith("error: nothing to check in . (looked for SKILL.md")
    empty = skillctl("lint", "--allow-empty", "README.md", cwd=root)
    assert (empty.code, empty.out) == (
        0,
        "nothing checked: no findings; 1 path skipped (no kind of file that lint knows)\n",
    )
    missing = skillctl("lint", "a", "README.md", "b", "--allow-empty", cwd=root)
    assert (missing.code, missing.err.splitlines()[0]) == (2, "error: no such path: a, b")


def test_a_text_from_stdin_is_judged_by_its_name(bad, skillctl):
    run = skillctl("lint", "-", "--stdin-filename", "other/SKILL.md", cwd=bad, stdin=BAD)
    assert (run.code, run.out.partition(":")[0]) == (1, "other/SKILL.md")
    fine = skillctl("lint", "-", "--stdin-filename", "x/.mcp.json", cwd=bad, stdin="{}")
    assert fine.code == 0
    for words in (["-"], ["-", "notes", "--stdin-filename", "x/SKILL.md"]):
        refused = skillctl("lint", *words, cwd=bad, stdin="")
        assert (refused.code, "stdin" in refused.err) == (2, True)


def test_a_report_goes_to_a_file_and_its_summary_to_stderr(bad, skillctl):
    run = skillctl("lint", "--format", "json", "--output", "out.json", cwd=bad)
    assert (run.code, run.out, run.err) == (
        1,
        "",
        "1 skill checked: 1 error; 1 fixable with --fix\n",
    )
    assert json.loads((bad / "out.json").read_text())["summary"]["errors"] == 1
    quiet = skillctl("lint", "--quiet", "--output", "out.txt", cwd=bad)
    assert quiet.err == ""
    assert (bad / "out.txt").read_text().startswith("notes/SKILL.md:3:22: error")
    nowhere = skillctl("lint", "--output", "no/out.txt", cwd=bad)
    assert nowhere.code == 2
    assert "the report cannot be written to" in nowhere.err


def test_statistics_and_quiet(bad, skillctl):
    assert "\n1  SK105 plain-colon\n" in skillctl("lint", "--statistics", cwd=bad).out
    assert "checked" not in skillctl("lint", "--quiet", cwd=bad).out


def test_a_rule_that_crashes_ends_with_70_after_every_finding(bad, skillctl, monkeypatch, tmp_path):
    @rule("SK999", "bug", Severity.ERROR, message="", consequence="", advice="")
    def bug(_skill):
        raise ZeroDivisionError

    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setattr(skill_check, "RULES", (bug, *skill_check.RULES))
    run = skillctl("lint", "notes", cwd=bad)
    assert run.code == 70
    assert "SK105" in run.out
    assert run.err.startswith(
        "rule SK999 failed on notes/SKILL.md\nerror: this is a bug in skillctl"
    )


def run_process(*words, **options):
    command = [sys.executable, "-m", "skillctl", "lint", *words]
    return subprocess.run(command, capture_output=True, check=False, **options)


def test_names_and_texts_in_any_bytes_print_in_any_locale(tree):
    root = tree({"a/SKILL.md": "---\nname: 会議\ndescription: \x1b[31mx\n---\n"})
    odd = Path(os.fsdecode(bytes(root) + b"/\xff"))
    odd.mkdir()
    (odd / "SKILL.md").touch()
    for extra in (
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"LC_ALL": "C.UTF-8"},
    ):
        done = run_process(cwd=root, env={**os.environ, **extra})
        assert done.returncode == 1
        assert b"\x1b" not in done.stdout
        assert b"\\xff/SKILL.md:1:1: error SK006" in done.stdout
        assert done.stderr == b""


def test_much_output_to_a_pipe_arrives_whole_and_a_closed_one_ends_quietly(tree):
    root = tree({f"s{n:03}/SKILL.md": "" for n in range(400)})
    whole = run_process("--format", "json", cwd=root)
    assert len(whole.stdout) > 65_536
    assert json.loads(whole.stdout)["summary"]["errors"] == 400
    command = [sys.executable, "-m", "skillctl", "lint", "--format", "json"]
    with subprocess.Popen(
        command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.read(10)
        process.stdout.close()
        assert (process.stderr.read(), process.wait()) == (b"", 1)


@pytest.mark.parametrize("name", ["notes/SKILL.md", ".mcp.json"])
def test_nothing_is_quoted_of_a_file_that_a_link_leads_to(skillctl, tree, name):
    root = tree({"outside/credentials": "API_KEY=CANARY and more\n", "repo/notes/.keep": ""})
    (root / "repo" / name).symlink_to(root / "outside" / "credentials")
    run = skillctl("lint", root / "repo", "--isolated")
    assert run.code == 1
    assert "CANARY" not in run.out + run.err


def test_a_name_for_stdin_without_a_text_from_there_is_refused(bad, skillctl):
    run = skillctl("lint", ".", "--stdin-filename", "notes/SKILL.md", cwd=bad)
    assert (run.code, run.out) == (2, "")
    assert "no path is -" in run.err
