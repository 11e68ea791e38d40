import pytest

from skillctl.cli.consent_text import safe, without_secrets

KEY = "ghp_0a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R"
RANDOM = "q7Zr4Kx9Wm2Vb8Tn5Ls3"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        (f"a {KEY} b", f"a ghp_{'*' * 36} b"),
        ("https://me:pw@h.example/x", "https://***@h.example/x"),
        ("https://token@h.example", "https://***@h.example"),
        ("https://h.example/a@b", "https://h.example/a@b"),
        ("u?api_key=abcdef&x=1", "u?api_key=***&x=1"),
        ("u?x=1&access_token=abcdef#f", "u?x=1&access_token=***#f"),
        ("u?key=abc&keyword=1", "u?key=abc&keyword=1"),
        ("u?key=${MY_KEY}", "u?key=${MY_KEY}"),
        (f"--token={RANDOM}", "--token=***"),
        (f"--name={RANDOM}", f"--name={RANDOM}"),
        ("--token=${TOKEN_OF_THE_SERVER_X}", "--token=${TOKEN_OF_THE_SERVER_X}"),
        (f'["--api-key","{RANDOM}","x"]', '["--api-key","***","x"]'),
        (f'["--level","{RANDOM}"]', f'["--level","{RANDOM}"]'),
    ],
)
def test_secrets_are_masked_and_nothing_else(text, shown):
    assert without_secrets(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[31mb", "a\\x1b[31mb"),
        ("a\u202eb\u200bc", "a\\u{202E}b\\u{200B}c"),
        ("one\nfingerprint: two", "one\\nfingerprint: two"),
        (f"\x07{KEY}", f"\\x07ghp_{'*' * 36}"),
    ],
)
def test_a_line_stays_a_line_and_hides_nothing(text, shown):
    assert safe(text) == shown


@pytest.mark.parametrize(
    "text",
    ["echo x://$(sh<evil.sh)@h", "token=1;eval(require('fs').readFileSync('x.js')+'')"],
)
def test_no_code_hides_behind_the_stars_of_a_secret(text):
    assert safe(text) == text


def test_a_long_word_takes_linear_time():
    assert safe("x" * 200_000) == "x" * 200_000
