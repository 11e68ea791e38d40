import pytest

from skillctl.errors import SkillctlError
from skillctl.rules.registry import ALL_RULES
from skillctl.rules.setting_words import refuse_unknown_words
from skillctl.settings_file import load_settings


def judge(folder, text):
    (folder / "skillctl.toml").write_text(text)
    given = load_settings(folder, folder / "nobody").given
    refuse_unknown_words(given, lambda: ALL_RULES)


def test_codes_names_prefixes_and_all_are_known(tmp_path):
    judge(
        tmp_path,
        'test-paths = ["no code"]\n[lint]\nselect = ["ALL"]\nextend-select = ["SK1"]\n'
        'ignore = ["plain-colon"]\nextend-ignore = ["MC201"]\nexclude = ["vendor"]\n'
        'severity = { SK2 = "note" }\nper-path-ignores = { "**" = ["SK", "MC1"], x = [] }\n',
    )


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('select = ["SK1",\n  "SK9"]', 3, 3),
        ('extend-select = ["SK9"]', 2, 18),
        ('ignore = ["SK9"]', 2, 11),
        ('extend-ignore = ["SK9"]', 2, 18),
        ('severity = { SK1 = "note", SK9 = "note" }', 2, 28),
        ('per-path-ignores = { a = ["SK1"], b = ["SK1", "SK9"] }', 2, 47),
    ],
)
def test_a_word_that_fits_no_rule_is_located(text, line, column, tmp_path):
    with pytest.raises(SkillctlError, match="no rule has the code, name or prefix 'SK9'") as caught:
        judge(tmp_path, f"[lint]\n{text}\n")
    place = caught.value.location
    assert (place.path, place.start[:2]) == (str(tmp_path / "skillctl.toml"), (line, column))
    assert caught.value.hint
