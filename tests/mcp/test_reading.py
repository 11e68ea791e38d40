import json
import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.mcp.notes import Note
from skillctl.mcp.reading import Fault, MessageReader, Reading, first_id
from tests.timing import cost

ANSWER = {"jsonrpc": "2.0", "id": 1, "result": {"ok": True}}
TEXT = json.dumps(ANSWER)


def read(line):
    return MessageReader().read(line if isinstance(line, bytes) else line.encode())


def kinds(reading):
    return [note.kind for note in reading.notes]


def test_a_message():
    assert read(TEXT) == Reading((ANSWER,))


@pytest.mark.parametrize(
    "line",
    [
        "",
        "   ",
        "=== Demo server ===",
        "{not json}",
        '{"level": "info", "msg": "up"}',
        '{"level": "error", "error": "x"}',
        '{"method": "GET", "url": "/"}',
        "42",
        "[]",
        "[1, 2]",
        "null",
        '"text"',
        "Content-Length: 12",
        "1" * 5000,
        "{" * 3,
    ],
)
def test_what_is_no_message_is_stray(line):
    assert read(line) == Reading(notes=(Note("stray", line[:121]),))


@pytest.mark.parametrize(
    "message",
    [
        {"jsonrpc": "2.0", "method": "ping", "id": "x"},
        {"jsonrpc": "2.0", "method": "notifications/progress"},
        {"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "m"}},
        {"jsonrpc": "2.0", "id": None, "error": {"code": 1, "message": "m"}},
        {"jsonrpc": "2.0", "id": 1},
    ],
)
def test_kinds_of_messages(message):
    assert read(json.dumps(message)) == Reading((message,))


@pytest.mark.parametrize(
    "message",
    [
        {"id": 1, "result": {}},
        {"id": 1, "error": {}},
        {"id": 1, "method": "ping"},
        {"method": "notifications/message"},
    ],
)
def test_without_jsonrpc_it_is_a_message_and_noted(message):
    assert read(json.dumps(message)) == Reading((message,), (Note("no-jsonrpc"),))


def test_bytes_that_are_not_utf8():
    reading = read(b'{"jsonrpc":"2.0","id":1,"result":{"text":"a\xff\xc3"}}')
    assert reading.messages[0]["result"] == {"text": "a\ufffd\ufffd"}
    assert kinds(reading) == ["utf8"]


def test_a_byte_order_mark():
    assert read(b"\xef\xbb\xbf" + TEXT.encode()) == Reading((ANSWER,), (Note("bom"),))


def test_line_separators_and_raw_controls_inside_text_are_accepted():
    text = "a\u2028b\u0085c\td"
    line = '{"jsonrpc":"2.0","id":1,"result":{"text":"' + text + '"}}'
    assert read(line) == Reading(({**ANSWER, "result": {"text": text}},))


@pytest.mark.parametrize(
    ("before", "message"),
    [
        ("LOG ", TEXT),
        ("LOG", '{ "jsonrpc" : "2.0", "id": 1, "result": {"ok": true}}'),
        ('{"jsonrpc": "2.0", "id": 9, "result": {}} ', TEXT),
        ('sent {"jsonrpc": got ', TEXT),
        ("\x1b[32m", '{"id": 1, "result": {"ok": true}, "jsonrpc": "2.0"}'),
    ],
)
def test_text_before_a_message(before, message):
    assert read(before + message) == Reading((ANSWER,), (Note("glued", before),))


def test_a_message_inside_a_string_or_before_text_is_no_message():
    assert kinds(read("log " + json.dumps(TEXT))) == ["stray"]
    assert kinds(read(TEXT + " trailing")) == ["stray"]
    assert kinds(read('log {"result": 1}')) == ["stray"]


def test_a_long_line_of_false_starts_is_given_up():
    assert kinds(read('{"jsonrpc": x {"id": y ' * 2000)) == ["stray"]


def test_a_message_over_several_lines_is_seen_at_its_second_line():
    reader = MessageReader()
    readings = [reader.read(line.encode()) for line in json.dumps(ANSWER, indent=2).splitlines()]
    faults = [reading.fault for reading in readings]
    assert faults[:2] == [None, Fault("splits messages over lines")]
    assert faults[2:] == [None] * (len(faults) - 2)
    assert all(kinds(reading) == ["stray"] for reading in readings)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ('{"jsonrpc": "2.0", "id": 1, "result": {"text": "one', 'two"}}'),
        ('{"jsonrpc": "2.0",', ' "id": 1, "result": {}}'),
        ('{"jsonrpc": "2.0", "id":', "1, "),
    ],
)
def test_a_message_broken_inside(first, second):
    reader = MessageReader()
    assert reader.read(first.encode()).fault is None
    assert reader.read(second.encode()).fault == Fault("splits messages over lines")


def test_a_log_in_json_over_several_lines_is_stray():
    reader = MessageReader()
    for line in json.dumps({"port": 3000, "tools": [{"a": 1}]}, indent=2).splitlines():
        assert reader.read(line.encode()).fault is None
    assert reader.read(TEXT.encode()).messages == (ANSWER,)


def test_a_message_after_a_beginning_is_read():
    reader = MessageReader()
    reader.read(b"{")
    assert reader.read(TEXT.encode()) == Reading((ANSWER,))


def test_a_batch():
    other = {"jsonrpc": "2.0", "method": "notifications/message"}
    reading = read(json.dumps([ANSWER, other, 3]))
    assert reading == Reading((ANSWER, other), (Note("batch"), Note("stray", "3")))


@pytest.mark.parametrize("number", ["NaN", "-Infinity", "Infinity", "1e999"])
def test_numbers_that_are_not_finite_are_null(number):
    reading = read(f'{{"jsonrpc":"2.0","id":1,"result":{{"n":{number},"x":1.5}}}}')
    assert reading.messages[0]["result"] == {"n": None, "x": 1.5}
    assert kinds(reading) == ["number"]


def test_an_integer_longer_than_python_takes():
    reading = read('{"jsonrpc":"2.0","id":1,"result":{"n":%s}}' % ("9" * 5000))
    assert reading.messages[0]["result"] == {"n": None}


def test_of_two_ids_the_first_counts():
    reading = read('{"jsonrpc":"2.0","id":1,"result":{"id":5},"id":2}')
    assert reading == Reading(({**ANSWER, "result": {"id": 5}},), (Note("doubled", "id"),))


def test_keys_twice_inside_are_the_servers_own_matter():
    reading = read('{"jsonrpc":"2.0","id":1,"result":{"a":1,"a":2}}')
    assert reading == Reading(({**ANSWER, "result": {"a": 2}},))


def test_lone_surrogates():
    line = r'{"jsonrpc":"2.0","id":1,"result":{"\ud800":["a\udc00","\ud83d\ude00"]}}'
    reading = read(line)
    assert reading.messages[0]["result"] == {"\ufffd": ["a\ufffd", "\U0001f600"]}
    assert kinds(reading) == ["surrogate"]
    whole = read(r'{"jsonrpc":"2.0","id":1,"result":"\ud83d\ude00"}')
    assert kinds(whole) == []


def nested(depth):
    """An answer nested to this depth; its envelope is the first level."""
    return '{"jsonrpc":"2.0","id":7,"result":' + "[" * (depth - 1) + "]" * (depth - 1) + "}"


def test_depth_up_to_256():
    assert read(nested(256)).messages
    for depth in (257, 900, 100_000):
        assert read(nested(depth)) == Reading(fault=Fault("an answer is nested deeper than 256", 7))


def test_deep_text_that_is_no_message_is_stray():
    assert read("[" * 5000) == Reading(notes=(Note("stray", "[" * 121),))


def test_many_brackets_side_by_side_are_not_deep():
    assert read('{"jsonrpc":"2.0","id":7,"result":[' + "[]," * 5000 + "{}]}").messages


def test_a_line_over_the_limit():
    head = b'{"jsonrpc":"2.0","id":12,"result":{"content":[{"type":"text","text":"aaaa'
    assert MessageReader().too_long(head) == Reading(
        fault=Fault("an answer is larger than 32 MiB", 12)
    )
    assert MessageReader().too_long(b"x" * 100).fault.id is None


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('{"id": "a", "id": 2}', "a"),
        ('{"result": {"id": 5}, "id": 6', 6),
        ('{"result": {"id": 5}', None),
        ('{"method": "id", "id" : -1.0}', -1.0),
        ('{"a": "\\"id\\": 3 {", "id": 4}', 4),
        ('{"id": null}', None),
        ('{"a": "unterminated \\" {"id": 3', None),
        ("", None),
    ],
)
def test_the_first_id_in_a_text(text, wanted):
    assert first_id(text) == wanted


@given(st.binary(max_size=60) | st.text(alphabet='{}[]":,jsonrpcid12 \\', max_size=60))
def test_any_line_is_read_without_error(line):
    reader = MessageReader()
    for _ in range(2):
        reader.read(line if isinstance(line, bytes) else line.encode())


def test_mutations_of_a_message_are_read_without_error():
    source = random.Random(7)
    line = json.dumps({**ANSWER, "result": {"tools": [{"name": "a\ud83d", "x": [1.5, None]}]}})
    for _ in range(2000):
        data = bytearray(line.encode())
        for _ in range(source.randint(1, 4)):
            data[source.randrange(len(data))] = source.randrange(256)
        MessageReader().read(bytes(data))


def test_a_line_full_of_beginnings_costs_little_more_than_another():
    """Each of them would be read to the end of the line."""
    numbers = f"[{'1,' * 1_000_000}1]"
    plain = f'{{"jsonrpc":{numbers}}}'.encode()
    nested = ('{"jsonrpc":' * 100 + numbers + "}" * 99).encode()
    others = ('{"id":' * 100 + numbers + "}" * 99).encode()
    usual = cost(MessageReader().read, plain, time.process_time)
    unended = b'{"jsonrpc":' * 100 + b'"' + b"x" * 20_000_000
    for line in (nested, others, b"log " + nested, unended):
        assert cost(MessageReader().read, line, time.process_time) < 10 * usual + 1


@pytest.mark.parametrize("value", ['"a\tb"', "1" * 5000, '"\x01"'])
def test_an_id_that_is_no_json_is_none(value):
    assert first_id('{"jsonrpc": "2.0", "id": ' + value + ', "result": [') is None


@pytest.mark.parametrize("value", ['"a\tb"', "1" * 5000])
def test_a_message_too_deep_with_such_an_id_is_a_fault_and_no_crash(value):
    line = '{"jsonrpc": "2.0", "id": ' + value + ', "result": ' + "[" * 400 + "]" * 400 + "}"
    reading = MessageReader().read(line.encode())
    assert isinstance(reading.fault, Fault)


DEEP = "[" * 300 + "]" * 300


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('{"method":"notifications/message","params":', Fault("a message is {}", None, asks=True)),
        (
            '{"jsonrpc":"2.0","id":7,"method":"ping","params":',
            Fault("a message is {}", 7, asks=True),
        ),
        ('{"id":7,"note":"method","result":', Fault("an answer is {}", 7)),
        ('{"id":7,"meta":{"method":"x"},"result":', Fault("an answer is {}", 7)),
    ],
)
def test_what_cannot_be_read_may_be_no_answer(text, fault):
    deep = Fault(fault.words.format("nested deeper than 256"), fault.id, fault.asks)
    assert read(f"{text}{DEEP}}}").fault == deep
    long = Fault(fault.words.format("larger than 32 MiB"), fault.id, fault.asks)
    assert MessageReader().too_long(text.encode()).fault == long


@pytest.mark.parametrize("space", ["\u2028", "\x85", "\x0b", "\u00a0", "\x1c \u3000", " \t"])
def test_blanks_of_any_kind_after_a_message(space):
    assert read(TEXT + space) == Reading((ANSWER,))
    assert read("LOG " + TEXT + space) == Reading((ANSWER,), (Note("glued", "LOG "),))
