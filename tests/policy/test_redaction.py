import base64
import json
from urllib.parse import quote, quote_plus

import pytest

from skillctl.policy.redaction import Redactor
from tests.timing import assert_linear


def test_values_of_six_characters_or_more_become_their_name():
    redactor = Redactor({"TOKEN": "s3cret-1", "SHORT": "12345", "EMPTY": ""})
    assert redactor.text("x s3cret-1 12345 s3cret-1") == "x [redacted:TOKEN] 12345 [redacted:TOKEN]"


def test_the_longest_value_wins():
    redactor = Redactor({"A": "secret", "B": "secret-longer"})
    assert redactor.text("secret-longer secret") == "[redacted:B] [redacted:A]"


def test_the_names_of_what_a_text_holds():
    redactor = Redactor({"A": "secret", "B": "other-1", "C": "sh"})
    assert redactor.held("x secret c2VjcmV0 sh") == {"A"}
    assert redactor.held("x") == frozenset()


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


CANARY = 'c4n@ry/+ ü"?~s'


@pytest.mark.parametrize(
    "form",
    [
        quote(CANARY, safe=""),
        quote(CANARY),
        quote_plus(CANARY),
        "c4n%40ry%2f%2b%20%c3%bc%22%3f~s",
        json.dumps(CANARY)[1:-1],
        json.dumps(CANARY, ensure_ascii=False)[1:-1],
        base64.b64encode(CANARY.encode()).decode(),
        base64.urlsafe_b64encode(CANARY.encode()).decode(),
    ],
)
def test_a_value_is_found_in_its_encoded_forms(form):
    assert Redactor({"T": CANARY}).text(f"a {form} b") == "a [redacted:T] b"


@pytest.mark.parametrize("encode", [base64.b64encode, base64.urlsafe_b64encode])
@pytest.mark.parametrize("before", ["", "u", "us", "use", "user"])
@pytest.mark.parametrize("after", ["", ":", ":p", ":pw"])
def test_a_value_is_found_inside_a_longer_base64_text(encode, before, after):
    coded = encode((before + CANARY + after).encode()).decode()
    clean = Redactor({"T": CANARY}).text(coded)
    assert "[redacted:T]" in clean
    at = len(clean.partition("[redacted:T]")[0])
    left = clean.replace("[redacted:T]", "")
    assert len(left) - at <= 4 + len(after) * 2
    assert at <= 1 + len(before) * 4 // 3 + 1


def test_values_that_overlap_leave_nothing_of_either():
    redactor = Redactor({"A": "abcdef12", "B": "f12-ghij"})
    assert redactor.text("x abcdef12-ghij y") == "x [redacted:A] y"


@pytest.mark.parametrize(
    ("named", "text"),
    [
        ({"A": "a" * 2**19 + "b"}, "a" * 2**20),
        ({f"N{n}": f"{n:06} value" for n in range(2_000)}, "ab cdefg " * 100_000),
        ({f"N{n}": f"{n:06} value" for n in range(2_000)}, "000001 value\n" * 100_000),
    ],
    ids=["one-word", "short-words", "lines"],
)
def test_neither_long_texts_nor_many_values_multiply(named, text):
    redactor = Redactor(named)
    assert "[redacted:" in redactor.text(f"{text} {next(iter(named.values()))}")
    assert_linear(lambda size: redactor.text(text[:size]), len(text))
