"""The names of skills as names of files: any name, on every system."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.scenario.snapshot_names import file_name, name_of


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("release-notes", "release-notes"),
        ("größe", "größe"),
        ("mcp:weather", "mcp%3Aweather"),
        ("mcp:../../../x", "mcp%3A..%2F..%2F..%2Fx"),
        ("mcp:a\\b", "mcp%3Aa%5Cb"),
        (".hidden", "%2Ehidden"),
        ("ends.", "ends%2E"),
        ("100%", "100%25"),
    ],
)
def test_what_cannot_stand_in_a_file_name_is_written_out(name, file):
    assert file_name(name) == file
    assert name_of(file) == name


@given(st.text(st.sampled_from('ab.%:/\\*?"<>|\n 3A2F'), max_size=12))
def test_every_name_comes_back_and_none_is_a_path(name):
    file = file_name(name)
    assert name_of(file) == name
    assert not set('/\\:*?"<>|\n') & set(file)
    assert file not in (".", "..")
