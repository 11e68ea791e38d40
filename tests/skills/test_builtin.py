"""The skills that come with skillctl: skills.md sections 1.2 and 7."""

import re
import subprocess
import tomllib

import pytest

from skillctl.policy.text import clean
from skillctl.settings import PRESETS, preset_settings
from skillctl.skills.builtin import FOLDER, builtin_roots, builtin_skills, why_off
from skillctl.skills.catalog import catalog_lines
from skillctl.skills.pinned import EACH_TOKENS
from skillctl.tokens import estimate
from tests.conftest import ROOT

NAMES = ("memory", "my", "skill-authoring")
COMMAND = re.compile(r"`skillctl ([^`]*)`")


def test_there_are_three():
    assert tuple(builtin_skills()) == NAMES
    assert FOLDER.parent.name == "skillctl"


def test_they_are_part_of_what_is_built():
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    assert build["targets"]["wheel"] == {"packages": ["skillctl"]}
    ignored = subprocess.run(
        ["git", "check-ignore", *(FOLDER / name / "SKILL.md" for name in NAMES)],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert (ignored.returncode, ignored.stdout) == (1, b"")


@pytest.mark.parametrize("preset", PRESETS)
def test_they_are_off_in_every_preset(preset):
    assert preset_settings(preset).skills.builtin == ()


def test_only_those_that_are_named_are_on_and_need_nobody(world):
    assert world.discover().items == ()
    snapshot = world.gather(builtin=("skill-authoring", "my"))
    assert [(c.name, c.scope, c.status, c.reason) for c in snapshot.candidates] == [
        ("my", "builtin", "active", "needs no consent"),
        ("skill-authoring", "builtin", "active", "needs no consent"),
    ]
    assert [skill.source for skill in snapshot.skills] == ["builtin:my", "builtin:skill-authoring"]
    assert snapshot.looked_in == world.gather().looked_in
    assert snapshot.notes == ()
    assert all(skill.fingerprint.startswith("sha256:") for skill in snapshot.skills)


def test_name_never_joined_to_path(world):
    """Whatever a setting names is looked up among the three."""
    names = ("../skills", "/etc", "my/../memory", "", ".", "My", "memory\0", "my")
    roots, notes = builtin_roots(names)
    assert [root.path for root in roots] == [FOLDER / "my"]
    there = "there are memory, my, skill-authoring"
    assert notes == [
        f'skills.builtin names "{name}", which does not exist: {there}' for name in names[:-1]
    ]
    assert len(world.gather(builtin=("no-such", "my")).notes) == 1


def test_any_other_scope_is_stronger(world):
    from tests.skills.conftest import skill_text

    world.write({"~/.agents/skills/my/SKILL.md": skill_text("my")})
    snapshot = world.gather(builtin=("my",))
    assert [(c.scope, c.status) for c in snapshot.candidates] == [
        ("user", "active"),
        ("builtin", "shadowed"),
    ]


def test_a_pinned_skill_that_is_off_is_a_note_that_says_how_to_turn_it_on(world):
    settings = world.settings(pinned=("memory", "other"))
    catalog = catalog_lines(world.gather(pinned=("memory", "other")), settings)
    assert catalog.text == ""
    assert catalog.notes == (
        f'pinned skill "memory" is not in the prompt: {why_off("memory")}',
        'pinned skill "other" is not in the prompt: no skill has that name',
    )
    assert why_off("memory") == (
        "it comes with skillctl and is off: name it in skills.builtin of your own settings"
    )


def test_pinned_as_a_preset_pins_them(world):
    values = {"builtin": ("memory", "my"), "pinned": ("memory", "my")}
    catalog = catalog_lines(world.gather(**values), world.settings(**values))
    assert [one.skill.name for one in catalog.pinned.shown] == ["memory", "my"]
    assert catalog.notes == ()


@pytest.mark.parametrize("name", NAMES)
class TestEach:
    def test_it_has_no_finding(self, name, skillctl):
        run = skillctl("lint", FOLDER / name, "--isolated", "--fail-on", "note")
        assert (run.code, run.out) == (0, "1 skill checked: no findings\n")
        assert skillctl("validate", FOLDER / name).code == 0

    def test_it_can_be_pinned_and_shows_what_is_written(self, name):
        text = (FOLDER / name / "SKILL.md").read_text()
        assert estimate(text) <= EACH_TOKENS
        assert clean(text).text == text
        assert text.isascii() or name == "skill-authoring"  # which shows the character …

    def test_each_command_that_it_names_is_there(self, name, skillctl):
        text = (FOLDER / name / "SKILL.md").read_text()
        commands = COMMAND.findall(text)
        assert name == "memory" or commands
        for command in commands:
            words = [word for word in command.split() if not word.isupper()]
            option = [word for word in words if word.startswith("--")]
            names = [word for word in words[:2] if not word.startswith("--")]
            run = skillctl(*names, "--help")
            assert run.code == 0, command
            assert all(word in run.out for word in option), command
