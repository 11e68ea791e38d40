import pytest

from skillctl.fakes.recorder.volatile import NotAPath, has_mark, marked, parse_path


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("$", ()),
        ("$.content[0].text", ("content", 0, "text")),
        ("$['an id'].a-b", ("an id", "a-b")),
        ("$.a[*].b.*", ("a", None, "b", None)),
    ],
)
def test_paths(text, path):
    assert parse_path(text) == path


@pytest.mark.parametrize("text", ["", "content", "$content", "$.", "$[", "$..a", "$[-1]", "$.a b"])
def test_no_paths(text):
    with pytest.raises(NotAPath):
        parse_path(text)


def test_marks_stand_in_the_places_that_are_there():
    value = {"a": [{"at": 1, "b": 2}, {"at": 3}], "c": "x"}
    paths = [parse_path(text) for text in ("$.a[*].at", "$.c.d", "$.none", "$.a[1].at[0]")]
    assert marked(value, paths) == {
        "a": [{"at": "{{volatile.a.0.at}}", "b": 2}, {"at": "{{volatile.a.1.at}}"}],
        "c": "x",
    }
    assert value["a"][0]["at"] == 1
    assert marked(value, [()]) == "{{volatile}}"


def test_whether_there_is_a_mark():
    assert has_mark({"a": ["{{volatile.x}}"]})
    assert not has_mark({"a": ["{{x}}", 1, None]})
