"""Skills that lie in roots of other hosts and presets, and in packages that nobody names."""

import json
import shlex

import pytest

from skillctl.settings import PRESETS, preset_settings
from skillctl.skills.elsewhere import elsewhere
from skillctl.skills.roots import folders_of
from tests.skills.conftest import skill_text
from tests.skills.package_files import npm, npm_skill


@pytest.fixture
def found(world):
    """Write files, and give what is told of a name, under the settings of a preset."""

    def run(name, files=(), preset="grampro", project=True):
        world.write(dict(files))
        folder = world.project if project else None
        places = folders_of(folder, world.home, world.data_dir)
        return elsewhere(name, places, preset_settings(preset))

    return run


def test_a_root_of_another_host(world, found):
    files = {".github/skills/x/SKILL.md": skill_text("x")}
    assert found("x", files) == (
        (
            ".github/skills/x is not looked at: .github/skills is no root here; it is one with "
            f"--skills {shlex.quote(str(world.project / '.github/skills'))}, or with "
            '".github/skills" in skills.project-roots of your own settings'
        ),
    )
    assert found("y") == ()


def test_a_root_of_another_preset(found):
    """Whatever the presets are: what one of them looks at is told under each that does not."""
    for preset, name in ((p, n) for p in PRESETS for n in PRESETS):
        root = preset_settings(name).skills.project_roots[-1]
        told = found("x", {f"{root}/x/SKILL.md": skill_text("x")}, preset)
        here = [line for line in told if line.startswith(f"{root}/x ")]
        if root in preset_settings(preset).skills.project_roots:
            assert here == []
        else:
            (line,) = here
            assert f"--preset {name} or " in line


def test_at_home_too_and_without_a_project(found):
    files = {"~/.codex/skills/folder/SKILL.md": skill_text("x")}
    for name in ("x", "folder"):
        (line,) = found(name, files, project=False)
        assert line.startswith("~/.codex/skills/folder is not looked at: ~/.codex/skills is no ")
        assert line.endswith('".codex/skills" in skills.user-roots of your own settings')


def test_the_rules_of_the_walk_hold_there(world, found):
    """What would be no skill in a root is not offered, but one that is invalid is."""
    world.link(".github/skills/link", "gone")
    files = {
        ".github/skills/link2/skill.md": skill_text("link2"),
        ".github/skills/bad/SKILL.md": "no",
    }
    assert found("link", files) == found("link2") == ()
    assert len(found("bad")) == 1


def test_a_package_that_the_project_does_not_name(found):
    files = npm("skills/x", dependencies=()) | npm_skill("skills/x")
    files["node_modules/@acme/tool/package.json"] = json.dumps({"gbsSkills": ["."]})
    files["node_modules/@acme/tool/SKILL.md"] = skill_text("tool")
    files["node_modules/plain/package.json"] = "{}"
    why = "neither in dependencies nor in devDependencies"
    told = "node_modules/notes/skills/x is not looked at: package.json names the package notes"
    assert found("x", files) == found("notes") == (f"{told} {why}",)
    (line,) = found("tool")
    assert line.startswith("node_modules/@acme/tool is not looked at: package.json names the")
    assert found("plain") == ()
    named = npm("skills/x")
    assert found("x", {"package.json": named["package.json"]}) == ()


def test_a_root_in_a_part_of_the_project_that_the_user_stands_in(world):
    """The project is the nearest marked folder above, so a part of a repository has no roots."""
    files = {"api/.agents/skills/x/SKILL.md": skill_text("x"), "api/src/a": "", "web/a": ""}
    world.write(files)
    places = folders_of(world.project, world.home, world.data_dir)
    settings = preset_settings("grampro")
    for cwd in ("api", "api/src"):
        (line,) = elsewhere("x", places, settings, world.project / cwd)
        assert line == (
            f"api/.agents/skills/x is not looked at: the project is {world.project}; "
            f"it is found with --project {world.project / 'api'}"
        )
    for cwd in (world.project, world.project / "web", world.home):
        assert elsewhere("x", places, settings, cwd) == ()
