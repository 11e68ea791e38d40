import pytest

from skillctl.rules.skill.name import (
    name_charset,
    name_hyphens,
    name_length,
    name_portability,
    name_reserved,
    slug_of,
)
from tests.rules.checks import found, skill


def named(name, folder="notes"):
    return skill(f"---\nname: {name}\ndescription: d\n---\ntext\n", folder=folder)


@pytest.mark.parametrize(
    ("name", "length"),
    [("a", None), ("a" * 64, None), ("a" * 65, 65), ('""', 0), ('" "', 0), ("é" * 64, None)],
)
def test_the_length_after_nfkc(name, length):
    words = [m for _, m in found(name_length, named(name))]
    wanted = f"the name has {length} characters; 1 to 64 are allowed"
    assert words == ([] if length is None else [wanted])


def test_a_ligature_counts_as_what_it_stands_for():
    assert found(name_length, named("\ufb03" * 22))[0][1].startswith("the name has 66 ")


@pytest.mark.parametrize("name", ["notes", "a-1", "技能", "café", "\uff4eotes", "2024-notes", "ß"])
def test_letters_digits_and_hyphens_are_legal(name):
    assert found(name_charset, named(name)) == []


@pytest.mark.parametrize(
    ("name", "characters", "slug"),
    [
        ("Title Case", "U+0054 LATIN CAPITAL LETTER T, U+0020 SPACE, U+0043", "title-case"),
        ("a_b", "U+005F LOW LINE", "a-b"),
        ("a.b", "U+002E FULL STOP", "a-b"),
        ("a:b", "U+003A COLON", "a-b"),
        ('"a\\u200bb"', "U+200B ZERO WIDTH SPACE", "a-b"),
        ('"a\\x07b"', "U+0007 without a name", "a-b"),
        ("ABCDE", "U+0043 LATIN CAPITAL LETTER C, 2 more", "abcde"),
        ("É", "U+00C9 LATIN CAPITAL LETTER E WITH ACUTE", "é"),
        ("___", "U+005F LOW LINE", "notes"),
    ],
)
def test_other_characters_are_named_with_the_directory(name, characters, slug):
    document = named(name, folder="folder")
    ((token, message),) = found(name_charset, document)
    assert token == name
    assert characters in message
    assert message.endswith('; the directory is "folder"')
    (violation,) = name_charset.check(document)
    assert violation.values["slug"] == slug


def test_on_stdin_there_is_no_directory_to_name():
    ((_, message),) = found(name_charset, named("A", folder=""))
    assert message.endswith("hyphens are allowed")


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("notes", None),
        ("café", "holds U+00E9 LATIN SMALL LETTER E WITH ACUTE"),
        ("技能", "holds U+6280 CJK UNIFIED IDEOGRAPH-6280"),
        ("cafe\u0301", "is not written in normal form C"),
        ("\uff4eotes", "holds U+FF4E FULLWIDTH LATIN SMALL LETTER N"),
        ("Not Legal", None),
        ('""', None),
    ],
)
def test_what_is_legal_but_not_everywhere(name, what):
    words = [(t, m.partition('" ')[2]) for t, m in found(name_portability, named(name))]
    assert words == ([] if what is None else [(name, what)])


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("a-b-c", None),
        ("-a", "begins with a hyphen"),
        ("a-", "ends with a hyphen"),
        ("a--b", "holds two hyphens in a row"),
        ('"-"', "begins with a hyphen and ends with a hyphen"),
        ('"--a"', "begins with a hyphen and holds two hyphens in a row"),
        ("a\uff0d-b", "holds two hyphens in a row"),
    ],
)
def test_hyphens_stand_one_by_one_between_others(name, what):
    words = [m.partition('" ')[2] for _, m in found(name_hyphens, named(name))]
    assert words == ([] if what is None else [what])


@pytest.mark.parametrize(
    ("name", "token"),
    [
        ("claude-notes", "claude"),
        ("my-anthropic-kit", "anthropic"),
        ("cloud", None),
        ("2024", None),
    ],
)
def test_reserved_words(name, token):
    assert [t for t, _ in found(name_reserved, named(name))] == ([token] if token else [])


def test_a_reserved_word_in_disguise_is_found_after_nfkc():
    assert [t for t, _ in found(name_reserved, named("\uff43laude-x"))] == ["\uff43laude-x"]


@pytest.mark.parametrize(
    ("name", "slug"),
    [("Title Case", "title-case"), ("--A__b--", "a-b"), ("\uff21", "a"), ("!?", "")],
)
def test_a_slug(name, slug):
    assert slug_of(name) == slug
