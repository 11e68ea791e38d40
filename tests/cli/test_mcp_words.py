import pytest

from skillctl.cli.mcp_words import Meaning, meaning
from skillctl.errors import SkillctlError


@pytest.mark.parametrize(
    ("words", "typed", "expected"),
    [
        (["s", "t"], False, Meaning("s", "t", "")),
        (["s", "t", "{}"], False, Meaning("s", "t", "{}")),
        (["s", "t", "oops"], False, Meaning("s", "t", "oops")),
        (["t"], True, Meaning(None, "t", "")),
        (["t", ' {"a":1}'], True, Meaning(None, "t", ' {"a":1}')),
        (["t", "-"], True, Meaning(None, "t", "-")),
        (["s", "t"], True, Meaning("s", "t", "")),
    ],
)
def test_words(words, typed, expected):
    assert meaning(words, typed=typed) == expected


@pytest.mark.parametrize("words", [[], ["t"], ["t", "{}"], ["a", "b", "c", "d"]])
def test_too_few_or_too_many_words(words):
    with pytest.raises(SkillctlError) as refused:
        meaning(words, typed=False)
    assert "skillctl mcp call SERVER TOOL" in refused.value.hint
