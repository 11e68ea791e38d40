import json

import pytest

from skillctl.fakes.wirelog import entry


def test_an_entry_has_the_members_of_the_specification_in_order():
    line = entry(3, "out", b'{"a":1}\n', "fault[0]", 12)
    assert line.endswith(b"\n")
    assert json.loads(line) == {
        "n": 3,
        "dir": "out",
        "line": '{"a":1}',
        "bytes": 8,
        "cause": "fault[0]",
        "v": {"ms": 12},
    }
    assert list(json.loads(line)) == ["n", "dir", "line", "bytes", "cause", "v"]


@pytest.mark.parametrize("data", [b"no end", b"\xff\n", b"two\nlines\n", b""])
def test_bytes_that_are_no_line_of_text_stand_in_hexadecimal(data):
    record = json.loads(entry(1, "in", data, None, 0))
    assert bytes.fromhex(record["hex"]) == data
    assert record["bytes"] == len(data)
    assert "line" not in record


@pytest.mark.parametrize("text", ["", "a\r", "ü\u2028", "\x1b[0m"])
def test_the_bytes_of_a_line_can_be_told_from_the_log(text):
    data = text.encode() + b"\n"
    line = entry(1, "in", data, None, 0)
    assert line.count(b"\n") == 1
    assert json.loads(line)["line"].encode() + b"\n" == data
