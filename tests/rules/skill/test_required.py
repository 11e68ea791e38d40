import pytest

from skillctl.rules.skill.required import (
    RULES,
    description_length,
    description_missing,
    name_directory,
    name_missing,
    name_type,
)
from tests.rules.checks import found, skill


def front(*lines):
    return "\n".join(("---", *lines, "---", "text\n"))


@pytest.mark.parametrize(
    ("line", "token"),
    [("other: x", "---"), ("name:", "name"), ("name: ~", "~"), ("name: null", "null")],
)
def test_a_name_that_is_absent_or_null(line, token):
    document = skill(front(line, "description: x"))
    assert [t for t, _ in found(name_missing, document)] == [token]
    assert found(name_type, document) == []


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("2024", "a number"),
        ("0o17", "a number"),
        ("1e3", "a number"),
        ("on", "a boolean"),
        ("2024-01-31", "a date"),
        ("[a]", "a list"),
        ("{a: b}", "a mapping"),
    ],
)
def test_a_name_that_some_yaml_reads_as_no_string(value, words):
    document = skill(front(f"name: {value}"))
    assert found(name_type, document) == [(value, f"name is {words} to YAML, not a string")]
    assert found(name_missing, document) == found(name_directory, document) == []


@pytest.mark.parametrize(
    ("name", "folder", "spelled", "count"),
    [
        ("notes", "notes", None, 0),
        ("Notes", "notes", None, 0),
        ("Note Book", "note-book", None, 0),
        ("note--book", "note-book", None, 0),
        ("Notes", "note-book", None, 1),
        ("notes", "store", "notes", 0),
        ("notes", "store", "link", 1),
        ("cafe\u0301", "caf\u00e9", None, 0),
        ("\uff4eotes", "notes", None, 0),
        ("notes", "", None, 0),
        ('"  "', "notes", None, 0),
    ],
)
def test_the_name_is_that_of_the_folder_or_of_a_link_to_it(name, folder, spelled, count):
    document = skill(front(f"name: {name}"), folder=folder, spelled=spelled)
    assert len(found(name_directory, document)) == count


@pytest.mark.parametrize(
    ("line", "token", "problem"),
    [
        ("other: x", "---", ""),
        ("description:", "description", "the description is empty"),
        ("description: ''", "''", "the description is empty"),
        ('description: "\\t "', '"\\t "', "the description is empty"),
        ("description: [a]", "[a]", "the description is a list, not a text"),
        ("description: yes", "yes", "the description is a boolean, not a text"),
    ],
)
def test_a_description_that_is_no_text(line, token, problem):
    document = skill(front("name: notes", line))
    words = problem or "the front matter has no description"
    assert found(description_missing, document) == [(token, words)]


@pytest.mark.parametrize(
    ("value", "length", "note"),
    [
        ("x" * 1024, None, ""),
        ("x" * 1025, "1,025", ""),
        ("é" * 1025, "1,025", ""),
        ("|\n  " + "x" * 1023, None, ""),
        ("|\n  " + "x" * 1024, "1,025", " with its final line break"),
        (">-\n  " + "x" * 1024, None, ""),
    ],
)
def test_a_description_has_a_length_in_characters(value, length, note):
    messages = [m for _, m in found(description_length, skill(front(f"description: {value}")))]
    wanted = f"the description has {length} characters{note}; the limit is 1,024"
    assert messages == ([wanted] if length else [])


@pytest.mark.parametrize(
    "text", ["# T\n", "---\na: b: c\n---\n", "---\n- a\n---\n", "---\nname: x\n"]
)
def test_without_fields_no_field_is_missing(text):
    assert [one.code for one in RULES if found(one, skill(text))] == []


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("description: #1 of the notes. ", 'empty, since "#1 of the notes." is a comment'),
        ("description: # " + "x" * 80, f'empty, since "# {"x" * 58}…" is a comment'),
        ("description:\t#a", 'empty, since "#a" is a comment'),
        ("description: null # a", "empty"),
        ("description:\n# a", "empty"),
        ("description: # skillctl: ignore SK212", "empty"),
        ("description: '' # a", "empty"),
        ("description: 3 # a", "a number, not a text"),
    ],
)
def test_a_description_that_is_a_comment_is_said_to_be_one(line, words):
    ((_, message),) = found(description_missing, skill(f"---\nname: a\n{line}\n---\n"))
    assert message == f"the description is {words}"
