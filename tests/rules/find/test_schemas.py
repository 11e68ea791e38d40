import os

import pytest

from skillctl.rules.find.schemas import HEAD_BYTES, kind_of_file, kind_of_text

FAKE = b'schema = "skillctl.fake/1"\n'


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (FAKE, "fakes"),
        (b"schema = 'skillctl.scenario/1'", "scenarios"),
        (b'"schema"="skillctl.scenario/99" # newer', "scenarios"),
        (b"'schema'\t=\t'skillctl.fake/x'", "fakes"),
        (b"# a fake\r\n\r\n  " + FAKE, "fakes"),
        (b"a = 1\r" + FAKE, "fakes"),
        (b"\xef\xbb\xbf" + FAKE, "fakes"),
        (FAKE + b'name = "\xff"\n', "fakes"),
        (FAKE + b"[server\n", "fakes"),
        (FAKE.decode().encode("utf-16"), "fakes"),
        (b"tags = [\n  'a',\n]\n" + FAKE, "fakes"),
        (b"name = '''\none\n'''\n" + FAKE, "fakes"),
        (b"", ""),
        (b'schema = "skillctl.baseline/1"\n', ""),
        (b'schema = "skillctl.lint/1"\n', ""),
        (b'schemas = "skillctl.fake/1"\n', ""),
        (b'# schema = "skillctl.fake/1"\n', ""),
        (b'[tool.x]\nschema = "skillctl.fake/1"\n', ""),
        (b'[[x]] # list\nschema = "skillctl.fake/1"\n', ""),
        (b'text = """\n' + FAKE + b'"""\n', ""),
        (b"text = '''\n" + FAKE + b"'''\n", ""),
        (b"text = \"schema = 'skillctl.fake/1'\"\n", ""),
        (b"#" * HEAD_BYTES + b"\n" + FAKE, ""),
    ],
)
def test_the_kind_of_a_text(text, kind):
    assert kind_of_text(text) == kind


def test_a_file_of_any_name_that_is_toml(tmp_path):
    for name, data, kind in (
        ("a.toml", FAKE, "fakes"),
        ("a.scenario.toml", b'schema = "skillctl.scenario/1"', "scenarios"),
        ("a.txt", FAKE, ""),
        ("b.toml", b"x = 1", ""),
    ):
        (tmp_path / name).write_bytes(data)
        assert kind_of_file(str(tmp_path / name)) == kind


def test_what_cannot_be_read_is_of_no_kind(tmp_path):
    os.mkfifo(tmp_path / "pipe.toml")
    for name in ("pipe.toml", "gone.toml"):
        assert kind_of_file(str(tmp_path / name)) == ""


def test_a_long_head_costs_no_time():
    assert kind_of_text(b"[" * HEAD_BYTES) == ""
    assert kind_of_text(b" " * (HEAD_BYTES - 40) + b"\n" + FAKE) == "fakes"
