import random
import string

import pytest

from skillctl.policy.secrets import bits, guessed, is_random, masked, secrets
from tests.timing import assert_linear

ALNUM = string.ascii_letters + string.digits
UPPER = string.ascii_uppercase + string.digits
HEX = "0123456789abcdef"


def noise(length, letters=ALNUM, seed=7):
    """Invented characters; put together at run time, so that no scanner takes them for real."""
    return "".join(random.Random(seed).choices(letters, k=length))


FORMS = [
    *((f"gh{letter}_", 36, ALNUM) for letter in "pousr"),
    ("glpat-", 20, ALNUM),
    ("sk-ant-", 90, ALNUM),
    ("sk-proj-", 60, ALNUM),
    ("sk-svcacct-", 60, ALNUM),
    ("AKIA", 16, UPPER),
    ("ASIA", 16, UPPER),
    ("AIza", 35, ALNUM),
    *((f"xox{letter}-", 30, ALNUM) for letter in "abps"),
    ("xapp-", 30, ALNUM),
    ("sk_live_", 24, ALNUM),
    ("rk_live_", 24, ALNUM),
    ("npm_", 36, ALNUM),
    ("pypi-AgEI", 60, ALNUM),
    ("hf_", 34, ALNUM),
    ("ntn_", 46, ALNUM),
    ("lin_api_", 40, ALNUM),
    ("figd_", 40, ALNUM),
    ("dop_v1_", 64, HEX),
    ("gsk_", 52, ALNUM),
    ("shpat_", 32, HEX),
]


@pytest.mark.parametrize(("prefix", "length", "letters"), FORMS, ids=[f[0] for f in FORMS])
def test_each_form_is_found_masked_and_named_by_its_prefix(prefix, length, letters):
    token = prefix + noise(length, letters)
    text = f'"KEY": "{token}", é'
    (found,) = secrets(text)
    assert text[found.start : found.end] == token
    assert found.shown == f"{prefix}… ({len(token)} characters)"
    assert masked(text) == f'"KEY": "{prefix}{"*" * length}", é'
    assert list(secrets(prefix + noise(5, letters))) == []


@pytest.mark.parametrize(
    "token",
    [
        "github_pat_" + noise(22) + "_" + noise(59),
        "SG." + noise(22) + "." + noise(43),
        "-----BEGIN " + "RSA PRIVATE KEY-----",
        "-----BEGIN " + "PRIVATE KEY-----",
    ],
)
def test_forms_with_parts(token):
    (found,) = secrets(f"x {token} y")
    assert (found.start, found.end) == (2, 2 + len(token))


@pytest.mark.parametrize(
    "rest",
    [
        "a" * 36,
        "EXAMPLE" + noise(29),
        "your" + noise(32),
        noise(30) + "Xxxxxx",
        noise(30) + "abcdef",
        noise(30) + "234567",
        noise(30) + "qqqqqq",
        "ab" * 18,
    ],
)
def test_what_is_plainly_no_secret(rest):
    assert list(secrets("gh" + "p_" + rest)) == []


def test_a_form_inside_a_longer_word_is_no_secret():
    assert list(secrets("xgh" + "p_" + noise(36))) == []
    assert list(secrets("AKIA" + noise(17, UPPER))) == []
    assert list(secrets("the npm_config_registry and hf_hub and SG.x")) == []


def test_bits_count_what_a_character_tells():
    assert bits("aaaa") == 0
    assert bits("abcdefgh") == 3
    assert not is_random("abababab", 3.0)


@pytest.mark.parametrize(
    ("name", "value", "found"),
    [
        ("api_key", noise(24), True),
        ("ACCESS-TOKEN", noise(20), True),
        ("api_key", noise(19), False),
        ("page", noise(24), False),
        ("api_key", "${API_KEY_OF_MINE_IN_ENV}", False),
        ("token", "<your-token-goes-here-please>", False),
        ("secret", "aaaabbbbaaaabbbbaaaabbbb", False),
    ],
)
def test_a_guess_needs_a_name_and_randomness(name, value, found):
    assert guessed(name, value) is found


@pytest.mark.parametrize("piece", ["ghp_", "sk-ant-", "-----BEGIN ", "RSA ", "AKIA", "a", "SG."])
def test_hostile_repetition_takes_linear_time(piece):
    assert_linear(lambda n: masked(piece * n), 200_000 // len(piece))
