"""The glob language of skills.md section 13."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skillctl.globs import MAX_PATTERN, compiled, defect, matches

YES = [
    ("*.md", "README.md"),
    ("*.md", "docs/deep/notes.md"),
    ("docs/*.md", "docs/a.md"),
    ("docs/**/*.md", "docs/a.md"),
    ("docs/**/*.md", "docs/x/y/a.md"),
    ("**/test_?.py", "test_a.py"),
    ("**/test_?.py", "a/b/test_b.py"),
    ("src/**", "src/a/b.ts"),
    ("src/**/", "src/a/"),
    ("c/a**b", "c/ax/yb"),
    ("*.{ts,tsx}", "src/app.tsx"),
    ("{src,lib}/*.{js,ts}", "lib/x.js"),
    ("{,sub/}x", "x"),
    ("{,sub/}x", "sub/x"),
    ("[a-c]x", "bx"),
    ("[!a-c]x", "dx"),
    ("[]a]", "]"),
    ("[!]", "!"),
    ("[a-]", "-"),
    ("[{,}]", ","),
    ("src\\*.py", "src/a.py"),
    ("a}b", "a}b"),
    ("été.md", "été.md"),
    ("**", "deep/down"),
]
NO = [
    ("*.md", "README.MD"),
    ("docs/*.md", "docs/a/b.md"),
    ("docs/*.md", "x/docs/a.md"),
    ("docs/**/*.md", "docs2/a.md"),
    ("?", "ab"),
    ("a?b/x", "a/b/x"),
    ("a[/]b/c", "a/b/c"),
    ("a[!x]b/c", "a/b/c"),
    ("*.{ts,tsx}", "a.js"),
    ("[z-a]", "m"),
    ("", ""),
    ("src", "src/a"),
    ("a**b", "ax/yb"),
    ("**/", "a"),
]


@pytest.mark.parametrize(("pattern", "path"), YES)
def test_fits(pattern, path):
    assert matches(pattern, path)


@pytest.mark.parametrize(("pattern", "path"), NO)
def test_does_not_fit(pattern, path):
    assert not matches(pattern, path)


def test_case_is_a_parameter():
    assert matches("SRC/[A-C]*.Md", "src/bee.MD", case_sensitive=False)
    assert not matches("SRC/*.Md", "src/bee.MD")


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("", "it is empty"),
        ("a" * 257, "it has 257 characters; the limit is 256"),
        ("[a", "a '[' is not closed, or stands inside another one"),
        ("[]", "a '[' is not closed, or stands inside another one"),
        ("{a,b", "a '{' is not closed, or stands inside another one"),
        ("{a,{b,c}}", "a '{' is not closed, or stands inside another one"),
        ("{a,b}" * 6 + "{a,b,c}", "it has 192 alternatives; the limit is 64"),
    ],
)
def test_a_defect_has_words_and_matches_nothing(pattern, words):
    assert defect(pattern) == words
    assert not matches(pattern, "a")


def test_the_limits_are_inclusive():
    assert defect("a" * MAX_PATTERN) is None
    assert defect("{a,b}" * 6) is None
    assert matches("*", "a" * 4096)
    assert not matches("*", "a" * 4097)


def steps(pattern, path):
    return sum(program.run(path)[1] for program in compiled(pattern))


def test_glob_steps_bounded():
    deep = "/".join(["folder"] * 24) + "/x"
    assert steps("**/" * 12 + "y", deep) == 4 * len(deep)  # repeated `**/` are one, of three cells
    assert steps("*a" * 60, "a" * 200) == 120 * 200
    for pattern, path in [
        ("**/" * 12 + "y", deep),
        ("**/a" * 12 + "**/y", deep),
        ("*a" * 60, "a" * 200),
        ("*a" * 60 + "/", "a" * 200),
        ("**a" * 60, "a/" * 200),
    ]:
        assert steps(pattern, path) <= len(pattern) * len(path)


def test_the_worst_pattern_on_the_longest_path_ends_soon():
    pattern = "*{a,b}" * 6 + "*a" * 109
    assert len(pattern) == 254
    path = "ab" * 2047 + "c"
    assert not matches(pattern, path)
    assert steps(pattern, path) <= 2**6 * len(pattern) * len(path)


def slowly(pattern, path):
    """The same language by trying everything, written without looking at the other one."""
    opening = next((i for i, c in enumerate(pattern) if c == "{"), None)
    if opening is not None:
        closing = pattern.index("}", opening)
        return any(
            slowly(pattern[:opening] + choice + pattern[closing + 1 :], path)
            for choice in pattern[opening + 1 : closing].split(",")
        )
    return fits(pattern, 0, path if "/" in pattern else path.split("/")[-1])


def fits(pattern, at, path):
    rest = pattern[at:]
    if not rest:
        return not path
    if rest.startswith("**"):
        stars = len(rest) - len(rest.lstrip("*"))
        after = at + stars
        if pattern[after : after + 1] == "/" and (at == 0 or pattern[at - 1] == "/"):
            ways = [path] + [path[i + 1 :] for i, c in enumerate(path) if c == "/"]
            return any(fits(pattern, after + 1, way) for way in ways)
        return any(fits(pattern, after, path[i:]) for i in range(len(path) + 1))
    if rest[0] == "*":
        segment = len(path.split("/")[0])
        return any(fits(pattern, at + 1, path[i:]) for i in range(segment + 1))
    if not path:
        return False
    if rest[0] == "[":
        end = at + rest.index("]")
        negated, inside = pattern[at + 1] == "!", path[0] in pattern[at + 1 : end].lstrip("!")
        return path[0] != "/" and inside != negated and fits(pattern, end + 1, path[1:])
    if rest[0] == "?":
        return path[0] != "/" and fits(pattern, at + 1, path[1:])
    return rest[0] == path[0] and fits(pattern, at + 1, path[1:])


PIECES = st.sampled_from(["a", "b", "/", "*", "**", "**/", "?", "[ab]", "[!a]", "{a,b}", "{,a/}"])


@settings(deadline=None)
@given(st.lists(PIECES, min_size=1, max_size=6).map("".join), st.text("ab/", max_size=8))
def test_agrees_with_a_slow_matcher(pattern, path):
    if defect(pattern) is None:
        assert matches(pattern, path) == slowly(pattern, path)


@settings(deadline=None)
@given(st.lists(PIECES, min_size=1, max_size=9).map("".join), st.text("ab/", max_size=60))
def test_no_pattern_takes_more_steps_than_its_length_times_the_path(pattern, path):
    if defect(pattern) is None:
        alternatives = compiled(pattern)
        assert steps(pattern, path) <= len(alternatives) * len(pattern) * len(path)


def test_loops_are_never_neighbours_of_their_kind():
    """`_pass_over` relies on it."""
    for pattern in ["**/**/x", "****", "***/**/a", "a/**/**/**"]:
        for program in compiled(pattern):
            kinds = [cell.kind for cell in program.cells]
            assert all(not {a, b} <= {"star", "any"} for a, b in pairwise(kinds))
