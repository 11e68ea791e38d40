"""The detector of lint.md section 3.4, on its own list and on what is legitimate."""

import pytest

from skillctl.policy.hidden import Hidden, hidden
from tests.timing import assert_linear

INVISIBLE = [
    *(0x00AD, 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), 0x200B),
    *(*range(0x2060, 0x2065), *range(0x206A, 0x2070), 0x3164, 0xFEFF, 0xFFA0),
    *(*range(0xFFF9, 0xFFFC), *range(0xE0000, 0xE0080), 0x200C, 0x200D),
    *(*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)),
]
BIDI = [*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C]


def tags(text):
    return "".join(chr(0xE0000 + ord(c)) for c in text)


@pytest.mark.parametrize(("codes", "kind"), [(INVISIBLE, "invisible"), (BIDI, "bidi")])
def test_every_listed_character_is_found_inside_a_word(codes, kind):
    for code in codes:
        assert list(hidden(f"ab{chr(code)}cd")) == [Hidden(2, chr(code), kind)], hex(code)


def test_nothing_else_of_the_first_planes_is_found():
    listed = {*INVISIBLE, *BIDI}
    others = "".join(chr(c) for c in range(0x11000) if c not in listed)
    assert list(hidden(others)) == []


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("می\u200cخواهم", id="persian-zwnj"),
        pytest.param("क्\u200dष", id="devanagari-zwj-after-virama"),
        pytest.param("ශ්\u200dරී", id="sinhala-zwj"),
        pytest.param("👨\u200d👩\u200d👧", id="family"),
        pytest.param("👩🏽\u200d🚀", id="skin-tone-then-zwj"),
        pytest.param("❤\ufe0f\u200d🔥", id="vs16-then-zwj"),
        pytest.param("🏳\ufe0f\u200d🌈", id="rainbow-flag"),
        pytest.param("1\ufe0f\u20e3 #\ufe0f\u20e3 *\ufe0f\u20e3", id="keycaps"),
        pytest.param("ℹ\ufe0f ‼\ufe0f ©\ufe0e ↔\ufe0f ㊗\ufe0f", id="symbols-with-vs"),
        pytest.param("葛\U000e0100城", id="ideographic-variation"),
        pytest.param(f"\U0001f3f4{tags('gbeng')}\U000e007f", id="england"),
        pytest.param(f"\U0001f3f4{tags('gbsct')}\U000e007f", id="scotland"),
        pytest.param(f"\U0001f3f4{tags('gbwls')}\U000e007f", id="wales"),
        pytest.param("שלום\u200f (hello)\u200e", id="direction-marks-beside-hebrew"),
        pytest.param("سلام\u061c 1", id="arabic-letter-mark"),
    ],
)
def test_legitimate_use_is_not_found(text):
    assert list(hidden(text)) == []


@pytest.mark.parametrize(
    ("text", "indexes"),
    [
        pytest.param("❤\ufe0f\ufe0f", [2], id="second-vs16"),
        pytest.param("a\ufe0f", [1], id="vs16-after-a-letter"),
        pytest.param("葛\U000e0100\U000e0101", [2], id="second-ideographic-variation"),
        pytest.param("می\u200c\u200cخ", [2, 3], id="two-joiners"),
        pytest.param("a\ufe0f\u200d🔥", [1, 2], id="zwj-after-refused-vs16"),
        pytest.param("👨\u200da", [1], id="zwj-before-a-letter"),
        pytest.param(f"\U0001f3f4{tags('x')}\U000e007f", [1, 2], id="unregistered-flag"),
        pytest.param(f"\U0001f3f4{tags('gbeng')}", [1, 2, 3, 4, 5], id="flag-without-end"),
        pytest.param("שלום\n\u200fabc", [5], id="mark-on-another-line"),
        pytest.param("שלום\r\u200fabc", [5], id="mark-after-lone-cr"),
        pytest.param("שלום\u202e", [4], id="override-is-never-fine"),
    ],
)
def test_abuse_of_an_allowed_character_is_found(text, indexes):
    assert [found.index for found in hidden(text)] == indexes


def test_real_file_with_tag_text(shared):
    import json

    tools = json.loads((shared / "cases/64-tag-characters/tools.json").read_text("utf-8"))
    by_name = {tool["name"]: tool["description"] for tool in tools["tools"]}
    found = {name: {h.kind for h in hidden(text)} for name, text in by_name.items()}
    clean = {name for name, kinds in found.items() if not kinds}
    assert clean == {"flag", "family"}
    assert found["bidi"] == {"bidi"}


@pytest.mark.parametrize(
    "piece", ["\u200f", "\u200f\n", "\u05d0\u200f\n", "x\r" * 20 + "\u200e", "é"]
)
def test_time_grows_with_the_length_only(piece):
    assert_linear(lambda n: sum(1 for _ in hidden(piece * n)), 800_000 // len(piece))
