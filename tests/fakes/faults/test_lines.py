import json

import pytest

from skillctl.fakes.core import Fake
from skillctl.fakes.effects import Line, Send, Sleep
from tests.fakes.faults.answers import PLAIN, TOOLS, called, effects
from tests.fakes.lockstep import call, fake_file


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        ("before = ['log', '', '{\"level\":1}']", b'log\n\n{"level":1}\n' + PLAIN),
        ("before = [{ hex = '00ff' }]", b"\x00\xff" + PLAIN),
        ("prefix = 'Loaded: '", b"Loaded: " + PLAIN),
        ("crlf = true", PLAIN[:-1] + b"\r\n"),
        ("bom = true", b"\xef\xbb\xbf" + PLAIN),
        ("raw = 'gone'", b"gone\n"),
        ("raw_hex = '6f6b'", b"ok"),
        ("truncate = 10", PLAIN[:10]),
        ("truncate = 9999", PLAIN),
        ("prefix = 'a '\nbefore = ['b']\ncrlf = true", b"b\r\na " + PLAIN[:-1] + b"\r\n"),
        ("raw = '{}'\nbom = true\ntwice = true", b"\xef\xbb\xbf{}\n" * 2),
    ],
)
def test_the_line_of_an_answer(fault, expected):
    assert called(fault) == expected


@pytest.mark.parametrize("size", [len(PLAIN), len(PLAIN) + 1, 5000, 1_000_000])
def test_a_line_is_filled_up_and_means_the_same(size):
    data = called(f"huge_bytes = {size}")
    assert len(data) == size
    assert data.count(b"\n") == 1
    assert json.loads(data) == json.loads(PLAIN)


def test_a_line_that_is_longer_already_stays():
    assert called("huge_bytes = 5") == PLAIN


def test_parts_with_pauses_between_them():
    done = effects("on = 'tools/call'\nsplit_bytes = 30\nsplit_ms = 200", call(7, "say"))
    parts = [effect.data for effect in done if isinstance(effect, Send)]
    assert b"".join(parts) == PLAIN
    assert [len(part) for part in parts] == [30, 30, len(PLAIN) - 60]
    assert [type(effect) for effect in done] == [Send, Sleep, Send, Sleep, Send]
    assert {effect.seconds for effect in done if isinstance(effect, Sleep)} == {0.2}


def test_parts_without_pauses():
    done = effects("on = 'tools/call'\nsplit_bytes = 1", call(7, "say"))
    assert [effect.data for effect in done] == [bytes([byte]) for byte in PLAIN]


def test_progress_before_the_answer_is_not_touched():
    fake = Fake(fake_file(f"{TOOLS}[[fault]]\non = 'tools/call'\nraw = 'x'\nsplit_bytes = 1"))
    done = fake.step(Line(call(7, "say", meta={"progressToken": "t"}).rstrip(b"\n")), 0.0)
    assert json.loads(done[0].data)["method"] == "notifications/progress"
    assert [effect.data for effect in done[1:]] == [b"x", b"\n"]
