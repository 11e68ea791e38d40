import json
import tomllib

import pytest
from jsonschema import Draft202012Validator

from skillctl.errors import SkillctlError
from skillctl.rules.registry import ALL_RULES
from skillctl.rules.setting_words import refuse_unknown_words
from skillctl.rules.settings_schema import schema_text, settings_schema
from skillctl.settings import Settings, rows
from skillctl.settings_file import load_settings
from tests.conftest import ROOT

PUBLISHED = ROOT / "docs" / "settings.schema.json"
SCHEMA = settings_schema(ALL_RULES)


def test_the_published_schema_is_fresh(pytestconfig):
    if pytestconfig.option.update_snapshots:
        PUBLISHED.write_text(schema_text(ALL_RULES), encoding="utf-8")
    assert PUBLISHED.read_text(encoding="utf-8") == schema_text(ALL_RULES)
    Draft202012Validator.check_schema(json.loads(PUBLISHED.read_text()))


def test_every_setting_has_its_place_and_a_default_that_fits():
    for row in rows():
        *section, name = row.key.split(".")
        table = SCHEMA["properties"][section[0]] if section else SCHEMA
        found = table["properties"][name]
        assert found["description"].startswith(row.help)
        if row.default != "":
            resolved = {**found, "$defs": SCHEMA["$defs"]}
            Draft202012Validator(resolved).validate(found["default"])
    assert "user only" in SCHEMA["properties"]["mcp"]["properties"]["inherit-env"]["description"]


# the schema and the reader agree; an editor then warns of what a run would refuse
@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("", True),
        ('preset = "grampro"\n', True),
        ('preset = "none-such"\n', False),
        ("[lint]\njobs = 0\nmax-entries = 5\nbody-max-lines = 7\n", True),
        ("[lint]\njobs = -1\n", False),
        ("[lint]\njobs = 1.5\n", False),
        ('[lint]\nformat = "sarif"\nplatform = "windows"\nfail-on = "never"\n', True),
        ('[lint]\nformat = "xml"\n', False),
        ('[lint]\nfail-on = "errors"\n', False),
        ('[lint]\nselect = ["ALL", "SK1", "S", "plain-colon"]\n', True),
        ('[lint]\nselect = ["SK9"]\n', False),
        ('[lint]\nignore = "SK1"\n', False),
        ('[lint]\nseverity = { SK207 = "warning" }\n', True),
        ('[lint]\nseverity = { SK207 = "warn" }\n', False),
        ('[lint]\nseverity = { XX207 = "note" }\n', False),
        ('[lint]\nper-path-ignores = { "tests/**" = ["SK", "MC201"] }\n', True),
        ('[lint]\nper-path-ignores = { "tests/**" = ["QQ"] }\n', False),
        ('[lint]\nper-path-ignores = { "tests/**" = "SK" }\n', False),
        ('[lint]\nhosts = { "deploy/*.json" = "claude-code" }\n', True),
        ('[lint]\nhosts = { "deploy/*.json" = "claude-coed" }\n', False),
        ('[lint]\nhosts = { "deploy/*.json" = "spec" }\n', False),
        ('[lint]\nhosts = { "deploy/*.json" = "copilot" }\n', True),
        ('[lint]\ntarget = ["any", "copilot"]\nextend-exclude = ["vendor/**"]\n', True),
        ('[lint]\ntarget = ["emacs"]\n', False),
        ("[lint]\nmax-file-bytes = 0\n", False),
        ('[skills]\narrow = true\nloading = "read"\nstyle = "xml"\n', True),
        ("[skills]\narrow = 1\n", False),
        ('[skills]\nlocations = "home"\n', False),
        ("[lint]\njosb = 1\n", False),
        ("[lnit]\njobs = 1\n", False),
        ("lint = 1\n", False),
    ],
)
def test_what_fits_is_what_is_read(text, right, tmp_path):
    path = tmp_path / "skillctl.toml"
    path.write_text(text)
    assert Draft202012Validator(SCHEMA).is_valid(tomllib.loads(text)) == right
    if right:
        loaded = load_settings(tmp_path, tmp_path / "nobody")
        refuse_unknown_words(loaded.given, lambda: ALL_RULES)
        assert isinstance(loaded.settings, Settings)
        return
    with pytest.raises(SkillctlError) as caught:
        refuse_unknown_words(load_settings(tmp_path, tmp_path / "nobody").given, lambda: ALL_RULES)
    assert caught.value.exit_code == 2
    place = caught.value.location
    assert (place.path, place.start is not None) == (str(path), True)
