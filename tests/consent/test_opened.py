import os

import pytest

from skillctl.consent.item import Item
from skillctl.consent.opened import open_consent
from skillctl.errors import SkillctlError, StoreError
from tests.conftest import write_tree
from tests.repositories import make_repository

PRINT = "sha256:" + "0" * 64
ITEM = Item("server", "notes", ".mcp.json", PRINT, "{}")
LIST = 'schema = "skillctl.allow/1"\n[[allow]]\nkind = "server"\nname = "notes"\n'
LIST += f'fingerprint = "{PRINT}"\n'
HERE = dict(os.environ)


@pytest.fixture
def root(tmp_path):
    return make_repository(write_tree(tmp_path / "p", {"a": ""}))


def test_what_one_command_asks_of_consent(root, tmp_path):
    consent = open_consent(root, tmp_path / "conf", HERE)
    assert consent.workspace.listed == {"a"}
    assert consent.place.workspace == str(root.resolve())
    assert (consent.status(ITEM), consent.record(ITEM), consent.notes) == ("missing", None, ())


def test_an_allow_list_lies_over_the_store(root, tmp_path):
    path = write_tree(tmp_path, {"allow.toml": LIST}) / "allow.toml"
    assert open_consent(root, tmp_path / "conf", HERE, path).status(ITEM) == "granted"


@pytest.mark.parametrize("needed", [True, False])
def test_a_bad_allow_list_is_never_passed_over(root, tmp_path, needed):
    with pytest.raises(SkillctlError, match="the allow-list cannot be used"):
        open_consent(root, tmp_path / "conf", HERE, tmp_path / "none.toml", needed=needed)


def test_an_allow_list_inside_the_workspace_is_refused(root, tmp_path):
    write_tree(root, {"allow.toml": LIST})
    (tmp_path / "link.toml").symlink_to(root / "allow.toml")
    for path in (root / "allow.toml", tmp_path / "link.toml"):
        with pytest.raises(SkillctlError, match="lies inside the workspace"):
            open_consent(root, tmp_path / "conf", HERE, path)


def test_neither_git_nor_the_store_is_asked_where_nothing_needs_consent(root, tmp_path):
    write_tree(tmp_path, {"conf/consent.toml": "not TOML"})
    consent = open_consent(root, tmp_path / "conf", {"PATH": "/nowhere"}, needed=False)
    assert (consent.workspace.problem, consent.notes) == ("", ())
    assert consent.status(ITEM) == "missing"
    with pytest.raises(StoreError, match="the consent store cannot be used"):
        open_consent(root, tmp_path / "conf", HERE)


def test_a_store_that_does_not_count_or_is_open_to_others_is_noted(root, tmp_path):
    text = 'schema = "skillctl.consent/1"\n'
    write_tree(tmp_path, {"conf/consent.toml": text, "p/conf/consent.toml": text})
    (tmp_path / "conf/consent.toml").chmod(0o644)
    notes = open_consent(root, tmp_path / "conf", HERE).notes
    assert any("is open to others (mode 0644)" in note for note in notes)
    assert "is ignored: it lies inside" in open_consent(root, root / "conf", HERE).notes[-1]
