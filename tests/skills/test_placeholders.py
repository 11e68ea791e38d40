"""Where arguments go: skills.md section 11."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.skills.placeholders import UNBALANCED, arguments_of, placeholders


def found(text):
    return [text[p.start : p.end] for p in placeholders(text)]


def test_what_is_a_placeholder():
    text = "$ARGUMENTS $1$9, $2nd \\$1 \\$ARGUMENTS ($3)"
    assert found(text) == ["$ARGUMENTS", "$1", "$9", "$2", "\\$1", "\\$ARGUMENTS", "$3"]
    names = [(p.name, p.escaped) for p in placeholders(text)]
    assert names[0] == ("ARGUMENTS", False)
    assert names[4:6] == [("1", True), ("ARGUMENTS", True)]


def test_what_is_none():
    assert found("$10 $0 $ $x ${1} $ARGUMENT $ARGUMENTS_2 $ARGUMENTSX $arguments 1 \\$10") == []


@pytest.mark.parametrize(
    ("opening", "prefix", "closing"),
    [
        ("```", "", "```"),
        ("```bash $9", "", "```"),
        ("~~~", "", "~~~"),
        ("~~~ sh `x`", "", "~~~"),
        ("`````", "", "`````"),
        ("```", "", "``````  "),
        ("   ```", "", "  ```"),
        ("- ```sh", "  ", "  ```"),
        ("1. * ```", "     ", "     ```"),
        ("> ```", "> ", "> ```"),
        ("      ```sh", "      ", "      ```"),
        ("\t~~~~", "\t", "\t~~~~~"),
    ],
)
def test_fence_untouched(opening, prefix, closing):
    inside = f"{opening}\n{prefix}$2\n{prefix.rstrip()}\n{prefix}`$3`"
    assert found(f"$1\n\n{inside}\n{closing}\n$4") == ["$1", "$4"]
    assert found(f"$1\n\n{inside}") == ["$1"]


@pytest.mark.parametrize("no_end", ["``", "~~~", "```x", "`` `", "```` x"])
def test_what_does_not_end_a_fence(no_end):
    assert found(f"```\n$1\n{no_end}\n$2\n```\n$3") == ["$3"]


def test_a_shorter_fence_does_not_end_a_longer_one():
    assert found("````\n```\n$1\n```\n````\n$2") == ["$2"]


@pytest.mark.parametrize("no_fence", ["``$2``", "```js $1```", "x ```", "~~", "-```"])
def test_what_begins_no_fence(no_fence):
    assert found(f"{no_fence}\n$9")[-1] == "$9"


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ("a b", ("a", "b")),
        ("'a b' \"c d\" e\\ f", ("a b", "c d", "e f")),
        ("''  x", ("", "x")),
        ("# no comment", ("#", "no", "comment")),
        ("größe\tÄ", ("größe", "Ä")),
    ],
)
def test_words_by_the_quoting_of_a_shell(raw, words):
    assert arguments_of(raw).words == words
    assert arguments_of(raw).note == ""


@pytest.mark.parametrize(
    ("raw", "words"), [("don't  do it", ("don't", "do", "it")), ("a\\", ("a\\",))]
)
def test_unbalanced_quotes_are_split_at_blanks_with_a_note(raw, words):
    assert (arguments_of(raw).words, arguments_of(raw).note) == (words, UNBALANCED)


def test_values():
    one, missing, escaped, whole = placeholders("$1 $2 \\$1 $ARGUMENTS")
    given_words = arguments_of(" 'x y' ")
    assert [given_words.value(p) for p in (one, missing, escaped, whole)] == [
        "x y",
        "",
        "$1",
        " 'x y' ",
    ]


def test_words_without_a_place():
    assert arguments_of("a b c").unused({"2"}) == ("a", "c")
    assert arguments_of("a b c").unused({"2", "ARGUMENTS"}) == ()


@given(st.text("$1\\A`~ \n>-x", max_size=80))
def test_places_are_in_order_and_never_in_a_line_of_backticks(text):
    places = list(placeholders(text))
    assert all(a.end <= b.start for a, b in pairwise(places))
    assert all("```" not in text[p.start : p.end] for p in places)
