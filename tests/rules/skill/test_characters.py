import pytest

from skillctl.findings import Severity
from skillctl.rules.skill.characters import bidi_control, control_character, invisible_character
from tests.rules.checks import found, messages, skill

FRONT = "---\nname: notes\ndescription: d\n---\n"
E, W = Severity.ERROR, Severity.WARNING


def judged(text):
    document = skill(text)
    return [
        (document.source.text[v.span.start : v.span.end], v.severity or E)
        for v in control_character.check(document)
    ]


@pytest.mark.parametrize(
    "character", ["\x01", "\x08", "\x0b", "\x1b", "\x7f", "\x80", "\x9b", "\0"]
)
def test_in_the_front_matter_it_is_an_error(character):
    assert judged(f"---\nname: a{character}b\n---\ntext\n") == [(character, E)]


@pytest.mark.parametrize(
    ("character", "severity"), [("\0", E), ("\x1b", W), ("\x85", W), ("\x0c", W)]
)
def test_in_the_text_only_nul_is_an_error(character, severity):
    assert judged(f"{FRONT}a{character}b\n") == [(character, severity)]


@pytest.mark.parametrize(
    "text", [f"{FRONT}a\tb\r\nc\rd\n", "---\r\nname: a\r\n---\r\nx", "é\u00a0"]
)
def test_tabs_and_line_ends_are_none(text):
    assert judged(text) == []


@pytest.mark.parametrize("escape", ["\\x1b", "\\e", "\\0", "\\u0007", "\\x9b"])
def test_by_an_escape_in_a_value_it_is_a_warning(escape):
    text = f'---\nname: notes\nmetadata:\n  a: ["x{escape}y"]\n---\n'
    assert judged(text) == [(f'"x{escape}y"', W)]


def test_after_twenty_the_rest_is_counted():
    document = skill(FRONT + "\x01" * 30)
    words = found(control_character, document)
    assert len(words) == 21
    assert words[0][1] == "a control character: U+0001 stands here"
    assert words[-1][1] == "a control character: 10 more control characters, from here on"


@pytest.mark.parametrize(
    ("text", "words", "severity"),
    [
        (FRONT + "\x01" * 30, "10 more control characters, from here on", W),
        (
            FRONT + "x\x01" * 25 + "\0",
            "6 more control characters, from here on, and among them U+0000",
            E,
        ),
        (FRONT + "x\x01" * 20 + "\0", "1 more control character, from here on", E),
        ("---\nname: " + "\x01" * 30 + "\n---\n", "10 more control characters, from here on", E),
    ],
)
def test_the_rest_is_as_grave_as_the_worst_of_it(text, words, severity):
    document = skill(text)
    assert found(control_character, document)[-1][1] == f"a control character: {words}"
    assert judged(text)[-1][1] == severity


TAGS = "".join(chr(0xE0000 + ord(c)) for c in "run it")


def test_invisible_characters_are_counted_by_line_and_read_aloud():
    document = skill(f"{FRONT}pass\u200b\u200bword and \u00ad\nclean\n{TAGS} here\n")
    assert found(invisible_character, document) == [
        ("\u200b\u200b", "3 invisible characters in this line: U+200B (2 times), U+00AD"),
        (
            TAGS,
            (
                "6 invisible characters in this line: "
                'U+E0072, U+E0075, U+E006E, U+E0020, 2 other ones; they say "run it"'
            ),
        ),
    ]


def test_the_front_matter_is_judged_too():
    document = skill("---\nname: no\u200btes\n---\n")
    assert found(invisible_character, document)[0][0] == "\u200b"


def test_direction_characters():
    document = skill(f"{FRONT}open gpj.\u202eexe\n\u05d0\u200f\n")
    assert found(bidi_control, document) == [
        ("\u202e", "1 direction character in this line: U+202E")
    ]
    assert found(invisible_character, document) == []


@pytest.mark.parametrize("text", ["👨\u200d👩", "❤\ufe0f", "نامه\u200cای", "plain"])
def test_what_belongs_there_is_left_alone(text):
    document = skill(FRONT + text)
    assert found(invisible_character, document) == found(bidi_control, document) == []


def test_a_carriage_return_by_an_escape_goes_back_on_its_line():
    def rows(value):
        text = f'---\nname: a\ndescription: "{value}"\n---\n'
        return messages(control_character, skill(text))

    assert rows(r"safe\rgone") == [
        ("warning", "a control character: an escape in this value makes U+000D")
    ]
    assert rows(r"one\r\ntwo") == rows(r"one\ttwo\n") == []
