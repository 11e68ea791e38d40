import pytest

from skillctl.consent.toml_file import read_toml
from skillctl.errors import SkillctlError


def refusal(message, location):
    return SkillctlError(f"no: {message}", location=location)


def refused(path):
    with pytest.raises(SkillctlError) as caught:
        read_toml(path, refusal)
    return caught.value.message, str(caught.value.location).removeprefix(f"{path}")


def test_a_file_gives_its_text_and_its_tree(tmp_path):
    (tmp_path / "f.toml").write_text("a = 1\n")
    source, node = read_toml(tmp_path / "f.toml", refusal)
    assert source.text == "a = 1\n"
    assert node.data() == {"a": 1}


@pytest.mark.parametrize(
    ("data", "message", "place"),
    [
        (b"a = \n", "no: not valid TOML: Invalid value", ":1:5"),
        (b"a = 1\na = 2\n", "no: not valid TOML: Cannot overwrite a value", ":2:6"),
        (b"a = 1\n# \xff\n", "no: line 2 is not UTF-8 text", ""),
    ],
)
def test_where_a_file_is_broken(tmp_path, data, message, place):
    path = tmp_path / "f.toml"
    path.write_bytes(data)
    assert refused(path) == (message, place)


def test_a_file_that_cannot_be_read(tmp_path):
    assert refused(tmp_path)[0] == "no: the file is not a regular file"
    assert refused(tmp_path / "x")[0] == "no: the file cannot be read: No such file or directory"
