"""Values of a front matter: skills.md section 2."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.policy.text import one_line
from skillctl.skills.document import read_skill_document
from skillctl.skills.fields import LENIENT, Fields, name_defect, place, split_tools
from tests.skills.conftest import skill_text


@pytest.fixture
def fields(tmp_path):
    def make(more):
        path = tmp_path / "x" / "SKILL.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(skill_text("x", more=more))
        return Fields(read_skill_document(path, "x/SKILL.md"))

    return make


@pytest.mark.parametrize(
    "name", ["a", "pdf-notes", "a1-b2-c3", "2024", "x" * 64, "数据分析", "été", "ﬁle"]
)
def test_good_names(name):
    assert name_defect(name) is None


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "has 0 characters; 1 to 64 are allowed"),
        ("x" * 65, "has 65 characters; 1 to 64 are allowed"),
        ("ﬃ" * 22, "has 66 characters; 1 to 64 are allowed"),
        ("Title", "holds U+0054 LATIN CAPITAL LETTER T"),
        ("a b", "holds U+0020 SPACE"),
        ("a_b", "holds U+005F LOW LINE"),
        ("a/b", "holds U+002F SOLIDUS"),
        ("a\u200bb", "holds U+200B ZERO WIDTH SPACE"),
        ("a\x1bb", "holds U+001B without a name"),
        ("-a", "begins or ends with a hyphen, or holds two in a row"),
        ("a-", "begins or ends with a hyphen, or holds two in a row"),
        ("a--b", "begins or ends with a hyphen, or holds two in a row"),
    ],
)
def test_bad_names(name, words):
    assert name_defect(name).startswith(words)


@pytest.mark.parametrize(
    "name",
    [
        "My Skill",
        "a_b",
        "Title",
        "a--b-",
        "x" * 64,
        "ﬃ" * 64,
        "数据 分析",
        "a.b",
        "⚡️ fast",
        "報告：月",
    ],
)
def test_good_lenient_names(name):
    assert name_defect(name, LENIENT) is None


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "has 0 characters; 1 to 64 are allowed"),
        ("x" * 65, "has 65 characters; 1 to 64 are allowed"),
        ("a/b", "holds U+002F SOLIDUS, which no name may hold"),
        ("..\\a", "holds U+005C REVERSE SOLIDUS"),
        ("mcp:github", "holds U+003A COLON"),
        ("a\nb", "holds U+000A without a name"),
        ("a\x1b[0m", "holds U+001B without a name"),
        ("a\x85b", "holds U+0085 without a name"),
        ("a\u200bb", "holds U+200B ZERO WIDTH SPACE"),
        ("a\u202eb", "holds U+202E RIGHT-TO-LEFT OVERRIDE"),
        ("a\u2028b", "holds U+2028 LINE SEPARATOR"),
        ("\u3164", "holds U+3164 HANGUL FILLER"),
        ("a\U000e0041", "holds U+E0041 TAG LATIN CAPITAL LETTER A"),
        ("a\ud800", "holds U+D800 without a name"),
        ("-rf", "begins with '-'"),
        (".env", "begins with '.'"),
        ("  ", "is blank"),
    ],
)
def test_bad_lenient_names(name, words):
    assert name_defect(name, LENIENT).startswith(words)


@given(st.text(max_size=66))
def test_lenient_names_hold_nothing_unseen_and_are_no_paths(name):
    if name_defect(name, LENIENT) is not None:
        return
    assert 1 <= len(name) <= 64
    assert not set(name) & set("/\\:\n")
    assert name[0] not in "-."
    assert one_line(name, escape_elements=False) == " ".join(name.split()) != ""


@given(st.text("abcXYZ09-é", max_size=66))
def test_a_strict_name_is_a_lenient_one(name):
    assert name_defect(name) is not None or name_defect(name, LENIENT) is None


def test_switches(fields):
    found = fields("disable-model-invocation: true\nuser-invocable: 'no'\n")
    assert found.boolean("disable-model-invocation", default=False) is True
    assert found.boolean("user-invocable", default=True) is True
    assert found.boolean("absent", default=False) is False
    assert found.warnings == ["x/SKILL.md:5:17: user-invocable is not true or false; taken as true"]


@pytest.mark.parametrize(
    ("more", "globs"),
    [
        ("autoAttach: '*.csv'\n", ("*.csv",)),
        ("autoAttach: ['a/**', b?]\nauto_attach: c\n", ("a/**", "b?", "c")),
        ("", ()),
    ],
)
def test_globs(fields, more, globs):
    found = fields(more)
    assert (found.globs(), found.warnings) == (globs, [])


def test_a_bad_glob_is_dropped_and_named(fields):
    found = fields("autoAttach:\n  - '[a'\n  - ok\n  - 3\n")
    assert found.globs() == ("ok",)
    unclosed = "a '[' is not closed, or stands inside another one"
    assert found.warnings == [
        f"x/SKILL.md:5:5: autoAttach '[a' is not used: {unclosed}",
        "x/SKILL.md:7:5: autoAttach holds a number, not a string; it is not used",
    ]


def test_each_limit_reported_globs(fields):
    found = fields("autoAttach:\n" + "".join(f"  - g{i}\n" for i in range(33)))
    assert len(found.globs()) == 32
    assert found.warnings == ["x/SKILL.md:37:5: autoAttach 'g32' is not used: 32 is the limit"]


def test_three_spellings_of_allowed_tools(shared):
    """Case 13."""
    folder = shared / "cases/13-allowed-tools-three-spellings/skills"
    for skill in ("by-space", "by-comma", "by-list"):
        document = read_skill_document(folder / skill / "SKILL.md", skill)
        assert Fields(document).tools() == ("Bash(git add *)", "Read", "Grep")


@pytest.mark.parametrize(
    ("text", "tools"),
    [
        ("Read", ("Read",)),
        ("A(b c), D(e,f)  G", ("A(b c)", "D(e,f)", "G")),
        ("A(b(c d)) E", ("A(b(c d))", "E")),
        ("A) B C", ("A)", "B", "C")),
        ("A(b c", ("A(b c",)),
        (" , ", ()),
    ],
)
def test_tools_are_not_split_inside_parentheses(text, tools):
    assert split_tools(text) == tools


def test_a_place_without_text_is_the_file(tmp_path):
    assert place(read_skill_document(tmp_path / "no.md", "no.md")) == "no.md"
