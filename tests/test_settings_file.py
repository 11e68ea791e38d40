import os

import pytest

from skillctl.errors import SkillctlError
from skillctl.setting import Who
from skillctl.settings import PRESETS, preset_settings, rows, value_of
from skillctl.settings_file import load_settings, project_settings_file
from tests.conftest import write_tree


@pytest.fixture
def places(tmp_path):
    """A project and the user's config folder, both empty."""
    for name in ("project", "config"):
        (tmp_path / name).mkdir()
    return tmp_path / "project", tmp_path / "config"


@pytest.fixture
def project(places):
    return places[0]


@pytest.fixture
def config(places):
    return places[1]


def load(places, **options):
    return load_settings(*places, **options)


def error_of(places, **options):
    """The message, hint, line and column of what ended the command."""
    with pytest.raises(SkillctlError) as caught:
        load(places, **options)
    error = caught.value
    assert error.exit_code == 2
    start = error.location.start if error.location else None
    return error.message, error.hint, (start.line, start.column) if start else None


def test_without_a_file_the_default_preset_counts(places):
    loaded = load(places)
    assert loaded.settings == preset_settings("grampro")
    assert (loaded.file, loaded.ignored) == (None, ())


def test_without_a_project_only_the_user_counts(config):
    write_tree(config, {"skillctl.toml": "[skills]\nmax-lines = 3\n"})
    assert load_settings(None, config).settings.skills.max_lines == 3


def test_values_of_the_project_beat_those_of_the_user(places, project, config):
    write_tree(config, {"skillctl.toml": '[lint]\nfail-on = "note"\nmax-entries = 9\n'})
    write_tree(project, {"skillctl.toml": '[lint]\nfail-on = "warning"\nselect = ["SK"]\n'})
    loaded = load(places)
    assert loaded.settings.lint.fail_on == "warning"
    assert loaded.settings.lint.max_entries == 9
    assert loaded.settings.lint.select == ("SK",)
    assert loaded.file == project / "skillctl.toml"


def test_lists_that_extend_add_up(places, project, config):
    write_tree(
        config, {"skillctl.toml": '[lint]\nextend-select = ["SK4"]\nextend-ignore = ["A"]\n'}
    )
    write_tree(project, {"skillctl.toml": '[lint]\nextend-select = ["MC2"]\n'})
    lint = load(places).settings.lint
    assert (lint.extend_select, lint.extend_ignore) == (("SK4", "MC2"), ("A",))


def test_the_table_of_pyproject_counts(places, project):
    text = '[project]\nname = "x"\n[tool.skillctl.lint]\nmax-entries = 5\n'
    write_tree(project, {"pyproject.toml": text})
    loaded = load(places)
    assert loaded.settings.lint.max_entries == 5
    assert loaded.file == project / "pyproject.toml"


@pytest.mark.parametrize(
    "text",
    [
        "[tool]\nskillctl.lint.max-entries = 5\n",
        "tool.skillctl = { lint = { max-entries = 5 } }\n",
        "[ tool . skillctl . lint ]\nmax-entries = 5\n",
        '["tool"."skillctl"."lint"]\n"max-entries" = 5\n',
    ],
)
def test_the_table_of_pyproject_in_any_form(places, project, text):
    write_tree(project, {"pyproject.toml": text})
    assert load(places).settings.lint.max_entries == 5


@pytest.mark.parametrize(
    "text",
    [
        '[project]\ndependencies = ["skillctl-cli"]\n',
        "# see [tool.skillctl]\n[tool.skillctl-other]\nx = 1\n",
        "[tool.ruff]\n",
        "not toml, and not about skillctl",
        b"\xff skillctl",
    ],
)
def test_a_pyproject_of_others_is_left_alone(places, project, text):
    write_tree(project, {"pyproject.toml": text})
    assert load(places).file is None
    write_tree(project, {"skillctl.toml": ""})
    assert project_settings_file(project) == project / "skillctl.toml"


def test_two_files_in_one_project_end_the_command(places, project):
    write_tree(project, {"skillctl.toml": "", "pyproject.toml": "[tool.skillctl]\n"})
    message, hint, _ = error_of(places)
    assert message.endswith("both hold settings")
    assert hint == "keep one of the two"


def test_a_broken_pyproject_with_our_table_ends_the_command(places, project):
    write_tree(project, {"pyproject.toml": "[tool.skillctl.lint]\nselect = \n"})
    assert error_of(places) == ("not valid TOML: Invalid value", None, (2, 10))


def test_a_named_file_beats_that_of_the_project(places, project, tmp_path):
    write_tree(project, {"skillctl.toml": "[lint]\nmax-entries = 1\n"})
    write_tree(tmp_path, {"other.toml": "[lint]\nmax-entries = 2\n"})
    loaded = load(places, file=tmp_path / "other.toml")
    assert (loaded.settings.lint.max_entries, loaded.file) == (2, tmp_path / "other.toml")
    message, _, _ = error_of(places, file=tmp_path / "none.toml")
    assert message == f"no settings file at {tmp_path / 'none.toml'}"


def test_a_named_pyproject_has_to_have_the_table(places, tmp_path):
    write_tree(tmp_path, {"pyproject.toml": "[tool.ruff]\n"})
    message, _, _ = error_of(places, file=tmp_path / "pyproject.toml")
    assert message == f"{tmp_path / 'pyproject.toml'} has no table [tool.skillctl]"


def test_what_widens_power_is_the_users_alone(places, project, config):
    text = '[skills]\nuser-roots = ["x"]\nmax-lines = 50\n[run]\napprove = "all"\n'
    write_tree(project, {"skillctl.toml": text})
    loaded = load(places)
    assert loaded.settings.skills.user_roots == preset_settings("grampro").skills.user_roots
    assert loaded.settings.run.approve == "none"
    assert loaded.settings.skills.max_lines == 50
    file = project / "skillctl.toml"
    words = (
        f"honoured from the user's settings only; ignored here; set it in {config}/skillctl.toml"
    )
    assert loaded.ignored == (
        f"{file}:2:1: skills.user-roots is {words}",
        f"{file}:5:1: run.approve is {words}",
    )
    write_tree(config, {"skillctl.toml": text})
    mine = load(places).settings
    assert (mine.skills.user_roots, mine.run.approve) == (("x",), "all")


@pytest.mark.parametrize(
    ("text", "message", "hint", "place"),
    [
        ("nope = 1", "unknown setting 'nope'",
         ("the settings here are: preset, test-paths, instructions, [lint], [skills], [mcp], "
         "[run]"), (1, 1)),
        ("[run]\nzzz = 1", "unknown setting 'run.zzz'",
         ("the settings of [run] are: model, approve, cache, context-window, max-turns, "
         "max-tool-calls, timeout"),
         (2, 1)),
        (
            "[lint]\nseverity = { SK1 = 'note', SK2 = 'warn' }",
            "setting 'lint.severity.SK2' is 'warn'",
            'did you mean "warning"? one of: error, warning, note',
            (2, 34),
        ),
        ("\n  presett = 'x'", "unknown setting 'presett'", 'did you mean "preset"?', (2, 3)),
        (
            "[lint]\nselct = []",
            "unknown setting 'lint.selct'",
            'did you mean "lint.select"?',
            (2, 1),
        ),
        (
            "lint.selct = []",
            "unknown setting 'lint.selct'",
            'did you mean "lint.select"?',
            (1, 6),
        ),
        (
            "[lnt]\nselect = []",
            "unknown setting 'lnt'",
            'did you mean "lint"?',
            (1, 2),
        ),
        (
            '"lint.select" = []',
            "unknown setting 'lint.select'",
            'did you mean "lint.select"?',
            (1, 1),
        ),
        ("lint = 3", "'lint' is a table of settings, not a value", None, (1, 8)),
        ("[[lint]]", "'lint' is a table of settings, not a value", None, (1, 3)),
        (
            "[lint]\nmax-entries = 1\nmax_entries = 2",
            "setting 'lint.max-entries' stands here twice",
            None,
            (3, 1),
        ),
        ("[lint]\nselect = 'SK'", "setting 'lint.select' wants a list of strings", None, (2, 10)),
        ("[run]\ntimeout = true", "setting 'run.timeout' wants a whole number", None, (2, 11)),
        ("preset = 1", "setting 'preset' wants a string", None, (1, 10)),
        (
            "[lint]\nseverity = { SK1 = 1 }",
            "setting 'lint.severity' wants a table whose values are strings",
            None,
            (2, 12),
        ),
        (
            "[lint]\nper-path-ignores = { a = 'SK' }",
            "setting 'lint.per-path-ignores' wants a table whose values are lists of strings",
            None,
            (2, 20),
        ),
        (
            "[lint]\nfail-on = 'errors'",
            "setting 'lint.fail-on' is 'errors'",
            'did you mean "error"? one of: error, warning, note, never',
            (2, 11),
        ),
        (
            "[run]\nmax-turns = 0",
            "setting 'run.max-turns' is 0; at least 1",
            None,
            (2, 13),
        ),
        (
            "[skills]\nmax_lines = -1",
            "setting 'skills.max-lines' is -1; at least 0",
            None,
            (2, 13),
        ),
        ("a = \n", "not valid TOML: Invalid value", None, (1, 5)),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_file_ends_the_command_at_its_place(
    places, project, text, message, hint, place
):
    write_tree(project, {"skillctl.toml": text})
    assert error_of(places) == (message, hint, place)


def test_tool_skillctl_has_to_be_a_table(places, project):
    write_tree(project, {"pyproject.toml": "[tool]\nskillctl = 3\n"})
    assert error_of(places) == ("'skillctl' is a table of settings, not a value", None, (2, 12))


def test_bytes_that_are_no_text(places, config):
    write_tree(config, {"skillctl.toml": b"a = 1\n# \xff"})
    assert error_of(places) == ("the settings are not UTF-8 text", None, (2, 3))


def test_what_cannot_be_read_ends_the_command(places, project, config):
    os.mkfifo(project / "skillctl.toml")
    message, _, place = error_of(places)
    assert message == f"the settings file {project / 'skillctl.toml'} is not a regular file"
    assert place is None
    (config / "skillctl.toml").symlink_to("nowhere")
    message, _, _ = error_of(places)
    assert message.startswith(f"the settings file {config / 'skillctl.toml'} cannot be read: ")


def test_a_folder_that_may_not_be_looked_into_is_no_silence(places, config, monkeypatch):
    real = os.stat

    def refuse(path, **options):
        if str(path).startswith(str(config)):
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, **options)

    monkeypatch.setattr(os, "stat", refuse)
    message, _, _ = error_of(places)
    assert (
        message == f"the settings file {config / 'skillctl.toml'} cannot be read: Permission denied"
    )


@pytest.mark.parametrize("name", ["skillctl.toml", "pyproject.toml"])
@pytest.mark.parametrize(
    ("section", "key", "most"),
    [
        ("skills", "max-lines", 2**31 - 1),
        ("run", "timeout", 86_400),
        ("lint", "max-entries", 2**31 - 1),
        ("lint", "max-file-bytes", 2**30),
    ],
)
def test_a_number_that_no_system_counts_to(places, project, name, section, key, most):
    table = section if name == "skillctl.toml" else f"tool.skillctl.{section}"
    file = project / name
    for value in (most + 1, 2**63, 10**40):
        file.write_text(f"[{table}]\n{key} = {value}\n")
        message, _, location = error_of(places)
        assert message == f"setting '{section}.{key}' is too large; at most {most}"
        assert location == (2, len(key) + 4)
    file.write_text(f"[{table}]\n{key} = {most}\n")
    assert load(places).file == file


def test_presets(places, project):
    assert load(places, preset="grampro").settings.preset == "grampro"
    message, hint, place = error_of(places, preset="none")
    assert (message, place) == ("no preset named 'none'", None)
    assert "grampro" in hint
    write_tree(project, {"skillctl.toml": "preset = 'none'"})
    message, _, place = error_of(places)
    assert (message, place) == ("no preset named 'none'", (1, 10))
    assert load(places, preset="grampro").settings.preset == "grampro"


@pytest.mark.parametrize("value", [True, False])
def test_a_switch_is_true_or_false(places, project, value):
    write_tree(project, {"skillctl.toml": f"[skills]\narrow = {str(value).lower()}\n"})
    assert load(places).settings.skills.arrow is value
    write_tree(project, {"skillctl.toml": "[skills]\narrow = 1\n"})
    assert error_of(places) == ("setting 'skills.arrow' wants true or false", None, (2, 9))


OF_USERS = [row.key for row in rows() if row.who is Who.USER]


@pytest.mark.parametrize("named", PRESETS)
@pytest.mark.parametrize("usual", ["", *PRESETS])
def test_a_preset_that_a_project_names_moves_nothing_that_only_the_user_sets(
    places, project, config, usual, named
):
    write_tree(project, {"skillctl.toml": f"preset = '{named}'\n"})
    write_tree(config, {"skillctl.toml": f"preset = '{usual}'\n" if usual else ""})
    loaded = load(places)
    own, other = preset_settings(usual or "grampro"), preset_settings(named)
    assert {k: value_of(loaded.settings, k) for k in OF_USERS} == {
        k: value_of(own, k) for k in OF_USERS
    }
    assert loaded.settings.skills.loading == other.skills.loading
    moved = [k for k in OF_USERS if value_of(own, k) != value_of(other, k)]
    told = [line for line in loaded.ignored if all(key in line for key in moved)]
    assert len(told) == len(loaded.ignored) == bool(moved)
    assert all(f"skillctl.toml:1:10: of preset '{named}', " in line for line in told)


def test_a_preset_of_the_command_line_moves_all_whatever_a_project_names(places, project):
    write_tree(project, {"skillctl.toml": "preset = 'grampro'\n"})
    loaded = load(places, preset="catbuddy")
    assert loaded.settings == preset_settings("catbuddy")
    assert loaded.ignored == ()


def test_what_the_user_sets_counts_under_any_preset(places, project, config):
    write_tree(project, {"skillctl.toml": "preset = 'catbuddy'\n"})
    write_tree(config, {"skillctl.toml": "[skills]\npinned = ['mine']\n"})
    assert load(places).settings.skills.pinned == ("mine",)
