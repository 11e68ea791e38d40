import pytest

from skillctl.cli.consent_text import safe

KEY = "ghp_0a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[31mb", "a\\x1b[31mb"),
        ("a\u202eb\u200bc", "a\\u{202E}b\\u{200B}c"),
        ("one\nfingerprint: two", "one\\nfingerprint: two"),
        ("deny\tserver", "deny\\tserver"),
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
