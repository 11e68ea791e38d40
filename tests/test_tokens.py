import math
import subprocess
import sys
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.errors import SkillctlError
from skillctl.tokens import (
    ESTIMATE,
    EXACT,
    Counting,
    best,
    chosen,
    count,
    counts,
    estimate,
    shown,
    usable,
)


@pytest.fixture
def without_extra(monkeypatch):
    monkeypatch.setattr("skillctl.tokens.find_spec", lambda _: None)


@pytest.fixture
def counter(monkeypatch):
    """The extra as a module that counts words and keeps what it was asked."""
    module = ModuleType("toktok")
    module.asked = []

    def batch_count(texts, encoding):
        module.asked += [(text, encoding) for text in texts]
        return [len(text.split()) for text in texts]

    module.batch_count = batch_count
    monkeypatch.setitem(sys.modules, "toktok", module)
    monkeypatch.setattr("skillctl.tokens.find_spec", lambda name: name == "toktok")
    return module


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("a", 1),
        ("abcd", 1),
        ("abcde", 2),
        ("é" * 2, 1),
        ("報告", 2),
        ("🙂🙂", 2),
        ("\ud800", 1),
    ],
)
def test_the_estimate_is_a_quarter_of_the_bytes_rounded_up(text, tokens):
    assert estimate(text) == tokens


@given(st.text())
def test_the_estimate_by_its_definition(text):
    assert estimate(text) == math.ceil(len(text.encode()) / 4)


@pytest.mark.usefixtures("without_extra")
def test_without_the_extra_the_estimate_counts():
    assert usable(EXACT) == best() == ESTIMATE
    assert count("hello world", EXACT) == 3


def test_with_the_extra_its_counter_counts(counter):
    assert usable(EXACT) == best() == EXACT
    assert count("one two three", EXACT) == 3
    assert count("broken \ud800", EXACT) == 2
    assert counter.asked == [("one two three", "o200k_base"), ("broken \ufffd", "o200k_base")]


def test_the_estimate_stays_the_estimate_with_the_extra(counter):
    assert usable(ESTIMATE) == ESTIMATE
    assert count("hello world") == count("hello world", ESTIMATE) == 3
    assert counter.asked == []


def test_an_unknown_method_is_refused():
    with pytest.raises(ValueError, match="no method 'cl100k'; there are bytes/4, o200k_base"):
        count("x", "cl100k")


@pytest.mark.parametrize(
    ("number", "method", "words"),
    [(0, ESTIMATE, "~0"), (1234, ESTIMATE, "~1,234"), (1234567, EXACT, "1,234,567")],
)
def test_an_estimate_is_marked(number, method, words):
    assert shown(number, method) == words


def test_importing_it_does_not_import_the_counter():
    code = "import sys, skillctl.tokens; print('toktok' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


# What OpenAI's cookbook prints, "How to count tokens with tiktoken", parts 5 and 6 (read in 2026).
PUBLISHED = {
    "hello world": 2,
    "antidisestablishmentarianism": 6,
    "2 + 2 = 4": 7,
    "お誕生日おめでとう": 8,
}
# name and content of its messages; 124 prompt tokens by tiktoken and by the API alike: 3 a message,
# 1 a name, 3 for the answer, and those of role, name and content
JARGON = "that translates corporate jargon"
TOUCH = "to touch base on opportunities for"
CONVERSATION = [
    ("", f"You are a helpful, pattern-following assistant {JARGON} into plain English."),
    ("example_user", "New synergies will help drive top-line growth."),
    ("example_assistant", "Things working well together will increase revenue."),
    ("example_user", f"Let's circle back when we have more bandwidth {TOUCH} increased leverage."),
    ("example_assistant", "Let's talk later when we're less busy about how to do better."),
    ("", "This late pivot means we don't have time to boil the ocean for the client deliverable."),
]


@pytest.fixture
def _extra():
    pytest.importorskip("toktok", reason="not installed: pip install '.[tokens]'")


@pytest.mark.usefixtures("_extra")
def test_exact_counts_are_those_that_tiktoken_publishes():
    assert counts(list(PUBLISHED), EXACT) == list(PUBLISHED.values())
    roles = ["system"] * 5 + ["user"]
    names = [name for name, _ in CONVERSATION]
    texts = [*roles, *names, *(content for _, content in CONVERSATION)]
    framing = 3 * len(CONVERSATION) + len(list(filter(None, names))) + 3
    assert sum(counts(texts, EXACT)) + framing == 124


@pytest.mark.usefixtures("_extra")
def test_what_looks_like_a_mark_of_the_vendor_is_text():
    assert count("<|endoftext|>", EXACT) > 1
    assert count("", EXACT) == 0


def test_a_method_is_chosen(counter):
    assert counter is not None
    assert chosen() == chosen(Counting.EXACT) == EXACT
    assert chosen(Counting.ESTIMATE) == ESTIMATE


@pytest.mark.usefixtures("without_extra")
def test_exact_without_the_extra_is_refused_with_the_way_to_get_it():
    assert chosen() == chosen(Counting.ESTIMATE) == ESTIMATE
    with pytest.raises(SkillctlError, match=r"need the extra \[tokens\]") as caught:
        chosen(Counting.EXACT)
    assert caught.value.exit_code == 2
    assert "skillctl-cli[tokens]" in caught.value.hint
    assert "--tokens-method estimate" in caught.value.hint
