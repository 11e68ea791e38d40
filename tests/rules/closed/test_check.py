import json
import os

import pytest

FAKE = 'schema = "skillctl.fake/1"\n'
SCENARIO = 'schema = "skillctl.scenario/1"\nprompt = "Go."\n[[turn]]\nsay = "Done."\n'
TOOL = '[[tool]]\nname = "add"\n'
REPLY = '[[tool.reply]]\ndefault = true\ntext = "3"\n'


def report(run):
    return json.loads(run.out)


@pytest.fixture
def lint(skillctl, tree):
    def run(files, *words, path=".", **more):
        return skillctl("lint", path, "--format", "json", *words, cwd=tree(files), **more)

    return run


def codes(run):
    return [f"{f['path']} {f['code']}" for f in report(run)["findings"]]


def test_fakes_and_scenarios_are_found_counted_and_judged(lint):
    run = lint({"a/one.toml": FAKE + TOOL + REPLY, "b.toml": SCENARIO, "pyproject.toml": "x = 1"})
    summary = report(run)["summary"]
    assert (summary["fakes"], summary["scenarios"], summary["files"]) == (1, 1, 2)
    assert (run.code, codes(run)) == (0, [])


def test_kind_subject_and_severity(lint):
    run = lint({"a/one.toml": FAKE + TOOL + REPLY + REPLY, "b.toml": SCENARIO + "x = 1\n"})
    found = [(f["code"], f["kind"], f["subject"], f["severity"]) for f in report(run)["findings"]]
    assert found == [
        ("FK006", "fake", "one.toml", "warning"),
        ("SC003", "scenario", "b.toml", "error"),
    ]


# the same codes at the same places, by the command of its own
@pytest.mark.parametrize(
    "text",
    [
        FAKE + TOOL + REPLY + 'txt = "x"\n[[fault]]\non = "tools/cal"\n',
        FAKE + TOOL + REPLY + REPLY + TOOL,
        FAKE + "[server",
        'schema = "skillctl.fake/2"\n',
        (FAKE + 'server = { name = "\xe9" }').encode("latin-1"),
    ],
)
def test_fake_check_finds_the_same(skillctl, tree, text):
    data = text if isinstance(text, bytes) else text.encode()
    root = tree({"a.toml": ""})
    (root / "a.toml").write_bytes(data)
    ours = report(skillctl("lint", "a.toml", "--format", "json", cwd=root))["findings"]
    theirs = report(skillctl("fake", "check", "a.toml", "--format", "json", cwd=root))["findings"]
    keys = ("code", "severity", "message", "consequence", "field", "fix", "related")
    start = [f["range"]["start"] for f in ours]
    assert start == [f["range"]["start"] for f in theirs]
    assert [[f[key] for key in keys] for f in ours] == [[f[key] for key in keys] for f in theirs]
    assert ours


def test_a_text_from_stdin_is_judged_by_what_it_says(lint):
    words = ("--stdin-filename", "fakes/a.toml")
    run = lint({}, *words, path="-", stdin=FAKE + "[server]\nnmae = 'x'\n")
    assert codes(run) == ["fakes/a.toml FK003"]
    assert codes(lint({}, *words, path="-", stdin=SCENARIO + "x = 1\n")) == ["fakes/a.toml SC003"]
    run = lint({}, *words, path="-", stdin="a = 1\n")
    assert run.code == 2
    assert "nothing to check" in run.err


def test_a_misspelt_key_is_renamed_and_every_other_byte_stays(skillctl, tree):
    text = (
        "# é\r\n" + FAKE.replace("\n", "\r\n") + "[server]\r\nnmae  =  'x' # why\r\n"
        "[[tool]]\r\nname = 'a'\r\nreply = [{ default = true, txet = 'x' }]"
    )
    root = tree({"a.toml": ""})
    (root / "a.toml").write_bytes(text.encode())
    run = skillctl("lint", "--fix", cwd=root)
    expected = text.replace("nmae", "name").replace("txet", "text")
    assert (root / "a.toml").read_bytes() == expected.encode()
    assert (run.code, "fixed 2 of 2" in run.out) == (0, True)


def test_a_key_that_is_a_table_is_renamed_with_its_header(skillctl, tree):
    root = tree({"a.toml": FAKE + "[sever]\nname = 'x'\n"})
    assert skillctl("lint", "--fix", cwd=root).code == 0
    assert (root / "a.toml").read_text() == FAKE + "[server]\nname = 'x'\n"


def test_a_misspelt_list_of_tables_is_renamed_in_every_header(skillctl, tree):
    text = FAKE + "[[tol]]\nname = 'tol'\n[server]\n[[ tol ]]\nname = 'y'\n"
    root = tree({"a.toml": text})
    run = skillctl("lint", "--fix", cwd=root)
    fixed = text.replace("[tol]", "[tool]").replace(" tol ", " tool ")
    assert (root / "a.toml").read_text() == fixed
    assert (run.code, "fixed 1 of 1" in run.out) == (0, True)


def test_what_would_not_become_as_meant_is_left_alone(skillctl, tree):
    text = FAKE + "[[tol]]\nname = 'x'\n[[tol.reply]]\ndefault = true\ntext = 'y'\n"
    root = tree({"a.toml": text})
    run = skillctl("lint", "--fix", cwd=root)
    assert (root / "a.toml").read_text() == text
    assert "fix withheld" in run.out


@pytest.mark.parametrize("name", ["a.toml", "fakes/b.toml"])
def test_a_pipe_is_not_opened(skillctl, tree, name):
    root = tree({"other.toml": FAKE, "fakes/.keep": ""})
    os.mkfifo(root / name)
    assert skillctl("lint", cwd=root).code == 0


def test_a_fake_over_the_limit_is_refused(skillctl, tree, monkeypatch):
    from skillctl.rules.closed import fakes

    small = fakes.FORMAT._replace(limit=30)
    monkeypatch.setattr(fakes, "check", small.check)
    run = skillctl("lint", cwd=tree({"a.toml": FAKE + TOOL}))
    assert "a.toml: error FK001 syntax: the file is over 30 bytes" in run.out


def test_one_declaration_serves_lint_and_the_command_of_its_own():
    from skillctl.fakes import defects as fakes
    from skillctl.rules.others import ALL_OTHERS
    from skillctl.rules.registry import ALL_RULES
    from skillctl.scenario import defects as scenarios

    known = {rule.code: rule for rule in ALL_RULES}
    for command, defects in (("fake check", fakes.DEFECTS), ("test", scenarios.DEFECTS)):
        for defect in defects:
            assert known[defect.code].commands == (command, *defect.commands)
            assert known[defect.code].consequence == defect.consequence
            assert defect not in ALL_OTHERS
