import pytest

from skillctl.fakes.outcome import outcomes
from skillctl.source.file import decode
from skillctl.source.toml_text import parse_toml


def found(text):
    source = decode("f.toml", text.encode())
    node, problems = parse_toml(source)
    assert problems == ()
    return [(source.text[m.start : m.end], m.name, m.message) for m in outcomes(node)]


def reply(keys):
    return found(f"[[tool]]\nname = 'a'\n[[tool.reply]]\n{keys}")


@pytest.mark.parametrize("match", ["when = { a = 1 }", "when_missing = 'a'", "when_call = 1",
                                   "default = true", "when_regex = { a = 'x' }",
                                   "when_schema = { }"])  # fmt: skip
@pytest.mark.parametrize("answer", ["text = 'a'", "content = []", "structured = 1", "error = 'x'",
                                    "rpc_error = { code = 1, message = 'x' }", "raw = 'x'",
                                    "raw_hex = 'ff'", "file = 'x'", "crash = { }",
                                    "hang = true", "close = 'stdin'"])  # fmt: skip
def test_one_match_and_one_answer(match, answer):
    assert reply(f"{match}\n{answer}") == []


def test_no_match():
    (one,) = reply("text = 'a'")
    assert one[0].endswith("reply")
    assert one[1:] == (
        "outcome",
        (
            '"reply" needs exactly one match key of when, when_regex, when_schema, when_missing, '
            "when_call, default; found none"
        ),
    )


def test_two_matches_are_named_at_the_second():
    (one,) = reply("default = true\nwhen = { }\ntext = 'a'")
    assert one[0] == "when"
    assert one[2].endswith("; found default and when")


def test_no_answer_and_three_answers():
    assert reply("default = true")[0][2] == (
        '"reply" needs exactly one answer of text, content, structured, error, rpc_error, raw, '
        "raw_hex, file, input_required, crash, hang, close; found none"
    )
    (one,) = reply("default = true\ntext = 'a'\nerror = 'b'\ncontent = []")
    assert one[0] == "error"
    assert one[2].endswith("; found text and error and content")


@pytest.mark.parametrize("other", ["whn = { }", "whenregex = { }"])
def test_a_key_that_was_refused_already_may_be_the_missing_one(other):
    assert reply(f"{other}\ntext = 'a'") == []


def test_is_error_needs_a_result():
    assert reply("default = true\ntext = 'a'\nis_error = true") == []
    (one,) = reply("default = true\nerror = 'a'\nis_error = true")
    assert one[0] == "is_error"
    assert one[2] == '"is_error" says more about text, content, structured; none of them is here'


def test_a_raw_definition_stands_alone():
    assert found("[[tool]]\ndefinition = { }\nhidden = true") == []
    one, two = found("[[tool]]\nname = 'a'\ntitle = 'b'\ndefinition = { }")
    message = '"tool" needs exactly one of name, definition; found name and definition'
    assert one == ("definition", "outcome", message)
    assert two == ("title", "outcome", '"title" stands beside "definition", which is sent as it is')


def test_a_tool_without_name_and_definition():
    (one,) = found("[[tool]]\ntitle = 'b'")
    assert one[0] == "tool"
    assert one[2].endswith("found none")


def test_a_fault_needs_an_effect_and_may_have_several():
    assert found("[[fault]]\non = 'ping'\nno_reply = true\nexit = { }") == []
    (one,) = found("[[fault]]\non = 'ping'")
    assert one[2] == (
        '"fault" needs at least one effect of before, prefix, pretty, crlf, bom, split_bytes, '
        "huge_bytes, raw, raw_hex, truncate, invalid_utf8, surrogate and 35 more "
        "(docs/fakes.md); found none"
    )


def test_an_event_needs_something_to_happen():
    assert found("[[event]]\nafter = 'start'\nnotify = 'x'\nstderr = []") == []
    (one,) = found("[[event]]\nafter = 'start'")
    assert (
        one[2]
        == '"event" needs at least one of notify, set_tools, stderr, raw, request; found none'
    )


def test_tool_goes_with_calls_and_of_with_cancellations():
    (one,) = found("[[fault]]\non = 'ping'\ntool = 'a'\nno_reply = true")
    assert one == ("tool", "value", '"tool" goes with on = "tools/call"')
    (one,) = found("[[expect]]\nmethod = 'ping'\nof = 'tools/call#1'")
    assert one == ("of", "value", '"of" goes with method = "notifications/cancelled"')


@pytest.mark.parametrize(
    ("text", "key", "words"),
    [
        ("on = 'tools/list'\nno_content = true", "no_content", 'goes with on = "tools/call"'),
        ("on = 'initialize'\nnull_list = true", "null_list", "goes with a list such as"),
        ("on = 'tools/call'\nshuffle = 1", "shuffle", "goes with a list such as"),
        ("on = 'notifications/initialized'\nraw = 'x'", "raw", "a notification has none"),
    ],
)
def test_an_effect_on_what_its_message_does_not_have(text, key, words):
    (one,) = found(f"[[fault]]\n{text}")
    assert (one[0], one[1]) == (key, "value")
    assert words in one[2]


@pytest.mark.parametrize(
    "text",
    [
        "on = 'tools/call'\nno_content = true\nraw = 'x'",
        "on = 'resources/templates/list'\nnull_list = true",
        "on = 'notifications/initialized'\nexit = { }\nnotify = 1",
        "on = 'tools/cal'\nnull_list = true",
    ],
)
def test_effects_in_their_place(text):
    assert found(f"[[fault]]\n{text}") == []


def test_a_pause_goes_with_parts():
    assert found("[[fault]]\non = 'ping'\nsplit_bytes = 1\nsplit_ms = 1") == []
    (one,) = found("[[fault]]\non = 'ping'\nsplit_ms = 1\nno_reply = true")
    assert one[0] == "split_ms"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[[prompt]]\nname = 'a'",
            '"prompt" needs exactly one answer of text, reply; found none',
        ),
        (
            "[[resource]]\nuri = 'a:b'\ntext = 'x'\nblob = ''",
            '"resource" needs exactly one answer of text, blob, reply; found text and blob',
        ),
        (
            "[[resource_template]]\ntext = 'x'",
            '"resource_template" needs exactly one of uri_template, definition; found none',
        ),
        (
            "[[resource]]\nuri = 'a:b'\nreply = [{ default = true }]",
            (
                '"reply" needs exactly one answer of text, blob, content, rpc_error, raw, raw_hex, '
                "file, input_required, crash, hang, close; found none"
            ),
        ),
        (
            "[[prompt]]\nname = 'a'\nreply = [{ text = 'x' }]",
            (
                '"reply" needs exactly one match key of when, when_regex, when_schema, '
                "when_missing, when_call, default; found none"
            ),
        ),
        (
            "[[resource]]\ndefinition = { }\nmime = 'x'\ntext = 'x'",
            '"mime" stands beside "definition", which is sent as it is',
        ),
        (
            "[[event]]\nafter = 'start'\nraw = 'x'\nexpect = 'none'",
            '"expect" says more about request; none of them is here',
        ),
        (
            "[[tool]]\nname = 'a'\nreply = [{ default = true, text = 'x', progress_every_ms = 1 }]",
            '"progress_every_ms" says more about progress, progress_endless; none of them is here',
        ),
        (
            (
                "[server]\nera = 'both'\n"
                "[[tool]]\nname = 'a'\nreply = [{ default = true, input_required = { } }]"
            ),
            '"input_required" needs at least one of requests, state; found none',
        ),
        (
            (
                "[[prompt]]\nname = 'a'\n[[prompt.reply]]\ndefault = true\n"
                "input_required = { state = 'x' }"
            ),
            '"input_required" goes with era = "modern" or "both"',
        ),
        (
            "[[fault]]\non = 'tools/list'\nno_result_type = true",
            '"no_result_type" goes with era = "modern" or "both"',
        ),
        (
            "[server]\nprotocol = ['2026-07-28']",
            'no version of "protocol" is one of the era "handshake"',
        ),
        (
            "[server]\nera = 'modern'\nprotocol = ['2025-11-25']",
            'no version of "protocol" is one of the era "modern"',
        ),
    ],
)
def test_what_is_missing_or_does_not_go_together(text, message):
    assert [words for _, _, words in found(text)] == [message]


@pytest.mark.parametrize("protocol", ["['2026-07-28']", "['2025-11-25']"])
def test_a_server_of_both_eras_may_name_versions_of_either(protocol):
    assert found(f"[server]\nera = 'both'\nprotocol = {protocol}") == []
    one = "[server]\nera = 'modern'\n[[fault]]\non = 'tools/list'\nno_result_type = true"
    assert found(one) == []
