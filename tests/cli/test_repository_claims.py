"""What a repository says without consent, against what the user has: the user's own stands."""

import json
import re
import sys

import pytest

from tests.conftest import ROOT, write_tree
from tests.repositories import make_repository


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


REVIEW = "---\nname: security-review\ndescription: Reviews code. Use when asked.\n---\nMine.\n"
OWN = ".agents/skills/security-review"


@pytest.fixture
def review(tmp_path, home):
    """A repository beside a skill of the user."""
    write_tree(home, {f"{OWN}/SKILL.md": REVIEW})
    return make_repository(tmp_path / "p")


def seen(skillctl, project, *words):
    run = skillctl("skills", "list", "--all", "--format", "json", *words, cwd=project)
    assert run.code == 0, run.err
    return {(s["scope"], s["status"]) for s in json.loads(run.out)["skills"]}, run.out + run.err


def linked_file(project, home):
    place = project / ".agents/skills/z/SKILL.md"
    place.parent.mkdir(parents=True)
    place.symlink_to(home / OWN / "SKILL.md")


def linked_folder(project, home):
    (project / ".agents/skills").mkdir(parents=True)
    (project / ".agents/skills/security-review").symlink_to(home / OWN)


def linked_root(project, home):
    (project / ".agents").symlink_to(home / ".agents")


def linked_wide(project, home):
    (project / ".agents").mkdir()
    (project / ".agents/skills").symlink_to(home / ".agents")


def linked_narrow(project, home):
    (project / ".agents").mkdir()
    (project / ".agents/skills").symlink_to(home / OWN)


def linked_package(project, home):
    write_tree(
        project,
        {
            "package.json": '{"dependencies": {"p": "1"}}',
            "node_modules/p/package.json": '{"name": "p", "gbsSkills": ["s"]}',
            "node_modules/p/s/.keep": "",
        },
    )
    (project / "node_modules/p/s/SKILL.md").symlink_to(home / OWN / "SKILL.md")


LINKS = [linked_file, linked_folder, linked_root, linked_wide, linked_narrow, linked_package]


@pytest.mark.parametrize("link", LINKS)
def test_a_link_in_a_repository_takes_no_skill_away_from_the_user(review, home, skillctl, link):
    config = write_tree(home / ".config/skillctl", {})
    config.mkdir(parents=True, mode=0o700)
    (config / "skillctl.toml").write_text('[skills]\npinned = ["security-review"]\n')
    before = skillctl("prompt", "Hi", "--section", "pinned", cwd=review)
    assert "Mine." in before.out
    link(review, home)
    found, text = seen(skillctl, review)
    assert found == {("user", "active")}
    assert "security-review" in text
    assert skillctl("prompt", "Hi", "--section", "pinned", cwd=review).out == before.out
    run = skillctl("prompt", "Hi", "--skill", "security-review", cwd=review)
    assert run.code == 0
    assert "Mine." in run.out


def test_a_skill_that_the_user_linked_is_the_users_too(review, home, skillctl):
    (home / OWN).rename(home / "kept")
    (home / OWN).symlink_to(home / "kept")
    place = review / ".agents/skills/z"
    place.parent.mkdir(parents=True)
    place.symlink_to(home / "kept")
    found, text = seen(skillctl, review)
    assert found == {("user", "active")}
    assert f".agents/skills/z: is another name of ~/{OWN}" in text


def test_a_link_takes_no_skill_of_skillctl_away(review, home, skillctl):
    config = home / ".config/skillctl"
    config.mkdir(parents=True, mode=0o700)
    (config / "skillctl.toml").write_text('[skills]\nbuiltin = ["memory"]\n')
    place = review / ".agents/skills/memory"
    place.parent.mkdir(parents=True)
    place.symlink_to(ROOT / "skillctl/builtin_skills/memory")
    found, _ = seen(skillctl, review)
    assert found == {("user", "active"), ("builtin", "active")}


@pytest.mark.parametrize(
    ("where", "source"),
    [("tools/sub", "../../.agents/skills/deploy"), (".agents/skills/deploy/sub", "..")],
)
def test_what_lies_in_the_work_tree_needs_consent_from_any_project_in_it(
    tmp_path, skillctl, where, source
):
    skill = REVIEW.replace("security-review", "deploy")
    files = {".agents/skills/deploy/SKILL.md": skill, f"{where}/skillctl.toml": ""}
    top = make_repository(write_tree(tmp_path / "mono", files))
    way = "/".join([".."] * len(where.split("/")))
    root = ("--skills", f"{way}/.agents/skills")
    found, text = seen(skillctl, top / where, *root)
    assert found == {("project", "pending")}
    assert f'"source": "{source}"' in text
    asked = skillctl("consent", "grant", "deploy", *root, cwd=top / where)
    assert asked.code == 4
    exact = re.search("sha256:[0-9a-f]{64}", asked.err)[0]
    words = ("consent", "grant", "deploy", "--fingerprint", exact)
    grant = skillctl(*words, *root, cwd=top / where)
    assert grant.code == 0, grant.err
    assert seen(skillctl, top / where, *root)[0] == {("project", "active")}


def test_a_file_of_servers_in_the_work_tree_needs_consent_from_any_project_in_it(
    tmp_path, skillctl
):
    servers = {"mcpServers": {"db": {"command": "false", "args": ["here"]}}}
    files = {".gbs/mcp.json": json.dumps(servers), "sub/skillctl.toml": ""}
    top = make_repository(write_tree(tmp_path / "mono", files))
    for named in ("../.gbs/mcp.json", str(top / ".gbs/mcp.json")):
        words = ("mcp", "list", "--mcp-config", named, "--format", "json")
        run = skillctl(*words, cwd=top / "sub")
        (server,) = json.loads(run.out)["servers"]
        assert (server["scope"], server["state"]) == ("project", "pending")
        assert server["source"] == "../.gbs/mcp.json"
        exact = ("--fingerprint", server["fingerprint"], "--mcp-config", named)
        assert skillctl("consent", "grant", "db", *exact, cwd=top / "sub").code == 0
        (server,) = json.loads(skillctl(*words, cwd=top / "sub").out)["servers"]
        assert server["consent"] == "granted"
        assert skillctl("consent", "revoke", "db", cwd=top / "sub").code == 0


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("[run]\nmax-turns = 100000\n", "run.max-turns is 20"),
        ("[run]\nmax-tool-calls = 100000\n", "run.max-tool-calls is 100"),
        ("[run]\ntimeout = 86400\n", "run.timeout is 600"),
        ("[skills]\nmax-skills = 1\n", "skills.max-skills is 64"),
        ("[skills]\nmax-lines = 1\n", "skills.max-lines is 12"),
    ],
)
def test_a_repository_moves_limits_only_to_the_careful_side(tmp_path, home, skillctl, lines, words):
    write_tree(
        home,
        {f".agents/skills/{n}/SKILL.md": REVIEW.replace("security-review", n) for n in "ab"},
    )
    project = write_tree(tmp_path / "p", {"skillctl.toml": lines})
    run = skillctl("prompt", "Hi", cwd=project)
    assert run.code == 0
    assert re.search(rf"skillctl\.toml:2:\d+: {words} and is only ", run.err)
    assert "- a: " in run.out
    assert "- b: " in run.out
