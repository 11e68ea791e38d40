import pytest

from skillctl.rules.typos import damerau, meant_by

KEYS = ("name", "license", "allowed-tools")


@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("nams", "name"),
        ("nums", None),
        ("licnese", "license"),
        ("liense", "license"),
        ("Allowed_Tools", "allowed-tools"),
        ("allowedtools", "allowed-tools"),
        ("licenseholder", None),
        ("", None),
        ("n" * 100_000, None),
    ],
)
def test_what_was_meant(key, meant):
    assert meant_by(key, KEYS) == meant


@pytest.mark.parametrize(
    ("one", "other", "far"),
    [("", "", 0), ("a", "", 1), ("ab", "ba", 1), ("abc", "ac", 1), ("kitten", "sitting", 3)],
)
def test_the_distance(one, other, far):
    assert damerau(one, other) == damerau(other, one) == far
