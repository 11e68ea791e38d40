import math
import subprocess
import sys
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.tokens import ESTIMATE, EXACT, best, count, estimate, shown, usable


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


@pytest.mark.peer
def test_the_real_counter():
    pytest.importorskip("toktok", reason="not installed: pip install 'skillctl-cli[tokens]'")
    assert count("hello world", EXACT) == 2  # the example of its own documentation
