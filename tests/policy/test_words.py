import pytest

from skillctl.policy.words import hidden_words, secret_words
from tests.timing import assert_linear


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["mysql", "-px", "db"], ["mysql", "-p***", "db"]),
        (
            ["docker", "exec", "/usr/bin/mysqldump", "-px"],
            ["docker", "exec", "/usr/bin/mysqldump", "-p***"],
        ),
        (["mysql", "-p", "db"], ["mysql", "-p", "db"]),
        (["mkdir", "-px"], ["mkdir", "-px"]),
        (["7z.exe", "-px"], ["7z.exe", "-p***"]),
        (["sshpass", "-p", "x", "ssh"], ["sshpass", "-p", "***", "ssh"]),
        (["redis-cli", "-a", "x"], ["redis-cli", "-a", "***"]),
        (["mysql", "-p$(code)", "--port=1"], ["mysql", "-p$(code)", "--port=1"]),
        (["--token", "x", 3, "-px"], ["--token", "***", 3, "-px"]),
        (["sh", "-c", "mysql -px; foo --token y"], ["sh", "-c", "mysql -p***; foo --token ***"]),
        (["sh -c 'x --token; run me'"], ["sh -c 'x --token; run me'"]),
        (["(sshpass -p x)|sshpass -p\nrun"], ["(sshpass -p ***)|sshpass -p\nrun"]),
        (["sh", "-c", "mysql -px  db"], ["sh", "-c", "mysql -p***  db"]),
        (["sh -c 'x --token \"y\"'"], ["sh -c 'x --token \"***\"'"]),
        (["--token", "run.sh"], ["--token", "run.sh"]),
        (["foo --token\nrun"], ["foo --token\nrun"]),
    ],
)
def test_the_words_of_a_command_line(words, shown):
    assert hidden_words(words) == shown


def test_another_mask_stands_for_whole_words_only():
    assert hidden_words(["mysql", "-px", "--token", "y"], "?") == ["mysql", "-p***", "--token", "?"]


def test_what_stays_of_a_word():
    assert secret_words(["mysql", "-px", "--auth", "y"]) == {1: "-p", 3: ""}


@pytest.mark.parametrize("word", ["a ", "--token ", "mysql ", "-p", " ", "'a "])
def test_long_words_take_linear_time(word):
    text = word * (2**17 // len(word))
    assert_linear(lambda size: hidden_words([text[:size]]), len(text))
