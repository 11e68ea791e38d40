"""The text of a new skill: any description is read back, by any parser."""

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from skillctl.skills.document import parse_skill
from skillctl.skills.read import Content, strict_content
from skillctl.skills.scaffold import description_defect, new_skill, possible_name
from skillctl.source.file import SourceFile

TEXTS = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=60)


def content(text):
    document = parse_skill(SourceFile("f", text.encode(), text), None, "a", "a")
    return strict_content(document, {"a"})


def test_a_skill_to_fill_in():
    text = new_skill("lint-docs", "Checks docs. Use when docs change.")
    head, front, body = text.split("---\n", 2)
    assert (head, yaml.safe_load(front)) == (
        "",
        {"name": "lint-docs", "description": "Checks docs. Use when docs change."},
    )
    lines = body.splitlines()
    assert lines[1] == "# Lint docs"
    assert [line for line in lines if line.startswith("## ")] == [
        "## When to use",
        "## Steps",
        "## Rules",
    ]
    assert text.endswith("\n")


def test_without_a_description_one_is_made_of_the_name():
    made = content(new_skill("lint-docs"))
    assert made.description == "Guides work on lint docs. Use when a task is about lint docs."


@pytest.mark.parametrize("name", ["a", "yes", "null", "1e3", "0o17", "2024-01-31", "été", "x" * 64])
def test_any_name_is_read_back_as_text(name):
    assert yaml.safe_load(new_skill(name).split("---\n")[1])["name"] == name
    assert content(new_skill(name)).name == name


@given(TEXTS)
@example('Says "no": # not a comment')
@example("@mention first, then `code` and 'quotes'")
@example("- a list? {not: one} [nor, this] & * ! | > %")
@example("---")
@example("$name ${title} $$")
@example("👩‍👩‍👧 families and 🇩🇪 flags: ok")
@example(" blanks around \\ and \\n ")
def test_any_description_without_a_defect_is_read_back(description):
    if description_defect(description) is not None:
        return
    text = new_skill("a", description)
    assert yaml.safe_load(text.split("\n---\n")[0])["description"] == description
    made = content(text)
    assert isinstance(made, Content)
    assert made.description == description
    assert made.warnings == () or description != description.strip()


@pytest.mark.parametrize(
    ("description", "words"),
    [
        ("", "is blank"),
        (" \u00a0", "is blank"),
        ("a\nb", "holds a line end; a description is one line"),
        ("a\u2028b", "holds a line end; a description is one line"),
        ("a\rb", "holds a line end; a description is one line"),
        ("a\x1b[2J", "holds a control or hidden character: a\\x1b[2J"),
        ("a\tb", "holds a control or hidden character: a\\tb"),
        ("a\u202eb", "holds a control or hidden character: a\\u{202E}b"),
        ("a\udcffb", "holds a control or hidden character: a\\xffb"),
        ("x" * 1025, "has 1,025 characters; 1,024 are allowed"),
    ],
)
def test_what_no_description_may_be(description, words):
    assert description_defect(description) == words


def test_the_longest_description_is_fine():
    assert description_defect("x" * 1024) is None


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Lint Docs", "lint-docs"),
        ("--a__b--", "a-b"),
        ("../../etc/passwd", "etc-passwd"),
        ("\uff26\uff4f\uff4f", "foo"),
        ("x" * 70, "x" * 64),
        ("***", ""),
        ("", ""),
    ],
)
def test_the_name_that_is_meant(name, meant):
    assert possible_name(name) == meant
