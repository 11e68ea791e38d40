import pytest

from skillctl.errors import SkillctlError
from skillctl.rules.find.host_globs import HostGlobs, host_globs
from skillctl.rules.find.paths import LintFolders


def test_the_first_glob_that_fits_names_the_host(tmp_path):
    places = LintFolders(tmp_path, None, tmp_path / "conf")
    globs = host_globs({"deploy/*.json": "copilot", "**/*.json": "codex"}, places)
    assert globs.host(str(tmp_path / "conf/deploy/a.json")) == "vscode"
    assert globs.host(str(tmp_path / "conf/deploy/x/a.json")) == "codex"
    assert globs.host(str(tmp_path / "conf/a.toml")) == ""
    assert HostGlobs(places).host(str(tmp_path / "conf/a.json")) == ""


def test_an_unknown_host_ends_the_command(tmp_path):
    with pytest.raises(SkillctlError, match='no target is called "cursr"') as raised:
        host_globs({"*.json": "cursr"}, LintFolders(tmp_path))
    assert "cursor" in raised.value.hint


@pytest.mark.parametrize("word", ["any", "spec", "skills-cli", "claude-ai"])
def test_a_target_without_configs_ends_the_command(tmp_path, word):
    with pytest.raises(SkillctlError, match=f"{word} reads no configs") as raised:
        host_globs({"*.json": word}, LintFolders(tmp_path))
    assert "vscode" in raised.value.hint
