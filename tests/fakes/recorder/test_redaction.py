import re

from skillctl.fakes.recorder.redaction import Redaction

KEY = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1eF3hJ5"


def test_named_texts_and_what_they_stand_for():
    redaction = Redaction({"the value of TOKEN of its entry": "hush-hush", "the home": "/home/ann"})
    assert redaction.text("a hush-hush b /home/ann/x hush-hush") == (
        "a [redacted:1] b [redacted:2]/x [redacted:1]"
    )
    assert redaction.value({"hush-hush": ["hush-hush", 3, None]}) == {
        "[redacted:1]": ["[redacted:1]", 3, None]
    }
    assert list(redaction.legend()) == [
        "[redacted:1] stands for the value of TOKEN of its entry",
        "[redacted:2] stands for the home",
    ]


def test_short_values_stand_everywhere_and_stay():
    assert Redaction({"A": "1", "B": ""}).text("1 and 1") == "1 and 1"


def test_keys_of_known_services():
    redaction = Redaction({})
    assert redaction.text(f"use {KEY}.") == "use [redacted:1]."
    assert list(redaction.legend()) == ["[redacted:1] stands for a secret that begins with ghp_"]


def test_the_name_of_the_account_is_a_word():
    redaction = Redaction({}, "ann")
    assert redaction.text("ann, /mail/ann/x, annual, Joann") == (
        "[redacted:1], /mail/[redacted:1]/x, annual, Joann"
    )
    assert list(redaction.legend()) == ["[redacted:1] stands for the name of the account"]


def test_names_that_are_words_of_their_own_stay():
    for user in ("root", "user", "ab", ""):
        assert Redaction({}, user).text(f"the {user} folder") == f"the {user} folder"


def test_patterns_of_the_caller():
    redaction = Redaction({}, "", [re.compile(r"\d{3}-\d{4}"), re.compile("x*")])
    assert redaction.text("call 555-1234 or 555-9999") == "call [redacted:1] or [redacted:2]"
    origin = r"a match of --redact \d{3}-\d{4}"
    assert list(redaction.legend())[1] == f"[redacted:2] stands for {origin}"


def test_places_that_overlap_are_one():
    redaction = Redaction({"A": "abcdefgh", "B": "efghijkl"}, "", [re.compile("gh")])
    assert redaction.text("_abcdefghijkl_") == "_[redacted:1]_"
    assert redaction.text("_abcdefgh_") == "_[redacted:2]_"
