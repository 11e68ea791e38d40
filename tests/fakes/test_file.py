import os

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from skillctl.errors import SkillctlError
from skillctl.fakes.file import MAX_BYTES, check_fake, load_fake, parse_fake, read_fake
from skillctl.fakes.keys import FAKE
from skillctl.findings import Severity
from skillctl.source.file import decode
from tests.conftest import GOLDEN, ROOT
from tests.fakes.lockstep import HEAD


@pytest.fixture
def write(tmp_path):
    def put(data):
        path = tmp_path / "fake.toml"
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return path

    return put


def refusal(path):
    with pytest.raises(SkillctlError) as caught:
        load_fake(path, "shown.toml")
    return caught.value


def test_a_file_is_loaded_under_its_shown_path(write):
    file = load_fake(write(HEAD + "[server]\nname = 'w'\n"), "shown.toml")
    assert (file.path, file.server.name) == ("shown.toml", "w")


def test_the_first_error_ends_it_with_its_place(write):
    error = refusal(write(HEAD + "[server]\npage_size = 0\nera = 1\n"))
    assert str(error.location) == "shown.toml:3:13"
    assert error.message == (
        'FK004 value: "page_size" in "server" is 0 (and 1 more: see skillctl fake check)'
    )
    assert error.hint == "write 1 or more"
    assert error.exit_code == 2


def test_a_warning_does_not(write):
    path = write(HEAD + "[[tool]]\nname = 'a'\n[[tool]]\nname = 'a'\n")
    assert len(load_fake(path, "f").tools) == 2


@pytest.mark.parametrize("data", [b"\xff", b"schema = ", b"a = " + b"[" * 5000])
def test_what_is_no_toml_has_a_place(write, data):
    error = refusal(write(data))
    assert error.message.startswith("FK001 syntax: ")
    assert str(error.location).startswith("shown.toml:1:")


def test_what_cannot_be_read(tmp_path, write):
    error = refusal(tmp_path / "none.toml")
    assert error.message == "the fake cannot be read: No such file or directory"
    assert str(error.location) == "shown.toml"
    assert refusal(tmp_path).message == "the fake is not a regular file"
    os.mkfifo(tmp_path / "pipe.toml")
    assert refusal(tmp_path / "pipe.toml").message == "the fake is not a regular file"
    assert refusal(write(b"#" * (MAX_BYTES + 1))).message == "the fake is over 8,388,608 bytes"


def test_every_golden_and_every_example_is_right():
    paths = [*GOLDEN.glob("fake/*/fake.toml"), *(ROOT / "examples").rglob("fakes/*.toml")]
    assert len(paths) > 8
    for path in paths:
        assert check_fake(read_fake(path, str(path))) == ()


def loads_or_says_why(data):
    """A finding or a file, never both, and never anything else."""
    source = decode("f.toml", data)
    found = check_fake(source)
    errors = [finding for finding in found if finding.severity is Severity.ERROR]
    if not errors:
        parse_fake(source)
        return
    with pytest.raises(SkillctlError) as caught:
        parse_fake(source)
    assert caught.value.location == errors[0].location


@settings(deadline=None)
@given(st.binary(max_size=300))
@example(b"\xef\xbb\xbf" + HEAD.encode())
@example(HEAD.encode("utf-16"))
@example(b"a = " + b"9" * 5000)
@example(b".".join([b"a"] * 600) + b" = 1")
@example(
    HEAD.encode() + b"[[tool]]\nname='a'\nreply=[{default=true,structured=0x" + b"f" * 5000 + b"}]"
)
def test_any_bytes(data):
    loads_or_says_why(data)


def words_of(keys):
    for name, key in keys.items():
        yield name
        yield from words_of(key.keys)


WORDS = sorted(set(words_of(FAKE)))
SCALARS = st.sampled_from(
    ["1", "0", "-1", "1.5", "true", "false", "'a'", "'tools/call'", "'every'", "'start'", "inf",
     "'notifications/cancelled'", "'tools/call#1'", "1979-05-27", "[]", "{ }", "['a', 1]", "[1]"]
)  # fmt: skip
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]")
        | st.dictionaries(st.sampled_from(WORDS), inner, max_size=4).map(
            lambda table: "{ " + ", ".join(f"{k} = {v}" for k, v in table.items()) + " }"
        )
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(WORDS), VALUES, max_size=5))
@settings(max_examples=300, deadline=None)
def test_any_table_of_known_keys(table):
    loads_or_says_why((HEAD + "\n".join(f"{k} = {v}" for k, v in table.items())).encode())


@settings(deadline=None)
@given(st.data())
def test_any_change_of_a_golden_file(data):
    path = data.draw(st.sampled_from(sorted(GOLDEN.glob("fake/*/fake.toml"))))
    text = path.read_bytes()
    at = data.draw(st.integers(0, len(text)))
    until = data.draw(st.integers(at, min(len(text), at + 20)))
    loads_or_says_why(text[:at] + data.draw(st.binary(max_size=4)) + text[until:])
