import json
import math
import shutil
import struct
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.canonical import NotCanonical, canonical, digest, digest_of

# RFC 8785, appendix B: bits of the double, and what ECMAScript writes for it
PUBLISHED_NUMBERS = {
    "0000000000000000": "0",
    "8000000000000000": "0",
    "0000000000000001": "5e-324",
    "8000000000000001": "-5e-324",
    "7fefffffffffffff": "1.7976931348623157e+308",
    "ffefffffffffffff": "-1.7976931348623157e+308",
    "4340000000000000": "9007199254740992",
    "c340000000000000": "-9007199254740992",
    "4430000000000000": "295147905179352830000",
    "44b52d02c7e14af5": "9.999999999999997e+22",
    "44b52d02c7e14af6": "1e+23",
    "44b52d02c7e14af7": "1.0000000000000001e+23",
    "444b1ae4d6e2ef4e": "999999999999999700000",
    "444b1ae4d6e2ef4f": "999999999999999900000",
    "444b1ae4d6e2ef50": "1e+21",
    "3eb0c6f7a0b5ed8c": "9.999999999999997e-7",
    "3eb0c6f7a0b5ed8d": "0.000001",
    "41b3de4355555553": "333333333.3333332",
    "41b3de4355555554": "333333333.33333325",
    "41b3de4355555555": "333333333.3333333",
    "41b3de4355555556": "333333333.3333334",
    "41b3de4355555557": "333333333.33333343",
    "becbf647612f3696": "-0.0000033333333333333333",
    "43143ff3c1cb0959": "1424953923781206.2",
}

# RFC 8785, sections 3.2.2 to 3.2.4
PUBLISHED_INPUT = r"""{
  "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
  "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
  "literals": [null, true, false]
}"""
PUBLISHED_BYTES = """
7b 22 6c 69 74 65 72 61 6c 73 22 3a 5b 6e 75 6c 6c 2c 74 72
75 65 2c 66 61 6c 73 65 5d 2c 22 6e 75 6d 62 65 72 73 22 3a
5b 33 33 33 33 33 33 33 33 33 2e 33 33 33 33 33 33 33 2c 31
65 2b 33 30 2c 34 2e 35 2c 30 2e 30 30 32 2c 31 65 2d 32 37
5d 2c 22 73 74 72 69 6e 67 22 3a 22 e2 82 ac 24 5c 75 30 30
30 66 5c 6e 41 27 42 5c 22 5c 5c 5c 5c 5c 22 2f 22 7d
"""
PUBLISHED_KEYS = {
    "\u20ac": "Euro Sign",
    "\r": "Carriage Return",
    "\ufb33": "Hebrew Letter Dalet With Dagesh",
    "1": "One",
    "\U0001f600": "Emoji: Grinning Face",
    "\u0080": "Control",
    "\u00f6": "Latin Small Letter O With Diaeresis",
}
PUBLISHED_ORDER = [
    "Carriage Return",
    "One",
    "Control",
    "Latin Small Letter O With Diaeresis",
    "Euro Sign",
    "Emoji: Grinning Face",
    "Hebrew Letter Dalet With Dagesh",
]


def double(bits):
    return struct.unpack(">d", bytes.fromhex(bits))[0]


@pytest.mark.parametrize(("bits", "text"), PUBLISHED_NUMBERS.items())
def test_numbers_of_the_rfc(bits, text):
    assert canonical(double(bits)) == text.encode()


@pytest.mark.parametrize("bits", ["7fffffffffffffff", "7ff0000000000000", "fff0000000000000"])
def test_numbers_that_the_rfc_refuses(bits):
    with pytest.raises(NotCanonical, match="not finite"):
        canonical(double(bits))


def test_the_example_of_the_rfc_byte_for_byte():
    assert canonical(json.loads(PUBLISHED_INPUT)) == bytes.fromhex(PUBLISHED_BYTES)


def test_key_order_of_the_rfc_is_by_utf16_code_units():
    assert list(json.loads(canonical(PUBLISHED_KEYS)).values()) == PUBLISHED_ORDER


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({}, "{}"),
        ([], "[]"),
        ({"a": []}, '{"a":[]}'),
        ((1, "2"), '[1,"2"]'),
        (30.0, "30"),
        (1e-7, "1e-7"),
        (0.5, "0.5"),
        (-0.0, "0"),
        (100, "100"),
        (1200.5, "1200.5"),
        (2**53 - 1, "9007199254740991"),
        (-(2**53) + 1, "-9007199254740991"),
        (True, "true"),
        ('\b\t\n\f\r"\\/\x1f\x7f', '"\\b\\t\\n\\f\\r\\"\\\\/\\u001f\x7f"'),
        ("\u2028", '"\u2028"'),
    ],
)
def test_values(value, text):
    assert canonical(value) == text.encode()


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (2**53, "an integer beyond 2^53 - 1"),
        ({"timeout": -(2**53)}, "timeout: an integer beyond"),
        ({"env": {"TOKEN": "\ud800"}}, "env.TOKEN: a lone surrogate"),
        ({"args": ["a", math.inf]}, "args[1]: a number that is not finite"),
        ({"\udc00": 1}, "a lone surrogate"),
        ({"a": {1: 2}}, "a: a key is int, not a string"),
        ({"a": b"x"}, "a: bytes is not a JSON value"),
    ],
)
def test_what_is_refused_and_where(value, words):
    with pytest.raises(NotCanonical) as caught:
        canonical(value)
    assert str(caught.value).startswith(words)


def test_depth_is_bounded():
    value = []
    for _ in range(5000):
        value = [value]
    with pytest.raises(NotCanonical, match="nested deeper than 200 levels"):
        canonical(value)


def test_digest_is_of_the_canonical_bytes():
    # SHA-256 of the two bytes {}
    empty = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
    assert digest({}) == digest_of(b"{}") == f"sha256:{empty}"


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text("ab\u20ac\U0001f600\ufb33"), inner),
    max_leaves=20,
)


@given(json_values)
def test_reading_it_back_gives_an_equal_value_and_the_same_bytes(value):
    data = canonical(value)
    again = json.loads(data)
    assert _as_doubles(again) == _as_doubles(value)
    assert canonical(_as_doubles(again)) == data


def _as_doubles(value):
    """Every number as ECMAScript holds it."""
    if isinstance(value, list):
        return [_as_doubles(v) for v in value]
    if isinstance(value, dict):
        return {k: _as_doubles(v) for k, v in value.items()}
    return float(value) if type(value) is int else value


@pytest.mark.peer
@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_numbers_as_node_writes_them():
    scale = [m * 10.0**e for e in range(-324, 309, 3) for m in (1, 1.5, 9.999999999999999, 7 / 3)]
    some = [s * math.ldexp(x, e) for s in (1, -1) for x in (1 / 3, 0.7) for e in range(-80, 80)]
    numbers = [x for x in scale + some if math.isfinite(x)]
    program = "for (const x of JSON.parse(require('fs').readFileSync(0))) console.log(String(x))"
    text = json.dumps(numbers)
    node = subprocess.run(
        ["node", "-e", program], input=text, capture_output=True, text=True, check=True
    )
    ours = [canonical(x).decode() for x in numbers]
    theirs = ["0" if line == "-0" else line for line in node.stdout.split()]
    assert ours == theirs
