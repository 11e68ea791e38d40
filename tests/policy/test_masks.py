import pytest

from skillctl.policy.masks import after_flags, names_secret, starred, without_secrets
from tests.timing import assert_linear

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
        ("https://u:p@ss@h.example/x", "https://***@h.example/x"),
        (
            "https://h.example/x?a=1&sig=0a1b2c&code=3d4e5f",
            "https://h.example/x?a=1&sig=***&code=***",
        ),
        (
            "https://h.example/x?design=abcdef&zipcode=12345",
            "https://h.example/x?design=abcdef&zipcode=12345",
        ),
        ('["--token", "hunter", "x"]', '["--token", "***", "x"]'),
        ("npx notes --token hunter2 -v", "npx notes --token *** -v"),
        ("--password=hunter", "--password=***"),
        ("use --token for a login", "use --token for a login"),
        ("--token <YOUR_TOKEN_1>", "--token <YOUR_TOKEN_1>"),
        ("x ${API_KEY:-hunter} y ${PORT:-8080}", "x ${API_KEY:-***} y ${PORT:-8080}"),
        (f'["--level","{RANDOM}"]', f'["--level","{RANDOM}"]'),
        ("-H 'Authorization: Bearer hunter2'", "-H 'Authorization: Bearer ***'"),
        ("Authorization: hunter2", "Authorization: ***"),
        ("--header=X-Api-Key: hunter22", "--header=X-Api-Key: ***"),
        ("Authorization: ${TOKEN_1234}", "Authorization: ${TOKEN_1234}"),
        ("1 hidden character in this key: U+200B", "1 hidden character in this key: U+200B"),
        ("Needs a key: ask for one", "Needs a key: ask for one"),
        ("keys/token.json:100:20: error", "keys/token.json:100:20: error"),
        ('{"accessToken": "hunter", "level": "high"}', '{"accessToken": "***", "level": "high"}'),
        (r'"{\"token\":\"hunter\"}"', r'"{\"token\":\"***\"}"'),
        ('{"token": "./run.sh;true"}', '{"token": "./run.sh;true"}'),
        ("docker run -e PASSWORD=short x", "docker run -e PASSWORD=*** x"),
        ("TOKEN=x foo", "TOKEN=*** foo"),
        ("Server=h;Password=hunter", "Server=h;Password=***"),
        ("--password:x --level:high", "--password:*** --level:high"),
        ('["--auth", "x"]', '["--auth", "***"]'),
        ("--auth=x --author=me", "--auth=*** --author=me"),
        ("--token=${TT:-x} --port=${P:-8080}", "--token=${TT:-***} --port=${P:-8080}"),
        ("--token=${A:-${B:-x}}", "--token=${A:-${B:-***}}"),
        ('["--token","${NOPE:-x}"]', '["--token","${NOPE:-***}"]'),
        ("Authorization: Bearer ${X:-hunter2}", "Authorization: Bearer ${X:-***}"),
        ("https://h.example/?token=${X:-abcdef}", "https://h.example/?token=${X:-***}"),
        ("https://me:${P:-hunter}@h.example/x", "https://me:${P:-***}@h.example/x"),
    ],
)
def test_secrets_are_masked_and_nothing_else(text, shown):
    assert without_secrets(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        *("--token=/opt/run", "--key=./run.sh", "--key=run.py", "--token=https://h.example/x.js"),
        *("--token-file=x", "TOKEN_FILE=x", '{"apiKeyHelper": "steal"}', "--token=${TT:-./x}"),
        *("PASSWORD=$(curl h.example|sh)", "TOKEN=`x`", '["--key", "run.sh"]', "--token=~/x"),
    ],
)
def test_paths_and_code_stay_visible(text):
    assert without_secrets(text) == text


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (f"a {KEY}", KEY[4:]),
        ("https://u:p@ss@h.example/x", "u:p@ss"),
        ("https://u:p/s#s?@h.example/x", "u:p/s#s?"),
        ("https://u:p$s!s@h.example/x", "u:p$s!s"),
        ("u?token=a$b!c;d", "a$b!c;d"),
        ("--token 'a$b1 '", "a$b1"),
        ('"--token" , "a$b!c"', "a$b!c"),
        ('"x ${TOKEN:-a$b!c}"', "a$b!c"),
        ("--token=${TT:-a$b!c}", "a$b!c"),
    ],
)
def test_stars_stand_for_every_character_of_a_secret(text, secret):
    assert starred(text) == text.replace(secret, "*" * len(secret))


@pytest.mark.parametrize(
    "text",
    [
        "https://h.example:8080/@scope/x",
        "https://h.example/@scope/x",
        "a@b.example",
        "x ${PORT:-80}",
    ],
)
def test_no_stars_for_what_is_no_secret(text):
    assert starred(text) == text


def test_words_after_a_secret_flag():
    words = ["x", "--api-key", "hunter", "--level", "high", "-token", "<yours>", 3, "--pat", "a b"]
    assert after_flags(words) == {2}
    assert after_flags(["--token", 3, "--token"]) == after_flags([]) == frozenset()
    assert after_flags(["--token", "--token", "hunter"]) == {1, 2}


def test_what_names_a_secret():
    secret = ("--api-key", "GITHUB_TOKEN", "clientSecret", "DB_PASS", "--pat", "Password")
    plain = ("--path", "compass", "--port", "args", "cwd", "url", "PATH", "--pattern")
    assert [names_secret(name) for name in (*secret, *plain)] == [True] * 6 + [False] * 8


@pytest.mark.parametrize(
    "word",
    [
        *("a", "_", "ab ", "ab\n", "://", "a@", "://a:b", "?a=", "--token ", '"--token",'),
        *("${A:-", "-", '"token":', "token: ", "\\"),
        *("A:${A:-", "=${A:-", "://a:${A:-", "--a:", "A=", '"--token","${A:-'),
    ],
)
@pytest.mark.parametrize("mask", [starred, without_secrets])
def test_long_texts_take_linear_time(word, mask):
    text = word * (2**18 // len(word))
    assert_linear(lambda size: mask(text[:size]), len(text))
