from skillctl.agent.redaction import Redactor


def test_values_of_six_characters_or_more_become_their_name():
    redactor = Redactor({"TOKEN": "s3cret-1", "SHORT": "12345", "EMPTY": ""})
    assert redactor.text("x s3cret-1 12345 s3cret-1") == "x [redacted:TOKEN] 12345 [redacted:TOKEN]"


def test_the_longest_value_wins():
    redactor = Redactor({"A": "secret", "B": "secret-longer"})
    assert redactor.text("secret-longer secret") == "[redacted:B] [redacted:A]"


def test_every_text_of_a_value_is_looked_at():
    redactor = Redactor({"T": "a.b*c(d"})
    value = {"k a.b*c(d": ["a.b*c(d", 1, None, True, ("x", {"y": "a.b*c(d!"})]}
    assert redactor.value(value) == {
        "k [redacted:T]": ["[redacted:T]", 1, None, True, ["x", {"y": "[redacted:T]!"}]]
    }


def test_without_secrets_everything_stays():
    value = {"a": ["b", 1, None]}
    assert Redactor({}).value(value) == value
    assert Redactor({}).text("abc") == "abc"


def test_what_looks_like_a_key_needs_no_name():
    key = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fGiLoR"
    assert Redactor({}).text(f"use {key}, not {key}.") == "use [redacted], not [redacted]."
    assert Redactor({"GH": key}).text(key) == "[redacted:GH]"
