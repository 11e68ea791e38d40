"""What the commands about skills print as JSON is what docs/skills.schema.json says."""

import json

import pytest
from jsonschema import Draft202012Validator

from tests.cli.skill_files import put
from tests.conftest import GOLDEN, ROOT

SCHEMA = json.loads((ROOT / "docs" / "skills.schema.json").read_text())


@pytest.fixture
def printed(skillctl, project):
    def run(*words):
        done = skillctl("skills", *words, "--format", "json", cwd=project)
        assert (done.code, done.err) == (0, "")
        value = json.loads(done.out)
        Draft202012Validator(SCHEMA).validate(value)
        return value

    return run


def test_the_schema_is_one():
    Draft202012Validator.check_schema(SCHEMA)


def test_of_every_command(printed, project, home):
    assert printed("list")["skills"] == []
    put(home, ".agents/skills/mine")
    put(home, ".gbs/skills/mine")
    put(home, ".agents/skills/broken", "no")
    put(project, "far/other")
    assert printed("new", "fresh")["action"] == "new"
    actions = [printed("install", "far/other", *more)["action"] for more in ((), (), ("--force",))]
    assert actions == ["installed", "already-installed", "already-installed"]
    with (project / "far/other/SKILL.md").open("a") as file:
        file.write("More.\n")
    assert printed("install", "far/other", "--force")["action"] == "replaced"
    assert {skill["status"] for skill in printed("list", "--all")["skills"]} == {
        *("active", "shadowed", "invalid", "pending")
    }
    assert [skill["status"] for skill in printed("why", "mine")["skills"]] == ["active", "shadowed"]
    assert printed("show", "mine")["name"] == "mine"
    assert printed("disable", "mine")["skills"][0]["changed"] is True
    assert printed("why", "mine")["skills"][0]["status"] == "disabled"
    assert printed("enable", "mine")["skills"][0]["enabled"] is True


@pytest.mark.parametrize(
    "path", sorted((GOLDEN / "skills").glob("*/expected.json")), ids=lambda path: path.parent.name
)
def test_of_the_goldens(path):
    Draft202012Validator(SCHEMA).validate(json.loads(path.read_text()))
