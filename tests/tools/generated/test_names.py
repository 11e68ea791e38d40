"""The name and the folder of a generated skill: skills.md section 17."""

import re
from hashlib import sha256

import pytest

from skillctl.tools.generated.names import folder_name, key_problem, skill_name


def tail(key):
    return sha256(key.encode()).hexdigest()[:8]


def test_the_name_is_that_of_the_server():
    assert skill_name("github") == "mcp:github"


@pytest.mark.parametrize(
    ("key", "colon", "portable"),
    [
        ("github", "mcp:github", "mcp-github"),
        ("team_docs-2", "mcp:team_docs-2", "mcp-team_docs-2"),
        ("GitHub", "mcp:GitHub", f"mcp-github-{tail('GitHub')}"),
        ("a.b", "mcp:a.b", f"mcp-a_b-{tail('a.b')}"),
        ("../../x", None, f"mcp-______x-{tail('../../x')}"),
        ("天气", None, f"mcp-__-{tail('天气')}"),
        ("x" * 129, None, f"mcp-{'x' * 100}-{tail('x' * 129)}"),
        ("a\n", None, f"mcp-a_-{tail(chr(97) + chr(10))}"),
    ],
)
def test_portable_dir_name(key, colon, portable):
    assert folder_name(key, colon=False) == portable
    assert folder_name(key, colon=True) == (colon or portable)
    assert re.fullmatch(r"mcp-[a-z0-9_-]{1,109}", portable)


@pytest.mark.parametrize("key", ["", "x" * 129, "a`b", "a\nb", "a  b", "\u200bx", "<skill>"])
def test_a_key_that_a_model_could_not_give_back_has_no_skill(key):
    assert key_problem(key)


@pytest.mark.parametrize("key", ["github", "天气", "a b", "a:b", "x" * 128, "../x"])
def test_any_other_key_has_one(key):
    assert key_problem(key) == ""
