"""Which skills the user turned off: skills.md section 5."""

import os

import pytest

from skillctl.errors import StoreError
from skillctl.setting import Who
from skillctl.settings import SkillSettings, preset_settings, rows
from skillctl.skills.preferences import (
    ALL_ENABLED,
    MOST_BYTES,
    load_preferences,
    preferences_path,
)


@pytest.fixture
def file(tmp_path):
    """The file of preferences, with this content."""

    def write(content):
        path = tmp_path / "skills.json"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def refused(path):
    """The message, the place and the hint of a refusal; the file stays as it is."""
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(StoreError) as error:
        load_preferences(path)
    assert before is None or path.read_bytes() == before
    assert error.value.hint == "not changed; fix or move it"
    words = error.value.message.removeprefix("the preferences of skills cannot be used: ")
    return words, str(error.value.location).removeprefix(str(path))


def test_no_file_enables_every_skill(tmp_path):
    assert load_preferences(tmp_path / "none.json") == ALL_ENABLED
    assert ALL_ENABLED.enables("x")


def test_an_absent_name_is_enabled(file):
    found = load_preferences(file('{"is_enabled": {"mcp:github": false, "notes": true}}'))
    assert [found.enables(n) for n in ("mcp:github", "notes", "other")] == [False, True, True]


@pytest.mark.parametrize("text", ["{}", '{"is_enabled": {}}', '{"x": [1, {"is_enabled": 3}]}'])
def test_nothing_said_is_nothing_disabled(file, text):
    assert load_preferences(file(text)) == ALL_ENABLED


@pytest.mark.parametrize(
    ("text", "key", "example"),
    [
        ('{"my-skill": false}', '"my-skill"', '{"is_enabled": {"my-skill": false}}'),
        ('{"disabled": ["a"]}', '"disabled"', '{"is_enabled": {"NAME": false}}'),
        ('{"isEnabled": {"a": false}}', '"isEnabled"', '{"is_enabled": {"NAME": false}}'),
        (
            '{"is_enabled": {}, "a": 1, "b": 1, "c": 1, "d": 1, "e": 1, "f": 1}',
            '"a", "b", "c", "d", "e" and 1 more',
            '{"is_enabled": {"NAME": false}}',
        ),
        ('{"a\u200b": true}', r'"a\u{200B}"', r'{"is_enabled": {"a\u{200B}": false}}'),
    ],
)
def test_a_key_that_disables_nothing_is_told_with_the_form_that_is_meant(file, text, key, example):
    path = file(text)
    assert load_preferences(path).notes == (
        (
            f"{path}: nothing is disabled by the key {key}; a skill is by {example}, "
            "or with: skillctl skills disable NAME"
        ),
    )
    assert path.read_text() == text


def test_nothing_is_told_of_what_is_right(file):
    text = '{"$schema": "x", "is_enabled": {"gone": false}}'
    assert load_preferences(file(text)).notes == ()


def test_a_byte_order_mark_is_read_over(file):
    found = load_preferences(file('\ufeff{"is_enabled": {"é": false}}'))
    assert not found.enables("é")


@pytest.mark.parametrize(
    ("text", "words", "place"),
    [
        ("", "not strict JSON: ", ":1:1"),
        ("{\n", "not strict JSON: ", ":"),
        ('{"is_enabled": {"a": false,}}', "not strict JSON: ", ":1:27"),
        ('{\n // no\n "is_enabled": {}}', "not strict JSON: JSON has no comments", ":2:2"),
        ('{"is_enabled": {"\\ud800": false}}', "not strict JSON: \\ud800 is half", ":1:18"),
        ("[]", "the file is not an object", ":1:1"),
        ("null", "the file is not an object", ":1:1"),
        ('{\n  "is_enabled": []}', '"is_enabled" is not an object', ":2:17"),
        ('{"is_enabled": null}', '"is_enabled" is not an object', ":1:16"),
        ('{"is_enabled": {"a": 0}}', '"a" is not true or false', ":1:22"),
        ('{"is_enabled": {"a": "no"}}', '"a" is not true or false', ":1:22"),
        ('\ufeff{"is_enabled": {"a": {}}}', '"a" is not true or false', ":1:22"),
        (
            '{"is_enabled": {"a": true,\n"a": false}}',
            'the key "a" stands in line 1 already',
            ":2:1",
        ),
        (
            '{"is_enabled": {},\n "is_enabled": {"a": false}}',
            'the key "is_enabled" stands in line 1 already',
            ":2:2",
        ),
    ],
)
def test_corrupt_is_an_error_with_its_place(file, text, words, place):
    said, where = refused(file(text))
    assert said.startswith(words)
    assert where.startswith(place)


def test_what_is_no_text(file):
    words, where = refused(file(b'{"is_enabled": {"\xff": false}}'))
    assert (words, where) == ("not UTF-8 text", ":1:18")


def test_too_large(file):
    assert refused(file(b" " * (MOST_BYTES + 1))) == ("the file is over 1,048,576 bytes", "")
    assert load_preferences(file(b"{}" + b" " * (MOST_BYTES - 2))) == ALL_ENABLED


def test_what_cannot_be_read_is_not_nothing(tmp_path):
    path = tmp_path / "skills.json"
    path.mkdir()
    assert refused(path) == ("the file is not a regular file", "")
    path.rmdir()
    os.mkfifo(path)
    assert refused(path) == ("the file is not a regular file", "")
    path.unlink()
    path.symlink_to("gone.json")
    assert refused(path) == ("the file cannot be read: No such file or directory", "")
    path.unlink()
    path.symlink_to("skills.json")
    assert refused(path)[0].startswith("the file cannot be read: ")


def test_a_link_is_followed(file, tmp_path):
    file('{"is_enabled": {"a": false}}')
    link = tmp_path / "link.json"
    link.symlink_to("skills.json")
    assert not load_preferences(link).enables("a")


def test_where_the_file_is(tmp_path):
    def path(**values):
        return preferences_path(SkillSettings(**values), tmp_path / "home", tmp_path / "config")

    assert path() == tmp_path / "config/skills.json"
    assert path(preferences="~/x/y.json") == tmp_path / "home/x/y.json"
    assert path(preferences=str(tmp_path / "z.json")) == tmp_path / "z.json"


def test_presets_keep_it_where_the_described_systems_do():
    """skills.md section 15; only the user may say where it is."""
    paths = [preset_settings(n).skills.preferences for n in ("grampro", "catbuddy", "keen")]
    assert paths == ["skills.json", "skills.json", "~/.keen/skills/config.json"]
    (row,) = (row for row in rows() if row.key == "skills.preferences")
    assert row.who is Who.USER
