import json

import pytest

FAKE = """
schema = "skillctl.fake/1"
[server]
name = "weather"
[[tool]]
name = "today"
[[tool.reply]]
when = { city = "Paris" }
text = "18 \\u200B"
[[tool.reply]]
when_call = 2
text = "again"
"""


@pytest.fixture
def told(skillctl, tmp_path):
    """What is said of a call, given as JSON or as text."""
    (tmp_path / "w.toml").write_text(FAKE)

    def run(call, *words, stdin=""):
        (tmp_path / "call.json").write_text(call if isinstance(call, str) else json.dumps(call))
        name = "-" if stdin else "call.json"
        return skillctl("fake", "explain", "w.toml", name, *words, cwd=tmp_path, stdin=stdin)

    return run


def test_what_answers(told):
    done = told({"tool": "today", "arguments": {"city": "Oslo"}}, "--nth", "2")
    assert done.code == 0
    assert done.out == (
        'tools/call {"name":"today","arguments":{"city":"Oslo"}}, number 2\n'
        "  looked at            place       result\n"
        '  tool.today.reply[0]  w.toml:8:1  no: city is "Oslo", not "Paris"\n'
        "  tool.today.reply[1]  w.toml:11:1  answers\n"
        '{"dir":"out","line":"{\\"jsonrpc\\":\\"2.0\\",\\"id\\":2,\\"result\\":{\\"content\\":'
        '[{\\"type\\":\\"text\\",\\"text\\":\\"again\\"}]}}","bytes":79,'
        '"cause":"tool.today.reply[1]","v":{"ms":0}}\n'
    ).replace("w.toml:8:1  no", "w.toml:8:1   no").replace(
        "place       result", "place        result"
    )


def test_no_match_is_exit_1(told):
    done = told({"tool": "today", "arguments": {"city": "Oslo"}})
    assert done.code == 1
    assert "\nno reply matches\n" in done.out


def test_hidden_characters_stay_exact_and_visible(told):
    done = told(
        '{"tool": "today", "arguments": {"city": "Paris"}}',
        stdin='{"tool":"today","arguments":{"city":"Paris"}}',
    )
    assert done.code == 0
    assert "\\u200b" in done.out
    assert done.out.isascii()


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("{", "call.json: error: the call is not JSON"),
        ("[" * 100_000, "call.json: error: the call is not JSON"),
        ("[]", "call.json: error: this is no request: it is no object"),
        ("{}", 'hint: write {"tool": "NAME"'),
    ],
)
def test_what_is_no_call(told, call, words):
    done = told(call)
    assert done.code == 2
    assert words in done.err
    assert not done.out


def test_files_that_are_not_there(skillctl, tmp_path):
    (tmp_path / "w.toml").write_text(FAKE)
    done = skillctl("fake", "explain", "w.toml", "none.json", cwd=tmp_path)
    assert (done.code, "none.json: error: the call cannot be read" in done.err) == (2, True)
    assert skillctl("fake", "explain", "none.toml", "none.json", cwd=tmp_path).code == 2
