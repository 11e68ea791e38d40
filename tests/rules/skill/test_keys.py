import pytest

from skillctl.rules.skill.keys import (
    KNOWN,
    SPECIFIED,
    USUAL,
    key_typo,
    other_key,
)
from tests.rules.checks import found, skill


def keyed(*keys):
    lines = (f"{key}: x" for key in keys)
    return skill("\n".join(("---", *lines, "---", "text\n")))


@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("descripton", "description"),
        ("desciptoin", "description"),
        ("Description", "description"),
        ("allowed_tools", "allowed-tools"),
        ("allowedTools", "allowed-tools"),
        ("user_invocable", "user-invocable"),
        ("licence", "license"),
        ("nmae", "name"),
        ("modle", "model"),
        ("compatability", "compatibility"),
    ],
)
def test_a_slip_names_what_was_meant(key, meant):
    words = found(key_typo, keyed("name", key))
    assert words == [(key, f'no client knows the key "{key}"; did you mean "{meant}"?')]


@pytest.mark.parametrize(
    "key", [*sorted({*KNOWN, *USUAL}), "x", "naming", "licenses-of", "n" * 100_000]
)
def test_a_known_usual_or_distant_key_is_no_slip(key):
    assert found(key_typo, keyed(key)) == []


def test_keys_beside_the_specification_are_told_with_their_reader():
    words = found(other_key, keyed(*SPECIFIED, "hooks", "autoAttach", "version"))
    assert words == [
        ("hooks", 'the key "hooks" is not in the specification; read by claude-code'),
        ("autoAttach", 'the key "autoAttach" is not in the specification; read by skillctl'),
        ("version", 'the key "version" is not in the specification; no client is known to read it'),
    ]


def test_without_a_mapping_there_are_no_keys():
    document = skill("---\n- a\n---\n")
    assert found(key_typo, document) == found(other_key, document) == []
