import pytest

from skillctl.fakes.attached import MAX_BYTES, NotAttached, attached


@pytest.fixture
def folder(tmp_path):
    home = tmp_path / "fakes"
    (home / "data").mkdir(parents=True)
    (tmp_path / "secret.json").write_text('{"secret": 1}')
    return home


def reason(folder, name):
    with pytest.raises(NotAttached) as raised:
        attached(folder, name)
    return str(raised.value)


@pytest.mark.parametrize("data", [b'{"content": []}', b'\xef\xbb\xbf{"content": []}'])
def test_a_json_object_beside_the_fake_or_below(folder, data):
    (folder / "data" / "a.json").write_bytes(data)
    assert attached(folder, "data/a.json") == {"content": []}
    assert attached(folder, "data/../data/a.json") == {"content": []}


def test_a_link_within_the_folder_is_followed(folder):
    (folder / "a.json").write_text("{}")
    (folder / "b.json").symlink_to("a.json")
    assert attached(folder, "b.json") == {}
    other = folder.parent / "other"
    other.symlink_to(folder)
    assert attached(other, "a.json") == {}


def test_nothing_outside_is_opened_whatever_leads_there(folder):
    outside = "lies outside the folder of the fake"
    (folder / "link.json").symlink_to("../secret.json")
    (folder / "up").symlink_to("..")
    for name in ("../secret.json", str(folder.parent / "secret.json"), "link.json", ".", ""):
        assert reason(folder, name) == outside
    assert reason(folder, "up/secret.json") == outside
    assert reason(folder, "/etc/passwd") == outside
    twin = folder.with_name("fakes-too")
    twin.mkdir()
    (twin / "a.json").write_text("{}")
    assert reason(folder, "../fakes-too/a.json") == outside


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"[]", "holds no JSON object, as the result of a request is one"),
        (b"{", "is no JSON: "),
        (b"", "is no JSON: "),
        (b"\xff", "is no JSON: "),
        (b'{"a": NaN}', "is no JSON: NaN is no JSON"),
        (b"[" * 100_000, "is nested too deeply"),
        (b" " * (MAX_BYTES + 1), "is over 8,388,608 bytes"),
    ],
    ids=["list", "half", "empty", "bytes", "nan", "deep", "long"],
)
def test_what_is_no_result(folder, data, words):
    (folder / "a.json").write_bytes(data)
    assert reason(folder, "a.json").startswith(words)


def test_what_cannot_be_read(folder):
    assert "cannot be read" in reason(folder, "none.json")
    assert "cannot be read" in reason(folder, "data")
    assert reason(folder, "a\0b").startswith(("cannot be read", "lies outside"))
    assert "cannot be read" in reason(folder, "x" * 5000)
