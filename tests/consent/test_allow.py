import re

import pytest

from skillctl.consent.allow import FORM, load_allowed
from skillctl.errors import SkillctlError
from skillctl.worktree import open_workspace
from tests.conftest import ROOT

LIST = """\
schema = "skillctl.allow/1"
[[allow]]
kind = "server"
name = "notes"
fingerprint = "sha256:16c9"
reason = "looked at by the platform team"
[[allow]]
kind = "skill"
name = "pdf-notes"
fingerprint = "sha256:771e"
"""


@pytest.fixture
def workspace(tmp_path):
    (tmp_path / "project").mkdir()
    return open_workspace(tmp_path / "project", {})


def refused(path, workspace):
    with pytest.raises(SkillctlError) as caught:
        load_allowed(path, workspace)
    assert caught.value.exit_code == 2
    return caught.value


def test_what_a_list_grants(tmp_path, workspace):
    (tmp_path / "allow.toml").write_text(LIST)
    assert load_allowed(tmp_path / "allow.toml", workspace) == {
        ("server", "notes", "sha256:16c9"),
        ("skill", "pdf-notes", "sha256:771e"),
    }


def test_an_empty_list_grants_nothing(tmp_path, workspace):
    (tmp_path / "allow.toml").write_text('schema = "skillctl.allow/1"\n')
    assert load_allowed(tmp_path / "allow.toml", workspace) == frozenset()


def test_a_list_inside_the_workspace_is_refused_however_it_is_named(tmp_path, workspace):
    inside = workspace.root / "allow.toml"
    inside.write_text(LIST)
    (tmp_path / "link.toml").symlink_to(inside)
    (tmp_path / "outside.toml").write_text(LIST)
    (workspace.root / "way-out.toml").symlink_to(tmp_path / "outside.toml")
    for path in (inside, tmp_path / "link.toml", workspace.root / "way-out.toml"):
        assert "lies inside the workspace" in refused(path, workspace).message


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ("allow = []", 'the key "schema" is missing', ":1:1"),
        ('schema = "skillctl.allow/2"', '"schema" is "skillctl.allow/2"', ":1:10"),
        (LIST.replace("name", "nmae", 1), 'unknown key "nmae" in "allow"', ":4:1"),
        (LIST.replace('"skill"', '"plugin"'), '"kind" in "allow" is "plugin"', ":8:8"),
        (LIST.replace('"sha256:771e"', "771"), '"fingerprint" in "allow" wants a string', ":10:15"),
    ],
)
def test_a_list_that_is_wrong(tmp_path, workspace, text, message, place):
    path = tmp_path / "allow.toml"
    path.write_text(text)
    error = refused(path, workspace)
    assert error.message == f"the allow-list cannot be used: {message}"
    assert error.hint.endswith(f"; {FORM}")
    assert str(error.location) == f"{path}{place}"


def test_a_list_that_is_missing_or_no_toml(tmp_path, workspace):
    assert "No such file" in refused(tmp_path / "none.toml", workspace).message
    (tmp_path / "allow.toml").write_text("[")
    error = refused(tmp_path / "allow.toml", workspace)
    assert "not valid TOML" in error.message
    assert error.hint == FORM


def test_the_form_in_words_names_every_part():
    for word in ('schema = "skillctl.allow/1"', "[[allow]]", "kind", "name", "fingerprint"):
        assert word in FORM


def test_the_example_of_the_documentation_is_one(tmp_path, workspace):
    (example,) = re.findall(r"```toml\n(.*?)```", (ROOT / "docs/consent.md").read_text(), re.DOTALL)
    (tmp_path / "allow.toml").write_text(example)
    found = load_allowed(tmp_path / "allow.toml", workspace)
    assert {kind for kind, *_ in found} == {"server", "skill"}
    assert all(re.fullmatch("sha256:[0-9a-f]{64}", fingerprint) for *_, fingerprint in found)
    assert example.count("reason = ") == len(found)
