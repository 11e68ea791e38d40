import re
from dataclasses import FrozenInstanceError, fields

import pytest

from skillctl.setting import Who, fits
from skillctl.settings import (
    DEFAULT_PRESET,
    PRESETS,
    LintSettings,
    Settings,
    preset_settings,
    rows,
    with_values,
)

TABLE = {row.key: row for row in rows()}


def test_the_table_holds_every_setting_under_its_spelling_in_a_file():
    assert all(re.fullmatch(r"([a-z]+\.)?[a-z]+(-[a-z]+)*", key) for key in TABLE)
    assert len(TABLE) == len(list(rows()))
    lint = [key for key in TABLE if key.startswith("lint.")]
    assert len(lint) == len(fields(LintSettings))


@pytest.mark.parametrize("key", TABLE)
def test_every_row_is_whole(key):
    row = TABLE[key]
    assert row.help
    assert not row.help.endswith(".")
    assert isinstance(row.who, Who)
    assert fits(row.kind, thawed(row.default))
    assert not row.choices or row.default in (*row.choices, {})


def thawed(value):
    return list(value) if isinstance(value, tuple) else value


def test_figures_of_the_specifications():
    catalog = ("loading", "style", "arrow", "locations")
    assert [TABLE[f"skills.{key}"].default for key in catalog] == [
        *("tool", "lines", False, "relative")
    ]
    assert TABLE["skills.max-lines"].default == 12
    assert TABLE["skills.max-skills"].default == 64
    assert TABLE["skills.description-chars"].default == 1024
    assert TABLE["skills.body-chars"].default == 6000
    assert TABLE["skills.resource-chars"].default == 12_000
    assert TABLE["lint.max-entries"].default == 1_000_000
    assert TABLE["lint.max-file-bytes"].default == 1_048_576
    assert TABLE["run.max-turns"].default == 20
    assert TABLE["run.max-tool-calls"].default == 100
    assert TABLE["run.timeout"].default == 600


def test_what_widens_power_is_the_users():
    users = {key for key, row in TABLE.items() if row.who is Who.USER}
    assert users >= {
        *("skills.project-roots", "skills.user-roots", "mcp.inherit-env"),
        *("run.model", "run.approve"),
    }


def test_settings_are_frozen_and_each_has_its_own_mappings():
    settings = Settings()
    with pytest.raises(FrozenInstanceError):
        settings.preset = "x"
    assert settings.lint.severity is not Settings().lint.severity


def test_values_are_laid_over_by_dotted_key():
    settings = with_values(
        Settings(), {"lint.max-entries": 7, "lint.select": ["a"], "preset": "p", "run.model": "m"}
    )
    assert (settings.lint.max_entries, settings.lint.select) == (7, ("a",))
    assert (settings.preset, settings.run.model) == ("p", "m")
    assert settings.skills == Settings().skills


@pytest.mark.parametrize("name", PRESETS)
def test_presets_set_only_what_is_in_the_table(name):
    for key, value in PRESETS[name].items():
        assert fits(TABLE[key].kind, thawed(value))
    assert preset_settings(name).preset == name


def test_the_default_preset_is_the_plain_table():
    assert preset_settings(DEFAULT_PRESET) == Settings(preset=DEFAULT_PRESET)
    with pytest.raises(KeyError):
        preset_settings("none")


def test_the_presets_are_those_of_the_specification():
    sheet = {
        name: [
            *(skills.loading, skills.style, skills.arrow, skills.max_lines, skills.max_skills),
            *(skills.description_chars, skills.names, skills.pinned, skills.project_roots),
        ]
        for name in PRESETS
        for skills in [preset_settings(name).skills]
    }
    agents, own = ".agents/skills", ".claude/skills"
    assert sheet == {
        "grampro": [
            *("tool", "lines", False, 12, 64, 1024, "strict", ()),
            (agents, ".gbs/skills", own),
        ],
        "catbuddy": [
            *("read", "lines", False, 0, 500, 1024, "lenient", ("memory", "my")),
            (".catbuddy/skills",),
        ],
        "keen": [
            *("read", "lines", True, 0, 500, 1000, "lenient", ()),
            (agents, ".keen/skills", own),
        ],
    }
    for name in PRESETS:
        skills = preset_settings(name).skills
        assert skills.user_roots == skills.project_roots
