"""What a repository says without consent, against what the user has: the user's own stands."""

import json
import sys

import pytest

from tests.conftest import write_tree


@pytest.fixture
def acme(tmp_path, home):
    """A project beside a server of the user, one tool of which is disabled."""

    def make(key="acme.db", **filters):
        fake = tmp_path / "own.toml"
        fake.write_text(
            'schema = "skillctl.fake/1"\n'
            + "".join(
                f'[[tool]]\nname = "{name}"\ndescription = "{name}"\n'
                f'[[tool.reply]]\ndefault = true\ntext = "x"\n'
                for name in ("get_weather", "put")
            )
        )
        entry = {
            "command": sys.executable,
            "args": ["-m", "skillctl", "fake", "serve", str(fake)],
            **filters,
        }
        config = home / ".config/skillctl"
        config.mkdir(parents=True, mode=0o700)
        (config / "mcp.json").write_text(json.dumps({"mcpServers": {key: entry}}))
        return write_tree(tmp_path / "p", {"skillctl.toml": ""})

    return make


def offered(skillctl, project, *words):
    run = skillctl("tools", "--allow-missing", "--format", "json", *words, cwd=project)
    assert run.code == 0, run.err
    return sorted(t["name"] for t in json.loads(run.out)["tools"] if t["name"].startswith("mcp"))


@pytest.mark.parametrize(
    "theirs",
    [
        {"acme_db": {"command": "false"}},
        {"acme_db": {"command": "false", "disabled": True}},
        {"acme_db": {"command": 5}},
        {"acme db": {"url": "https://example.invalid"}},
    ],
)
def test_a_clash_that_a_repository_makes_renames_no_tool_of_the_user(acme, skillctl, theirs):
    project = acme(disabledTools=["mcp__acme_db__get_weather"])
    alone = offered(skillctl, project)
    assert alone == ["mcp__acme_db__put"]
    (project / ".mcp.json").write_text(json.dumps({"mcpServers": theirs}))
    assert offered(skillctl, project) == alone


@pytest.mark.parametrize("said", ['[mcp]\nnaming = "single"\n', 'preset = "catbuddy"\n'])
@pytest.mark.parametrize(
    "filters",
    [
        {"disabledTools": ["mcp__acme_db__get_weather"]},
        {"disabledTools": ["mcp__acme_db__get_*"]},
        {"enabledTools": ["mcp__acme_db__put"]},
    ],
)
def test_another_naming_loosens_no_filter(acme, skillctl, said, filters):
    project = acme(**filters)
    (project / "skillctl.toml").write_text(said)
    assert offered(skillctl, project) == ["mcp_acme_db_put"]
    (project / ".mcp.json").write_text('{"mcpServers": {"acme": {"command": "false"}}}')
    assert offered(skillctl, project) == ["mcp_acme_db_put"]


def test_a_hashed_name_that_the_user_disabled_stays_so(acme, skillctl, home):
    project = acme(key="team__docs")
    names = offered(skillctl, project)
    (project / "skillctl.toml").write_text('[mcp]\nnaming = "single"\n')
    assert len(offered(skillctl, project)) == 2
    config_file, config = home / ".config/skillctl/mcp.json", project.parent / "mcp.json"
    (entry,) = json.loads(config_file.read_text())["mcpServers"].values()
    config.write_text(json.dumps({"mcpServers": {"team__docs": {**entry, "disabledTools": names}}}))
    assert offered(skillctl, project, "--mcp-config", config) == []
